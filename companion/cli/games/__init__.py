"""What each game adds to the command."""
