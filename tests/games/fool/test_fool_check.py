"""What a round can't be, and what it hardly can be: the deck, the deal, the discs."""

from __future__ import annotations

import pytest

from companion.games.fool import deck
from tests.games.builders import FOOL, a_game, a_round, checked, sentences, verdict

# How often each face exists: green 2-27, red 2-23, yellow 2-21, blue 2-15 and six 1s.
COPIES = (
    {1: 6}
    | dict.fromkeys(range(2, 16), 4)
    | dict.fromkeys(range(16, 22), 3)
    | dict.fromkeys(range(22, 24), 2)
    | dict.fromkeys(range(24, 28), 1)
)
MANY = {4: 12, 5: 12, 6: 12, 7: 12, 8: 11}  # cards each player is dealt
DISCS = {4: 1, 5: 1, 6: 1, 7: 2, 8: 2}
# The dearest six, and with 8 players five, cards: more points than these take more cards.
SIX_DEAREST = 27 + 26 + 25 + 24 + 23 + 23
FIVE_DEAREST = 27 + 26 + 25 + 24 + 23
TWELVE_DEAREST = SIX_DEAREST + 22 + 22 + 21 + 21 + 21 + 20
ELEVEN_DEAREST = TWELVE_DEAREST - 20


def so_many(cards: int) -> str:
    """A hand of so many different cards."""
    return " ".join(str(face) for face in range(2, 2 + cards))


def others(players: int) -> list[str]:
    """The hands of everybody but the first two: one card each."""
    return ["=3"] * (players - 2)


def is_fine(check) -> bool:
    return not check.errors and not check.questions


def problem_of(check):
    """The seat of the only thing that can't be, and what is said of it."""
    (problem,) = check.errors
    return problem.seat, *sentences(check.errors)


def question_of(check):
    """The seat of the only question about what can be, which is asked as one."""
    assert not check.errors
    (question,) = check.questions
    assert "?" in sentences([question])[0]
    return question.seat


# The deck


def test_the_deck_has_88_cards():
    """82 cards in four colours and six 1s come in the box."""
    assert {face: deck.WHOLE.copies(face) for face in deck.FACES} == COPIES
    assert sum(COPIES.values()) == 88
    assert len(deck.WHOLE.colours_of(2)) == 4
    assert deck.WHOLE.colours_of(1) == ()


@pytest.mark.parametrize(("players", "cards"), [(4, 48), (5, 60), (6, 72), (7, 84), (8, 88)])
def test_everybody_is_dealt_the_same_number_of_cards(players, cards):
    """Twelve cards each; eleven with eight players, which uses the whole deck."""
    assert deck.cards_dealt(players) * players == cards
    assert [number for _, number in FOOL.box(players)] == [MANY[players], cards, DISCS[players]]


@pytest.mark.parametrize(("face", "copies"), COPIES.items())
def test_all_copies_of_a_face_can_be_left_and_one_more_is_impossible(face, copies):
    """Each colour has a value once, and there are six 1s."""
    all_of_them = " ".join([str(face)] * copies)
    assert is_fine(checked("", all_of_them, "=2", "=3"))
    assert problem_of(checked("", "=5", f"{all_of_them} {face}", "=2"))[0] == 2
    seat, sentence = problem_of(checked("", f"{face}", all_of_them, "=2"))
    assert seat == 2, "the last to hold one"
    for part in (f"with the face {face} ", f" {copies} card", f"{copies + 1} are entered", "Paul, Rachel"):
        assert part in sentence


@pytest.mark.parametrize("face", [0, 28, 99, -5])
def test_a_face_outside_the_deck_is_impossible(face):
    """No colour goes above 27 and nothing is below 1."""
    seat, sentence = problem_of(checked("", "5", f"7 {face} {face}", "=2"))
    assert (seat, str(face) in sentence) == (2, True)


def test_every_wrong_hand_is_named():
    check = checked("", "28", "=1", "29 30")
    assert [problem.seat for problem in check.errors] == [1, 2, 3, 3]
    assert len(set(sentences(check.errors))) == 4


# The deal


