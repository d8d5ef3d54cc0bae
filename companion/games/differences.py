"""Where a sheet file's own points and totals are not those of the rules.

They are derived again when the file is read; who added up on paper wants to know where.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.message import Message, Signed, say
from companion.games.reading import half
from companion.games.sheet import Sheet


def find_differences(
    raw: Mapping[str, Any], names: Sequence[str], players: Sequence[str], sheet: Sheet
) -> tuple[Message, ...]:
    """Return a sentence for the first number of every player that differs. ``names`` are as the file writes them."""
    found = (_find_first(raw, names[seat], player, seat, sheet) for seat, player in enumerate(players))
    return tuple(message for message in found if message)


def _find_first(raw: Mapping[str, Any], name: str, player: str, seat: int, sheet: Sheet) -> Message | None:
    for line, entry in zip(sheet.lines, raw.get("rounds", ()), strict=True):
        said, right = _number(entry, "points", name), line.points[sheet.side_of(seat)]
        if said not in (None, right):
            return say(
                "Round %(number)s: the file says %(said)s for %(name)s, the rules make it %(right)s.",
                number=line.number,
                name=player,
                said=Signed(said),
                right=Signed(right or 0),
            )
        said, right = _number(entry, "totals", name), line.totals[sheet.side_of(seat)]
        if said not in (None, right):
            return say(
                "Round %(number)s: the file has %(name)s at a total of %(said)s, the rules make it %(right)s.",
                number=line.number,
                name=player,
                said=said,
                right=right or 0,
            )
    said, right = _number(raw, "totals", name), sheet.totals[sheet.side_of(seat)]
    if said not in (None, right):
        return say(
            "In the end the file has %(name)s at %(said)s, the rules make it %(right)s.",
            name=player,
            said=said,
            right=right,
        )
    return None


def _number(raw: Mapping[str, Any], key: str, name: str) -> Any:
    """Return the number of a player under a key; None where there is none."""
    given = raw.get(key)
    return half(given.get(name)) if isinstance(given, Mapping) else None
