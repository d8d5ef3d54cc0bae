"""A trick of Fool!: who wins, who is befooled, and what cannot be.

Cards stand in the order of play, positions count from 0. "Wins", "worst" and the like in the names of tests stand
for the rulebook's paragraphs "Playing the game" and "Beware of the 1s".
"""

import pytest

from companion.games.fool.card import read_cards
from companion.games.fool.trick import judge_trick, turns
from tests.games.builders import english, refusal

FOUR = ("Anne", "Paul", "Rachel", "Camille")


def ruled(cards, players=5, sitting_out=0):
    """The lead colour, the winner's position and the positions befooled, worst first."""
    ruling = judge_trick(read_cards(cards), players, sitting_out)
    return ruling.lead, ruling.winner.position, [fool.position for fool in ruling.fools]


def reasons(cards, players=5):
    """Why the lead colour, why the winner, and why each of the befooled."""
    ruling = judge_trick(read_cards(cards), players)
    return list(map(english, (ruling.lead_reason, ruling.winner.reason, *(fool.reason for fool in ruling.fools))))


@pytest.mark.parametrize(
    ("cards", "led", "passes", "wins", "befooled"),
    [
        # A: all follow blue; Paul has the lowest card, Rachel the highest.
        ("B7 B4 B12", "Anne", "Camille", "Rachel", "Paul"),
        # B: only Camille cannot follow and is befooled, however high her card.
        ("R18 Y20 R6", "Rachel", "Paul", "Rachel", "Camille"),
        # C: Anne and Paul both shed, and Paul's card is the lower one.
        ("G8 R9 Y6", "Rachel", "Camille", "Rachel", "Paul"),
        # D: Camille's 1 follows yellow and is the lowest card; Anne follows with the highest.
        ("Y8 1 Y14", "Rachel", "Paul", "Anne", "Camille"),
        # E: Paul's 1 follows green, Rachel sheds yellow: the shed card is the worst.
        ("G10 1 Y17", "Anne", "Camille", "Anne", "Rachel"),
    ],
    ids="ABCDE",
)
def test_the_examples(cards, led, passes, wins, befooled):
    around = turns(4, FOUR.index(led), [FOUR.index(passes)])
    _, winner, fools = ruled(cards, players=4, sitting_out=1)
    assert (FOUR[around[winner]], [FOUR[around[fool]] for fool in fools]) == (wins, [befooled])


# The decision table: cards, players, lead colour, winner, befooled

GREEN, RED, YELLOW, BLUE = "green", "red", "yellow", "blue"
DECISIONS = [
    # The highest card of the lead colour wins; the lowest of it is the worst if nobody sheds.
    ("G5 G9 G2", 4, GREEN, 1, [2]),
    # Another colour never wins, whatever its face.
    ("B3 G27 B2", 4, BLUE, 0, [1]),
    # The lowest shed card is the worst, even if it is higher than all that follow.
    ("Y2 Y3 R20 G22", 5, YELLOW, 1, [2]),
    # Equal shed cards: the last of them is the worst.
    ("G9 R3 Y3 G4", 5, GREEN, 0, [2]),
    ("G9 R3 Y3 B2", 5, GREEN, 0, [3]),
    # Cards equal to a shed one do not matter if they follow.
    ("G3 R3 G9", 5, GREEN, 2, [1]),
    # A 1 follows: it is the lowest card of the lead colour, but never worse than a shed card.
    ("Y8 1 Y14", 5, YELLOW, 2, [1]),
    ("Y8 1 R2", 5, YELLOW, 0, [2]),
    # Of several 1s the later is worse.
    ("Y8 1 Y14 1", 5, YELLOW, 2, [3]),
    # A 1 is led: the next card that is no 1 gives the lead colour.
    ("1 R3 G20", 5, RED, 1, [2]),
    ("1 R3", 5, RED, 1, [0]),
    ("1 1 1 1 Y2", 5, YELLOW, 4, [3]),
    # Only 1s: the first wins, the last is befooled.
    ("1 1 1 1", 5, None, 0, [3]),
    # Two discs with 7 and 8 players: the second by the same rule without the first.
    ("G9 R3 Y3 B2 G4 G5", 7, GREEN, 0, [3, 2]),
    ("G9 G12 R3 G4 G5 G2", 7, GREEN, 1, [2, 5]),
    ("G9 1 G12 1 G5 G2", 8, GREEN, 2, [3, 1]),
    ("1 1 1 1 1 1", 8, None, 0, [5, 4]),
    ("G2 G3", 8, GREEN, 1, [0]),
    # The lead colour stays what it was, even if only the winner followed it.
    ("G2 R9 Y9", 8, GREEN, 0, [2, 1]),
    ("1 G2 R9 Y8", 8, GREEN, 1, [3, 2]),
    # Alone, a card both wins and is the worst.
    ("B15", 4, BLUE, 0, [0]),
    ("1", 8, None, 0, [0]),
]


@pytest.mark.parametrize(("cards", "players", "lead", "winner", "fools"), DECISIONS, ids=lambda value: str(value))
def test_decision_table(cards, players, lead, winner, fools):
    assert ruled(cards, players) == (lead, winner, fools)


@pytest.mark.parametrize(
    ("cards", "parts"),
    [
        (
            "G12 1 R3 Y20",
            ["green 12 was led.", "highest card of the lead colour.", "The red 3 is the lowest card shed."],
        ),
        ("1 R3 G20", ["The red 3 was the first card after the 1s."]),
        ("G9 R3 Y3 G4", ["red 3, yellow 3. The last of them is worst."]),
        ("G9 G4 G5", ["All cards follow, and the green 4 is lowest."]),
        ("G9 1 G5", ["a 1 is lowest."]),
        ("G9 1 1", ["the last 1 is worst."]),
        ("1 1 1", ["there’s no lead colour.", "played: the first wins.", "played: the last is worst."]),
        ("G9", ["Nobody else played."]),
    ],
)
def test_each_case_has_its_reason(cards, parts):
    wording = " ".join(reasons(cards))
    assert [part for part in parts if part not in wording] == []


def test_the_second_fool_is_told_without_the_first():
    *_, first, second = reasons("G9 G12 R3 G4 G5 G2", players=7)
    assert first == "The red 3 is the lowest card shed."
    assert second == "Judged again without the red 3. All cards follow, and the green 2 is lowest."


@pytest.mark.parametrize(
    ("asking", "question", "sentence"),
    [
        (turns, (4, 2, [2]), "A player who sits out can’t lead."),
        (judge_trick, ([], 5), "No cards have been played."),
        (judge_trick, (read_cards("G5 R3 G5"), 5), "The deck has only one green 5."),
        (judge_trick, (read_cards("1 1 1 1 1 1 1"), 8), "The deck has only six 1s."),
        (judge_trick, (read_cards("G2 G3 G4 G5 G6"), 4), "That’s 5 cards for 4 players."),
        (judge_trick, (read_cards("G2 G3 G4 G5"), 4, 1), "That’s 4 cards for 3 players."),
        *((judge_trick, (read_cards("G2"), players), f"4–8 can play. You have {players}.") for players in (3, 9)),
    ],
)
def test_what_cannot_be_is_refused(asking, question, sentence):
    assert refusal(asking, *question) == sentence
