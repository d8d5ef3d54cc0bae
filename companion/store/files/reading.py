"""What a file says: a table's sheet file with its id and times, or the file of a group.

What can't be read is refused whole, with the place and the reason.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from companion.games import sheetfile
from companion.games.message import Message, say
from companion.games.players import LONGEST_NAME, check_names, clean_name, same_name
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from companion.store.clock import now
from companion.store.journal.tables import Past

FORMAT = "companion-group"
VERSION = 1
MOST_TABLES, MOST_PLAYERS = 20_000, 2000
MOST_TOLD = 20  # tables whose points differ
_UID = re.compile(r"[A-Za-z0-9_-]{8,64}")

Member: TypeAlias = tuple[str, bool, str | None]
"""A player of a group as a file tells it: a name, whether hidden, and whose spelling it is (None: their own name)."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table as a file tells it. ``people`` gives the group's name for a seat where it is another."""

    sheet: SheetFile
    past: Past
    people: Mapping[int, str]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Where the file's own points are not those of the rules."""
        return self.sheet.warnings


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group as a file tells it."""

    uid: str
    name: str
    players: tuple[Member, ...]
    tables: tuple[TableFile, ...]

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Where points of its tables are not those of the rules, with the day and the players of each such table."""
        differing = [table for table in self.tables if table.warnings][:MOST_TOLD]
        return tuple(
            told
            for table in differing
            for told in (
                say("%(day)s, %(names)s:", day=_day(table), names=table.sheet.sitting.players),
                *table.warnings,
            )
        )


def read_table(raw: object) -> TableFile:
    """Return the table of the parsed form of its sheet file. Raises Unreadable."""
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
    """Return the group of the parsed form of its file. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Unreadable("format", say("This is not a companion group."))
    if raw.get("version") != VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=VERSION))
    tables = raw.get("tables")
    if not isinstance(tables, list) or len(tables) > MOST_TABLES:
        # TRANSLATORS: %(most)s is 20000.
        raise Unreadable("tables", say("Here a list of up to %(most)s tables is expected.", most=MOST_TABLES))
    return GroupFile(
        uid=_uid(raw.get("id"), "id"),
        name=_name(raw.get("name"), "name"),
        players=_read_players(raw.get("players", [])),
        tables=tuple(_read_tables(tables)),
    )


def is_group(raw: object) -> bool:
    """Return whether this parsed file says that it is a group's."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def _read_players(raw: object) -> tuple[Member, ...]:
    if not isinstance(raw, list) or len(raw) > MOST_PLAYERS or not all(isinstance(entry, dict) for entry in raw):
        # TRANSLATORS: %(most)s is 2000.
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
    """Return the group's names by seat, where they are others: still as many people as seats."""
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


def _day(table: TableFile) -> str:
    return table.past.played[0][:10] if table.past.played else "–"


def _by_content(sheet: SheetFile) -> str:
    """Return an id for a file that has none: the same sheet is the same table."""
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
    """Return a moment as it is written here; one in the future, by another computer's clock, is now.

    One without a time zone can't be read.
    """
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
        if moment and moment.tzinfo and moment >= datetime(1970, 1, 1, tzinfo=UTC):
            return min(moment, datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        pass
    raise Unreadable(place, say("Here a date and time like %(example)s is expected.", example=now()))
