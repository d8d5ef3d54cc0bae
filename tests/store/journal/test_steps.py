"""A begun round is a fact like any other."""

import pytest

from companion.store.journal import facts, tables
from companion.store.journal.facts import Conflict
from companion.store.journal.history import describe, describe_news
from companion.store.journal.tables import TableFull, start_table
from companion.text import Catalogue, translate
from tests.games.wizard.test_wizard import FIRST, a_sitting, bids
from tests.store.builders import Phone, a_key

BIDS, OTHER, WHOLE = bids(1, 0, 0), bids(0, 0, 0), FIRST


@pytest.fixture
def phone(store):
    return Phone(store, start_table(store, "wizard", a_sitting(), a_key()))


def beginning(phone, played=BIDS):
    return phone.writes(facts.round_begun(1, played, phone.version))


def entering(phone, number=1):
    return phone.writes(facts.round_entered(number, WHOLE, phone.version))


def entered(phone):
    """What was entered of the next round, and the rounds before it."""
    return phone.table.begun, phone.rounds


def test_a_step_is_entered_corrected_and_finished(phone):
    assert entered(beginning(phone)) == (BIDS, ())
    told = describe(phone.table, phone.table.undoable)
    assert translate(told, Catalogue()) == "Round 1, bids: Anne 1, Paul 0, Rachel 0."
    assert entered(beginning(phone, OTHER)) == (OTHER, ())
    assert entered(entering(phone)) == (None, (WHOLE,))


def test_it_is_undone_and_redone(phone):
    entering(beginning(phone))
    assert entered(phone.undoing()) == (BIDS, ())
    assert entered(phone.undoing()) == (None, ())
    assert translate(describe_news(phone.table), Catalogue()).startswith("Undone: Round 1, bids: Anne 1")
    assert entered(phone.redoing()) == (BIDS, ())


def test_a_table_has_so_many_rounds_and_no_more(phone, monkeypatch):
    """As many as a file of it may have. Those that are there are corrected, undone and entered again."""
    monkeypatch.setattr(tables, "MOST_ROUNDS", 1)
    entering(entering(beginning(phone)).undoing())
    phone.writes(facts.round_corrected(1, WHOLE, phone.version))
    for fact in (facts.round_begun(2, BIDS, 0), facts.round_entered(2, WHOLE, 0), facts.hand_laid(2, 0, {}, 0)):
        with pytest.raises(TableFull):
            phone.writes(fact)


def test_nobody_overwrites_what_they_have_not_seen(phone):
    key = a_key()
    begun = facts.round_begun(1, BIDS, 0)
    assert phone.writes(begun, key).writes(begun, key).version == 2
    for fact in (facts.round_begun(1, OTHER, 0), facts.round_entered(1, WHOLE, 0)):
        with pytest.raises(Conflict):
            phone.writes(fact)


def test_it_stays_behind_a_game_that_is_stopped(phone):
    entering(phone).writes(facts.round_begun(2, bids(2, 0, 0), 0)).stopping()
    assert phone.table.begun is None
    assert phone.undoing().table.begun == bids(2, 0, 0)
