"""The pages of one table, except entering rounds."""
