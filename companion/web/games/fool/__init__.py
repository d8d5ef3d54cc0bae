"""Fool! on the phone."""
