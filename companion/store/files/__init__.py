"""Files to export and import."""
