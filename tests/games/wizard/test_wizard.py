"""The rules of Wizard: bids, tricks, points, who deals, and the last round."""

import pytest

from companion.games import sheetfile
from companion.games.derive import derive, derive_results, find_impossible_round
from companion.games.reading import Unreadable
from companion.games.reasons import summarize
from companion.games.record import count_steps, find_next_step, has_begun
from companion.games.sitting import Sitting
from companion.games.wizard import RULEBOOK
from tests.games.builders import english, sentences, verdict

NAMES = ("Anne", "Paul", "Rachel")


def bids(*numbers):
    return {"bids": dict(enumerate(numbers))}


def a_round(bid, won):
    return {**bids(*bid), "tricks": dict(enumerate(won))}


FIRST = a_round((1, 0, 0), (1, 0, 0))


def a_sitting(*rounds, players=NAMES, **about):
    return Sitting(players, 0, {"sum_of_bids": about.pop("sum_of_bids", "free"), "left_early": "out"}, rounds, **about)


def refused(played, **about):
    return sentences(verdict(RULEBOOK, a_sitting(**about), played).errors)


def test_a_bid_that_is_made_scores_20_and_10_a_trick_any_other_minus_10_for_each_off():
    """Source: the card game's rules, "Scoring"."""
    third = a_round((2, 0, 0), (1, 1, 1))
    lines = derive(RULEBOOK, a_sitting(FIRST, a_round((2, 0, 1), (2, 0, 0)), third)).lines
    assert [line.points for line in lines] == [(30, 20, 20), (40, 20, -10), (-10, -10, -10)]
    assert lines[1].scored.marked == {"made": (0, 1)}


def test_round_n_has_n_tricks_and_by_a_house_rule_bids_are_not_as_many():
    assert refused(a_round((2, 0, 0), (0, 1, 0))) == ["From 0 to 1 only."]
    assert refused(a_round((1, 0, 0), (1, 1, 0))) == ["That adds up to 2, not 1."]
    assert refused(bids(1, 1, 1)) == []
    assert refused(bids(1, 0, 0), sum_of_bids="not-tricks") == ["Your house rule: bids can’t add up to 1."]
    assert refused(bids(0, 0, 0), sum_of_bids="not-tricks") == []


def test_the_last_round_deals_all_60_cards():
    for players, rounds in ((3, 20), (4, 15), (5, 12), (6, 10)):
        names = (*NAMES, "Camille", "Zoë", "Łukasz")[:players]
        won = [(number, *[0] * (players - 1)) for number in range(1, rounds + 1)]
        played = [a_round(each, each) for each in won]
        assert derive(RULEBOOK, a_sitting(*played[:-1], players=names)).ending is None
        ending = derive(RULEBOOK, a_sitting(*played, players=names)).ending
        assert (ending.after, ending.keys, ending.winners) == (rounds, ("rounds",), (0,))


def test_the_deal_moves_clockwise_and_the_dealer_goes_along_with_a_chosen_starter():
    after = derive(RULEBOOK, a_sitting(FIRST, FIRST)).next
    assert (after.dealing, after.starting) == (1, 2)
    chosen = derive(RULEBOOK, a_sitting(FIRST, starters={2: 0})).next
    assert (chosen.dealing, chosen.starting, chosen.other.seat) == (2, 0, 1)


def test_statistics_count_bids_that_were_made():
    sitting = a_sitting(FIRST, a_round((1, 0, 0), (0, 0, 2)), stopped=True)
    found = derive_results(RULEBOOK, sitting, derive(RULEBOOK, sitting))
    assert [result.counts["made"] for result in found] == [1, 2, 1]


def test_a_round_has_begun_until_the_last_step_is_in():
    begun = bids(1, 0, 0)
    assert [step.key for step in (find_next_step(RULEBOOK, None), find_next_step(RULEBOOK, begun))] == [
        "bids",
        "tricks",
    ]
    assert find_next_step(RULEBOOK, FIRST) is None
    assert (has_begun(RULEBOOK, begun), has_begun(RULEBOOK, FIRST)) == (True, False)
    assert (count_steps(RULEBOOK, begun), count_steps(RULEBOOK, FIRST)) == (1, 2)
    opening = derive(RULEBOOK, a_sitting()).next
    wording = [english(summarize(RULEBOOK, a_sitting(), NAMES, opening, played)) for played in (begun, FIRST)]
    assert wording == ["Anne 1, Paul 0, Rachel 0", "Anne +30, Paul +20, Rachel +20"]


def test_a_begun_round_changes_no_total_and_can_be_impossible():
    sitting = a_sitting(FIRST, begun=bids(1, 0, 0))
    assert [sitting.saved(number) for number in range(4)] == [None, FIRST, bids(1, 0, 0), None]
    assert derive(RULEBOOK, sitting).lines == derive(RULEBOOK, a_sitting(FIRST)).lines
    assert find_impossible_round(RULEBOOK, sitting) is None
    assert find_impossible_round(RULEBOOK, a_sitting(FIRST, begun=bids(3, 0, 0))) == 2


def test_what_cannot_be_is_refused():
    once, none = {"Anne": 1, "Paul": 0, "Rachel": 0}, dict.fromkeys(NAMES, 0)
    for changes, place in (
        ({"begun": {"bids": {"Anne": 1, "Paul": 0, "Rachel": 9}}}, "begun"),
        ({"begun": {"bids": {"Anne": 1, "Paul": 0}}}, "begun.bids.Rachel"),
        ({"begun": 3}, "begun"),
        ({"begun": {"bids": none, "tricks": once}}, "begun"),
        ({"rounds": [{"bids": once}]}, r"rounds\[0\]"),
        ({"played_on": ["rounds"]}, "played_on"),
    ):
        with pytest.raises(Unreadable, match=f"^\\('{place}'"):
            sheetfile.read_sheet(sheetfile.write_sheet("wizard", a_sitting(begun=bids(1, 0, 0))) | changes)
