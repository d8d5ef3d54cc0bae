"""A begun round is a fact like any other."""

import pytest

from companion.store.journal import tables
from companion.store.journal.history import describe
from companion.store.journal.tables import TableFull, start_table
from companion.text import Catalogue, translate
from tests.games.wizard.test_wizard import FIRST, a_sitting, bids
from tests.store.builders import Phone, a_fact, a_key

BIDS, OTHER, WHOLE = bids(1, 0, 0), bids(0, 0, 0), FIRST


@pytest.fixture
def phone(store):
    return Phone(store, start_table(store, "wizard", a_sitting(), a_key()))


def beginning(phone, played=BIDS):
    return phone.adds("round_begun", number=1, round=played, seen=phone.version)


def entering(phone, number=1):
    return phone.adds("round_entered", number=number, round=WHOLE, seen=phone.version)


def entered(phone):
    """What was entered of the next round, and the rounds before it."""
    return phone.table.begun, phone.rounds


def test_a_step_is_entered_corrected_and_finished(phone):
    assert entered(beginning(phone)) == (BIDS, ())
    sentence = describe(phone.table, phone.table.undoable)
    assert translate(sentence, Catalogue()) == "Round 1, bids: Anne 1, Paul 0, Rachel 0."
    assert entered(beginning(phone, OTHER)) == (OTHER, ())
    assert entered(entering(phone)) == (None, (WHOLE,))


def test_a_table_has_so_many_rounds_and_no_more(phone, monkeypatch):
    """As many as a file of it may have. Those that are there are corrected, undone and entered again."""
    monkeypatch.setattr(tables, "MAX_ROUNDS_PER_TABLE", 1)
    entering(entering(beginning(phone)).undoing())
    phone.adds("round_corrected", number=1, round=WHOLE, seen=phone.version)
    for fact in (
        a_fact("round_begun", number=2, round=BIDS, seen=0),
        a_fact("round_entered", number=2, round=WHOLE, seen=0),
        a_fact("hand_laid", number=2, seat=0, hand={}, seen=0),
    ):
        with pytest.raises(TableFull):
            phone.writes(fact)
