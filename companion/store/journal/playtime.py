"""When a table played: every round, and from its opening to the moment since which its game has been over."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.games.derive import derive
from companion.store.journal.replay import Step, Table

# A sheet file becomes a table within seconds, however long its game has taken.
OPENING = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Playtime:
    """Both moments in UTC; None where the journal does not know: before the end, and what a sheet file left out."""

    began: datetime | None
    ended: datetime | None


def saved_at(table: Table) -> dict[int, datetime]:
    """When each round was entered, in UTC, by its number; of a round that came out of a file nobody knows."""
    opened = datetime.fromisoformat(table.opened_at)
    from_file = opened + OPENING if table.created.payload.get("imported") else None
    times = {
        entry.payload["number"]: datetime.fromisoformat(entry.at)
        for entry in table.done
        if entry.kind == "round_entered"
    }
    return {number: at for number, at in times.items() if from_file is None or at > from_file}


def playtime(table: Table, steps: Iterable[Step]) -> Playtime:
    """When a table played, by all its steps, the last one first. What is corrected after the end does not move it."""
    opening = table.created
    began, ended = datetime.fromisoformat(opening.at), None
    state, sheet = table.sitting, table.sheet
    for step in steps:
        state, sheet = step.after, derive(table.rulebook, step.after, (state, sheet))
        if sheet.ending is None:
            break
        ended = datetime.fromisoformat(step.entry.at)
    if not opening.payload.get("imported"):
        return Playtime(began, ended)
    told = opening.payload.get("played")
    first, last = map(datetime.fromisoformat, told) if told else (None, None)
    return Playtime(first, ended if ended is None or ended - began > OPENING else last)
