"""Groups: their players, their tables, and how their games ended."""
