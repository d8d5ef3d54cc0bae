"""The rounds on which the rules page shows how High Card is scored, as they stand in a sheet file."""

from __future__ import annotations

from typing import Any

EXAMPLE: dict[str, Any] = {
    "players": ["Ada", "Ben"],
    "first_starter": "Ada",
    "rounds": [{"highest": "Ben"}, {"highest": "Ada"}],
}
