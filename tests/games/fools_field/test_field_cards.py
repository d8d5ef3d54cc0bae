"""The 23 soldier cards, as the rulebook counts them under "Soldier Card Composition", and which may touch."""

from itertools import product

from companion.games.fools_field.cards import CARDS, FITTING, SYMBOLS, fit, meeting, name
from tests.games.builders import said

# Every card by hand, from the rulebook's pictures: what stands at its top, right, bottom, left.
SWORD, SHIELD, FLOWER = "sword", "shield", "flower"
BY_HAND = {
    # "1 card with 4 Shields"
    "HHHH": (SHIELD, SHIELD, SHIELD, SHIELD),
    # "4 cards with 1 Sword and 3 Shields"
    "SHHH": (SWORD, SHIELD, SHIELD, SHIELD),
    "HSHH": (SHIELD, SWORD, SHIELD, SHIELD),
    "HHSH": (SHIELD, SHIELD, SWORD, SHIELD),
    "HHHS": (SHIELD, SHIELD, SHIELD, SWORD),
    # "6 cards with 2 Swords and 2 Shields"
    "SSHH": (SWORD, SWORD, SHIELD, SHIELD),
    "SHSH": (SWORD, SHIELD, SWORD, SHIELD),
    "SHHS": (SWORD, SHIELD, SHIELD, SWORD),
    "HSSH": (SHIELD, SWORD, SWORD, SHIELD),
    "HSHS": (SHIELD, SWORD, SHIELD, SWORD),
    "HHSS": (SHIELD, SHIELD, SWORD, SWORD),
    # "4 cards with 3 Swords and 1 Shield"
    "SSSH": (SWORD, SWORD, SWORD, SHIELD),
    "SSHS": (SWORD, SWORD, SHIELD, SWORD),
    "SHSS": (SWORD, SHIELD, SWORD, SWORD),
    "HSSS": (SHIELD, SWORD, SWORD, SWORD),
    # "1 card with 4 Swords"
    "SSSS": (SWORD, SWORD, SWORD, SWORD),
    # "6 cards with 2 Flowers and 2 Shields"
    "FFHH": (FLOWER, FLOWER, SHIELD, SHIELD),
    "FHFH": (FLOWER, SHIELD, FLOWER, SHIELD),
    "FHHF": (FLOWER, SHIELD, SHIELD, FLOWER),
    "HFFH": (SHIELD, FLOWER, FLOWER, SHIELD),
    "HFHF": (SHIELD, FLOWER, SHIELD, FLOWER),
    "HHFF": (SHIELD, SHIELD, FLOWER, FLOWER),
    # "1 card with 4 Flowers"
    "FFFF": (FLOWER, FLOWER, FLOWER, FLOWER),
}

# "The adjoining sides must have 2 Sword symbols or 1 Shield and 1 Flower": all nine pairs.
MAY_TOUCH = {
    (SWORD, SWORD): True,
    (SWORD, SHIELD): False,
    (SWORD, FLOWER): False,
    (SHIELD, SWORD): False,
    (SHIELD, SHIELD): False,
    (SHIELD, FLOWER): True,
    (FLOWER, SWORD): False,
    (FLOWER, SHIELD): True,
    (FLOWER, FLOWER): False,
}

# The side of a card at which another one lies, and the side of that one which faces it.
TOP, RIGHT, BOTTOM, LEFT = range(4)
FACING = {TOP: BOTTOM, RIGHT: LEFT, BOTTOM: TOP, LEFT: RIGHT}


def may_lie_at(card, side, other):
    """By the tables above: whether ``other`` may lie at a side of a card."""
    return MAY_TOUCH[BY_HAND[card][side], BY_HAND[other][FACING[side]]]


def test_these_are_all_the_cards():
    """ "These 23 cards are all the cards used in this game. All the cards in this game are of different types." """
    assert len(BY_HAND) == len(CARDS) == len(set(CARDS)) == 23
    assert set(CARDS) == set(BY_HAND)


def test_every_pair_of_cards_on_every_side():
    """All 23 × 23 pairs; a card beside itself too, though there is only one of each."""
    for side in FACING:
        for card, other in product(CARDS, repeat=2):
            assert fit(card, side, other) == may_lie_at(card, side, other), (card, side, other)


def test_who_meets_whom_is_told_with_the_own_symbol_first():
    assert meeting("SHHS", TOP, "SSHS") == "SH"
    assert meeting("SHHS", RIGHT, "HFHF") == "HF"
    assert set(FITTING) == {"SS", "HF", "FH"}


def test_a_card_is_named_side_by_side():
    for card, (top, right, bottom, left) in BY_HAND.items():
        assert said(name(card)) == f"top {top}, right {right}, bottom {bottom}, left {left}"
    assert len(SYMBOLS) == 3
