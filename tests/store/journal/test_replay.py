"""Replaying a journal: undo and redo, corrections, and the end of a game that comes and goes."""

from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.journal import loading
from companion.store.journal.facts import replay
from companion.store.tables.writing import append
from tests.store.builders import Phone, a_key, a_round, a_sitting, a_table, entering

FIRST, SECOND, THIRD = a_round("17", "", "13", ""), a_round("", "2 2", "", "1"), a_round("4", "6", "", "8")


def test_undo_goes_back_to_the_opening_and_redo_forward_again(store):
    """One entry at a time, and the sheet with it; without its opening there would be no table."""
    phone = a_table(store).with_round("17", "", "13", "").with_round("", "2 2", "", "1").with_round("4", "6", "", "8")
    assert (phone.undoing().rounds, phone.table.sheet.totals) == ((FIRST, SECOND), (-7, 6, -3, 5))
    phone.undoing(2)
    assert (phone.table.undoable, phone.table.sitting, phone.version) == (None, a_sitting(), 7)
    assert phone.redoing(2).rounds == (FIRST, SECOND)
    assert phone.redoing().rounds == (FIRST, SECOND, THIRD)
    assert phone.table.redoable is None


def test_what_cannot_be_replayed_is_refused(store):
    """A journal written by a newer program, rather than half understood."""
    with pytest.raises(ValueError, match="sang"):
        replay(1, [*a_table(store).journal, (2, "sang", {}, "2024-01-01", None)])


def test_a_journal_is_read_again_only_where_another_process_wrote(store, monkeypatch):
    phone = a_table(store).with_round("17", "", "13", "")
    with monkeypatch.context() as patch:
        patch.delattr(loading, "read_journal")
        table = append(store, phone.address, a_key(), entering(2, a_round("2", "", "3", "")))
        assert phone.table is table
    with closing(Store(store.path)) as other:
        Phone(other, phone.address).with_round("2", "", "3", "")
    assert len(phone.rounds) == 3
