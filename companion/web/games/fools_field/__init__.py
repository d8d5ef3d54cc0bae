"""The Fool’s Field on the phone."""
