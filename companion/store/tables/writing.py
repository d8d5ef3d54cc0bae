"""Writing into the journal of a table: read, check and derive before the lock; look, append and commit under it."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from sqlite_utils import Database

from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE, check_change
from companion.games.sitting import Sitting
from companion.store.database import Store, insert, now
from companion.store.groups.results import save_results, write_results
from companion.store.journal.changes import Change, Misfit, read_change, write_payload
from companion.store.journal.facts import Conflict, Entry, Table, advance
from companion.store.journal.loading import load_table, remember_table
from companion.store.links import links
from companion.store.links.links import SCORER, Link

MAX_ENTRIES_PER_TABLE = 10_000  # its ``MAX_ROUNDS_PER_TABLE`` with eight players who each send their hand are 4,500
PLAYING = ("hand_laid", "round_begun", "round_entered")  # the kinds that are about the next round
MAX_TRIES = 4  # of a write, while others write at the same table


class TableFull(Exception):
    """A table takes no more rounds, or its journal no more entries."""


def append(store: Store, credential: str, write_key: str, change: Change, seen: int | None = None) -> Table:
    """Append a change to the journal of a scorer's table and return the table after it.

    ``seen`` is the version that the phone had, None for the newest. The same change with the same write key is written
    once, and one that changes nothing is not written. Before the database is locked all is read, checked and derived;
    if the table has moved by then, once more from the start. Raises LinkEnded, MayNot, TableFull, Unreadable if the
    table's own file would be refused, and Conflict if what the change replaces isn't what the phone saw, or the key
    was used for another change.
    """
    return append_by(store, lambda: links.require_role(store, credential, SCORER), write_key, lambda _: change, seen)


def append_by(
    store: Store,
    find_access: Callable[[], Link],
    write_key: str,
    find_change: Callable[[Table], Change | None],
    seen: int | None = None,
) -> Table:
    """Append the change that is found for a table to the one that ``find_access`` opens, if any; see ``append``."""
    key = hash_write_key(write_key)
    for _ in range(MAX_TRIES):
        link = find_access()
        table = load_table(store, link.table_id, link.version)
        change = find_change(table)
        if change is None:
            return table
        row = write_entry(change, table.game, table.sitting, table.version + 1, now(), key)
        sql = "SELECT kind, payload FROM journal WHERE table_id = ? AND key = ?"
        if written := store.db.execute(sql, [table.id, key]).fetchone():
            if written == (row["kind"], row["payload"]):
                return table
            raise Conflict(table)
        saved = _prepare(table, change, seen, row, link.seat)
        if saved is table:
            return table
        # Most entries end no game and rename nobody.
        counts = table.sitting.players != saved.sitting.players or table.sheet.ending or saved.sheet.ending
        results = write_results(saved) if link.home is not None and counts else []
        with store.writing() as db:
            there = find_access()
            if (there.version, there.home) != (link.version, link.home):
                continue
            insert(db, "journal", {"table_id": table.id, **row, "phone": link.seat})
            if link.home is not None and counts:
                save_results(db, link.home, saved, results, {})
        remember_table(store, saved)
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


def find_written(store: Store, table_id: int, write_key: str) -> int | None:
    """Return the ``seq`` of the entry of a table that this write key has written; None if it has written none."""
    rows = store.db.table("journal").rows_where("table_id = ? AND key = ?", [table_id, hash_write_key(write_key)])
    return next((int(row["seq"]) for row in rows), None)


def add_entry(db: Database, table: Table, change: Change, by_seat: int | None = None) -> Table:
    """Write the next entry of a table and return the table after it; inside a transaction."""
    row = write_entry(change, table.game, table.sitting, table.version + 1, now(), secrets.token_hex())
    insert(db, "journal", {"table_id": table.id, **row, "phone": by_seat})
    return _add(table, row, by_seat)


def write_entry(change: Change, game: str, sitting: Sitting, seq: int, at: str, key: str) -> dict[str, Any]:
    """Return the row of an entry, for a table that was at this sitting before."""
    payload = json.dumps(write_payload(change, game, sitting), ensure_ascii=False, separators=(",", ":"))
    return {"seq": seq, "kind": change.kind, "payload": payload, "at": at, "key": key}


def _add(table: Table, row: Mapping[str, Any], by_seat: int | None) -> Table:
    """Return a table with an entry as the journal has it, so that nothing comes out otherwise when it is replayed."""
    change = read_change(row["kind"], json.loads(row["payload"]), table.game, table.sitting)
    return advance(table, Entry(change.kind, change.payload, row["seq"], row["at"], by_seat))


def hash_write_key(write_key: str) -> str:
    """Return the hash of a write key, as the journal stores it."""
    return hashlib.sha256(write_key.encode("utf-8", "surrogatepass")).hexdigest()


def derive_write_key(write_key: str, use: str) -> str:
    """Return the write key for one ``use`` of a form's key; always the same."""
    return hash_write_key(f"{use}:{write_key}")
