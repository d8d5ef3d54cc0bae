"""Tables: opening one by the key in its address, starting one, and appending to its journal."""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from threading import Lock
from typing import Any

from cachetools import LRUCache
from sqlite_utils import Database

from companion.games import RULEBOOKS
from companion.games.sheetfile import MOST_ROUNDS
from companion.games.sitting import Round, Sitting
from companion.store.clock import local_year, now
from companion.store.database import Store
from companion.store.groups.groups import check_group
from companion.store.groups.results import came_out, save_results, update_results
from companion.store.journal.facts import (
    Conflict,
    Decision,
    Fact,
    Journalled,
    derived,
    facts_of,
    hashed,
    read_payload,
    same_start,
    write_payload,
)
from companion.store.journal.replay import FORGOTTEN, Entry, Table, advance, replay
from companion.store.links import links
from companion.store.links.links import Link

MAX_ENTRIES_PER_TABLE = 10_000  # its ``MOST_ROUNDS`` with eight players who each send their hand are 4,500
PLAYING = ("hand_laid", "round_begun", "round_entered")  # the kinds of facts that are about the next round
NO_LIMIT = 2**63 - 1

# The newest state of the tables that are played now, as many as have so many entries together (6 kB each at most).
MAX_ENTRIES_IN_MEMORY = 20_000
_newest: LRUCache[tuple[Store, int], Table] = LRUCache(
    MAX_ENTRIES_IN_MEMORY, lambda table: min(table.version, MAX_ENTRIES_IN_MEMORY)
)
_newest_lock = Lock()


class TableFull(Exception):
    """A table takes no more rounds, or its journal no more entries."""


@dataclass(frozen=True, slots=True)
class Home:
    """The group that a table belongs to, and the players there who are known already, by seat.

    One that was begun there has a link that ends with the group's; one that is ``put_in`` is somebody's besides.
    """

    group_id: int
    known: Mapping[int, int] = field(default_factory=dict)
    put_in: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """What a table that comes from a file has had before: its id in files, when it was played, when it was archived."""

    uid: str
    played: tuple[str, str] | None = None
    archived_at: str | None = None


def open_table(store: Store, key: str) -> tuple[Table, Link] | None:
    """Return the table that a key opens, and the link, which says in which role; None if it opens none.

    Raises LinkEnded where the link has been replaced.
    """
    link = links.find_link(store, key)
    return (_load(store, link.table_id, link.version), link) if link else None


def start_table(
    store: Store, game: str, sitting: Sitting[Round], key: str, home: Home | None = None, past: Past | None = None
) -> str:
    """Start a table with this sitting, all its rounds included; return the host's key.

    The same write key with the same sitting starts one table only, and always gives the same key:
    a repeated request finds the link that it made. A table that was deleted since stays deleted.
    """
    journalled = facts_of(game, sitting, past.played if past else None)
    start = derived(key, same_start(journalled))
    group_id = home.group_id if home and not home.put_in else None
    with store.writing() as db:
        address = links.find_made(db, start)
        if address is None:
            table_id = create(store, db, game, journalled, start, home, past)
            address = links.add_link(db, links.HOST, table_id=table_id, group_id=group_id, request=start)
    return address


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table that comes from a file, with all that is worked out before the database is locked.

    Its row, its journal, who sits at it, and how everybody came out of its game.
    """

    row: dict[str, Any]
    journal: list[dict[str, Any]]
    players: tuple[str, ...]
    results: list[dict[str, Any]]

    def write(self, db: Database, group_id: int) -> int:
        """Write the table without its seats and results, and return its id; inside a transaction."""
        return _insert(db, self.row | {"group_id": group_id}, self.journal)


def prepare(game: str, sitting: Sitting[Round], past: Past) -> Prepared:
    """Work out what is to be written of a table that comes from a file."""
    journalled, at = facts_of(game, sitting, past.played), now()
    journal = list(_journal(journalled, secrets.token_urlsafe(16), at))
    read = ((entry["seq"], entry["kind"], entry["payload"], at, None) for entry in journal)
    table = replay(0, _make_entries(game, len(sitting.players), read))
    return Prepared(_row(game, journalled, at, past), journal, table.sitting.players, came_out(table))


def append(store: Store, table: Table, key: str, decision: Decision, phone: int | None = None) -> Table:
    """Append one fact to a table's journal and return the table after it. ``phone``: whose phone it came from, a seat.

    The same fact with the same write key changes nothing, so any request may be repeated. Raises Conflict where the
    fact does not fit the table any more, or the key was used for another fact, and TableFull.
    """
    payload = write_payload(table.game, len(table.sitting.players), decision.fact)
    with store.writing() as db:
        latest = load_table(store, table.id)
        written = _find_entry(db, key, table.id)
        if written == (decision.fact.kind, payload):
            return latest
        if written is not None or not decision.fits(latest):
            raise Conflict(latest)
        too_many = decision.fact.kind in PLAYING and len(latest.sitting.rounds) >= MOST_ROUNDS
        if too_many or latest.version >= MAX_ENTRIES_PER_TABLE:
            raise TableFull
        saved = add_entry(db, latest, key, decision.fact, phone)
        update_results(db, latest, saved)
    # Only now: what a transaction has not committed must not be remembered.
    remember(store, saved)
    return saved


def add_entry(db: Database, table: Table, key: str, fact: Fact, phone: int | None) -> Table:
    """Write the next entry of a table's journal and return the table after it; inside a transaction."""
    seats, seq, at = len(table.sitting.players), table.version + 1, now()
    written = _dumps(write_payload(table.game, seats, fact))
    db.execute(
        "INSERT INTO journal (table_id, seq, kind, payload, at, key, phone) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [table.id, seq, fact.kind, written, at, hashed(key), phone],
    )
    # As the journal has it, so that nothing comes out otherwise when it is replayed.
    return advance(table, Entry(seq, fact.kind, read_payload(table.game, seats, json.loads(written)), at, phone))


