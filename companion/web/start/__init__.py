"""Before there is a table: home, a new game, joining one, opening a file."""
