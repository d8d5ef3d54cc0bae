"""Tables: their journals of changes, and the sittings that follow."""
