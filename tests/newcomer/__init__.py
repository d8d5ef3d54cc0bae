"""Wizard as a newcomer would add it to the companion, and an evening with it (see ``test_newcomer``)."""
