"""The pages of one table, but for entering rounds."""
