"""A card of Fool! by its colour and face, and how it is written: ``G12 R3 Y20 B7``, or ``1``.

A reader's language may have letters of its own, ``Ż9`` for ``Y9``; the source's are read in all of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.fool import deck
from companion.games.message import Message, Refused, Value, say, say_value

MAX_QUOTE_LENGTH = 20  # characters of what can't be read
_WRITTEN = re.compile("([GRYB]?)([0-9]{1,3})")
Translate: TypeAlias = Callable[[str, str], str]
"""Translates a text in a context, as ``pgettext``."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card. A 1 is wild and has no colour (None)."""

    colour: str | None
    face: int

    @property
    def spoken(self) -> Message:
        """The card as it is said at the table: green 12, or 1."""
        coloured = {
            "green": say("green %(face)s", face=self.face),
            "red": say("red %(face)s", face=self.face),
            "yellow": say("yellow %(face)s", face=self.face),
            "blue": say("blue %(face)s", face=self.face),
        }
        return coloured[self.colour] if self.colour else say_value(self.face)


def letter(colour: str) -> str:
    """Return the letter that stands for a colour: G, R, Y or B."""
    return colour[0].upper()


WILD = Card(None, deck.ONE)
COLOURS = {letter(colour): colour for colour in deck.HIGHEST_FACE}
COLOUR_NAMES = {"green": say("green"), "red": say("red"), "yellow": say("yellow"), "blue": say("blue")}
FOOL_CARDS = (
    *(Card(colour, face) for colour, highest in deck.HIGHEST_FACE.items() for face in range(2, highest + 1)),
    WILD,
)
"""Every card there is; the 1 stands for all six of them."""


def read_cards(written: str) -> tuple[Card, ...]:
    """Return the cards of a line in order, with spaces, commas or semicolons between. Raises Refused."""
    return tuple(map(read_card, split(written)))


def split(written: str) -> list[str]:
    """Return the cards of a line as they were written, readable or not."""
    return [part for part in re.split(r"[\s,;]+", written) if part]


def read_card(written: str) -> Card:
    """Return a card from its short form, in capital or small letters. Raises Refused."""
    found = _WRITTEN.fullmatch(written.strip().upper())
    if found is None:
        quote = written.strip()[:MAX_QUOTE_LENGTH].encode("utf-8", "backslashreplace").decode()
        raise Refused(say("“%(written)s” isn’t a card. Type its colour and number, like G12, or 1.", written=quote))
    colour, face = COLOURS.get(found[1]), int(found[2])
    if colour is None and face != deck.ONE:
        raise Refused(say("Which colour is the %(face)s? Type G, R, Y or B before it.", face=face))
    if colour and face == deck.ONE:
        raise Refused(say("A 1 has no colour. Just type 1."))
    card = Card(colour, face)
    if card not in FOOL_CARDS:
        values: dict[str, Value] = {"card": card.spoken, "highest": deck.HIGHEST_FACE[str(colour)]}
        raise Refused(say("There’s no %(card)s: this colour runs from 2 to %(highest)s.", **values))
    return card


def refuse_copies(cards: Sequence[Card]) -> None:
    """Raise Refused if a card is there twice, or a seventh 1."""
    coloured = [card for card in cards if card.colour]
    if len(set(coloured)) < len(coloured):
        twice = next(card for index, card in enumerate(coloured) if card in coloured[:index])
        raise Refused(say("The deck has only one %(card)s.", card=twice.spoken))
    if len(cards) - len(coloured) > deck.ONES:
        raise Refused(say("The deck has only six 1s."))


def letters(pgettext: Translate) -> dict[str, str]:
    """Return the letter of each colour in the reader's language."""
    return {
        "green": pgettext("letter of green cards", "G"),
        "red": pgettext("letter of red cards", "R"),
        "yellow": pgettext("letter of yellow cards", "Y"),
        "blue": pgettext("letter of blue cards", "B"),
    }


def to_source(written: str, pgettext: Translate) -> str:
    """Return cards that were written in the reader's language, with the letters of the source; all else stays."""
    own = {theirs.upper(): letter(colour) for colour, theirs in letters(pgettext).items() if theirs != letter(colour)}
    return re.sub(r"[^\W\d_]+", lambda part: own.get(part[0].upper(), part[0]), written)


def from_source(card: Card, pgettext: Translate) -> str:
    """Return a card as the reader writes it."""
    return f"{letters(pgettext)[card.colour].upper()}{card.face}" if card.colour else str(card.face)
