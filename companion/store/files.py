"""Files to take home and bring back: a table's sheet file with its id and times, and the file of a group.

A group's file holds its players and, for every table, the sheet file. What a second import finds there
already, by its id, it leaves as it is.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion.games import sheetfile
from companion.games.message import say
from companion.games.players import LONGEST_NAME, check_names, clean_name, same_name
from companion.games.rulebook import Unreadable
from companion.games.sheetfile import SheetFile
from companion.store import players
from companion.store.clock import now
from companion.store.counting import Stale, count
from companion.store.database import Store
from companion.store.groups import Group, must_be_there
from companion.store.replay import Table, replay
from companion.store.tables import Home, Past, bring_back, entries

FORMAT = "companion-group"
VERSION = 1
MOST_TABLES, MOST_PLAYERS = 20_000, 2000
AT_ONCE = 100  # tables in one transaction
_UID = re.compile(r"[A-Za-z0-9_-]{8,64}")


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as a file tells it. ``people`` gives the group's name for a seat where it is another."""

    sheet: SheetFile
    past: Past
    people: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group as a file tells it; players are names, hidden or not, and whose spelling each is (None: their own)."""

    uid: str
    name: str
    players: tuple[tuple[str, bool, str | None], ...]
    tables: tuple[TableFile, ...]


def write_table(store: Store, table: Table) -> dict[str, Any]:
    """The sheet file of a table."""
    (uid,) = store.db.execute("SELECT uid FROM tables WHERE id = ?", [table.id]).fetchone()
    written = sheetfile.write(table.game, table.sitting)
    about = {key: written.pop(key) for key in ("format", "version", "game")}
    return {**about, "id": uid, "started_at": table.started_at, "last_at": table.last_at, **written}


def write_group(store: Store, group: Group) -> Iterator[str]:
    """The file of a group, piece by piece, all of one moment."""
    store.db.execute("BEGIN")
    try:
        yield from _group(store, group)
    finally:
        store.db.rollback()


def _group(store: Store, group: Group) -> Iterator[str]:
    about = {"format": FORMAT, "version": VERSION, "id": group.uid, "name": group.name}
    yield f'{json.dumps(about, ensure_ascii=False)[:-1]}, "players": {_dumps(_write_players(store, group.id))},\n'
    yield '"tables": ['
    rows = store.db.execute(
        "SELECT id, archived_at FROM tables JOIN summaries ON table_id = id WHERE summaries.group_id = ?"
        " ORDER BY started_at, id",
        [group.id],
    ).fetchall()
    between = "\n"
    for table_id, archived_at in rows:
        # Not by table_now: that would let go of the tables that are played just now.
        written = write_table(store, replay(table_id, entries(store, table_id)))
        people = _people(store, table_id)
        extra = ({"people": people} if people else {}) | ({"archived_at": archived_at} if archived_at else {})
        yield between + _dumps(written | extra)
        between = ",\n"
    yield "\n]}\n"


def read_table(raw: object) -> TableFile:
    """A table from the parsed form of its sheet file. Raises Unreadable."""
    sheet = sheetfile.read(raw)
    raw = raw if isinstance(raw, dict) else {}
    archived_at = raw.get("archived_at")
    past = Past(
        uid=_uid(raw["id"], "id") if "id" in raw else _by_content(sheet),
        played=_played(raw),
        archived_at=None if archived_at is None else _moment(archived_at, "archived_at"),
    )
    return TableFile(sheet, past, _read_people(raw.get("people", {}), sheet.sitting.players))


def read_group(raw: object) -> GroupFile:
    """A group from the parsed form of its file. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Unreadable("format", say("This is not a companion group."))
    if raw.get("version") != VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=VERSION))
    tables = raw.get("tables")
    if not isinstance(tables, list) or len(tables) > MOST_TABLES:
        raise Unreadable("tables", say("Here a list of up to %(most)s tables is expected.", most=MOST_TABLES))
    return GroupFile(
        uid=_uid(raw.get("id"), "id"),
        name=_name(raw.get("name"), "name"),
        players=_read_players(raw.get("players", [])),
        tables=tuple(_read_tables(tables)),
    )


