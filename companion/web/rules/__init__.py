"""The rules of a game and its referee, at a table or on their own."""
