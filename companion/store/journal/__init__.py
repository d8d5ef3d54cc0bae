"""Tables: their journals of changes, the sittings that follow, and the sentence of each."""
