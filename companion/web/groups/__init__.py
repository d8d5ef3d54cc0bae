"""The pages of a group: its tables, players, statistics, files, and its link."""
