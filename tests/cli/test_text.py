"""Messages as text: numbers with a true minus and ½, lists of names, plurals, and a real translation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion import text
from companion.games.message import Message, Signed, say, say_n

ENGLISH = NullTranslations()


def told(message: Message) -> str:
    """A message in the English of the source."""
    return text.translate(message, ENGLISH)


# Numbers


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (0.0, "0"),
        (-0.0, "0"),
        (7, "7"),
        (7.0, "7"),
        (-41, "−41"),
        (-41.0, "−41"),
        (0.5, "½"),
        (-0.5, "−½"),
        (2.5, "2½"),
        (-2.5, "−2½"),
        (-500, "−500"),
        (1234, "1234"),
    ],
)
def test_a_number_has_a_true_minus_and_halves(value: float, shown: str) -> None:
    """Numbers are tabular with a true minus sign; half a point is ½ (The Fool's Field)."""
    assert text.number(value) == shown


@pytest.mark.parametrize(
    ("points", "shown"), [(10, "+10"), (0, "0"), (-0.0, "0"), (-17, "−17"), (0.5, "+½"), (1.5, "+1½"), (-0.5, "−½")]
)
def test_points_of_a_round_have_their_sign(points: float, shown: str) -> None:
    """Points won have a plus; befooled is a plain 0."""
    assert text.signed(points) == shown
    assert told(say("%(points)s", points=Signed(points))) == shown


def test_a_number_never_has_a_hyphen() -> None:
    """A hyphen is no minus sign, wherever the number stands."""
    message = say("%(total)s, %(points)s", total=-80, points=Signed(-17))
    assert told(message) == "−80, −17"
    assert "-" not in told(message)


# Sentences


def test_a_message_without_values_is_its_text() -> None:
    """Nothing is put into a sentence that has no places, and its percent signs stay."""
    assert told(say("Nobody went out.")) == "Nobody went out."
    assert told(say("100 % sure")) == "100 % sure"


def test_values_go_to_their_places() -> None:
    """Names as they are, numbers as players write them."""
    message = say("%(name)s can't hold %(cards)s cards.", name="O'Neil", cards=13)
    assert told(message) == "O'Neil can't hold 13 cards."


def test_a_name_may_hold_anything() -> None:
    """A name that looks like a place, a tag or a number is shown as it is."""
    message = say("%(name)s starts.", name="100 %(name)s <b>-5</b>")
    assert told(message) == "100 %(name)s <b>-5</b> starts."
    assert told(say("Because: %(why)s", why=message)) == "Because: 100 %(name)s <b>-5</b> starts."


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Anne",), "Anne"),
        (("Anne", "Paul"), "Anne and Paul"),
        (("Anne", "Paul", "Rachel"), "Anne, Paul and Rachel"),
        (("Anne", "Paul", "Rachel", "Camille"), "Anne, Paul, Rachel and Camille"),
    ],
)
def test_names_are_read_out_as_a_list(names: tuple[str, ...], shown: str) -> None:
    """One name alone, two with "and", more with commas before it."""
    assert told(say("%(names)s tie.", names=names)) == f"{shown} tie."


def test_messages_are_set_one_after_the_other() -> None:
    """A tuple of messages has commas only."""
    scores = tuple(say("%(name)s %(points)s", name=name, points=Signed(10)) for name in ("Anne", "Paul"))
    assert told(say("%(scores)s.", scores=scores)) == "Anne +10, Paul +10."
    assert told(say("%(scores)s.", scores=scores[:1])) == "Anne +10."


def test_a_message_within_a_message_is_told_too() -> None:
    """Nested as deep as it may be, each with its own values."""
    inner = say_n("%(n)s round", "%(n)s rounds", 3)
    middle = say("%(what)s by %(name)s", what=inner, name="Paul")
    assert told(say("Undone: %(what)s.", what=middle)) == "Undone: 3 rounds by Paul."


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "There are 0 names."), (1, "There is 1 name."), (2, "There are 2 names."), (21, "There are 21 names.")],
)
def test_english_has_two_forms(number: int, shown: str) -> None:
    """Plurals as plurals: one, and any other number."""
    assert told(say_n("There is %(n)s name.", "There are %(n)s names.", number)) == shown


def test_the_same_place_may_come_twice() -> None:
    """A text may name its number again."""
    message = say_n("Only %(n)s player: there is one.", "Only %(n)s players: there are %(n)s.", 2)
    assert told(message) == "Only 2 players: there are 2."


