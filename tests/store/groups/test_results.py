"""Results: written with the journals or not at all, whoever writes at the same time."""

import sqlite3

import pytest

from companion.store.groups import results
from companion.store.groups.groups import Home
from companion.store.journal.loading import load_table, read_journal
from companion.store.tables import starting, writing
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append
from tests.store.builders import FOUR, a_group, a_key, a_round, a_table, entering, everything
from tests.store.groups.test_statistics import check_results

# One transaction


def test_a_round_and_what_comes_of_it_are_written_together(store):
    """Only a game that is over has results, and only in a group; nobody ever sees the one without the other."""
    circle = a_group(store).with_table(FOUR)

    def in_the_file():
        rows = store.db.table("results").rows_where(order_by="seat")
        return len(read_journal(store.db, circle.tables[0])), [(row["rank"], row["won"]) for row in rows]

    a_table(store).with_round("=80", "", "", "")
    assert in_the_file() == (1, [])
    phone = circle.phone().with_round("17", "", "13", "")
    assert in_the_file() == (2, [])
    phone.with_round("=63", "", "", "")
    over = [(4, 0), (1, 1), (3, 0), (1, 1)]
    assert in_the_file() == (3, over)
    phone.undoing()
    assert in_the_file() == (4, [])
    phone.redoing().renaming(0, "Anna")
    assert in_the_file() == (6, over)
    assert len(everything(store)["seats"]) == 4


def cannot_be_committed(db, *_):
    """Leave the transaction so that its commit fails."""
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.execute("INSERT INTO links (key, table_id, role, created_at) VALUES ('k', 99, 'scorer', '')")


def test_what_fails_is_not_written_at_all(store, monkeypatch):
    """Neither the entry nor its results are in the file, and nothing of it is remembered either."""
    circle = a_group(store).with_table(FOUR, "-17 10 -13 10")
    phone, key = circle.phone(), a_key()
    sitting = a_table(store, end_score=-10).with_round("17", "", "13", "").table.sitting
    table, before = phone.table, everything(store)
    with monkeypatch.context() as patch:
        for module in (writing, starting, results):
            patch.setattr(module, "save_results", cannot_be_committed)
        with pytest.raises(sqlite3.Error):
            append(store, phone.address, a_key(), entering(2, a_round("=63", "", "", "")))
        with pytest.raises(sqlite3.Error):
            start_table(store, "fool", sitting, key, Home(circle.id))
        assert everything(store) == before
    assert not store.db.conn.in_transaction
    assert phone.table == load_table(store, table.id) == table
    start_table(store, "fool", sitting, key, Home(circle.id))
    assert circle.won()["Paul"] == (1, 1)
    check_results(store)
