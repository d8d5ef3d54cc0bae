"""Replaying a journal: undo and redo, corrections, and the end of a game that comes and goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store.database import Store
from companion.store.journal.replay import Entry, replay
from companion.store.journal.tables import start_table
from tests.store.builders import ANNE, CAMILLE, PAUL, Phone, a_round, a_sitting, a_table

FIRST, SECOND, THIRD = a_round("17", "", "13", ""), a_round("", "2 2", "", "1"), a_round("4", "6", "", "8")


def three_rounds(store: Store) -> Phone:
    """A table after three rounds (entries 2, 3 and 4), nobody near an end."""
    return a_table(store).with_round("17", "", "13", "").with_round("", "2 2", "", "1").with_round("4", "6", "", "8")


# Undo and redo


def test_undo_goes_back_to_the_opening_and_redo_forward_again(store: Store) -> None:
    """One entry at a time, and the sheet with it; without its opening there would be no table."""
    phone = three_rounds(store).undoing()
    assert (phone.rounds, phone.table.sheet.totals) == ((FIRST, SECOND), (-7, 6, -3, 5))
    phone.undoing(2)
    assert (phone.table.undoable, phone.table.sitting, phone.version) == (None, a_sitting(), 7)
    assert phone.redoing(2).rounds == (FIRST, SECOND)
    assert phone.redoing().rounds == (FIRST, SECOND, THIRD)
    assert phone.table.redoable is None


def test_an_imported_table_can_be_undone_round_by_round(store: Store) -> None:
    sitting = replace(a_sitting(), rounds=(FIRST, SECOND), starters={2: CAMILLE}, stopped=True)
    phone = Phone(store, start_table(store, "fool", sitting, "an-import"))
    assert phone.undoing().table.sitting == replace(sitting, stopped=False)
    assert phone.undoing(2).table.sitting == replace(a_sitting(), rounds=(FIRST,))


# Corrections and decisions


def test_a_correction_changes_the_totals_of_all_later_rounds(store: Store) -> None:
    """Everything derived is derived again: "that can't be right, show me round one"."""
    phone = three_rounds(store)
    assert phone.table.sheet.totals == (-11, 0, 7, -3)
    phone.correcting(1, "", "17", "13", "")
    assert phone.table.sheet.totals == (16, -27, 7, -3)
    assert [line.starter.seat for line in phone.table.sheet.lines] == [ANNE, PAUL, PAUL]


def test_the_table_can_choose_who_starts_one_round(store: Store) -> None:
    """The last choice holds; undo gives back the one before."""

    def starter() -> int:
        coming = phone.table.sheet.next
        assert coming is not None, "the game is over"
        return coming.starter.seat

    phone = a_table(store).with_round("17", "", "13", "")
    assert starter() == ANNE
    phone.choosing(PAUL).choosing(CAMILLE)
    assert starter() == CAMILLE
    phone.undoing()
    assert starter() == PAUL
    phone.with_round("", "2 2", "", "1")
    assert (phone.table.sheet.lines[1].starter.seat, phone.table.sitting.starters) == (PAUL, {2: PAUL})
    assert starter() == ANNE


# The end


def ended_by(phone: Phone) -> tuple[str, ...]:
    ending = phone.table.sheet.ending
    return ending.keys if ending else ()


def test_a_game_can_be_stopped_and_opened_again(store: Store) -> None:
    """By undo or by playing on."""
    phone = three_rounds(store).stopping()
    assert (ended_by(phone), phone.table.sheet.next) == (("agreed",), None)
    assert ended_by(phone.undoing()) == ()
    assert ended_by(phone.stopping().playing_on()) == ()
    phone.with_round("", "5", "2", "1", fools=[ANNE]).stopping()
    assert (ended_by(phone), len(phone.rounds)) == (("agreed",), 4)


def test_after_the_end_play_on_opens_the_game(store: Store) -> None:
    """And undone, it is over again."""
    phone = a_table(store).with_round("27 26 25 2", "", "13", "")
    assert ended_by(phone) == ("score",)
    assert ended_by(phone.playing_on().undoing()) == ("score",)
    phone.redoing().with_round("", "5", "", "")
    assert ended_by(phone) == ()
    assert phone.table.sheet.totals == (-70, 5, -3, 20)
    assert phone.table.sheet.passed is not None
    assert phone.table.sheet.passed.after == 1


def test_a_correction_moves_the_end(store: Store) -> None:
    """The game is open again by itself; or was over earlier: then later rounds stay on the sheet and do not count."""
    phone = a_table(store).with_round("27 26 25 2", "", "13", "").correcting(1, "27 26 2", "", "13", "")
    assert ended_by(phone) == ()
    assert phone.with_round("", "5", "", "").table.sheet.totals == (-45, 5, -3, 20)
    assert ended_by(phone.undoing(2)) == ("score",)
    phone = three_rounds(store).correcting(2, "27 26 25 2", "", "13", "")
    assert ended_by(phone) == ("score",)
    assert [line.counts for line in phone.table.sheet.lines] == [True, True, False]
    assert phone.playing_on().table.sheet.totals == (-101, 14, -16, 12)


def test_what_cannot_be_replayed_is_refused(store: Store) -> None:
    """A journal written by a newer program rather than half understood, and none at all."""
    with pytest.raises(ValueError, match="sang"):
        replay(1, [*a_table(store).journal, Entry(2, "sang", {}, "2024-01-01")])
    with pytest.raises(ValueError, match="no journal"):
        replay(1, [])