# Translations


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[text.Catalogue]:
    """A real Polish catalogue, compiled as a translator's would be."""
    catalogue = Catalog(locale="pl", domain=text.DOMAIN, fuzzy=False)
    catalogue.add("English", "Polski")
    catalogue.add("Undone: %(what)s", "Cofnięto: %(what)s")
    catalogue.add("%(name)s starts.", "Zaczyna %(name)s.")
    catalogue.add("%(first)s and %(last)s", "%(first)s i %(last)s")
    catalogue.add("%(names)s tie.", "Remis: %(names)s.")
    catalogue.add("Anne", "(a name is not translated)")
    catalogue.add(("%(n)s round", "%(n)s rounds"), ("%(n)s runda", "%(n)s rundy", "%(n)s rund"))
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / f"{text.DOMAIN}.mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
    monkeypatch.setattr(text, "LOCALE_FOLDER", tmp_path)
    return text.catalogue(["pl"])


def test_a_message_is_told_in_the_catalogues_language(polish: text.Catalogue) -> None:
    """The edge translates the text; order of words and all is the translator's."""
    assert text.translate(say("%(name)s starts.", name="Paul"), polish) == "Zaczyna Paul."


def test_nested_messages_are_translated_too(polish: text.Catalogue) -> None:
    """Each text is looked up for itself."""
    message = say("Undone: %(what)s", what=say("%(name)s starts.", name="Paul"))
    assert text.translate(message, polish) == "Cofnięto: Zaczyna Paul."


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0 rund"),
        (1, "1 runda"),
        (2, "2 rundy"),
        (4, "4 rundy"),
        (5, "5 rund"),
        (12, "12 rund"),
        (21, "21 rund"),
        (22, "22 rundy"),
    ],
)
def test_polish_has_three_forms(polish: text.Catalogue, number: int, shown: str) -> None:
    """The catalogue chooses the plural: 1 runda, 2–4 rundy, 5 and more rund, 22 rundy again."""
    message = say_n("%(n)s round", "%(n)s rounds", number)
    assert text.translate(message, polish) == shown
    assert text.translate(say("Undone: %(what)s", what=message), polish) == f"Cofnięto: {shown}"


def test_lists_of_names_are_joined_in_the_catalogues_language(polish: text.Catalogue) -> None:
    """The word between the last two names is the translator's; the names stay as they are."""
    assert text.translate(say("%(names)s tie.", names=("Anne", "Paul", "Zoë")), polish) == "Remis: Anne, Paul i Zoë."


def test_a_text_without_translation_stays_english(polish: text.Catalogue) -> None:
    """A catalogue that is behind still tells every sentence."""
    assert text.translate(say("%(name)s was drawn.", name="Paul"), polish) == "Paul was drawn."
    assert text.translate(say_n("%(n)s card", "%(n)s cards", 5), polish) == "5 cards"


def test_numbers_are_the_same_in_every_language(polish: text.Catalogue) -> None:
    """Numbers are formatted in one place."""
    message = say("Undone: %(what)s", what=say("%(total)s, %(points)s", total=-2.5, points=Signed(10)))
    assert text.translate(message, polish) == "Cofnięto: −2½, +10"


@pytest.mark.usefixtures("polish")
def test_the_first_language_with_a_catalogue_is_taken() -> None:
    """Readers list languages in their order; regions fall back to the language."""
    starts = say("%(name)s starts.", name="Paul")
    assert text.translate(starts, text.catalogue(["xx", "pl", "de"])) == "Zaczyna Paul."
    assert text.translate(starts, text.catalogue(["pl_PL"])) == "Zaczyna Paul."
    assert text.translate(starts, text.catalogue(["xx"])) == "Paul starts."
    assert text.translate(starts, text.catalogue([])) == "Paul starts."


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(-37, 3), "−12.3"),
        (Fraction(1, 20), "0.1"),
        (Fraction(-1, 20), "−0.1"),
        (Fraction(-1, 30), "0.0"),
        (Fraction(249, 20), "12.5"),
        (Fraction(0), "0.0"),
        (Fraction(999_95, 1000), "100.0"),
    ],
)
def test_one_decimal_is_rounded_half_away_from_zero(value, told):
    assert text.decimal(value, text.catalogue(["en"])) == told


@pytest.mark.parametrize(
    ("part", "whole", "told"), [(1, 3, "33 %"), (1, 8, "13 %"), (2, 2, "100 %"), (0, 7, "0 %"), (0, 0, "–")]
)
def test_a_share_is_told_in_whole_percent(part, whole, told):
    assert text.percent(part, whole, text.catalogue(["en"])) == told