def read_journal(db: Database, table_id: int, until: int = NO_LIMIT) -> list[Entry]:
    """Return the journal of a table up to an entry, in order. Raises LinkEnded where the table has been deleted."""
    rows = _read_rows(db, table_id, 0, until)
    if not rows:
        raise links.LinkEnded(deleted=True)
    opening = json.loads(rows[0][2])
    return _make_entries(opening["game"], len(opening["players"]), rows)


def load_table(store: Store, table_id: int) -> Table:
    """Return a table as it is now. Raises LinkEnded where it has been deleted."""
    (version,) = store.db.execute("SELECT max(seq) FROM journal WHERE table_id = ?", [table_id]).fetchone()
    if version is None:
        raise links.LinkEnded(deleted=True)  # since it was opened
    return _load(store, table_id, version)


def _load(store: Store, table_id: int, version: int) -> Table:
    """Return a table at a version or later: the newest that is remembered with what was written since, or replayed."""
    with _newest_lock:
        newest = _newest.get((store, table_id))
    if newest and newest.version >= version:
        return newest
    later = _read_rows(store.db, table_id, newest.version, version) if newest else []
    if newest is None or any(kind == FORGOTTEN for _, kind, *_ in later):
        table = replay(table_id, read_journal(store.db, table_id, version))
    else:
        table = reduce(advance, _make_entries(newest.game, len(newest.sitting.players), later), newest)
    remember(store, table)
    return table


def remember(store: Store, table: Table) -> None:
    """Keep a table as the newest that there is; once its last entry is committed."""
    with _newest_lock:
        _newest[store, table.id] = table


def _read_rows(db: Database, table_id: int, after: int, until: int) -> list[tuple[Any, ...]]:
    """Return the rows of a journal after an entry up to another."""
    sql = "SELECT seq, kind, payload, at, phone FROM journal WHERE table_id = ? AND seq > ? AND seq <= ? ORDER BY seq"
    return db.execute(sql, [table_id, after, until]).fetchall()


def _make_entries(game: str, seats: int, rows: Iterable[tuple[Any, ...]]) -> list[Entry]:
    return [
        Entry(seq, kind, read_payload(game, seats, json.loads(payload)), at, phone)
        for seq, kind, payload, at, phone in rows
    ]


def create(
    store: Store,
    db: Database,
    game: str,
    journalled: Journalled,
    start: str,
    home: Home | None,
    past: Past | None = None,
) -> int:
    """Write a new table and the journal it begins with; inside a transaction."""
    if home:
        check_group(db, home.group_id)
    at = now()
    row = _row(game, journalled, at, past)
    if home:
        row |= {"group_id": home.group_id, "taken_in_at": at if home.put_in else None}
    table_id = _insert(db, row, _journal(journalled, start, at))
    if home:
        save_results(db, replay(table_id, read_journal(db, table_id)), home.known)
    return table_id


def _row(game: str, journalled: Journalled, at: str, past: Past | None) -> dict[str, Any]:
    """Return the row of a new table, without its group."""
    started_at = journalled[0][1].get("played", [at])[0]
    return {
        "game": game,
        "created_at": at,
        "uid": past.uid if past else secrets.token_hex(16),
        "archived_at": past.archived_at if past else None,
        "started_at": started_at,
        "year": local_year(started_at),
        "title": _own_title(game, journalled[0][1]),
    }


def _journal(journalled: Journalled, start: str, at: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of the journal that a new table begins with, without the table's id."""
    for seq, (kind, payload) in enumerate(journalled, start=1):
        key = hashed(start if seq == 1 else f"{start}:{seq}")
        yield {"seq": seq, "kind": kind, "payload": _dumps(payload), "at": at, "key": key}


def _insert(db: Database, row: dict[str, Any], journal: Iterable[dict[str, Any]]) -> int:
    """Write a table with its journal and return its id."""
    table_id: Any = db.table("tables").insert(row, pk="id").last_pk
    db.table("journal").insert_all({"table_id": table_id, **entry} for entry in journal)
    return int(table_id)


def _own_title(game: str, created: dict[str, Any]) -> str:
    """Return what a table calls its game; empty where that is the usual title."""
    rulebook = RULEBOOKS[game]
    title = rulebook.title_at(Sitting(tuple(created["players"]), created["first_starter"], created["options"]))
    return "" if title == rulebook.title else title


def _dumps(payload: dict[str, Any]) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def _find_entry(db: Database, key: str, table_id: int) -> tuple[str, dict[str, Any]] | None:
    """Return the kind and payload of the entry that a write key made; None where it made none."""
    found = db.execute("SELECT kind, payload FROM journal WHERE key = ? AND table_id = ?", [hashed(key), table_id])
    row = found.fetchone()
    return (row[0], json.loads(row[1])) if row else None
