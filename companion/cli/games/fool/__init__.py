"""The commands of Fool!."""
