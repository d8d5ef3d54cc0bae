"""Tables: opening one by the key in its address, starting one, and appending to its journal."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from cachetools import LRUCache
from sqlite_utils import Database

from companion.games import RULEBOOKS
from companion.games.sitting import Round, Sitting
from companion.store.clock import local_year, now
from companion.store.database import Store
from companion.store.groups.groups import check_group
from companion.store.groups.results import save_results
from companion.store.journal.facts import (
    Conflict,
    Decision,
    Journalled,
    facts_of,
    read_payload,
    same_start,
    write_payload,
)
from companion.store.journal.replay import Entry, Table, replay
from companion.store.links import links
from companion.store.links.links import Link, derived, hashed

# A table at a version never changes, so it is replayed once per process.
_replayed: LRUCache[tuple[Store, int, int], Table] = LRUCache(maxsize=1000)
_replaying = Lock()


@dataclass(frozen=True, slots=True)
class Home:
    """The group that a table belongs to, and the players there who are known already, by seat.

    ``key`` is the group's, where the table is started by it: the table's link then ends when that does.
    """

    group_id: int
    known: Mapping[int, int] = field(default_factory=dict)
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """What a table that comes from a file has had before: its id in files, when it was played, when it was archived."""

    uid: str
    played: tuple[str, str] | None = None
    archived_at: str | None = None


def open_table(store: Store, key: str) -> tuple[Table, Link] | None:
    """The table that a key opens, and the link, which says in which role; None if it opens none.

    Raises LinkEnded where the link has been replaced.
    """
    link = links.find(store, key)
    return (_table(store, link.table_id, link.version), link) if link else None


def start_table(
    store: Store, game: str, sitting: Sitting[Round], key: str, home: Home | None = None, past: Past | None = None
) -> str:
    """Start a table with this sitting, all its rounds included; return the host's key.

    The same write key with the same sitting starts one table only, and always gives the same key:
    that is derived from both, so a repeated request finds the table it made, though only a hash is stored; a
    table that was deleted since stays deleted.
    """
    journalled = facts_of(game, sitting, past.played if past else None)
    start = derived(key, same_start(journalled))
    address = derived(start, links.FIRST)
    with store.writing() as db:
        if links.look_up(db, address) is None:
            table_id = create(store, db, game, journalled, start, home, past)
            links.add(db, table_id, address, links.HOST, hashed(home.key) if home and home.key else None)
    return address


def import_table(store: Store, db: Database, game: str, sitting: Sitting[Round], home: Home, past: Past) -> None:
    """Start a table of a group that comes from a file; inside a transaction, as many may come at once."""
    create(store, db, game, facts_of(game, sitting, past.played), secrets.token_urlsafe(16), home, past)


def append(store: Store, table: Table, key: str, decision: Decision, phone: int | None = None) -> Table:
    """Append one fact to a table's journal and return the table after it. ``phone``: whose phone it came from, a seat.

    The same fact with the same write key changes nothing, so any request may be repeated. Raises Conflict
    where the fact does not fit the table as it is by now, or the key was used for another fact.
    """
    with store.writing() as db:
        latest = _table(store, table.id, _version(db, table.id))
        payload = write_payload(table.game, len(table.sitting.players), decision.fact)
        before = _written_with(db, key, table.id)
        if before == (decision.fact.kind, payload):
            return latest
        if before is not None or not decision.fits(latest):
            raise Conflict(latest)
        row = row_of(table.id, latest.version + 1, decision.fact.kind, payload, key, now())
        db.table("journal").insert(row | {"phone": phone})
        saved = replay(table.id, entries(store, table.id))
        save_results(db, saved)
    # Only now: what a transaction has not committed must not be remembered.
    _remember(store, saved)
    return saved


def entries(store: Store, table_id: int) -> list[Entry]:
    """The whole journal of a table, in order. Raises LinkEnded where it has been deleted."""
    return journal(store.db, table_id)


def journal(db: Database, table_id: int, until: int | None = None) -> list[Entry]:
    """The journal of a table up to an entry, else the whole of it, in order. Raises LinkEnded where there is none."""
    asked = [table_id, until]
    rows = list(db.table("journal").rows_where("table_id = ? AND seq <= ifnull(?, seq)", asked, order_by="seq"))
    if not rows:
        raise links.LinkEnded(deleted=True)
    payloads = [json.loads(row["payload"]) for row in rows]
    game, seats = payloads[0]["game"], len(payloads[0]["players"])
    # A backup from before phones said who they are has no column for it.
    return [
        Entry(row["seq"], row["kind"], read_payload(game, seats, payload), row["at"], row.get("phone"))
        for row, payload in zip(rows, payloads, strict=True)
    ]


def table_now(store: Store, table_id: int) -> Table:
    """A table as it is now, by its id. Raises LinkEnded where it has been deleted."""
    return _table(store, table_id, _version(store.db, table_id))


def _version(db: Database, table_id: int) -> int:
    (version,) = db.execute("SELECT max(seq) FROM journal WHERE table_id = ?", [table_id]).fetchone()
    if version is None:
        raise links.LinkEnded(deleted=True)  # since it was opened
    return int(version)


def _table(store: Store, table_id: int, version: int) -> Table:
    with _replaying:
        found = _replayed.get((store, table_id, version))
    if found is None:
        found = replay(table_id, [entry for entry in entries(store, table_id) if entry.seq <= version])
        _remember(store, found)
    return found


def _remember(store: Store, table: Table) -> None:
    with _replaying:
        _replayed[store, table.id, table.version] = table


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
    started_at = journalled[0][1].get("played", [at])[0]
    row = {
        "game": game,
        "created_at": at,
        "uid": past.uid if past else secrets.token_hex(16),
        "group_id": home.group_id if home else None,
        "archived_at": past.archived_at if past else None,
        "started_at": started_at,
        "year": local_year(started_at),
        "title": _own_title(game, journalled[0][1]),
    }
    table_id: Any = db.table("tables").insert(row, pk="id").last_pk
    db.table("journal").insert_all(
        row_of(table_id, seq, kind, payload, start if seq == 1 else f"{start}:{seq}", at)
        for seq, (kind, payload) in enumerate(journalled, start=1)
    )
    if home:
        save_results(db, replay(table_id, entries(store, table_id)), home.known)
    return int(table_id)


def _own_title(game: str, created: dict[str, Any]) -> str:
    """What a table that was created like this calls its game; empty where that is the usual title."""
    rulebook = RULEBOOKS[game]
    title = rulebook.title_at(Sitting(tuple(created["players"]), created["first_starter"], created["options"]))
    return "" if title == rulebook.title else title


def row_of(table_id: int, seq: int, kind: str, payload: dict[str, Any], key: str, at: str) -> dict[str, Any]:
    """An entry as it is written."""
    written = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return {"table_id": table_id, "seq": seq, "kind": kind, "payload": written, "at": at, "key": hashed(key)}


def _written_with(db: Database, key: str, table_id: int) -> tuple[str, dict[str, Any]] | None:
    """The kind and payload of the entry that a write key made."""
    row = next(db.table("journal").rows_where("key = ? AND table_id = ?", [hashed(key), table_id]), None)
    return (row["kind"], json.loads(row["payload"])) if row else None
