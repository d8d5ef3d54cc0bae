"""The content of files: a table's sheet file with its id and times, or the file of a group.

What can't be read is refused whole, with the place and the reason.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from typing import TypeAlias

from companion.games import sheetfile
from companion.games.message import say
from companion.games.players import check_names, clean_name, fold_name
from companion.games.reading import Unreadable, parse_json
from companion.games.sheetfile import SheetFile, check_format
from companion.store.database import now
from companion.store.tables.starting import Past

GROUP_FORMAT = "companion-group"
MAX_TABLES, MAX_PLAYERS = 20_000, 2000
_UID = re.compile(r"[A-Za-z0-9_-]{8,64}")

Member: TypeAlias = tuple[str, str | None]
"""A player of a group: a name, and whose spelling it is (None: their own name)."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table in a file. ``people`` are the group's names by seat, if they differ."""

    sheet: SheetFile
    past: Past
    people: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class GroupFile:
    """A group in a file, or only a table: then without ``uid``, name and players."""

    uid: str
    name: str
    players: tuple[Member, ...]
    tables: tuple[TableFile, ...]


def read_file(raw: bytes, max_rounds: float = inf) -> GroupFile:
    """Return what a sheet file, or a group's file of so many rounds at most, says. Raises Unreadable."""
    content = parse_json(raw)
    if isinstance(content, dict) and content.get("format") == GROUP_FORMAT:
        return read_group(content, max_rounds)
    return GroupFile("", "", (), (read_table(content),))


def read_table(raw: object) -> TableFile:
    """Return the table of the parsed form of its sheet file. Raises Unreadable."""
    sheet = sheetfile.read_sheet(raw)
    raw = raw if isinstance(raw, dict) else {}
    started_at, last_at = (_moment(raw, key) for key in ("started_at", "last_at"))
    past = Past(
        uid=_uid(raw["id"]) if "id" in raw else _by_content(sheet),
        times=(started_at, max(started_at, last_at or started_at)) if started_at else None,
    )
    return TableFile(sheet, past, _read_people(raw.get("people", {}), sheet.sitting.players))


def read_group(raw: object, max_rounds: float = inf) -> GroupFile:
    """Return the group of the parsed form of its file. Raises Unreadable."""
    raw = check_format(raw, GROUP_FORMAT, say("This isn’t a companion group."))
    players, tables = raw.get("players", []), raw.get("tables")
    if not isinstance(tables, list) or len(tables) > MAX_TABLES:
        # TRANSLATORS: %(most)s is 20000.
        raise Unreadable("tables", say("Expected up to %(most)s tables.", most=MAX_TABLES))
    if not isinstance(players, list) or len(players) > MAX_PLAYERS or not all(isinstance(p, dict) for p in players):
        # TRANSLATORS: %(most)s is 2000.
        raise Unreadable("players", say("Expected up to %(most)s players.", most=MAX_PLAYERS))
    rounds = (table.get("rounds") for table in tables if isinstance(table, dict))
    if sum(len(each) for each in rounds if isinstance(each, list)) > max_rounds:
        raise Unreadable("tables", say("Expected up to %(most)s rounds.", most=max_rounds))
    members = tuple(sorted(_members(players), key=lambda member: member[1] is not None))  # spellings last
    return GroupFile(_uid(raw.get("id")), _name(raw.get("name"), "name"), members, tuple(_tables(tables)))


def _members(raw: Sequence[Mapping[str, object]]) -> Iterator[Member]:
    for index, each in enumerate(raw):
        name, same_as = _name(each.get("name"), f"players[{index}].name"), each.get("same_as")
        yield name, None if same_as is None else _name(same_as, f"players[{index}].same_as")


def _tables(raw: Sequence[object]) -> Iterator[TableFile]:
    seen: set[str] = set()
    for index, each in enumerate(raw):
        try:
            table = read_table(each)
        except Unreadable as error:
            raise Unreadable(f"tables[{index}].{error.location}", error.reason) from error
        if table.past.uid not in seen:
            yield table
        seen.add(table.past.uid)


def _read_people(raw: object, at_the_table: Sequence[str]) -> dict[int, str]:
    """Return the group's names by seat, if they differ from the table's. Raises Unreadable."""
    if not isinstance(raw, dict):
        raise Unreadable("people", say("Expected the list of players."))
    seats = {fold_name(name): seat for seat, name in enumerate(at_the_table)}
    people = {
        seats[fold_name(clean_name(name))]: _name(called, f"people.{name}")
        for name, called in raw.items()
        if fold_name(clean_name(name)) in seats
    }
    for problem in check_names([people.get(seat, name) for seat, name in enumerate(at_the_table)]):
        raise Unreadable("people", problem.message)
    return people


def _by_content(sheet: SheetFile) -> str:
    written = json.dumps(sheetfile.write_sheet(sheet.game, sheet.sitting), sort_keys=True)
    return "sheet-" + hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _uid(raw: object) -> str:
    if not isinstance(raw, str) or not _UID.fullmatch(raw):
        raise Unreadable("id", say("Expected an ID of 8 to 64 letters and digits."))
    return raw


def _name(raw: object, location: str) -> str:
    if not isinstance(raw, str):
        raise Unreadable(location, say("Expected a name."))
    name = clean_name(raw)
    for problem in check_names([name]):
        raise Unreadable(location, problem.message)
    return name


def _moment(raw: Mapping[str, object], key: str) -> str | None:
    """Return a moment in UTC (ISO 8601), at most now; None if missing. Raises Unreadable, also without a time zone."""
    if (written := raw.get(key)) is None:
        return None
    with suppress(TypeError, ValueError, OverflowError):  # TypeError: no text, or without a time zone
        moment = datetime.fromisoformat(written)  # type: ignore[arg-type]
        if moment >= datetime(1970, 1, 1, tzinfo=UTC):
            return min(moment, datetime.now(UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
    raise Unreadable(key, say("Expected a date and time like %(example)s.", example=now()))
