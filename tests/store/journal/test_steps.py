"""A begun round is a fact like any other."""

import pytest

from companion.store.journal import facts, tables
from companion.store.journal.facts import Conflict
from companion.store.journal.history import describe_news, describe_undoable
from companion.store.journal.tables import TableFull, append, open_table, start_table
from companion.text import Catalogue, translate
from tests.store.builders import a_key
from tests.wizard import WizardRound, a_sitting, register

BIDS, OTHER = WizardRound((1, 0, 0)), WizardRound((0, 0, 0))
WHOLE = WizardRound((1, 0, 0), (1, 0, 0))


@pytest.fixture(autouse=True)
def wizard(monkeypatch):
    register(monkeypatch)


@pytest.fixture
def table(store):
    return open_table(store, start_table(store, "wizard", a_sitting(), a_key()))[0]


def begin(store, table, played=BIDS, seen=0, key=None):
    return append(store, table, key or a_key(), facts.round_begun(1, played, seen))


def test_a_step_is_entered_corrected_and_finished(store, table):
    table = begin(store, table)
    assert (table.begun, table.sitting.rounds) == (BIDS, ())
    assert translate(describe_undoable(table), Catalogue()) == "Round 1, bids: Anne 1, Paul 0, Rachel 0."
    table = begin(store, table, OTHER, seen=table.version)
    assert table.begun == OTHER
    table = append(store, table, a_key(), facts.round_entered(1, WHOLE, table.version))
    assert (table.begun, table.sitting.rounds) == (None, (WHOLE,))


def test_it_is_undone_and_redone(store, table):
    table = begin(store, table)
    table = append(store, table, a_key(), facts.round_entered(1, WHOLE, table.version))
    table = append(store, table, a_key(), facts.undone(table.undoable.seq))
    assert (table.begun, table.sitting.rounds) == (BIDS, ())
    table = append(store, table, a_key(), facts.undone(table.undoable.seq))
    assert table.begun is None
    assert translate(describe_news(table), Catalogue()).startswith("Undone: Round 1, bids: Anne 1")
    table = append(store, table, a_key(), facts.redone(table.redoable.seq))
    assert table.begun == BIDS


def test_a_table_has_so_many_rounds_and_no_more(store, table, monkeypatch):
    """As many as a file of it may have. Those that are there are corrected, undone and entered again."""
    monkeypatch.setattr(tables, "MOST_ROUNDS", 1)
    table = begin(store, table)
    table = append(store, table, a_key(), facts.round_entered(1, WHOLE, table.version))
    table = append(store, table, a_key(), facts.undone(table.undoable.seq))
    table = append(store, table, a_key(), facts.round_entered(1, WHOLE, table.version))
    table = append(store, table, a_key(), facts.round_corrected(1, WHOLE, table.version))
    for decision in (facts.round_begun(2, BIDS, 0), facts.round_entered(2, WHOLE, 0), facts.hand_laid(2, 0, {}, 0)):
        with pytest.raises(TableFull):
            append(store, table, a_key(), decision)


def test_nobody_overwrites_what_they_have_not_seen(store, table):
    key = a_key()
    begun = begin(store, table, key=key)
    assert begin(store, table, key=key) == begun
    for decision in (facts.round_begun(1, OTHER, 0), facts.round_entered(1, WHOLE, 0)):
        with pytest.raises(Conflict):
            append(store, table, a_key(), decision)


def test_it_stays_behind_a_game_that_is_stopped(store, table):
    table = append(store, table, a_key(), facts.round_entered(1, WHOLE, 0))
    table = append(store, table, a_key(), facts.round_begun(2, WizardRound((2, 0, 0)), 0))
    table = append(store, table, a_key(), facts.stopped(1))
    assert table.begun is None
    table = append(store, table, a_key(), facts.undone(table.undoable.seq))
    assert table.begun == WizardRound((2, 0, 0))
