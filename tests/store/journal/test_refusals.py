"""Nothing is saved that a file of the table would be refused for: nobody's bytes stop what comes after."""

import pytest

from companion.games.reading import Unreadable
from companion.store.files.sheets import write_table
from tests.store.builders import ANNE, PAUL, a_round, a_table, entering, everything
from tests.store.changes import begun_on_paper, players_renamed, round_corrected, rules_changed, seats_changed

TOO_MANY_TENS = a_round("10 10 10", "10 10", "", "")


def refused(phone, change):
    before = everything(phone.store)
    with pytest.raises(Unreadable) as unreadable:
        phone.writes(change, phone.version)
    assert everything(phone.store) == before
    assert write_table(phone.store, phone.table)
    return unreadable.value.location


NINE = (tuple(range(9)), tuple((f"New {number}", 0) for number in range(5)))
FIVE = (0, 1, 2, 3, 4)
REFUSED = [
    # A round that the rules refuse: more tens than a deck has, or nobody out; also in a correction.
    (entering(2, TOO_MANY_TENS), "rounds[1]"),
    (round_corrected(1, TOO_MANY_TENS), "rounds[0]"),
    (entering(2, a_round("2", "3", "4", "5")), "rounds[1]"),
    *((players_renamed((ANNE, name)), "players") for name in ("paul", "x" * 41, " ", "\u202e")),
    (players_renamed((ANNE, "Eve"), (PAUL, "eve")), "players"),
    (seats_changed(2, FIVE, (("RACHEL", 0),)), "players"),
    *((seats_changed(2, FIVE, (("Zoë", points),)), "start_totals") for points in (1_000_000_000, 0.3, -1_000_000_000)),
    (seats_changed(2, *NINE), "seatings"),
    (seats_changed(2, (ANNE,)), "seatings"),
    (seats_changed(2, (ANNE, PAUL, PAUL)), "seatings"),
    (rules_changed(2, {"end_score": 80}), "rule_changes"),
    (rules_changed(1, {"end_score": None}), "options"),
]


def test_nothing_is_saved_that_a_file_is_refused_for(store):
    phone = a_table(store).with_round("17", "", "13", "")
    for change, place in REFUSED:
        assert refused(phone, change).startswith(place), change
    assert refused(a_table(store), begun_on_paper(((ANNE, 0.3),), {})).startswith("start_totals")
