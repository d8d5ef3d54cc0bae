"""The secret keys that open a table, the short codes for watchers, and the phones that are known."""
