"""Names at a table: what a name is, and which names can sit together."""

import unicodedata
from itertools import product

from companion.games.players import LONGEST_NAME, check_count, check_names, clean_name, sort_key
from tests.games.builders import sentences

# Characters that are easily lost, turned round or put together wrongly.
TRICKY = "aEïZ \t\n\x00\x85\xa0\u3000\u0301\u0308\u200b\u200d\u200e\u202e\u2066\u2028\ufeff\ud800👩"


def test_a_plain_name_is_kept_as_it_is():
    """So are emoji, which stay whole."""
    for name in ("O'Neil", "Łukasz", "Мария", "Đỗ Minh", "王芳", "Jean-Luc 2", "<b>", "%s", "👩🏽‍🚀", "👨‍👩‍👧", "🏳️‍🌈"):
        assert clean_name(name) == name
        assert check_names([name]) == ()


def test_what_cannot_be_seen_is_cleaned_away():
    # A composed and a decomposed letter look the same, also where a direction mark stood between.
    for typed in ("Zoe\u0308", "Zo\u00eb", " Zoe\u0308 ", "Zoe\u200e\u0308"):
        assert clean_name(typed) == "Zo\u00eb"
    # Any gap is one space; so are control characters and half characters.
    for gap in ("\r\n", " \x0b ", *"\t\xa0\u3000\u2028\0\x1b\x80\ud800"):
        assert clean_name(f"{gap}Anne{gap}Marie{gap}") == "Anne Marie", ascii(gap)
    # Direction marks would turn round everything that follows on the page.
    for mark in "\u200e\u061c\u202a\u202e\u2066\u2069\ufeff":
        assert clean_name(f"{mark}An{mark}ne{mark}") == "Anne", ascii(mark)


def test_a_cleaned_name_is_clean():
    """It can be stored, shown, written to a file and read back as the same name."""
    for raw in map("".join, product(TRICKY, repeat=3)):
        name = clean_name(raw)
        assert clean_name(name) == name
        assert unicodedata.is_normalized("NFC", name)
        assert name == name.strip()
        assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in name)
        assert name.encode().decode() == name


def test_a_name_that_cannot_be_seen_is_none():
    """And several of them are no duplicates."""
    for blank in ("", "\u200b", "\u200d\u200c", "\u2060", "\u00ad", "\u200b \u200b", "\u0301"):
        problems = check_names([clean_name(blank), "Anne", clean_name(blank)])
        assert [problem.seat for problem in problems] == [0, 2]
        assert set(sentences(problems)) == {"Give this player a name."}


def test_a_name_has_up_to_40_characters():
    """The cleaned one."""
    for letter in ("x", "🦊"):
        assert check_names([letter * LONGEST_NAME]) == ()
        (problem,) = check_names(["Anne", letter * (LONGEST_NAME + 1)])
        assert (problem.seat, "40" in sentences([problem])[0]) == (1, True)
    assert check_names([clean_name("\u202e" + "e\u0301" * 40 + "  ")]) == ()
    assert [problem.seat for problem in check_names(["x" * 41, "X" * 41])] == [0, 1], "and they are told only that"


def test_letter_case_and_width_do_not_tell_players_apart():
    """But an accent or an initial is enough; so is another alphabet."""
    for first, second in (
        ("Мария", "мария"),
        ("Straße", "STRASSE"),
        ("Anne", "\uff21nne"),  # a full-width A
        ("ΑΓΝΗΣ", "αγνης"),  # two small letters for one capital
    ):
        (problem,) = check_names(["Paul", clean_name(first), "Rachel", clean_name(second)])
        assert (problem.seat, sentences([problem])) == (3, ["Somebody else has this name. Add an initial?"])
    for pair in (("Zoe", "Zoë"), ("Anne", "Anne M"), ("A", "\u0410")):
        assert check_names(pair) == ()
    assert [problem.seat for problem in check_names(["Anne", "anne", "Paul", "ANNE", "paul"])] == [1, 3, 4]


def test_a_game_is_for_so_many_players():
    for seats in (range(4, 9), range(2, 3)):
        assert [number for number in range(12) if not check_count(number, seats)] == list(seats)
    (sentence,) = sentences(check_count(30, range(4, 9)))
    assert (sentence.startswith("4–8 can play"), "You have 30" in sentence) == (True, True)


def test_names_are_sorted_as_one_looks_for_them():
    for names in (
        ["anne", "Éloïse", "Emil", "Olga", "O’Neil", "Orla", "Rachel", "Zoé"],
        ["Lena", "Łukasz", "Magda", "Óscar", "Paul", "Żaneta"],
        ["Андрій", "Ганна", "Ґалаґан", "Євген", "Женя", "Інна", "Їжак", "Йосип", "Катя", "Юрко"],
    ):
        assert sorted(set(names), key=sort_key) == names
