"""Tables: opening one by the key in its address, starting one, and appending to its journal."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from sqlite_utils import Database

from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE, check_change
from companion.games.sitting import Sitting
from companion.store.database import Store, now
from companion.store.groups.groups import check_group, find_group_link
from companion.store.groups.results import save_results, write_changed_results, write_results
from companion.store.journal.changes import NOBODY, Change, Misfit, read_change, write_payload
from companion.store.journal.facts import Conflict, Entry, Row, Table, advance, replay
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, Link, LinkEnded
from companion.store.links.phones import save_phone

MAX_ENTRIES_PER_TABLE = 10_000  # its ``MAX_ROUNDS_PER_TABLE`` with eight players who each send their hand are 4,500
PLAYING = ("hand_laid", "round_begun", "round_entered")  # the kinds that are about the next round
MAX_TRIES = 4  # of a write, while others write at the same table

# States of the tables that are played now; as many as have so many entries together (6 kB each at most).
MAX_ENTRIES_IN_MEMORY = 20_000
_states: LRUCache[tuple[object, ...], Table] = LRUCache(
    MAX_ENTRIES_IN_MEMORY, lambda table: min(table.version, MAX_ENTRIES_IN_MEMORY)
)
_states_lock = Lock()


class TableFull(Exception):
    """A table takes no more rounds, or its journal no more entries."""


@dataclass(frozen=True, slots=True)
class Home:
    """The group of a table, and the names in the group by seat; a table that was begun elsewhere is ``added``."""

    group_id: int
    called: Mapping[int, str] = field(default_factory=dict)
    added: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """What a table from a file has had before: its id in files, and when it was played."""

    uid: str
    times: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A new table with its rows, worked out before the database is locked."""

    row: dict[str, Any]
    journal: list[dict[str, Any]]
    table: Table
    results: list[dict[str, Any]]


def open_table(store: Store, key: str) -> tuple[Table, Link] | None:
    """Return the table that a key opens, and the link, with its role; None if it opens none. Raises LinkEnded."""
    link = links.find_link(store, key)
    return (_load(store, link.table_id, link.version), link) if link else None


def start_table(
    store: Store,
    game: str,
    sitting: Sitting,
    write_key: str,
    home: Home | None = None,
    past: Past | None = None,
    secret: str = "",
) -> str:
    """Start a table with this sitting and its rounds, whose host is the phone of this secret; return a scorer's key.

    The same write key and sitting (except for a drawn starter) return the same key, and make its phone a host as well.
    """
    new = prepare_table(game, sitting, past)
    made_by = derive_write_key(
        write_key, repr((game, replace(sitting, first_starter=None) if sitting.drawn else sitting))
    )
    with store.writing() as db:
        key = links.find_made(db, made_by)
        if key is None:
            key = links.add_link(db, SCORER, table_id=insert_table(db, new, home), made_by=made_by)
        with suppress(LinkEnded):  # sent again after it was deleted
            link = links.find_link(store, f"{key}.{secret}") if secret else None
            if link and link.recorded_role != HOST:
                of_group = find_group_link(db, home.group_id) if home and not home.added else None
                save_phone(db, link.table_id, secret, HOST, of_group)
    return key


def prepare_table(game: str, sitting: Sitting, past: Past | None = None) -> Prepared:
    """Return a new table, to be written by ``insert_table``."""
    at = now()
    from_file = {"imported": bool(sitting.rounds), "played": past.times if past else None}
    about = {key: value for key, value in from_file.items() if value}
    opening = Change("created", {"game": game, "sitting": sitting, **about})
    entry = _write_entry(opening, game, NOBODY, 1, at, secrets.token_hex())
    table = replay(0, [(1, opening.kind, json.loads(entry["payload"]), at, None)])
    title = table.rulebook.title_at(table.sitting)
    row = {
        "game": game,
        "created_at": at,
        "uid": past.uid if past else secrets.token_hex(16),
        "started_at": table.started_at,
        "year": datetime.fromisoformat(table.started_at).astimezone().year,  # on this computer's calendar
        "title": "" if title == table.rulebook.title else title,
    }
    return Prepared(row, [entry], table, write_results(table))


def insert_table(db: Database, new: Prepared, home: Home | None) -> int:
    """Write a new table with its journal, and return its id; inside a transaction."""
    if home:
        check_group(db, home.group_id)
    there = {"group_id": home.group_id, "added_at": now() if home.added else None} if home else {}
    table_id: Any = db.table("tables").insert(new.row | there, pk="id").last_pk
    db.table("journal").insert_all({"table_id": table_id, **entry} for entry in new.journal)
    if home:
        save_results(db, home.group_id, replace(new.table, id=table_id), new.results, home.called)
    return int(table_id)


def append(store: Store, credential: str, write_key: str, change: Change, seen: int | None = None) -> Table:
    """Append a change to the journal of a scorer's table and return the table after it.

    ``seen`` is the version that the phone had, None for the newest. The same change with the same write key is written
    once, and one that changes nothing is not written. Before the database is locked all is read, checked and derived;
    if the table has moved by then, once more from the start. Raises LinkEnded, MayNot, TableFull, Unreadable if the
    table's own file would be refused, and Conflict if what the change replaces isn't what the phone saw, or the key
    was used for another change.
    """
    return append_by(store, lambda: links.require_role(store, credential, SCORER), write_key, change, seen)


