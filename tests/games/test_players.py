"""Names at a table: what a name is, and which names can sit together."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.players import LONGEST_NAME, alphabetical, check_count, check_names, clean_name
from tests.games.builders import said, sentences

# Characters that are easily lost, turned round or put together wrongly.
TRICKY = st.sampled_from("aEïZ \t\n\x00\x85\xa0\u3000\u0301\u0308\u200b\u200d\u200e\u202e\u2066\u2028\ufeff\ud800👩")


# A name as it is kept


@pytest.mark.parametrize("name", ["Anne", "O'Neil", "Łukasz", "Мария", "Đỗ Minh", "王芳", "Jean-Luc 2", "<b>", "%s"])
def test_a_plain_name_is_kept_as_it_is(name):
    assert clean_name(name) == name
    assert check_names([name]) == ()


@pytest.mark.parametrize("name", ["🦊", "Zoë 🃏", "👩🏽‍🚀", "👨‍👩‍👧", "🏳️‍🌈"])
def test_emoji_are_names_and_stay_whole(name):
    assert clean_name(name) == name
    assert check_names([name]) == ()


@pytest.mark.parametrize("name", ["Zoe\u0308", "Zo\u00eb", " Zoe\u0308 ", "Zoe\u200e\u0308"])
def test_two_ways_to_type_an_accent_give_one_name(name):
    """A composed and a decomposed letter look the same, also where a direction mark stood between."""
    assert clean_name(name) == "Zo\u00eb"


@pytest.mark.parametrize(
    "gap", [" ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u202f", "\u3000", "\u2028", "\u2029", " \x0b "]
)
def test_any_gap_is_one_space(gap):
    assert clean_name(f"{gap}Anne{gap}Marie{gap}") == "Anne Marie"


@pytest.mark.parametrize("control", ["\x00", "\x07", "\x1b", "\x7f", "\x80", "\x9f", "\ud800"])
def test_control_characters_and_half_characters_are_gaps(control):
    assert clean_name(f"Anne{control}Marie{control}") == "Anne Marie"


@pytest.mark.parametrize("mark", [*"\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"])
def test_direction_marks_are_dropped(mark):
    """They would turn round everything that follows on the page."""
    assert clean_name(f"{mark}An{mark}ne{mark}") == "Anne"


@given(st.text(TRICKY) | st.text())
@example("e\u200e\u0301")
def test_a_cleaned_name_is_clean(raw):
    """It can be stored, shown, written to a file and read back as the same name."""
    name = clean_name(raw)
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert name == name.strip()
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in name)
    assert name.encode().decode() == name


# Which names can sit together


@pytest.mark.parametrize("blank", ["", "\u200b", "\u200d\u200c", "\u2060", "\u00ad", "\u200b \u200b", "\u0301"])
def test_a_name_that_cannot_be_seen_is_none(blank):
    (problem,) = check_names(["Anne", clean_name(blank), "Paul"])
    assert problem.seat == 1
    assert "name" in sentences([problem])[0]


def test_several_blank_names_are_not_duplicates():
    assert [problem.seat for problem in check_names(["", "Anne", ""])] == [0, 2]
    assert {said(problem.message) for problem in check_names(["", ""])} == {"Give this player a name."}


@pytest.mark.parametrize("letter", ["x", "ß", "王", "🦊"])
def test_a_name_has_up_to_40_characters(letter):
    assert LONGEST_NAME == 40
    assert check_names([letter * 40]) == ()
    (problem,) = check_names(["Anne", letter * 41])
    assert problem.seat == 1
    assert "40" in sentences([problem])[0]


def test_the_length_is_that_of_the_cleaned_name():
    assert check_names([clean_name("\u202e" + "e\u0301" * 40 + "  ")]) == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anne", "Anne"),
        ("Anne", "ANNE"),
        ("Мария", "мария"),
        ("Straße", "STRASSE"),
        ("Zoë", "ZOË"),
        ("Anne", "\uff21nne"),  # a full-width A
        ("Fritz II", "Fritz \u2161"),  # a Roman numeral in one character
        ("ΑΓΝΗΣ", "αγνης"),  # two small letters for one capital
    ],
)
def test_letter_case_and_width_do_not_tell_players_apart(first, second):
    (problem,) = check_names(["Paul", clean_name(first), "Rachel", clean_name(second)])
    assert problem.seat == 3
    assert sentences([problem]) == ["Somebody else has this name too. Add an initial?"]


@pytest.mark.parametrize(("first", "second"), [("Zoe", "Zoë"), ("Anne", "Anne M"), ("Jan", "Jan 2"), ("A", "\u0410")])
def test_different_names_can_sit_together(first, second):
    """An accent or an initial is enough; so is another alphabet."""
    assert check_names([first, second]) == ()


def test_every_duplicate_after_the_first_is_told():
    problems = check_names(["Anne", "anne", "Paul", "ANNE", "paul"])
    assert [problem.seat for problem in problems] == [1, 3, 4]


def test_a_name_that_is_too_long_is_only_told_that():
    problems = check_names(["x" * 41, "X" * 41])
    assert [problem.seat for problem in problems] == [0, 1]


# How many


@pytest.mark.parametrize("seats", [range(4, 9), range(2, 3), range(2, 7)])
def test_a_game_is_for_so_many_players(seats):
    """Fool! takes four to eight players, the others two, or two to six."""
    fit = [number for number in range(12) if not check_count(number, seats)]
    assert fit == list(seats)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 9, 30])
def test_the_count_is_told(number):
    (problem,) = check_count(number, range(4, 9))
    assert problem.seat is None
    (sentence,) = sentences([problem])
    assert sentence.startswith("4 to 8 can play")
    assert f" {number} name" in sentence


def test_one_name_is_told_in_the_singular():
    (problem,) = check_count(1, range(4, 9))
    assert "there is 1 name " in said(problem.message)


@pytest.mark.parametrize(
    "names",
    [
        ["anne", "Éloïse", "Emil", "Olga", "O’Neil", "Orla", "Rachel", "Zoé"],
        ["Lena", "Łukasz", "Magda", "Óscar", "Paul", "Żaneta"],
        ["Андрій", "Ганна", "Ґалаґан", "Євген", "Женя", "Інна", "Їжак", "Йосип", "Катя", "Юрко"],
    ],
)
def test_names_are_sorted_as_one_looks_for_them(names):
    turned = names[::-1]
    assert sorted(turned, key=alphabetical) == names
