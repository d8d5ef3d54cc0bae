"""Where a game stands, in few words: what tells two tables apart in a list."""

from companion.games.message import Message, say, say_n
from companion.games.sheet import Sheet
from companion.games.sitting import Sitting

MOST_LEADERS = 2  # that are named


def describe_state(sitting: Sitting, sheet: Sheet) -> Message:
    """Who won; or which round comes next and who leads, once somebody does."""
    first = tuple(name for name, rank in zip(sheet.names, sheet.ranks, strict=True) if rank == 1)
    if sheet.next is None:
        return say_n("%(names)s won", "%(names)s won", len(first), names=first)
    number = sheet.next.number
    if len(first) > MOST_LEADERS or len(first) == len(sheet.sides):
        return say("Round %(number)s", number=number)
    one, several = say("%(names)s leads", names=first), say("%(names)s lead", names=first)
    return say("Round %(number)s, %(who)s", number=number, who=one if len(first) == 1 else several)
