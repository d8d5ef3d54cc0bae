"""The field: placing cards and retreating, as the rulebook has it under "Deployment" and "Retreat"."""

import pytest

from companion.games.fools_field.field import (
    EMPTY,
    MIDDLE,
    SOLDIER_CARDS,
    FieldCards,
    find_faults,
    judge_hand,
    judge_place,
    places_for,
)
from tests.games.builders import english

TOP_LEFT, TOP, TOP_RIGHT, LEFT, _, RIGHT, BOTTOM_LEFT, BOTTOM, BOTTOM_RIGHT = range(9)


def a_field(*rows: str) -> FieldCards:
    """A field as it looks from above: three rows, a dot where nothing lies."""
    return tuple(None if code == "." else code for row in rows for code in row.split())


def wording(messages):
    return list(map(english, messages))


def why(field, card, place):
    return wording(judge_place(field, card, place).reasons)


A_SWORD_EACH_WAY = a_field(". . .", ". SSSS .", ". . .")
FULL = a_field("FFFF HFFH SHSH", "HSHH HSHS SSHS", "FFHH FHFH FHHF")
A_FLOWER_EACH_WAY = a_field(". . .", ". FFFF .", ". . .")


NO_TOUCH = "No side would touch another card."
ONE_ON_THE_RIGHT = a_field(". . .", ". SSSS SSSH", ". . .")


@pytest.mark.parametrize(
    ("field", "card", "place", "wording"),
    [
        # "In the initial turn, the start player places a card in the space in the center of the Field."
        (EMPTY, "HHHH", MIDDLE, "The first card goes in the middle."),
        # "Place the card with one or more of its sides adjoining other cards already placed in the Field."
        (A_SWORD_EACH_WAY, "SSSH", TOP_LEFT, NO_TOUCH),
        (a_field(". SHSS .", ". SSSS .", ". . ."), "SSHS", TOP_LEFT, "On the right: sword and sword match."),
        # The right end of a row is no neighbour of the left end of the next.
        (ONE_ON_THE_RIGHT, "SSHH", BOTTOM_LEFT, NO_TOUCH),
        (A_SWORD_EACH_WAY, "SSSH", MIDDLE, "This place is taken."),
        # "All the cards in this game are of different types."
        (A_SWORD_EACH_WAY, "SSSS", TOP, "This card is on the field."),
    ],
)
def test_why_a_card_may_go_to_a_place_or_not(field, card, place, wording):
    assert why(field, card, place) == [wording]


def test_a_card_is_not_turned():
    """ "Without changing its orientation." """
    for card, places in {"HHSH": (TOP,), "HHHS": (RIGHT,), "SHHH": (BOTTOM,), "HSHH": (LEFT,), "SSSS": ()}.items():
        assert places_for(A_SWORD_EACH_WAY, card) == places
        assert places_for(EMPTY, card) == (MIDDLE,)


# "Place the card in a 3 × 3 grid space centered on the card in the middle of the Field."


def test_a_whole_field_is_filled_from_the_middle_and_then_nothing_goes_anywhere():
    """A battle of nine cards that ends with a full field, placed in an order other than reading."""
    field = EMPTY
    for place in (MIDDLE, TOP, RIGHT, BOTTOM, LEFT, BOTTOM_RIGHT, TOP_LEFT, BOTTOM_LEFT, TOP_RIGHT):
        assert judge_place(field, FULL[place], place).may
        field = (*field[:place], FULL[place], *field[place + 1 :])
        assert not find_faults(field)
    assert field == FULL
    assert all(places_for(FULL, card) == () for card in SOLDIER_CARDS)


# "The adjoining sides must have 2 Sword symbols or 1 Shield and 1 Flower facing each other."
# "You cannot have Sword and Shield, Shield and Shield, Sword and Flower or Flower and Flower facing each other."


@pytest.mark.parametrize(
    ("middle", "card", "may", "reason"),
    [
        ("SSSS", "HHSH", True, "Below: sword and sword match."),
        ("HFHF", "FFFF", True, "Below: flower and shield match."),
        ("HSSH", "SSSS", False, "Below: sword and shield don’t match."),
        ("FFFF", "FHFH", False, "Below: flower and flower don’t match."),
    ],
)
def test_each_meeting_has_its_sentence(middle, card, may, reason):
    field = a_field(". . .", f". {middle} .", ". . .")
    ruling = judge_place(field, card, TOP)
    assert (ruling.may, wording(ruling.reasons)) == (may, [reason])
    assert ruling.clashes == (() if may else (2,))


def test_every_touching_side_must_fit():
    """One side that fits is not enough; only those that do not are named."""
    field = a_field(". SHSH .", ". SSSS SSHS", ". . .")
    ruling = judge_place(field, "HHSH", TOP_RIGHT)
    assert (wording(ruling.reasons), ruling.clashes) == (["On the left: shield and shield don’t match."], (3,))
    assert len(why(field, "HHHH", TOP_RIGHT)) == 2


EMPTY_HAND = "No cards in hand: you win if the deck is used up. Otherwise, retreat."


# "Note that you must announce to Retreat if you cannot place any card in the Field."


@pytest.mark.parametrize(
    ("field", "hand", "must", "reason"),
    [
        (EMPTY, ("HHHH",), False, "1 of your cards fits."),
        (A_SWORD_EACH_WAY, ("HHHH", "FFFF"), True, "None of your cards fits."),
        (A_FLOWER_EACH_WAY, ("SSSS", "FHFH"), False, "1 of your cards fits."),
        (A_SWORD_EACH_WAY, (), True, EMPTY_HAND),
        (FULL, ("SSSS", "HHHH"), True, "All nine places are taken."),
    ],
)
def test_who_must_retreat(field, hand, must, reason):
    ruling = judge_hand(field, hand)
    assert must is not any(places for _, places in ruling.fits)
    assert wording([ruling.reason]) == [reason]
    assert [card for card, _ in ruling.fits] == list(hand)
