"""Names that look alike are asked about; names that only resemble each other are not."""

import pytest

from companion.games.lookalikes import ask_apart, sign_of
from companion.games.players import same_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nna"),  # a Cyrillic A
        ("Anna", "Ann\u0430"),  # a small one
        ("ANNA", "ann\u0430"),
        ("Otto", "\u039ftt\u03bf"),  # Greek
        ("Max", "M\u0430\u0445"),
        ("Bob", "B0b".replace("0", "\u043e")),
        ("Bo", "B\u034fo"),  # a joiner that is a mark
        ("Bo", "Bo\ufe0f"),
        ("Bo", "Bo\u3164"),
        ("Ilse", "lIse"),
        ("Al", "A1"),
        ("Olaf", "0laf"),
        ("Zo\u00eb", "Z\u043e\u0451".replace("\u0451", "e\u0308")),
        ("\u0410\u043d\u043d\u0430", "A\u043d\u043da"),
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


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Zoe", "Zo\u00eb"), ("Ian", "Lan"), ("Jan", "J\u00e1n"), ("Otto", "Toto"), ("Al 2", "Al 3")],
)
def test_these_do_not(one, other):
    """Accents are seen, and so are other letters."""
    assert ask_apart([one, other]) == ()


@pytest.mark.parametrize("other", ["anna", "An\u200bna", "\uff21nna", "Anna"])
def test_the_same_name_is_no_question(other):
    """Two at a table are refused; at another table it is the same person."""
    assert ask_apart([other], ["Anna"]) == ()


def test_who_is_known_is_not_asked_about_again():
    """Two people by now, at every game that they play."""
    pair = ["Anna", "Ann\u0430"]
    assert ask_apart(pair, pair) == ()
    assert len(ask_apart([*pair, "\u0410nna"], pair)) == 2


def test_who_is_at_the_table_is_not_only_known_in_the_group():
    """Also when the name was known before."""
    anna, other = "Anna", "Ann\u0430"
    for known, in_group in (((anna,), (anna,)), ((), (anna,))):
        (asked,) = ask_apart([anna, other], known, in_group)
        assert dict(asked.values) == {"one": anna, "other": other}
        assert "in your group" not in asked.text
    assert ask_apart([anna], (), [anna, other]) == ()


def test_an_answer_is_for_these_questions_only():
    """Another name typed meanwhile is asked about."""
    signs = {
        sign_of(ask_apart(names)) for names in (["Al", "A1"], ["Bo", "B\u043e"], ["Al", "A1", "Bo", "B\u043e"], ["Al"])
    }
    assert len(signs) == 4
    assert "" in signs
