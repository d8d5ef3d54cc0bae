"""When a table played: every round, and from its opening to the moment since which its game has been over."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from companion.games.derive import derive
from companion.store.journal.replay import State, Table

# A sheet file becomes a table within seconds, however long its game has taken.
OPENING = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Playtime:
    """Both moments in UTC; None where the journal does not know: before the end, and what a sheet file left out."""

    began: datetime | None
    ended: datetime | None


def list_times(table: Table) -> dict[int, datetime]:
    """Return when each round was entered, in UTC, by its number; a round that came out of a file is left out."""
    opened = datetime.fromisoformat(table.opened_at)
    from_file = opened + OPENING if table.created.payload.get("imported") else None
    entered = (entry for entry in table.in_force if entry.kind == "round_entered")
    times = {entry.payload["number"]: datetime.fromisoformat(entry.at) for entry in entered}
    return {number: at for number, at in times.items() if from_file is None or at > from_file}


def measure_playtime(table: Table) -> Playtime:
    """Return when a table played. What is corrected after the end does not move that."""

    def is_over(state: State) -> bool:
        sheet = table.sheet if state.sitting is table.sitting else derive(table.rulebook, state.sitting)
        return sheet.ending is not None

    over = list(takewhile(is_over, reversed(table.states)))
    began = datetime.fromisoformat(table.opened_at)
    ended = datetime.fromisoformat(over[-1].entry.at) if over else None
    if not table.created.payload.get("imported"):
        return Playtime(began, ended)
    played = table.created.payload.get("played")
    first, last = map(datetime.fromisoformat, played) if played else (None, None)
    return Playtime(first, ended if ended is None or ended - began > OPENING else last)
