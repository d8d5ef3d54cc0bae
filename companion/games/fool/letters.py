"""How cards are written in a reader's language: ``Ż9`` for ``Y9``. The letters of the source are read in all of them.

``pgettext`` translates a text in a context.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from companion.games.fool.card import Card, letter

Translate: TypeAlias = Callable[[str, str], str]


def letters(pgettext: Translate) -> dict[str, str]:
    """The letter of each colour."""
    return {
        "green": pgettext("letter of green cards", "G"),
        "red": pgettext("letter of red cards", "R"),
        "yellow": pgettext("letter of yellow cards", "Y"),
        "blue": pgettext("letter of blue cards", "B"),
    }


def read(written: str, pgettext: Translate) -> str:
    """Cards that were written in the reader's language, with the letters of the source; all else stays."""
    own = {theirs.upper(): letter(colour) for colour, theirs in letters(pgettext).items() if theirs != letter(colour)}
    return re.sub(r"[^\W\d_]+", lambda part: own.get(part[0].upper(), part[0]), written)


def write(card: Card, pgettext: Translate) -> str:
    """A card as the reader writes it."""
    return f"{letters(pgettext)[card.colour].upper()}{card.face}" if card.colour else card.written
