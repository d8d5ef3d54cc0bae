"""A round that has begun is written like any other change."""

import pytest

from companion.games.reading import Unreadable
from companion.store.journal.facts import Conflict
from companion.store.journal.history import describe
from companion.store.tables import writing
from companion.store.tables.starting import start_table
from companion.store.tables.writing import TableFull
from companion.text import Catalogue, translate
from tests.games.wizard.test_wizard import FIRST, a_sitting, bids
from tests.store.builders import Phone, a_key
from tests.store.changes import hand_laid, round_begun, round_corrected, round_entered

BIDS, OTHER, WHOLE = bids(1, 0, 0), bids(0, 0, 0), FIRST
OPENING = 0, 2


@pytest.fixture
def phone(store):
    return Phone(store, start_table(store, "wizard", a_sitting(), a_key()))


def beginning(phone, played=BIDS):
    return phone.writes(round_begun(1, played, OPENING), phone.version)


def entering(phone, number=1):
    return phone.writes(round_entered(number, WHOLE, OPENING), phone.version)


def entered(phone):
    """What was entered of the next round, and the rounds before it."""
    return phone.table.begun, phone.rounds


def test_a_step_is_entered_corrected_and_finished(phone):
    assert entered(beginning(phone)) == (BIDS, ())
    sentence = describe(phone.table, phone.table.undoable)
    assert translate(sentence, Catalogue()) == "Round 1, bids: Anne 1, Paul 0, Rachel 0."
    seen = phone.version
    assert entered(beginning(phone, OTHER)) == (OTHER, ())
    for change in (round_begun(1, bids(0, 1, 0), OPENING), round_entered(1, WHOLE, OPENING)):
        with pytest.raises(Conflict):  # nobody enters tricks on bids that they have not seen
            phone.writes(change, seen)
    assert entered(entering(phone)) == (None, (WHOLE,))


def test_a_table_has_so_many_rounds_and_no_more(phone, monkeypatch):
    """As many as a file of it may have. Those that are there are corrected, undone and entered again."""
    monkeypatch.setattr(writing, "MAX_ROUNDS_PER_TABLE", 1)
    entering(entering(beginning(phone)).undoing())
    phone.writes(round_corrected(1, WHOLE, (1, 0)))
    for change in (round_begun(2, BIDS, (1, 0)), round_entered(2, WHOLE, (1, 0)), hand_laid(2, 0, {})):
        with pytest.raises(TableFull):
            phone.writes(change)


def test_a_rule_that_makes_a_begun_round_impossible_is_refused(phone):
    """Its own file could not be read any more."""
    beginning(phone)
    with pytest.raises(Unreadable) as refused:
        phone.changing(1, sum_of_bids="not-tricks")
    assert refused.value.location == "begun"
    assert phone.version == 2
