"""Tables and their journals in SQLite."""
