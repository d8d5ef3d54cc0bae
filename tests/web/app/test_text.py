"""Messages as text: numbers with a true minus and ½, lists of names, plurals, and a real translation."""

from fractions import Fraction
from gettext import NullTranslations

import pytest

from companion import text
from companion.games.message import Signed, say, say_n

ENGLISH = NullTranslations()


def text_of(message, catalogue=ENGLISH):
    return text.translate(message, catalogue)


@pytest.mark.parametrize(
    ("value", "shown", "signed"), [(-0.0, "0", "0"), (7.0, "7", "+7"), (0.5, "½", "+½"), (-2.5, "−2½", "−2½")]
)
def test_a_number_has_a_true_minus_and_halves_and_points_have_their_sign(value, shown, signed):
    assert (text.format_number(value), text.format_signed(value)) == (shown, signed)
    assert text_of(say("%(total)s, %(points)s", total=value, points=Signed(value))) == f"{shown}, {signed}"


def test_one_decimal_is_rounded_half_away_from_zero_and_a_share_to_whole_percent():
    english = text.find_catalogue(["en"])
    decimals = {(-37, 3): "−12.3", (1, 20): "0.1", (-1, 20): "−0.1", (-1, 30): "0.0", (999_95, 1000): "100.0"}
    assert {value: text.format_decimal(Fraction(*value), english) for value in decimals} == decimals
    shares = {(1, 3): "33%", (1, 8): "13%", (2, 2): "100%", (0, 7): "0%", (0, 0): "–"}
    assert {share: text.format_percent(*share, english) for share in shares} == shares


def test_values_go_to_their_places_and_a_name_may_hold_anything():
    assert text_of(say("100 % sure")) == "100 % sure"
    message = say("%(name)s starts.", name="100 %(name)s <b>-5</b>")
    assert text_of(message) == "100 %(name)s <b>-5</b> starts."


def test_names_are_read_out_as_a_list_and_messages_have_commas_only():
    for names, shown in {
        ("Anne",): "Anne",
        ("Anne", "Paul", "Rachel", "Camille"): "Anne, Paul, Rachel and Camille",
        (say("%(name)s %(points)s", name="Anne", points=Signed(10)), say("Paul 0")): "Anne +10, Paul 0",
    }.items():
        assert text_of(say("%(names)s tie.", names=names)) == f"{shown} tie."


def test_polish_has_three_forms():
    """Within another message as well, which is looked up for itself."""
    polish = text.find_catalogue(["pl"])
    for number, shown in {0: "0 gier", 1: "1 gra", 2: "2 gry", 5: "5 gier", 12: "12 gier", 22: "22 gry"}.items():
        message = say_n("%(n)s game", "%(n)s games", number)
        assert text_of(message, polish) == shown
        assert text_of(say("Undone: %(what)s", what=message), polish) == f"Cofnięto: {shown}"
        assert text_of(say("Undone: %(what)s", what=say("%(n)s of nothing", n=-number)), polish).endswith("of nothing")
