"""Turns messages into text: translated, with numbers and lists written as a reader expects them."""

import gettext as stdlib_gettext
import re
import unicodedata
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

from companion.games.contract import Rulebook, Shown
from companion.games.message import Message, Signed, Value
from companion.games.sitting import R, Sitting

DOMAIN = "companion"
LOCALE_FOLDER = Path(__file__).parent / "locale"
Catalogue = stdlib_gettext.NullTranslations
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:_[A-Za-z0-9]{1,8})*")
# A flag, or a character with what belongs to it: accents, joiners and what they join, skin tones, tags.
_CLUSTER = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|.)(?:[\u200c\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f\u20e3]|\u200d.?)*",
    re.DOTALL,
)


def catalogue(languages: Sequence[str]) -> Catalogue:
    """Load the catalogue of the first of these languages (``de``, ``pl``) that has one; else the source's English.

    What a language is called comes from a stranger and becomes part of a path: only names can.
    """
    named = (one for one in languages if _LANGUAGE.fullmatch(one))
    found = next((one for one in named if stdlib_gettext.find(DOMAIN, LOCALE_FOLDER, [one])), None)
    return stdlib_gettext.translation(DOMAIN, LOCALE_FOLDER, [found]) if found else Catalogue()


def number(value: float) -> str:
    """Write a number with a true minus sign and a half as ½: −41, 2½."""
    whole, half = divmod(abs(value), 1)
    digits = ("" if half and not whole else str(int(whole))) + ("½" if half else "")
    return f"−{digits}" if value < 0 else digits


def title(rulebook: Rulebook[R], sitting: Sitting[R], words: Catalogue) -> str:
    """What a table calls its game: its own title as it was typed, else the usual one in the reader's language."""
    called = rulebook.title_at(sitting)
    return usual_title(rulebook, words) if called == rulebook.title else called


def usual_title(rulebook: Rulebook[R], words: Catalogue) -> str:
    """What people call a game, in the reader's language."""
    return words.gettext(rulebook.title)


def decimal(value: Fraction, words: Catalogue) -> str:
    """Write a number with one decimal, rounded half away from zero: −12.4."""
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    digits = words.gettext("%(whole)s.%(tenths)s") % {"whole": tenths // 10, "tenths": tenths % 10}
    return f"−{digits}" if value < 0 and tenths else digits


def percent(part: float, whole: float, words: Catalogue) -> str:
    """Write a part of a whole in percent, rounded half up: 33 %. A dash where the whole is 0."""
    if not whole:
        return "–"
    return words.gettext("%(n)s %%") % {"n": int(Fraction(part) / Fraction(whole) * 100 + Fraction(1, 2))}


def signed(value: float) -> str:
    """Write the points of a round with their sign: +10, 0, −17."""
    return f"+{number(value)}" if value > 0 else number(value)


def translate(message: Message, words: Catalogue, show: Callable[[str], str] = str) -> str:
    """Write a message as a sentence in the catalogue's language. ``show`` is called for every name in it."""
    plural = message.plural
    text = words.ngettext(message.text, plural, message.count) if plural else words.gettext(message.text)
    return text % {name: _shown(value, words, show) for name, value in message.values} if message.values else text


def show(value: Shown, words: Catalogue) -> str:
    """Write the content of a cell of a sheet. It is empty where nothing is known."""
    match value:
        case None:
            return ""
        case str():
            return value
        case int():
            return number(value)
    return translate(value, words)


def _shown(value: Value, words: Catalogue, show: Callable[[str], str]) -> str:
    match value:
        case str():
            return show(value)
        case Message():
            return translate(value, words, show)
        case Signed():
            return signed(value.points)
        case int() | float():
            return number(value)
    items = [_shown(item, words, show) for item in value]
    if len(items) < 2 or not all(isinstance(item, str) for item in value):
        return ", ".join(items)
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}


def clusters(text: str) -> list[str]:
    """The characters as a reader counts them: an accent belongs to its letter."""
    found: list[str] = []
    for cluster in _CLUSTER.findall(text):
        if found and unicodedata.category(cluster[0]) in ("Mn", "Me", "Mc"):
            found[-1] += cluster
        else:
            found.append(cluster)
    return found
