"""What is written of tables: starting one, appending to its journal, its rematch, who stands in for its hosts."""
