"""Names that look alike are asked about; names that only resemble each other are not."""

import pytest

from companion.games.lookalikes import ask_apart, sign_of
from companion.games.players import same_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ANNA", "ann\u0430"),  # a Cyrillic a
        ("Otto", "\u039ftt\u03bf"),  # Greek
        ("Bo", "B\u034fo"),  # a joiner that is a mark
        ("Ilse", "lIse"),
        ("Olaf", "0laf"),
    ],
)
def test_these_look_alike(one, other):
    """Whichever comes first, and whichever is known."""
    assert same_name(one) != same_name(other), "else it is refused"
    for pair in ((one, other), (other, one)):
        assert len(ask_apart(pair)) == 1
        assert len(ask_apart(pair[:1], pair[1:])) == 1
        (asked,) = ask_apart(pair[:1], in_group=pair[1:])
        assert dict(asked.values) == {"one": pair[0], "other": pair[1]}
        assert "in your group" in asked.text


def test_these_do_not():
    """Accents are seen, and so are other letters; the same name is refused, or is the same person."""
    for pair in (["Anna", "Anne"], ["Zoe", "Zo\u00eb"], ["Otto", "Toto"], ["Al 2", "Al 3"]):
        assert ask_apart(pair) == ()
    assert ask_apart(["An\u200bna"], ["Anna"]) == ()


def test_who_is_known_is_not_asked_about_again():
    """Two people by now, at every game that they play."""
    pair = ["Anna", "Ann\u0430"]
    assert ask_apart(pair, pair) == ()
    assert len(ask_apart([*pair, "\u0410nna"], pair)) == 2


def test_an_answer_is_for_these_questions_only():
    """Another name typed meanwhile is asked about."""
    signs = {
        sign_of(ask_apart(names)) for names in (["Al", "A1"], ["Bo", "B\u043e"], ["Al", "A1", "Bo", "B\u043e"], ["Al"])
    }
    assert len(signs) == 4
    assert "" in signs
