"""Entering rounds and hands."""