@pytest.mark.parametrize(("players", "dealt"), MANY.items())
def test_nobody_has_more_cards_than_were_dealt(players, dealt):
    assert not checked("", so_many(dealt), *others(players)).errors
    seat, sentence = problem_of(checked("", so_many(dealt + 1), *others(players)))
    assert (seat, f" {dealt + 1} cards" in sentence) == (1, True)


@pytest.mark.parametrize(("players", "likely"), [(4, 6), (5, 6), (6, 6), (7, 6), (8, 5)])
def test_more_than_half_the_cards_left_is_a_question(players, likely):
    """Who is befooled passes one trick only, so plays at least every other trick."""
    assert is_fine(checked("", so_many(likely), *others(players)))
    assert question_of(checked("", so_many(likely + 1), *others(players))) == 1


def test_every_doubtful_hand_gets_its_question():
    check = checked("", so_many(7), so_many(8), "=150")
    assert [question.seat for question in check.questions] == [1, 2, 3]


# A hand known only as a total


def test_no_hand_costs_one_point_or_less_than_none():
    """The cheapest card is a 2; a 1 counts five."""
    for total in (2, 3, 5, 17, SIX_DEAREST):
        assert is_fine(checked("", f"={total}", "=3", "=4"))
    for total in (1, -1, -17):
        assert problem_of(checked("", "=3", f"={total}", "=4"))[0] == 2


@pytest.mark.parametrize(
    ("players", "likely", "most"),
    [(4, SIX_DEAREST, TWELVE_DEAREST), (7, SIX_DEAREST, TWELVE_DEAREST), (8, FIVE_DEAREST, ELEVEN_DEAREST)],
)
def test_a_total_is_held_against_the_dearest_cards(players, likely, most):
    """Above what the likely number of cards can cost it is a question, above what was dealt impossible."""
    assert is_fine(checked("", f"={likely}", *others(players)))
    for total in (likely + 1, most):
        assert question_of(checked("", f"={total}", *others(players))) == 1
    seat, sentence = problem_of(checked("", f"={most + 1}", *others(players)))
    assert (seat, str(most + 1) in sentence) == (1, True)


# Going out


@pytest.mark.parametrize("players", range(4, 9))
def test_somebody_went_out_but_not_everybody(players):
    """A round goes on until at least one hand is empty; who sat out the last trick, for a disc, has cards left."""
    assert "Nobody" in problem_of(checked("2", "3", *others(players)))[1]
    everybody = checked(*[""] * players)
    assert "Everybody" in problem_of(everybody)[1]
    assert not everybody.questions
    sat_out = DISCS[players]
    assert is_fine(checked(*[""] * (players - sat_out), *["3"] * sat_out))
    if sat_out == 2:
        assert question_of(checked(*[""] * (players - 1), "3")) is None


# Discs


@pytest.mark.parametrize(("players", "discs"), DISCS.items())
def test_no_more_are_befooled_than_there_are_discs(players, discs):
    """One disc is in play; two with seven or eight players."""
    hands = ["", "5", *others(players)]
    for befooled in range(discs + 1):
        assert is_fine(checked(*hands, fools=range(befooled)))
    for befooled in (discs + 1, players):
        seat, sentence = problem_of(checked(*hands, fools=range(befooled)))
        assert (seat, f"Only {discs} player" in sentence) == (None, True)


def test_a_befooled_player_sits_at_the_table():
    for seat in (4, -1):
        assert sentences(checked("", "5", "6", "7", fools=[seat]).errors)


# All together


def test_an_impossible_round_is_not_questioned_as_well():
    check = checked("", so_many(7), "28", "=3")
    assert len(check.errors) == 1
    assert check.questions == ()


def test_several_things_can_be_wrong_with_a_round():
    check = checked("28", "2 2 2 2 2", "=1", "5", fools=[0, 1])
    spoken = " ".join(sentences(check.errors))
    assert len(check.errors) == 5
    for word in ("28", "with the face 2", "1 point", "Nobody", "disc"):
        assert word in spoken


def test_earlier_rounds_do_not_make_a_round_wrong():
    """All cards are shuffled again: a face left twice in two rounds is the same card."""
    sitting = a_game(4).with_round("", "27", "3", "4").sitting
    assert is_fine(verdict(FOOL, sitting, a_round("", "27", "3", "4")))
