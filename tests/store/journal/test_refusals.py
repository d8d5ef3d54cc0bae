"""Nothing is saved that a file of the table would be refused for: nobody's bytes stop what comes after."""

import pytest

from companion.games.option import defaults
from companion.games.reading import Unreadable
from companion.games.sheetfile import MAX_PLAYERS_PER_TABLE
from companion.games.sitting import Sitting
from companion.store.files.sheets import write_table
from companion.store.tables.starting import start_table
from tests.store.builders import ANNE, PAUL, Phone, a_key, a_round, a_table, entering, everything
from tests.store.changes import begun_on_paper, players_renamed, round_corrected, rules_changed, seats_changed

TOO_MANY_TENS = a_round("10 10 10", "10 10", "", "")


def refused(phone, change):
    before = everything(phone.store)
    with pytest.raises(Unreadable) as unreadable:
        phone.writes(change, phone.version)
    assert everything(phone.store) == before
    assert write_table(phone.store, phone.table)
    return unreadable.value.location


def test_a_round_that_the_rules_refuse_is_not_saved(store):
    """More tens than a deck has, or nobody out; also in a correction."""
    phone = a_table(store).with_round("17", "", "13", "")
    assert refused(phone, entering(2, TOO_MANY_TENS)) == "rounds[1]"
    assert refused(phone, round_corrected(1, TOO_MANY_TENS)) == "rounds[0]"
    assert refused(phone, entering(2, a_round("2", "3", "4", "5"))) == "rounds[1]"


def test_names_are_as_in_a_file(store):
    phone = a_table(store)
    for name in ("paul", "x" * 41, " ", "\u202e"):
        assert refused(phone, players_renamed((ANNE, name))).startswith("players"), ascii(name)
    assert refused(phone, players_renamed((ANNE, "Eve"), (PAUL, "eve"))).startswith("players")
    assert refused(phone, seats_changed(1, (0, 1, 2, 3, 4), (("RACHEL", 0),))).startswith("players")


@pytest.mark.parametrize("points", [1_000_000_000, 0.3, -1_000_000_000])
def test_paper_and_start_totals_are_points(store, points):
    phone = a_table(store)
    assert refused(phone, begun_on_paper(((ANNE, points),), {})).startswith("start_totals")
    assert refused(phone, seats_changed(1, (0, 1, 2, 3, 4), (("Zoë", points),))).startswith("start_totals")


def test_a_table_has_so_many_players_and_no_more(store):
    names = tuple(f"Player {number}" for number in range(MAX_PLAYERS_PER_TABLE))
    options = defaults(a_table(store).table.rulebook.options)
    sitting = Sitting(names, ANNE, options, seatings={1: (0, 1, 2, 3)})
    phone = Phone(store, start_table(store, "fool", sitting, a_key()))
    assert refused(phone, seats_changed(1, (0, 1, 2, MAX_PLAYERS_PER_TABLE), (("Zoë", 0),))) == "players"
    assert phone.seating(4, 5, 6, 7).table.sitting.seatings == {1: (4, 5, 6, 7)}


def test_seats_and_rules_are_as_in_a_file(store):
    phone = a_table(store).with_round("17", "", "13", "")
    nine = tuple((f"New {number}", 0) for number in range(5))
    assert refused(phone, seats_changed(2, tuple(range(9)), nine)).startswith("seatings")
    assert refused(phone, seats_changed(2, (ANNE,))).startswith("seatings")
    assert refused(phone, seats_changed(2, (ANNE, PAUL, PAUL))).startswith("seatings")
    assert refused(phone, rules_changed(2, {"end_score": 80})).startswith("rule_changes")
    assert refused(phone, rules_changed(1, {"end_score": None})).startswith("options")
