"""The referee of Fool!: what keys do, and what cannot be. The page: ``tests/browser/rules/test_arguments.py``."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.web.app import language
from companion.web.games.fool.referee import FoolReferee
from tests.games.builders import english

HOW_TO_WRITE = "“oops” isn’t a card. Type its colour and number, like G12, or 1."


@pytest.fixture
def ask(app):
    """Ask by what stands in an address; several of a kind are a list."""
    with app.test_request_context():
        language.choose()
        yield lambda **query: FoolReferee(MultiDict({name: texts(value) for name, value in query.items()}))


def texts(value):
    return [str(each) for each in value] if isinstance(value, list) else str(value)


@pytest.mark.parametrize(
    ("query", "cards", "hand"),
    [
        ({"cards": "G12", "add": "1"}, "G12 1", ""),
        ({"cards": "G12 1 R3", "drop": 2}, "G12 R3", ""),
        ({"cards": "G12 1 R3", "back": "1"}, "G12 1", ""),
        ({"cards": "G12 R3", "into": "hand", "hand": "G5", "add": "1"}, "G12 R3", "G5 1"),
        ({"cards": "G12 R3", "into": "hand", "hand": "G5", "back": "1"}, "G12 R3", ""),
        ({"cards": "G12 R3", "into": "hand", "hand": "G5", "drop": 2}, "G12", "G5"),  # of the trick, whatever keys do
        ({"cards": "\x00", "hand": "\x00"}, "", ""),
    ],
)
def test_keys_lay_and_take_back(ask, query, cards, hand):
    referee = ask(**query)
    assert (" ".join(referee.cards), " ".join(referee.hand)) == (cards, hand)


def test_what_cannot_be_is_told_at_its_field(ask):
    for query, field, sentence in (
        ({"cards": "G5 R3 G5"}, "cards", "The deck has only one green 5."),
        ({"led": 2, "sits": 2, "cards": "G2 G3"}, "sits", "A player who sits out can’t lead."),
        ({"cards": "G2 " * 67}, "cards", "That’s too long."),
        ({"cards": "G12 R3", "hand": "G5 oops"}, "hand", HOW_TO_WRITE),
        ({"cards": "G12 R3", "about": 3}, "hand", "Player 3 hasn’t played in this trick."),
    ):
        referee = ask(**query)
        assert {name: english(wording) for name, wording in referee.problems.items()} == {field: sentence}
        assert (referee.judged is not None) == (field == "hand"), "the trick is judged all the same"


def test_the_next_trick_begins_with_who_won_and_who_has_not_played_may_have_sat_out(ask):
    referee = ask(players=7, led=2, sits=[6, 7], cards="G9 R3 Y3 G4 G5")
    assert referee.next_trick == [("players", 7), ("led", 2), ("sits", 4), ("sits", 3)]
    assert ask(cards="G12").next_trick == []
    assert ask(cards="G12 G3 R5").may_have_sat_out
    assert not ask(cards="G12 G3").may_have_sat_out
    assert not ask(cards="G12 G3", sits=4).may_have_sat_out


def test_whatever_stands_in_the_address_is_answered(ask):
    for query in (
        {"players": 99, "led": 0, "sits": -1, "about": 7, "drop": 0},
        {"players": "x", "led": "x", "sits": "x", "about": "x", "drop": "x", "into": "x", "colour": "x"},
        {"led": 5, "sits": [2, 2, 3], "drop": 9},
        {"cards": "G2 " * 2000},
    ):
        referee = ask(**query)
        assert (len(referee.names), len(referee.places) <= 12) == (4, True)
