"""When a table played: every round, and from its opening to the moment at which its game was over."""

from dataclasses import dataclass
from datetime import datetime

from companion.store.journal.facts import Entry, Table


@dataclass(frozen=True, slots=True)
class Playtime:
    """Both moments in UTC; None where the journal does not know: before the end, and what a sheet file left out."""

    began: datetime | None
    ended: datetime | None


def list_times(table: Table) -> dict[int, datetime]:
    """Return when each round was entered, in UTC, by its number; a round that came out of a file is left out."""
    entered = (entry for entry in table.in_force if entry.kind == "round_entered")
    return {entry.payload["number"]: at for entry in entered if (at := _find_moment(table, entry))}


def measure_playtime(table: Table) -> Playtime:
    """Return when a table played. What is corrected after the end does not move that."""
    first, last = map(datetime.fromisoformat, table.created.payload.get("played", (table.opened_at, table.opened_at)))
    from_file, known = table.created.payload.get("imported"), "played" in table.created.payload
    began, ending = None if from_file and not known else first, table.sheet.ending
    if ending is None:
        return Playtime(began, None)
    end = next(
        entry
        for entry in reversed(table.in_force)
        if entry.kind == "stopped" or (entry.kind == "round_entered" and entry.payload["number"] <= ending.after)
    )
    return Playtime(began, _find_moment(table, end) or (last if known else None))


def _find_moment(table: Table, entry: Entry) -> datetime | None:
    """Return when an entry was made; None where it came out of a file."""
    from_file = table.created.payload.get("imported") and entry.at == table.opened_at
    return None if from_file else datetime.fromisoformat(entry.at)
