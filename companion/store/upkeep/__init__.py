"""Keeping the database safe: copies of it, and looking for damage."""
