"""Starting a table: all is worked out before the database is locked, then written with its rows."""

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from companion.games.sitting import Sitting
from companion.store.database import Store, insert, now
from companion.store.groups.groups import Home, require_group
from companion.store.groups.results import save_results, write_results
from companion.store.journal.changes import NOBODY, Change
from companion.store.journal.facts import Table, replay
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, LinkEnded
from companion.store.links.phones import save_phone
from companion.store.tables.writing import derive_write_key, write_entry


@dataclass(frozen=True, slots=True)
class Past:
    """What a table from a file has had before: its id in files, and when it was played."""

    uid: str
    times: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A new table with its rows, worked out before the database is locked."""

    row: dict[str, Any]
    entry: dict[str, Any]
    table: Table
    results: list[dict[str, Any]]


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
    use = repr((game, replace(sitting, first_starter=None) if sitting.drawn else sitting))
    made_by = derive_write_key(write_key, use)
    with store.writing() as db:
        key = links.find_key(db, "made_by = ?", made_by)
        if key is None:
            key = links.add_link(db, SCORER, table_id=insert_table(db, new, home), made_by=made_by)
        with suppress(LinkEnded):  # sent again after it was deleted
            link = links.find_link(store, f"{key}.{secret}") if secret else None
            if link and link.recorded_role != HOST:
                of_group = require_group(db, home.group_id).link_id if home and not home.added else None
                save_phone(db, link.table_id, secret, HOST, of_group)
    return key


def prepare_table(game: str, sitting: Sitting, past: Past | None = None) -> Prepared:
    """Return a new table, to be written by ``insert_table``."""
    at = now()
    from_file = {"imported": bool(sitting.rounds), "played": past.times if past else None}
    about = {key: value for key, value in from_file.items() if value}
    opening = Change("created", {"game": game, "sitting": sitting, **about})
    entry = write_entry(opening, game, NOBODY, 1, at, secrets.token_hex())
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
    return Prepared(row, entry, table, write_results(table))


def insert_table(db: Database, new: Prepared, home: Home | None) -> int:
    """Write a new table with its journal, and return its id; inside a transaction. Raises LinkEnded for its group."""
    if home:
        require_group(db, home.group_id)
    there = {"group_id": home.group_id, "added_at": now() if home.added else None} if home else {}
    table_id = insert(db, "tables", new.row | there)
    insert(db, "journal", {"table_id": table_id, **new.entry})
    if home:
        save_results(db, home.group_id, replace(new.table, id=table_id), new.results, home.called)
    return table_id
