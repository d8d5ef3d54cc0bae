"""What a table's journal promises: nothing is lost, nothing is entered twice, everything can be explained."""
