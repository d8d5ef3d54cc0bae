"""Tables: opening one by the key in its address, starting one, and appending to its journal."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from sqlite_utils import Database

from companion.games import RULEBOOKS
from companion.games.record import read_round, write_round
from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE
from companion.games.sitting import Sitting
from companion.store.database import Store, now
from companion.store.groups.groups import check_group
from companion.store.groups.results import save_results, update_results, write_results
from companion.store.journal.facts import Conflict, Entry, Fact, Table, advance, facts_of, fits, replay
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, Link, LinkEnded

MAX_ENTRIES_PER_TABLE = 10_000  # its ``MAX_ROUNDS_PER_TABLE`` with eight players who each send their hand are 4,500
PLAYING = ("hand_laid", "round_begun", "round_entered")  # the kinds of facts that are about the next round

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
    store: Store, game: str, sitting: Sitting, write_key: str, home: Home | None = None, past: Past | None = None
) -> str:
    """Start a table with this sitting and its rounds, and return the host's key.

    The same write key and sitting (except for a drawn starter) return the same key.
    """
    new = prepare_table(game, sitting, past)
    made_by = derive_write_key(
        write_key, repr((game, replace(sitting, first_starter=None) if sitting.drawn else sitting))
    )
    with store.writing() as db:
        key = links.find_made(db, made_by)
        if key is None:
            group_id = home.group_id if home and not home.added else None
            key = links.add_link(db, HOST, table_id=insert_table(db, new, home), group_id=group_id, request=made_by)
    return key


def prepare_table(game: str, sitting: Sitting, past: Past | None = None) -> Prepared:
    """Return a new table, to be written by ``insert_table``."""
    at, facts = now(), facts_of(game, sitting, past.times if past else None)
    table = replay(0, [Entry(seq, fact.kind, fact.payload, at) for seq, fact in enumerate(facts, start=1)])
    journal = [_write_row(table, fact, seq, at, secrets.token_hex()) for seq, fact in enumerate(facts, start=1)]
    title = table.rulebook.title_at(table.sitting)
    row = {
        "game": game,
        "created_at": at,
        "uid": past.uid if past else secrets.token_hex(16),
        "started_at": table.started_at,
        "year": datetime.fromisoformat(table.started_at).astimezone().year,  # on this computer's calendar
        "title": "" if title == table.rulebook.title else title,
    }
    return Prepared(row, journal, table, write_results(table))


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


def append_fact(store: Store, credential: str, write_key: str, fact: Fact) -> Table:
    """Append a fact to the journal of a scorer's table and return the table after it.

    The same fact with the same write key changes nothing, so any request may be repeated. Raises LinkEnded, MayNot,
    TableFull, and Conflict where the fact doesn't fit the table, or the key was used for another fact.
    """
    with store.writing() as db:
        link = links.require_role(store, credential, SCORER)
        table = _load(store, link.table_id, link.version)
        sql = "SELECT kind, payload FROM journal WHERE table_id = ? AND key = ?"
        written = db.execute(sql, [table.id, hash_write_key(write_key)]).fetchone()
        if written == (fact.kind, _write_payload(table.game, table.sitting, fact.payload)):
            return table
        if written or not fits(table, fact):
            raise Conflict(table)
        too_many = fact.kind in PLAYING and len(table.sitting.rounds) >= MAX_ROUNDS_PER_TABLE
        if too_many or table.version >= MAX_ENTRIES_PER_TABLE:
            raise TableFull
        saved = add_entry(db, table, write_key, fact, link.seat)
        if link.home is not None:  # else nothing is derived: the page that comes next does that, and not the save
            update_results(db, table, saved)
    with _states_lock:
        _states[store, saved.id, saved.version] = saved  # only what is committed
    return saved


def is_written(store: Store, table_id: int, write_key: str) -> bool:
    """Return whether this write key has written an entry of a table."""
    return store.db.table("journal").count_where("table_id = ? AND key = ?", [table_id, hash_write_key(write_key)]) > 0


def add_entry(db: Database, table: Table, write_key: str, fact: Fact, phone: int | None) -> Table:
    """Write the next entry of a table, by the seat ``phone``, and return the table after it; in a transaction."""
    row = _write_row(table, fact, table.version + 1, now(), hash_write_key(write_key))
    db.table("journal").insert({"table_id": table.id, **row, "phone": phone})
    # As the journal has it, so that nothing comes out otherwise when it is replayed.
    payload = _read_payload(table.game, table.sitting, json.loads(row["payload"]))
    return advance(table, Entry(row["seq"], fact.kind, payload, row["at"], phone))


def _write_row(table: Table, fact: Fact, seq: int, at: str, key: str) -> dict[str, Any]:
    payload = _write_payload(table.game, table.sitting, fact.payload)
    return {"seq": seq, "kind": fact.kind, "payload": payload, "at": at, "key": key}


def load_table(store: Store, table_id: int) -> Table:
    """Return a table as it is now. Raises LinkEnded if it has been deleted."""
    (version,) = store.db.execute("SELECT max(seq) FROM journal WHERE table_id = ?", [table_id]).fetchone()
    return _load(store, table_id, version)


@cached(_states, key=lambda *at: at, lock=_states_lock)
def _load(store: Store, table_id: int, version: int) -> Table:
    """Return a table at this version or later, from memory or else replayed."""
    return replay(table_id, read_journal(store.db, table_id))


def read_journal(db: Database, table_id: int) -> list[Entry]:
    """Return the journal of a table, in order. Raises LinkEnded if the table has been deleted."""
    sql = "SELECT seq, kind, payload, at, phone FROM journal WHERE table_id = ? ORDER BY seq"
    rows = [(seq, kind, json.loads(payload), *rest) for seq, kind, payload, *rest in db.execute(sql, [table_id])]
    if not rows:
        raise LinkEnded(deleted=True)
    created = rows[0][2]
    game, sitting = created["game"], Sitting(tuple(created["players"]), None, _freeze(created["options"]))
    return [
        Entry(seq, *modernize_fact(kind, _read_payload(game, sitting, payload)), *rest)
        for seq, kind, payload, *rest in rows
    ]


def modernize_fact(kind: str, payload: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a fact's kind and payload in today's form: a rename was once of one player."""
    if kind == "player_renamed":
        return "players_renamed", {"names": [[payload["seat"], payload["name"]]]}
    return kind, payload


