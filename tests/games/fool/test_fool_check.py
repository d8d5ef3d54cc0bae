"""What a round can't be, and what it hardly can be: the deck, the deal, the discs."""

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
# Players, cards each is dealt, discs, and the most cards that are likely to be left: who is befooled passes one trick
# only, so plays at least every other one.
TABLES = [(4, 12, 1, 6), (5, 12, 1, 6), (6, 12, 1, 6), (7, 12, 2, 6), (8, 11, 2, 5)]
DEAREST = [27, 26, 25, 24, 23, 23, 22, 22, 21, 21, 21, 20]
each_table = pytest.mark.parametrize(("players", "dealt", "discs", "likely"), TABLES)


def so_many(cards: int) -> str:
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


def test_the_deck_has_88_cards():
    """82 cards in four colours and six 1s come in the box."""
    assert {face: deck.count_copies(face) for face in deck.FACES} == COPIES
    assert sum(COPIES.values()) == 88
    assert (len(deck.colours_of(2)), deck.colours_of(1)) == (4, ())


@pytest.mark.parametrize("face", [1, 2, 15, 16, 21, 22, 23, 24, 27])
def test_all_copies_of_a_face_can_be_left_and_one_more_is_impossible(face):
    """Each colour has a value once, and there are six 1s."""
    copies = COPIES[face]
    all_of_them = " ".join([str(face)] * copies)
    assert is_fine(checked("", all_of_them, "=2", "=3"))
    seat, sentence = problem_of(checked("", f"{face}", all_of_them, "=2"))
    assert seat == 2, "the last to hold one"
    for part in (f"numbered {face}.", f" {copies} card", f"You entered {copies + 1}", "Paul, Rachel"):
        assert part in sentence


@each_table
def test_how_many_cards_can_be_left(players, dealt, discs, likely):
    """Twelve cards each, or eleven with eight players: more are impossible, and more than half of them a question."""
    assert [number for _, number in FOOL.box(players)] == [dealt, dealt * players, discs]
    for cards, total in ((likely, sum(DEAREST[:likely])), (dealt, sum(DEAREST[:dealt]))):
        for hand, more in ((so_many(cards), so_many(cards + 1)), (f"={total}", f"={total + 1}")):
            fits, above = (checked("", each, *others(players)) for each in (hand, more))
            if cards == likely:
                assert is_fine(fits)
                assert question_of(above) == 1
            else:
                assert question_of(fits) == 1
                seat, sentence = problem_of(above)
                assert (seat, str(total + 1 if "=" in hand else cards + 1) in sentence) == (1, True)


@each_table
def test_somebody_went_out_but_not_everybody_and_no_more_took_discs_than_there_are(players, dealt, discs, likely):
    """A round goes on until at least one hand is empty; who sat out the last trick, for a disc, has cards left."""
    assert "Nobody" in problem_of(checked("2", "3", *others(players)))[1]
    assert "Everybody" in problem_of(checked(*[""] * players))[1]
    assert is_fine(checked(*[""] * (players - discs), *["3"] * discs))
    if discs == 2:
        assert question_of(checked(*[""] * (players - 1), "3")) is None
    hands = ["", "5", *others(players)]
    assert is_fine(checked(*hands, fools=range(discs)))
    seat, sentence = problem_of(checked(*hands, fools=range(discs + 1)))
    assert (seat, f"Only {discs} Fool! disc" in sentence) == (None, True)


@pytest.mark.parametrize(
    ("hands", "fools", "seats"),
    [
        (("", "5", "7 28 0", "=2"), (), [2, 2]),  # no colour goes above 27 and nothing is below 1
        (("", "28", "=1", "29 30"), (), [1, 2, 3, 3]),  # the cheapest card is a 2
        (("", "5", "=-17", "=2"), (), [2]),
        (("", so_many(7), "28", "=3"), (), [2]),  # an impossible round is not questioned as well
        (("28", "2 2 2 2 2", "=1", "5"), (0, 1), [0, 2, 1, None, None]),
    ],
)
def test_everything_that_cannot_be_is_named(hands, fools, seats):
    check = checked(*hands, fools=fools)
    assert sorted(map(str, (problem.seat for problem in check.errors))) == sorted(map(str, seats))
    assert len(set(sentences(check.errors))) == len(seats)
    assert check.questions == ()


def test_every_doubtful_hand_gets_its_question_whatever_was_left_in_earlier_rounds():
    """All cards are shuffled again: a face left twice in two rounds is the same card."""
    sitting = a_game(4).with_round("", "27", "3", "4").sitting
    assert is_fine(verdict(FOOL, sitting, a_round("", "27", "3", "4")))
    check = checked("", so_many(7), so_many(8), "=150")
    assert [question.seat for question in check.questions] == [1, 2, 3]
