"""Tables: their journals of facts, and the sittings that follow."""
