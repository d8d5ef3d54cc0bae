"""Rounds that the file lacks come back from the sheet that a phone kept, once."""

import pytest

from companion.games import sheetfile
from companion.store.files.restoring import restore_rounds
from companion.store.journal.facts import Conflict
from tests.store.builders import RACHEL, a_table

ROUNDS = [("17", "", "13", ""), ("2", "", "", "4"), ("", "3", "5", "6")]


def kept(phone):
    """The sheet of a table, as a phone keeps it."""
    return sheetfile.read(sheetfile.write(phone.table.game, phone.table.sitting))


def with_rounds(store, rounds):
    phone = a_table(store)
    for played in rounds:
        phone.with_round(*played)
    return phone


def restored(store, phone, sheet):
    return restore_rounds(store, phone.table, sheet)


def test_what_is_missing_is_appended_once(store):
    """Twice sent, or by two phones, it is saved once; a starter that the table chose comes along."""
    whole = with_rounds(store, ROUNDS[:2]).choosing(RACHEL).with_round(*ROUNDS[2])
    older = with_rounds(store, ROUNDS[:1])
    table = restored(store, older, kept(whole))
    assert table.sitting.rounds == whole.table.sitting.rounds
    assert table.sitting.starters == {3: RACHEL}
    assert restored(store, older, kept(whole)).version == table.version
    assert restored(store, older, kept(with_rounds(store, ROUNDS[:1]))).version == table.version


def test_how_it_ended_comes_along(store):
    whole = with_rounds(store, [("=80", "", "", "")])
    whole = whole.playing_on().with_round(*ROUNDS[0]).stopping()
    table = restored(store, with_rounds(store, []), kept(whole))
    assert (table.sitting.played_on, table.sitting.stopped) == (("score",), True)
    assert table.sheet.ending == whole.table.sheet.ending


@pytest.mark.parametrize("other", [[ROUNDS[1]], [("18", "", "13", "")]])
def test_where_the_others_differ_nothing_changes(store, other):
    older = with_rounds(store, other)
    with pytest.raises(Conflict):
        restored(store, older, kept(with_rounds(store, ROUNDS)))
    assert older.version == 2