def hash_write_key(write_key: str) -> str:
    """Return the hash of a write key, as the journal stores it."""
    return hashlib.sha256(write_key.encode("utf-8", "surrogatepass")).hexdigest()


def derive_write_key(write_key: str, use: str) -> str:
    """Return the write key for one ``use`` of a form's key; always the same."""
    return hash_write_key(f"{use}:{write_key}")


def _write_payload(game: str, sitting: Sitting, payload: Mapping[str, Any]) -> str:
    if "round" in payload:
        written = write_round(RULEBOOKS[game], payload["round"], _labels(len(sitting.players)))
        seats = {"seats": sitting.seated(payload["number"])} if sitting.seatings else {}
        payload = {**payload, "round": written, **seats}
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def _read_payload(game: str, created: Sitting, payload: dict[str, Any]) -> dict[str, Any]:
    """Return a journal's payload as a fact has it, read by a sitting of its table."""
    if "options" in payload:
        return {key: _freeze(value) for key, value in payload.items()}
    if "round" in payload:
        number, seats = payload["number"], tuple(payload.get("seats", created.seats))
        labels = _labels(max(len(created.players), *(seat + 1 for seat in seats)))
        seated = Sitting(labels, None, created.options, seatings={1: seats} if "seats" in payload else {})
        played = read_round(RULEBOOKS[game], seated, number, payload["round"], "journal")
        return {"number": number, "round": played}
    return payload


def _freeze(value: Any) -> Any:
    """Return a value with tuples for its lists."""
    if isinstance(value, dict):
        return {key: _freeze(each) for key, each in value.items()}
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


def _labels(seats: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, seats + 1))
