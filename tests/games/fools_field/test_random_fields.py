"""Random fields: the rule of placing and retreating told once more, from rows, columns and symbols."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fools_field.cards import CARDS
from companion.games.fools_field.field import EMPTY, check_field, check_hand, judge, judge_hand, places_for
from tests.games.builders import FEW, said


def may_by_looking(field, card, place):
    """The rule again, from rows and columns and the symbols themselves."""
    at = {(spot // 3, spot % 3): there for spot, there in enumerate(field) if there}
    row, column = divmod(place, 3)
    if (row, column) in at or card in at.values():
        return False
    if not at:
        return (row, column) == (1, 1)
    pairs = [
        {card[0], at[row - 1, column][2]} if (row - 1, column) in at else None,
        {card[1], at[row, column + 1][3]} if (row, column + 1) in at else None,
        {card[2], at[row + 1, column][0]} if (row + 1, column) in at else None,
        {card[3], at[row, column - 1][1]} if (row, column - 1) in at else None,
    ]
    touching = [pair for pair in pairs if pair]
    return bool(touching) and all(pair in ({"S"}, {"H", "F"}) for pair in touching)


@st.composite
def fields(draw):
    """A field as a battle builds it, card by card, and the cards that are left."""
    field, left = EMPTY, list(CARDS)
    for _ in range(draw(st.integers(0, 9))):
        moves = [(card, place) for card in left for place in range(9) if may_by_looking(field, card, place)]
        if not moves:
            break
        card, place = draw(st.sampled_from(moves))
        field = (*field[:place], card, *field[place + 1 :])
        left.remove(card)
    return field, tuple(left)


@FEW
@given(fields())
def test_a_field_that_a_battle_builds_can_be_and_is_judged_by_the_rule(built):
    field, left = built
    assert not any(check_field(field))
    for card in left:
        ruled = tuple(judge(field, card, place).may for place in range(9))
        assert ruled == tuple(may_by_looking(field, card, place) for place in range(9))
        for place, may in enumerate(ruled):
            if not field[place]:
                after = (*field[:place], card, *field[place + 1 :])
                assert may != any(check_field(after)), (
                    "a placing is allowed if and only if it leaves a field that can be"
                )


@pytest.mark.thorough
@given(fields(), st.data())
def test_one_retreats_if_and_only_if_nothing_may_go_anywhere(built, data):
    field, left = built
    hand = tuple(data.draw(st.lists(st.sampled_from(left), max_size=6, unique=True)))
    assert not any(check_hand(field, hand))
    possible = any(may_by_looking(field, card, place) for card in hand for place in range(9))
    ruling = judge_hand(field, hand)
    assert ruling.must_retreat is not possible
    assert all(places_for(field, card) == places for card, places in ruling.fits)


@pytest.mark.thorough
@given(st.lists(st.sampled_from([None, *CARDS]), min_size=9, max_size=9), st.sampled_from(CARDS))
def test_any_nine_places_get_an_answer(scattered, card):
    """Fields that no battle builds are refused with a reason, and nothing breaks on them."""
    field = tuple(scattered)
    for place in range(9):
        reasons = judge(field, card, place).reasons
        assert reasons
        assert all(map(said, reasons))
    assert all(said(fault.message) for fault in check_field(field))
