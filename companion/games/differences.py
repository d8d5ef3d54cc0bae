"""Where a sheet file's own points and totals are not those of the rules.

They are derived again when the file is read; who added up on paper wants to know where.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.message import Message, Signed, Value, say, say_n
from companion.games.reading import half
from companion.games.sheet import Sheet

MAX_DIFFERENCES = 12


def differences(
    raw: Mapping[str, object], names: Sequence[str], players: Sequence[str], sheet: Sheet
) -> Iterator[Message]:
    """Yield a sentence for every number that differs, up to twelve. ``names`` are as the file writes them.

    A total that only follows from points that differ is left out.
    """
    found = list(_differences(raw, names, players, sheet))
    yield from found[:MAX_DIFFERENCES]
    if len(found) > MAX_DIFFERENCES:
        more = len(found) - MAX_DIFFERENCES
        yield say_n("%(n)s more number differs.", "%(n)s more numbers differ.", more)


def _differences(
    raw: Mapping[str, object], names: Sequence[str], players: Sequence[str], sheet: Sheet
) -> Iterator[Message]:
    entries = raw.get("rounds")
    off: dict[int, float] = dict.fromkeys(range(len(names)), 0)  # how far the file's totals are off so far, as was said
    for line, entry in zip(sheet.lines, entries if isinstance(entries, list) else (), strict=False):
        points, totals = _numbers(entry, "points", names), _numbers(entry, "totals", names)
        for seat, player in enumerate(players):
            place: dict[str, Value] = {"number": line.number, "name": player}
            said, right = points.get(seat), line.points[seat]
            if said is not None and said != right:
                if line.counts:
                    off[seat] += said - right
                yield say(
                    "Round %(number)s: the file says %(said)s for %(name)s, the rules make it %(right)s.",
                    **place,
                    said=Signed(said),
                    right=Signed(right),
                )
            said, right = totals.get(seat), line.totals[seat]
            if said is not None and said not in (right, right + off[seat]):
                off[seat] = said - right
                yield say(
                    "Round %(number)s: the file has %(name)s at a total of %(said)s, the rules make it %(right)s.",
                    **place,
                    said=said,
                    right=right,
                )
    for seat, said in _numbers(raw, "totals", names).items():
        right = sheet.totals[seat]
        if said not in (right, right + off[seat]):
            yield say(
                "In the end the file has %(name)s at %(said)s, the rules make it %(right)s.",
                name=players[seat],
                said=said,
                right=right,
            )


def _numbers(raw: object, key: str, names: Sequence[str]) -> dict[int, float]:
    """Return the numbers by seat that an object has under a key; what is no number is left out."""
    given = raw.get(key) if isinstance(raw, Mapping) else None
    by_name = given if isinstance(given, Mapping) else {}
    found = {seat: half(by_name.get(name)) for seat, name in enumerate(names)}
    return {seat: number for seat, number in found.items() if number is not None}