def is_group(raw: object) -> bool:
    """Whether this parsed file says that it is a group's."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def bring_in(store: Store, group_id: int, file: GroupFile) -> int:
    """Add to a group what it has not yet of a file; how many tables that were.

    Where there are players already, only those come in who sit at a table that does: the others may be here
    by another name.
    """
    with store.writing() as db:
        must_be_there(db, group_id)
        needed = _needed(store, group_id, file) if players.players(store, group_id) else None
        for name, hidden, same_as in file.players:
            if needed is None or same_as is not None or same_name(name) in needed:
                players.add(db, group_id, name, hidden, same_as)
    return bring_in_tables(store, group_id, file.tables)


def _needed(store: Store, group_id: int, file: GroupFile) -> set[str]:
    """The players at the tables of a file that a group has not, by what their names have in common."""
    return {
        same_name(table.people.get(seat, name))
        for table in file.tables
        if table_of(store, group_id, table.past.uid) is None
        for seat, name in enumerate(table.sheet.sitting.players)
    }


def bring_in_tables(store: Store, group_id: int, tables: Sequence[TableFile]) -> int:
    """Add these tables to a group, but for those that it has; how many were added.

    A hundred at a time, so that others can write in between; whoever is interrupted imports again.
    """
    added = 0
    for first in range(0, len(tables), AT_ONCE):
        with store.writing() as db:
            stale: set[Stale] = set()
            for file in tables[first : first + AT_ONCE]:
                if table_of(store, group_id, file.past.uid) is None:
                    known = {seat: players.named(db, group_id, name) for seat, name in file.people.items()}
                    home = Home(group_id, known)
                    stale |= bring_back(store, db, file.sheet.game, file.sheet.sitting, home, file.past)
                    added += 1
            count(db, stale)
    return added


def table_of(store: Store, group_id: int, uid: str) -> int | None:
    """The table of a group with this id in files."""
    row = store.db.execute("SELECT id FROM tables WHERE group_id = ? AND uid = ?", [group_id, uid]).fetchone()
    return row[0] if row else None


def _dumps(written: object) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _write_players(store: Store, group_id: int) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = []
    for player in players.players(store, group_id):
        written.append({"name": player.name} | ({"hidden": True} if player.hidden else {}))
        written += [{"name": spelling.name, "same_as": player.name} for spelling in player.spellings]
    return written


def _people(store: Store, table_id: int) -> dict[str, str]:
    """The group's name of everybody at a table whose name there is another."""
    rows = store.db.execute(
        "SELECT seats.name, players.name FROM seats JOIN players ON id = player_id WHERE table_id = ? ORDER BY seat",
        [table_id],
    ).fetchall()
    return {at_the_table: name for at_the_table, name in rows if same_name(at_the_table) != same_name(name)}


def _read_players(raw: object) -> tuple[tuple[str, bool, str | None], ...]:
    if not isinstance(raw, list) or len(raw) > MOST_PLAYERS or not all(isinstance(entry, dict) for entry in raw):
        raise Unreadable("players", say("Here a list of up to %(most)s players is expected.", most=MOST_PLAYERS))
    read = [
        (
            _name(entry.get("name"), f"players[{index}].name"),
            entry.get("hidden") is True,
            None if entry.get("same_as") is None else _name(entry["same_as"], f"players[{index}].same_as"),
        )
        for index, entry in enumerate(raw)
    ]
    return tuple(sorted(read, key=lambda entry: entry[2] is not None))


def _read_people(raw: object, at_the_table: Sequence[str]) -> dict[int, str]:
    """The group's names by seat, where they are others: still as many people as seats."""
    if not isinstance(raw, dict):
        raise Unreadable("people", say("Here the players are expected."))
    seats = {same_name(name): seat for seat, name in enumerate(at_the_table)}
    people = {
        seats[same_name(clean_name(name))]: _name(known, f"people.{name}")
        for name, known in raw.items()
        if same_name(clean_name(name)) in seats
    }
    for problem in check_names([people.get(seat, name) for seat, name in enumerate(at_the_table)]):
        raise Unreadable("people", problem.message)
    return people


def _read_tables(raw: Sequence[object]) -> Iterator[TableFile]:
    seen: set[str] = set()
    for index, entry in enumerate(raw):
        try:
            table = read_table(entry)
        except Unreadable as error:
            raise Unreadable(f"tables[{index}].{error.place}", error.reason) from error
        if table.past.uid not in seen:
            yield table
        seen.add(table.past.uid)


def _by_content(sheet: SheetFile) -> str:
    """An id for a file that has none: the same sheet is the same table."""
    written = json.dumps(sheetfile.write(sheet.game, sheet.sitting), sort_keys=True)
    return "sheet-" + hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _uid(raw: object, place: str) -> str:
    if not isinstance(raw, str) or not _UID.fullmatch(raw):
        raise Unreadable(place, say("Here an id of 8 to 64 letters and digits is expected."))
    return raw


def _name(raw: object, place: str) -> str:
    if not isinstance(raw, str):
        raise Unreadable(place, say("Here a name is expected."))
    name = clean_name(raw[: 4 * LONGEST_NAME])
    for problem in check_names([name]):
        raise Unreadable(place, problem.message)
    return name


def _played(raw: Mapping[str, object]) -> tuple[str, str] | None:
    if raw.get("started_at") is None:
        return None
    started_at = _moment(raw["started_at"], "started_at")
    last_at = started_at if raw.get("last_at") is None else _moment(raw["last_at"], "last_at")
    return started_at, max(started_at, last_at)


def _moment(raw: object, place: str) -> str:
    """A moment as it is written here; one in the future, by another computer's clock, is now.

    One without a time zone can't be read.
    """
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
        if moment and moment.tzinfo and moment >= datetime(1970, 1, 1, tzinfo=UTC):
            return min(moment, datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        pass
    raise Unreadable(place, say("Here a date and time like %(example)s is expected.", example=now()))