def append_by(
    store: Store, find_access: Callable[[], Link], write_key: str, change: Change, seen: int | None = None
) -> Table:
    """Append a change to the table that ``find_access`` opens, before the lock and again under it; see ``append``."""
    key = hash_write_key(write_key)
    for _ in range(MAX_TRIES):
        link = find_access()
        table = _load(store, link.table_id, link.version)
        row = _write_entry(change, table.game, table.sitting, table.version + 1, now(), key)
        sql = "SELECT kind, payload FROM journal WHERE table_id = ? AND key = ?"
        if written := store.db.execute(sql, [table.id, key]).fetchone():
            if written == (row["kind"], row["payload"]):
                return table
            raise Conflict(table)
        saved = _prepare(table, change, seen, row, link.seat)
        if saved is table:
            return table
        results = None if link.home is None else write_changed_results(table, saved)
        with store.writing() as db:
            there = find_access()
            if (there.version, there.home) != (link.version, link.home):
                continue
            db.table("journal").insert({"table_id": table.id, **row, "phone": link.seat})
            if link.home is not None and results is not None:
                save_results(db, link.home, saved, results, {})
        with _states_lock:
            _states[store, saved.id, saved.version] = saved  # only what is committed
        return saved
    raise Conflict(table)


def _prepare(table: Table, change: Change, seen: int | None, row: dict[str, Any], by_seat: int | None) -> Table:
    """Return the table after a change, the same one if that changes nothing. Raises as ``append`` does."""
    if seen is not None and seen < 1:
        raise Conflict(table)
    try:
        part = change.part(table)
        if seen and seen < table.version and change.part(table.at(seen)) != part:
            raise Conflict(table)
    except Misfit as misfit:
        raise Conflict(table) from misfit
    saved = _add(table, row, by_seat)
    if change.is_scored and saved.sitting == table.sitting and change.kind not in ("undone", "redone"):
        return table
    too_many = change.kind in PLAYING and len(table.sitting.rounds) >= MAX_ROUNDS_PER_TABLE
    if too_many or table.version >= MAX_ENTRIES_PER_TABLE:
        raise TableFull
    check_change(table.game, table.sitting, saved.sitting)
    return saved


def is_written(store: Store, table_id: int, write_key: str) -> bool:
    """Return whether this write key has written an entry of a table."""
    return store.db.table("journal").count_where("table_id = ? AND key = ?", [table_id, hash_write_key(write_key)]) > 0


def add_entry(db: Database, table: Table, write_key: str, change: Change, by_seat: int | None = None) -> Table:
    """Write the next entry of a table and return the table after it; inside a transaction."""
    key = hash_write_key(write_key)
    row = _write_entry(change, table.game, table.sitting, table.version + 1, now(), key)
    db.table("journal").insert({"table_id": table.id, **row, "phone": by_seat})
    return _add(table, row, by_seat)


def _write_entry(change: Change, game: str, sitting: Sitting, seq: int, at: str, key: str) -> dict[str, Any]:
    payload = json.dumps(write_payload(change, game, sitting), ensure_ascii=False, separators=(",", ":"))
    return {"seq": seq, "kind": change.kind, "payload": payload, "at": at, "key": key}


def _add(table: Table, row: Mapping[str, Any], by_seat: int | None) -> Table:
    """Return a table with an entry as the journal has it, so that nothing comes out otherwise when it is replayed."""
    change = read_change(row["kind"], json.loads(row["payload"]), table.game, table.sitting)
    return advance(table, Entry(change.kind, change.payload, row["seq"], row["at"], by_seat))


def load_table(store: Store, table_id: int) -> Table:
    """Return a table as it is now. Raises LinkEnded if it has been deleted."""
    (version,) = store.db.execute("SELECT max(seq) FROM journal WHERE table_id = ?", [table_id]).fetchone()
    return _load(store, table_id, version)


@cached(_states, key=lambda *at: at, lock=_states_lock)
def _load(store: Store, table_id: int, version: int) -> Table:
    """Return a table at this version or later, from memory or else replayed."""
    return replay(table_id, read_journal(store.db, table_id))


def read_journal(db: Database, table_id: int) -> list[Row]:
    """Return the journal of a table, in order. Raises LinkEnded if the table has been deleted."""
    sql = "SELECT seq, kind, payload, at, phone FROM journal WHERE table_id = ? ORDER BY seq"
    rows = [(seq, kind, json.loads(payload), *rest) for seq, kind, payload, *rest in db.execute(sql, [table_id])]
    if not rows:
        raise LinkEnded(deleted=True)
    return rows


def hash_write_key(write_key: str) -> str:
    """Return the hash of a write key, as the journal stores it."""
    return hashlib.sha256(write_key.encode("utf-8", "surrogatepass")).hexdigest()


def derive_write_key(write_key: str, use: str) -> str:
    """Return the write key for one ``use`` of a form's key; always the same."""
    return hash_write_key(f"{use}:{write_key}")
