"""The secret keys that open a table, and the short codes for watchers."""
