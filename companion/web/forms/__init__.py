"""What is typed: the forms that pages and games share."""
