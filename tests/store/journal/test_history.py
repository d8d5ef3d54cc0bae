"""The history of a table: every entry as a sentence that a player reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from companion import text
from companion.store.database import Store
from companion.store.journal import history
from companion.store.journal.tables import start_table
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, Phone, a_key, a_round, a_sitting, a_table

OPENED = "The table was opened: Anne, Paul, Rachel and Camille."
ROUND_1 = "Round 1 entered: Anne −17, Paul 0, Rachel −13, Camille +10."


def after_a_round(store: Store) -> Phone:
    """A table after one round, in which Paul was befooled."""
    return a_table(store).with_round("17", "", "=13", "", fools=[PAUL])


def test_the_opening_names_the_players_in_seat_order(store: Store) -> None:
    """The first entry says who sat down."""
    assert a_table(store).history == [OPENED]


def test_an_import_says_where_the_rounds_come_from(store: Store) -> None:
    """A table from a sheet file says so, then tells its rounds and decisions like any other."""
    sitting = replace(a_sitting(), rounds=(a_round("17", "", "=13", "", fools=[PAUL]),), starters={1: RACHEL})
    phone = Phone(store, start_table(store, "fool", sitting, a_key()))
    assert phone.history == [
        "The table was opened from a sheet file: Anne, Paul, Rachel and Camille.",
        ROUND_1,
        "Rachel was chosen to start round 1.",
    ]


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        pytest.param(
            lambda phone: phone.with_round("", "1 1", "27 26", "8"),
            "Round 2 entered: Anne +10, Paul −10, Rachel −53, Camille −8.",
            id="round",
        ),
        pytest.param(
            lambda phone: phone.correcting(1, "19", "", "13", "", fools=[PAUL]),
            "Round 1 corrected: Anne −17 → −19.",
            id="correction",
        ),
        pytest.param(
            lambda phone: phone.correcting(1, "", "", "13", "2", fools=[ANNE]),
            "Round 1 corrected: Anne −17 → 0, Paul 0 → +10, Camille +10 → −2. So Rachel, not Anne, starts round 2.",
            id="correction-of-several",
        ),
        pytest.param(
            lambda phone: phone.correcting(1, "8 9", "", "13", "", fools=[PAUL]),
            "Round 1 corrected; the points stay the same.",
            id="correction-of-the-cards-only",
        ),
        pytest.param(lambda phone: phone.choosing(CAMILLE), "Camille was chosen to start round 2.", id="starter"),
        pytest.param(lambda phone: phone.renaming(ANNE, "Annie"), "Anne is now called Annie.", id="rename"),
        pytest.param(lambda phone: phone.stopping(), "The table stopped the game after round 1.", id="stop"),
    ],
)
def test_every_kind_of_entry_has_its_sentence(store: Store, act: Callable[[Phone], Phone], sentence: str) -> None:
    """An entry, its undo and its redo are each told in plain words."""
    phone = act(after_a_round(store))
    assert phone.history == [OPENED, ROUND_1, sentence]
    phone.undoing().redoing()
    assert phone.history[3:] == [f"Undone: {sentence}", f"Redone: {sentence}"]


def test_playing_on_has_its_sentence(store: Store) -> None:
    """Play on is recorded and shown."""
    phone = after_a_round(store).stopping().playing_on().undoing().redoing()
    assert phone.history[3:] == [
        "The table plays on after round 1.",
        "Undone: The table plays on after round 1.",
        "Redone: The table plays on after round 1.",
    ]


def test_a_sentence_keeps_the_names_of_its_time(store: Store) -> None:
    """What was entered for Anne was entered for Anne; from the rename on it is Annie."""
    phone = after_a_round(store).renaming(ANNE, "Annie").correcting(1, "19", "", "13", "", fools=[PAUL])
    assert phone.history[1:] == [ROUND_1, "Anne is now called Annie.", "Round 1 corrected: Annie −17 → −19."]


def test_undone_sentences_keep_the_names_of_their_time(store: Store) -> None:
    """Taking back step by step tells each step as it was."""
    phone = after_a_round(store).renaming(ANNE, "Annie").undoing(2).redoing(2)
    assert phone.history[3:] == [
        "Undone: Anne is now called Annie.",
        f"Undone: {ROUND_1}",
        f"Redone: {ROUND_1}",
        "Redone: Anne is now called Annie.",
    ]


def test_a_correction_is_told_against_the_round_it_replaced(store: Store) -> None:
    """Each correction says what it changed, not what the round first was."""
    phone = after_a_round(store)
    phone.correcting(1, "19", "", "13", "", fools=[PAUL]).correcting(1, "20", "", "13", "", fools=[PAUL]).undoing()
    assert phone.history[2:] == [
        "Round 1 corrected: Anne −17 → −19.",
        "Round 1 corrected: Anne −19 → −20.",
        "Undone: Round 1 corrected: Anne −19 → −20.",
    ]


def test_a_name_may_look_like_a_place_in_a_text(store: Store) -> None:
    """Names are shown as they are, whatever is in them."""
    phone = a_table(store).renaming(ANNE, "100 %(n)s").with_round("2", "", "", "").undoing()
    assert phone.history[1:] == [
        "Anne is now called 100 %(n)s.",
        "Round 1 entered: 100 %(n)s −2, Paul +10, Rachel +10, Camille +10.",
        "Undone: Round 1 entered: 100 %(n)s −2, Paul +10, Rachel +10, Camille +10.",
    ]


def test_the_last_entry_comes_first_with_its_number_and_time(store: Store) -> None:
    """The history reads from now back to the opening."""
    phone = after_a_round(store).renaming(ANNE, "Annie")
    told = phone.told
    assert [line.seq for line in told] == [3, 2, 1]
    assert [line.at for line in told] == [entry.at for entry in reversed(phone.journal)]
    assert all(datetime.fromisoformat(line.at).utcoffset() == timedelta(0) for line in told)


def test_what_undo_and_redo_would_do_is_told(store: Store) -> None:
    """The undo button says what it would take back."""
    phone = after_a_round(store).renaming(ANNE, "Annie")
    undone = phone.undoing().table
    assert text.translate(history.describe_undoable(undone), text.Catalogue()) == ROUND_1
    assert text.translate(history.describe_redoable(undone), text.Catalogue()) == "Anne is now called Annie."
    assert history.describe_redoable(phone.redoing().table) is None
    assert history.describe_undoable(a_table(store).table) is None


# In force


def test_what_stands_undone_is_not_in_force(store: Store) -> None:
    """An undone entry stays in the history, marked; the undo itself stands."""
    phone = after_a_round(store).renaming(ANNE, "Annie")
    assert phone.standing == [1, 2, 3]
    assert phone.undoing().standing == [1, 2, 4]
    assert phone.undoing().standing == [1, 4, 5]


def test_what_was_put_back_is_in_force_again(store: Store) -> None:
    """After redo the first entry counts again."""
    phone = after_a_round(store).renaming(ANNE, "Annie").undoing(2).redoing()
    assert phone.standing == [1, 2, 4, 5, 6]
    assert phone.redoing().standing == [1, 2, 3, 4, 5, 6, 7]


def test_what_cannot_be_put_back_any_more_stays_out_of_force(store: Store) -> None:
    """A new entry leaves an undone one undone for good."""
    phone = after_a_round(store).undoing().with_round("", "5", "", "").renaming(ANNE, "Annie")
    assert phone.standing == [1, 3, 4, 5]


def test_a_correction_says_who_by_it_started_a_later_round(store: Store) -> None:
    """Only the first such round is named, and none whose starter the table chose."""
    phone = after_a_round(store).with_round("", "1 1", "27 26", "8").with_round("5", "", "6", "7")
    phone.correcting(1, "1", "", "13", "", fools=[PAUL])
    assert phone.history[-1] == "Round 1 corrected: Anne −17 → −5. So Rachel, not Anne, started round 2."
    phone.choosing(CAMILLE)
    assert "round 4" not in phone.correcting(2, "", "1 1", "2", "8").history[-1]


def test_a_corrected_round_stays_in_force(store: Store) -> None:
    """Only undo puts an entry out of force; a correction builds upon the entry it corrects."""
    phone = after_a_round(store).correcting(1, "19", "", "13", "")
    assert phone.standing == [1, 2, 3]
