"""When a table played: every round, and from its opening to the moment since which its game has been over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.store.journal.replay import Entry, steps

# A sheet file becomes a table within seconds, however long its game has taken.
OPENING = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Playtime:
    """Both moments in UTC; None where the journal does not know: before the end, and what a sheet file left out."""

    began: datetime | None
    ended: datetime | None


def saved_at(entries: Sequence[Entry]) -> dict[int, datetime]:
    """When each round was entered, in UTC, by its number; of a round that came out of a file nobody knows."""
    opened = datetime.fromisoformat(entries[0].at)
    from_file = opened + OPENING if entries[0].payload.get("imported") else None
    times = {
        step.entry.payload["number"]: datetime.fromisoformat(step.entry.at)
        for step in steps(entries)
        if step.in_force and step.entry.kind == "round_entered"
    }
    return {number: at for number, at in times.items() if from_file is None or at > from_file}


def playtime(entries: Sequence[Entry]) -> Playtime:
    """When the table with this journal played. Whatever is corrected after the end does not move it."""
    opening = entries[0]
    rulebook = RULEBOOKS[opening.payload["game"]]
    began, ended = datetime.fromisoformat(opening.at), None
    for step in reversed(steps(entries)):
        if derive(rulebook, step.after).ending is None:
            break
        ended = datetime.fromisoformat(step.entry.at)
    if not opening.payload.get("imported"):
        return Playtime(began, ended)
    told = opening.payload.get("played")
    first, last = map(datetime.fromisoformat, told) if told else (None, None)
    return Playtime(first, ended if ended is None or ended - began > OPENING else last)
