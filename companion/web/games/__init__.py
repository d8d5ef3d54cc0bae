"""What each game adds to the pages: its entry form and, if it has one, its referee."""
