"""High Card on the phone."""
