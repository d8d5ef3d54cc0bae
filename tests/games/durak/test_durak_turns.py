"""Who attacks and who defends next in Durak: decision tables, and the sentence each of them stands for."""

import pytest

from companion.games.durak.attack import next_turn
from tests.games.builders import english, refusal

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë")
A, B, C, D, E, F = range(6)


def after(players, attacker, defender, out="", took=False):
    return next_turn(NAMES[:players], defender, took, ["ABCDEF".index(seat) for seat in out])


# Repelled: "the current defender is the attacker, and the player sitting to the left of him defends".
# Taken: the rules only say that the cards are taken. By common custom the defender misses the attack.
#
#  players  attacked  defended  out    attacks  defends
REPELLED = [
    (2, A, B, "", B, A),
    (3, A, B, "", B, C),
    (3, B, C, "", C, A),  # round the table
    (6, F, A, "", A, B),
    (4, A, B, "C", B, D),  # who is out is passed over
    (4, A, B, "CD", B, A),
    (4, A, B, "A", B, C),  # the attacker may have played the last card
    (4, A, C, "B", C, D),  # B was out before: the attack came to C
    # The defender beat everything with the last cards: the next with cards attacks.
    (4, A, B, "B", C, D),
    (4, A, B, "BC", D, A),
    (3, A, B, "B", C, A),
]
TAKEN = [
    (2, A, B, "", A, B),  # of two the same attacks again
    (3, A, B, "", C, A),
    (3, B, C, "", A, B),
    (6, E, F, "", A, B),
    (4, A, B, "C", D, A),
    (4, A, B, "A", C, D),
    (4, A, B, "CD", A, B),  # two are left: like a table of two
    (4, A, B, "AC", D, B),
]


@pytest.mark.parametrize("took", [False, True], ids=["repelled", "took"])
def test_who_attacks_and_who_defends_next(took):
    for players, attacker, defender, out, attacks, defends in TAKEN if took else REPELLED:
        turn = after(players, attacker, defender, out, took)
        assert (turn.attacker.seat, turn.defender.seat) == (attacks, defends), (players, attacker, defender, out)


def test_the_last_one_with_cards_is_the_fool_and_nobody_left_is_a_draw():
    """The person who has the cards when the opponent no longer has them loses; both out together is a house rule's."""
    over = after(3, A, B, "AC")
    assert (over.seat, english(over.reason)) == (B, "Only Paul still has cards.")
    assert (after(2, A, B, "A", took=True).seat, after(2, A, B, "B").seat) == (B, A)
    draw = "Nobody has cards left. Your house rule can make the last defender the fool."
    over = after(2, A, B, "AB")
    assert (over.seat, english(over.reason)) == (None, draw)


# The reasons


TOOK = "Paul took the cards, so normally misses a turn. Camille is next clockwise."
EMPTY = "Paul repelled the attack but is out. Rachel is next clockwise."


@pytest.mark.parametrize(
    ("question", "attacks", "defends"),
    [
        ((4, A, B), "Paul repelled the attack.", "Sits to the left of Paul."),
        ((4, A, B, "C"), "Paul repelled the attack.", "The next player with cards to the left of Paul."),
        ((4, A, B, "B"), EMPTY, "Sits to the left of Rachel."),
        ((4, A, B, "C", True), TOOK, "Sits to the left of Camille."),
    ],
)
def test_the_reasons(question, attacks, defends):
    turn = after(*question)
    assert (english(turn.attacker.reason), english(turn.defender.reason)) == (attacks, defends)


# What can't be


def test_who_took_the_cards_has_some():
    """Who does not capture a card is obliged to take it."""
    assert refusal(next_turn, NAMES, B, True, [B, C]) == "Paul took the cards, so still has some."
    assert next_turn(NAMES, B, False, [B, C])
