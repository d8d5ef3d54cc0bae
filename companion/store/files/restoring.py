"""Lost rounds, restored from a sheet that a phone or a file still has."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from companion.games.players import check_names
from companion.games.sheetfile import SheetFile
from companion.store.database import Store
from companion.store.journal.changes import Change
from companion.store.journal.facts import Conflict, Table
from companion.store.links.links import SCORER, Link, require_role
from companion.store.tables.writing import append_by


def restore_sheet(store: Store, credential: str, sheet: SheetFile) -> Table:
    """Bring a scorer's table to a sheet that goes on where the table ends, and return the table after it.

    That is one entry, and nothing where the sheet is equal or older. Raises LinkEnded, MayNot, Unreadable, and Conflict
    if the rounds differ.
    """
    return restore_by(store, lambda: require_role(store, credential, SCORER), sheet)


def restore_by(store: Store, find_access: Callable[[], Link], sheet: SheetFile) -> Table:
    """Restore a sheet at the table that the access opens; see ``restore_sheet``."""
    return append_by(store, find_access, secrets.token_urlsafe(16), lambda table: find_restored(table, sheet))


def find_restored(table: Table, sheet: SheetFile) -> Change | None:
    """Return what a sheet brings back to a table; None if it is equal or older. Raises Conflict if rounds differ."""
    ours, theirs = table.sitting, sheet.sitting
    shared = min(len(ours.rounds), len(theirs.rounds))
    if table.game != sheet.game or ours.rounds[:shared] != theirs.rounds[:shared]:
        raise Conflict(table)
    more = len(theirs.rounds) - len(ours.rounds)
    if more < 0 or (more == 0 and (theirs.begun is None or ours.begun is not None)):
        return None
    # Who sits here keeps the name that the table gave, or that took the place of a forgotten one.
    players = (*ours.players, *theirs.players[len(ours.players) :])
    if len(theirs.players) < len(ours.players) or check_names(players):
        raise Conflict(table)
    return Change("restored", {"sitting": replace(theirs, players=players)})
