"""Reading what a sheet file says of names, seats and numbers: what is read, and where what can't be is."""

from __future__ import annotations

import pytest

from companion.games.message import say
from companion.games.reading import (
    LONGEST_PLACE,
    Unreadable,
    by_seat,
    read_flag,
    read_seat,
    read_seat_if_given,
    seat_of,
    whole,
)
from tests.games.builders import NAMES, said

TABLE = NAMES[:4]
EXPECTED = say("Here something for everybody is expected.")


def refusal(read, *given):
    """The place and the reason of what cannot be read."""
    with pytest.raises(Unreadable) as refused:
        read(*given)
    return refused.value.place, said(refused.value.reason)


def test_a_name_is_a_seat():
    assert [seat_of(name, TABLE, "here") for name in TABLE] == [0, 1, 2, 3]
    assert read_seat({"winner": "Rachel"}, "winner", TABLE, "rounds[0]") == 2
    assert read_seat_if_given({"winner": "Rachel"}, "winner", TABLE, "rounds[0]") == 2
    assert read_seat_if_given({"winner": None}, "winner", TABLE, "rounds[0]") is None
    assert read_seat_if_given({}, "winner", TABLE, "rounds[0]") is None


def test_nobody_at_the_table_has_no_seat():
    told = ("rounds[0].winner", "Here the name of a player at the table is expected.")
    for read in (read_seat, read_seat_if_given):
        for name in ("anne", "Zoë", "", 0, True, ["Anne"], {}):
            assert refusal(read, {"winner": name}, "winner", TABLE, "rounds[0]") == told
    for raw in ({}, {"winner": None}):
        assert refusal(read_seat, raw, "winner", TABLE, "rounds[0]")[0] == "rounds[0].winner"


def test_a_flag_is_true_or_false_and_false_if_left_out():
    for raw, true in (({}, False), ({"tie": None}, False), ({"tie": False}, False), ({"tie": True}, True)):
        assert read_flag(raw, "tie", "rounds[0]") is true
    for value in (0, 1, "true", "", [], {}):
        told = ("rounds[0].tie", "Here true or false is expected.")
        assert refusal(read_flag, {"tie": value}, "tie", "rounds[0]") == told


def test_a_whole_number_has_up_to_four_digits():
    for number in (0, 1, -17, 9999, -9999):
        assert whole(number) == number
    for raw in (10_000, -10_000, 10**400, 1.0, True, False, "1", None, [1], float("nan")):
        assert whole(raw) is None


def test_what_everybody_has_is_read_in_seat_order():
    """Whatever the order in the file."""
    raw = {"Camille": 4, "Anne": None, "Rachel": [], "Paul": 2}
    assert by_seat(raw, TABLE, "bids", EXPECTED) == [None, 2, [], 4]
    for raw in (None, [], [1, 2, 3, 4], "Anne", 4, True):
        assert refusal(by_seat, raw, TABLE, "bids", EXPECTED) == ("bids", said(EXPECTED))


def test_nobody_is_missing_and_nobody_is_a_stranger():
    whole_table = dict.fromkeys(TABLE, 1)
    assert refusal(by_seat, whole_table | {"Otto": 1}, TABLE, "bids", EXPECTED) == (
        "bids.Otto",
        "This player is not at the table.",
    )
    del whole_table["Paul"]
    assert refusal(by_seat, whole_table, TABLE, "bids", EXPECTED) == ("bids.Paul", "This player is missing.")
    assert refusal(by_seat, whole_table, TABLE, "bids", EXPECTED, say("No bid.")) == ("bids.Paul", "No bid.")


def test_a_place_can_be_shown_however_long_and_broken_it_is():
    """It quotes names out of the file."""
    long = Unreadable("x" * 5000, EXPECTED)
    assert long.place == "x" * LONGEST_PLACE
    assert Unreadable("hands.\ud800", EXPECTED).place == "hands.\\ud800"
