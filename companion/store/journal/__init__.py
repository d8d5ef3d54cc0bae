"""A table is its journal: the facts, how they are written, and what they come to."""
