"""Files to take home and bring back."""
