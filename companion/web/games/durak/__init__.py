"""Durak on the phone."""
