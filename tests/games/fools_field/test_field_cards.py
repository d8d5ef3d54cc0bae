"""The 23 soldier cards, as the rulebook counts them under "Soldier Card Composition", and which may touch."""

from collections import Counter
from itertools import product

from companion.games.fools_field.field import FITTING, SOLDIER_CARDS, fit, meeting

TOP, RIGHT, BOTTOM, LEFT = range(4)
FACING = {TOP: BOTTOM, RIGHT: LEFT, BOTTOM: TOP, LEFT: RIGHT}


def test_these_are_all_the_cards():
    """ "These 23 cards are all the cards used in this game. All the cards in this game are of different types."

    Four Shields, 1 Sword and 3 Shields, and so on: every arrangement of each.
    """
    assert len(SOLDIER_CARDS) == len(set(SOLDIER_CARDS)) == 23
    kinds = {"HHHH": 1, "HHHS": 4, "HHSS": 6, "HSSS": 4, "SSSS": 1, "FFHH": 6, "FFFF": 1}
    assert Counter("".join(sorted(card)) for card in SOLDIER_CARDS) == kinds


def test_every_pair_of_cards_on_every_side():
    """ "The adjoining sides must have 2 Sword symbols or 1 Shield and 1 Flower": a card beside itself, too."""
    assert set(FITTING) == {"SS", "HF", "FH"}
    for side, facing in FACING.items():
        for card, other in product(SOLDIER_CARDS, repeat=2):
            assert fit(card, side, other) == ({card[side], other[facing]} in ({"S"}, {"H", "F"})), (card, side, other)
    assert (meeting("SHHS", TOP, "SSHS"), meeting("SHHS", RIGHT, "HFHF")) == ("SH", "HF"), "the own symbol first"
