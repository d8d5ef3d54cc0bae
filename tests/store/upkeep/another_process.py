"""A server process of its own on a file that others use too, told by its standard input what to do.

Each line of input is a JSON list, the name of a function below and its arguments; each answer is a line of
JSON. It is run by ``test_concurrency.py`` and is no test itself.
"""

from __future__ import annotations

import atexit
import json
import sys
from contextlib import closing
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from companion.games import RULEBOOKS
from companion.games.fool.round import FoolRound, Hand
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.replay import Table
from companion.store.journal.tables import append, open_table, start_table
from companion.store.upkeep import backup
from companion.store.upkeep.soundness import Refused


@cache
def at_the_table(path: str, address: str) -> tuple[Store, Table]:
    """The store, and the table that an address opens in it, both as they were first opened here."""
    store = Store(Path(path))
    atexit.register(store.close)
    opened = open_table(store, address)
    assert opened is not None, "the link opens no table"
    return store, opened[0]


def ready() -> str:
    """Say that everything is loaded."""
    return "ready"


def sit_down(path: str, address: str) -> str:
    """Open a table, so that what is asked next needs no time for it."""
    at_the_table(path, address)
    return "ready"


def open_file(path: str) -> str:
    """Open a file that may be brand-new; its journal mode."""
    with closing(Store(Path(path))) as store:
        return str(store.db.execute("PRAGMA journal_mode").fetchone()[0])


def start(path: str, key: str) -> str:
    """Start a table; its address."""
    names = ("Anne", "Paul", "Rachel", "Camille")
    with closing(Store(Path(path))) as store:
        return start_table(store, "fool", Sitting(names, 0, RULEBOOKS["fool"].defaults()), key)


def enter(path: str, address: str, number: int, cost: int, key: str) -> str:
    """Try to enter a round in which Anne is left with a hand of this cost."""
    played = FoolRound((Hand(only_total=cost), Hand((2,)), Hand((3,)), Hand()))
    return attempt(path, address, facts.round_entered(number, played, seen=0), key)


def undo(path: str, address: str, seq: int, key: str) -> str:
    """Try to take back an entry."""
    return attempt(path, address, facts.undone(seq), key)


def attempt(path: str, address: str, decision: Decision, key: str) -> str:
    """Append once; how it went."""
    store, table = at_the_table(path, address)
    try:
        append(store, table, key, decision)
    except Conflict:
        return "conflict"
    return "entered"


def rename(path: str, address: str, names: list[str]) -> int:
    """Call Anne by each of these names in turn; how many were written."""
    store, table = at_the_table(path, address)
    return len([append(store, table, name, facts.player_renamed(0, name)) for name in names])


def rename_until_killed(path: str, address: str, prefix: str) -> None:
    """Call Anne by one name after the other, and say each when it is written. The name is the key too."""
    store, table = at_the_table(path, address)
    for number in count():
        name = f"{prefix}{number}"
        append(store, table, name, facts.player_renamed(0, name))
        answer(name)


def restore(file: str, path: str) -> str:
    """Put a backup in place of a database."""
    try:
        backup.restore(Path(file), Path(path))
    except Refused as refused:
        return str(refused)
    return "restored"


def answer(what: Any) -> None:
    """One line of answer, at once."""
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    for line in sys.stdin:
        verb, *arguments = json.loads(line)
        answer(globals()[verb](*arguments))
