"""The pages before there is a table: home, new game, joining by a code, opening a file."""
