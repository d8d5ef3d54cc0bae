"""A fourth game as its files would be added to the companion, and an evening with it (see ``test_fourth_game``)."""
