"""Messages as text: translated, with numbers and lists as readers expect them."""

import gettext as stdlib_gettext
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.games import RULEBOOKS, folder_of
from companion.games.contract import Rulebook
from companion.games.fields import CellValue
from companion.games.message import Message, Signed, Value
from companion.games.sitting import Sitting

DOMAIN = "companion"
LOCALE_FOLDER = Path(__file__).parent / "locale"
Catalogue = stdlib_gettext.NullTranslations
SOURCE = "en"  # the language of the messages themselves
ENGLISH = Catalogue()
# In Spanish: Ana y Paul, but Ana e Inés.
_SOUNDS_LIKE_Y = re.compile("(?:h?[ií]|y(?![aeiouáéíóú]))(?![aeoáéó])", re.IGNORECASE)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are: the source's first, then each with a catalogue."""
    return (SOURCE, *sorted(path.parts[-3] for path in LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def find_catalogue(wanted: Sequence[str]) -> Catalogue:
    """Return the catalogue of the first of these languages (``de``, ``de_AT``) that exists, else English.

    Languages come from strangers, so only existing names are looked up.
    """
    names = (name for one in wanted for name in (one, one.split("_")[0].lower()))
    found = next((name for name in names if name in languages()), SOURCE)
    return ENGLISH if found == SOURCE else _load(found)


@cache
def _load(language: str) -> Catalogue:
    """Load the messages of a language, those of its games included, as one dictionary; the others stay in English.

    A chain of fallbacks would ask seven catalogues for the last game's.
    """
    common = stdlib_gettext.translation(DOMAIN, LOCALE_FOLDER, [language])
    for folder in map(folder_of, RULEBOOKS):
        locale = str(files(f"companion.games.{folder}") / "locale")
        own = stdlib_gettext.translation(folder, locale, [language], fallback=True)
        vars(common)["_catalog"] = vars(own).get("_catalog", {}) | vars(common)["_catalog"]
    return common


def name_language(language: str) -> str:
    """Return what a language that there is calls itself: English, Deutsch."""
    # TRANSLATORS: the name of your language, in your language
    return find_catalogue([language]).gettext("English")


def format_day(at: str, catalogue: Catalogue) -> str:
    """Write the day of a time, in the server's own time zone: 2026-11-21."""
    year, month, date = datetime.fromisoformat(at).astimezone().strftime("%Y %m %d").split()
    # TRANSLATORS: a date in figures
    return catalogue.gettext("%(year)s-%(month)s-%(day)s") % {"year": year, "month": month, "day": date}


def format_moment(at: str, catalogue: Catalogue) -> str:
    """Write a time in the server's own time zone: 2026-11-21 21:05."""
    return f"{format_day(at, catalogue)} {datetime.fromisoformat(at).astimezone():%H:%M}"


def format_number(value: float | None) -> str:
    """Write a number with a true minus sign and a half as ½: −41, 2½. None, of who did not play, is nothing."""
    if value is None:
        return ""
    whole, half = divmod(abs(value), 1)
    digits = ("" if half and not whole else str(int(whole))) + ("½" if half else "")
    return f"−{digits}" if value < 0 else digits


def name_played_game(rulebook: Rulebook, sitting: Sitting, catalogue: Catalogue) -> str:
    """Return what a table calls its game: the title that it typed, else the usual one in the reader's language."""
    called = rulebook.title_at(sitting)
    return catalogue.gettext(called) if called == rulebook.title else called


def format_decimal(value: Fraction, catalogue: Catalogue) -> str:
    """Write a number with one decimal, rounded half away from zero: −12.4."""
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    digits = catalogue.gettext("%(whole)s.%(tenths)s") % {"whole": tenths // 10, "tenths": tenths % 10}
    return f"−{digits}" if value < 0 and tenths else digits


def format_percent(part: float, whole: float, catalogue: Catalogue) -> str:
    """Write a part of a whole in percent, rounded half up: 33 %. A dash where the whole is 0."""
    if not whole:
        return "–"
    return catalogue.gettext("%(n)s%%") % {"n": int(Fraction(part) / Fraction(whole) * 100 + Fraction(1, 2))}


def format_signed(value: float | None) -> str:
    """Write the points of a round with their sign: +10, 0, −17; nothing of who did not play."""
    return f"+{format_number(value)}" if value and value > 0 else format_number(value)


def translate(message: Message, catalogue: Catalogue, format_name: Callable[[str], str] = str) -> str:
    """Write a message as a sentence in the catalogue's language. ``format_name`` is called for every name in it."""
    plural = message.plural
    text = catalogue.ngettext(message.text, plural, message.count) if plural else catalogue.gettext(message.text)
    values = {name: _write(value, catalogue, format_name) for name, value in message.values}
    return text % values if values else text


def format_cell(value: CellValue, catalogue: Catalogue) -> str:
    """Write the content of a cell of a sheet. It is empty if nothing is known."""
    return "" if value is None else _write(value, catalogue, str)


def _write(value: Value, catalogue: Catalogue, format_name: Callable[[str], str]) -> str:
    match value:
        case str():
            return format_name(value)
        case Message():
            return translate(value, catalogue, format_name)
        case Signed():
            return format_signed(value.points)
        case int() | float():
            return format_number(value)
    items = [_write(item, catalogue, format_name) for item in value]
    names = [item for item in value if isinstance(item, str)]
    if not 1 < len(names) == len(items):
        return ", ".join(items)
    both = catalogue.gettext("%(first)s and %(last)s")
    if catalogue.info().get("language") == "es" and _SOUNDS_LIKE_Y.match(names[-1]):
        both = both.replace(" y ", " e ")
    return both % {"first": ", ".join(items[:-1]), "last": items[-1]}
