"""What is kept beside the journals: written with them or not at all, whoever writes at the same time."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.games.figures import Rivalry, join_rivalries
from companion.store.database import Store
from companion.store.groups import counting, players, summaries
from companion.store.groups import tables as group_tables
from companion.store.groups.statistics import statistics
from companion.store.journal import facts, tables
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import Home, append, entries, start_table, table_now
from tests.store.builders import FOUR, Circle, Phone, a_group, a_key, a_round, a_sitting, a_table, entering, everything
from tests.store.groups.evenings import a_random_round
from tests.store.groups.test_statistics import check_derived

OVER = "-80 10 10 0"


# One transaction


def in_the_file(circle: Circle) -> tuple[int, int, bool]:
    """Of the only table: entries of its journal, rounds and whether it is over by its summary."""
    ((rounds, finished),) = circle.store.db.execute("SELECT rounds, finished FROM summaries").fetchall()
    return len(entries(circle.store, circle.tables[0])), rounds, bool(finished)


def test_a_round_and_what_comes_of_it_are_written_together(store: Store) -> None:
    """Nobody ever sees the one without the other."""
    circle = a_group(store).with_table(FOUR)
    assert in_the_file(circle) == (1, 0, False)
    phone = circle.phone().with_round("17", "", "13", "")
    assert in_the_file(circle) == (2, 1, False)
    phone.with_round("=63", "", "", "")
    assert in_the_file(circle) == (3, 2, True)
    phone.undoing()
    assert in_the_file(circle) == (4, 1, False)


FAILURES: dict[str, Callable[[pytest.MonkeyPatch, Store], None]] = {
    "keep": lambda patch, store: patch.setattr(summaries, "keep", broken),
    "count": lambda patch, store: patch.setattr(tables, "count", broken),
    "seats": lambda patch, store: patch.setattr(players, "take_seats", broken),
    "results": lambda patch, store: patch.setattr(summaries, "_write_results", broken),
    "commit": lambda patch, store: patch.setattr(tables, "keep_derived", cannot_be_committed),
}


def broken(*_: object) -> None:
    """What goes wrong."""
    raise sqlite3.OperationalError("broken")


def cannot_be_committed(db: object, *_: object) -> None:
    """Leave the transaction so that its commit fails."""
    db.execute("PRAGMA defer_foreign_keys = ON")  # type: ignore[attr-defined]
    db.execute("INSERT INTO links VALUES ('k', 99, 'scorer', '', NULL, NULL)")  # type: ignore[attr-defined]


@pytest.mark.parametrize("failure", FAILURES)
def test_what_fails_is_not_written_at_all(store: Store, monkeypatch: pytest.MonkeyPatch, failure: str) -> None:
    """Neither the entry nor its summary is in the file, and nothing of it is remembered either."""
    circle = a_group(store).with_table(FOUR, "-17 10 -13 10")
    phone = circle.phone()
    table, before = phone.table, everything(store)
    with monkeypatch.context() as patch:
        FAILURES[failure](patch, store)
        with pytest.raises(sqlite3.Error):
            append(store, table, a_key(), entering(2, a_round("=63", "", "", "")))
        assert everything(store) == before
    assert not store.db.conn.in_transaction
    assert phone.table == table_now(store, table.id) == table
    # Another process writes the entry that gets the number which the failed one would have had.
    with closing(Store(store.path)) as other:
        Phone(other, phone.address).with_round("2", "", "3", "")
    assert phone.points[-1] == (-2, 10, -3, 10)
    assert table_now(store, table.id).version == table.version + 1
    check_derived(store)


@pytest.mark.parametrize("failure", ["keep", "count", "seats", "results"])
def test_a_table_that_fails_to_start_is_not_there(store: Store, monkeypatch: pytest.MonkeyPatch, failure: str) -> None:
    """A finished game that is brought in whole is there whole or not at all."""
    circle, key = a_group(store), a_key()
    over = a_table(store, end_score=-10).with_round("17", "", "13", "").table.sitting
    before = everything(store)
    with monkeypatch.context() as patch:
        FAILURES[failure](patch, store)
        with pytest.raises(sqlite3.Error):
            start_table(store, "fool", over, key, Home(circle.id))
    assert everything(store) == before
    start_table(store, "fool", over, key, Home(circle.id))
    assert circle.won()["Paul"] == (1, 1)


@pytest.mark.parametrize(
    "do",
    [
        lambda circle: circle.deleting(1),
        lambda circle: circle.merging("Bea", into="Anne"),
        lambda circle: circle.separating("Dora"),
        lambda circle: group_tables.take_in(
            circle.store, circle.id, a_table(circle.store, end_score=-10).with_round("17", "", "1", "").table
        ),
    ],
    ids=["delete", "merge", "separate", "take-in"],
)
def test_what_cannot_be_counted_is_not_done(
    store: Store, monkeypatch: pytest.MonkeyPatch, do: Callable[[Circle], object]
) -> None:
    """Deleting, merging, separating and taking in are one transaction with the figures, too."""
    circle = a_group(store).with_table(FOUR, OVER).with_table("Bea Dora Zoë Luke", OVER).merging("Dora", into="Paul")
    before = everything(store, "tables", "journal", "links")
    with monkeypatch.context() as patch:
        patch.setattr(counting, "_write", broken)
        with pytest.raises(sqlite3.Error):
            do(circle)
    assert everything(store, "tables", "journal", "links") == before
    assert len(circle.tables) == 2
    assert len(entries(store, circle.tables[0])) == 2
    check_derived(store)


def test_a_table_without_a_group_keeps_nothing_beside_its_journal(store: Store) -> None:
    """Neither seats nor results: nobody asks for them."""
    a_table(store).with_round("=80", "", "", "")
    rows = everything(store)
    assert not any(rows[name] for name in ("seats", "summaries", "results", "figures", "players"))


def test_a_file_without_summaries_gets_them_back(store: Store) -> None:
    """All of it can be thrown away and made again."""
    circle = a_group(store).with_table(FOUR, OVER, at="2022-01-01").with_table("Bea Anne Paul Zoë", OVER)
    circle.with_table(FOUR).merging("Bea", into="Rachel").archiving(1)
    before = everything(store)
    for name in ("figures", "results", "summaries"):
        store.db.execute(f"DELETE FROM {name}")
    assert circle.won() == {}
    with store.writing() as db:
        summaries.rebuild(db, circle.id, [table_now(store, table_id) for table_id in circle.tables])
    after = everything(store)
    assert {name: len(rows) for name, rows in after.items()} == {name: len(rows) for name, rows in before.items()}
    assert after["results"] == before["results"]
    assert after["summaries"] == before["summaries"]
    assert circle.won()["Rachel"] == (2, 1)


def test_rivalries_of_stretches_are_added_up() -> None:
    """All years together, also of those who met in one of them only."""
    years = [{1: Rivalry(3, 1, 1), 2: Rivalry(1, 0, 1)}, {}, {1: Rivalry(2, 0, 2)}]
    assert join_rivalries(years) == {1: Rivalry(5, 1, 3), 2: Rivalry(1, 0, 1)}


# Many at once


def test_twenty_phones_at_once_leave_the_figures_right(store: Store) -> None:
    """Twenty threads play in one group, partly at the same tables: all is counted, nothing twice."""
    circle = a_group(store)
    cast = ("Anne", "Paul", "Rachel", "Camille", "Bea", "Dora", "Zoë", "Luke")
    for number in range(10):
        names = [cast[(number + step) % 8] for step in range(4 + number % 3)]
        circle.with_table(" ".join(names), end_score=-60)
    begun = circle.tables

    def play(phone: int) -> Counter[str]:
        store.db.execute("PRAGMA synchronous = OFF")
        chance, done = random.Random(phone), Counter[str]()
        for _ in range(12):
            table = table_now(store, begun[(phone + chance.randrange(2)) % len(begun)])
            decision = facts.round_corrected(1, a_random_round(chance, len(table.sitting.players)), table.version)
            if table.sheet.next:
                played = a_random_round(chance, len(table.sitting.players))
                decision = entering(table.sheet.next.number, played)
            try:
                append(store, table, a_key(), decision)
            except Conflict:
                done["refused"] += 1
            else:
                done["written"] += 1
        if phone % 5 == 0:
            start_table(store, "fool", a_sitting(), a_key(), Home(circle.id))
        if phone == 7:
            players.rename_player(store, circle.id, circle.person("Anne"), "Anna")
        return done

    with ThreadPoolExecutor(20) as pool:
        done = sum(pool.map(play, range(20)), Counter[str]())
    assert sum(done.values()) == 240
    written = sum(len(entries(store, table_id)) - 1 for table_id in begun)
    assert written == done["written"]
    assert len(circle.tables) == 14
    assert statistics(store, circle.id, "fool").games > 5
    check_derived(store)
