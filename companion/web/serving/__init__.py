"""Serving: the event loop that holds every phone's connection and stream, and the threads in which Flask answers."""
