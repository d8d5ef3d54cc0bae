"""The reader's language: gettext, and messages, numbers and names as pages write them."""

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction

from flask import g, request
from markupsafe import Markup, escape

from companion import text
from companion.games.message import Message, say
from companion.store.journal.facts import Table

COOKIE = "language"  # what was chosen on this phone
_NAME_BEFORE_NUMBER = re.compile(r"(?<=>)([^<>]{1,20}</bdi>) (?=[+−\d])")


def get_catalogue() -> text.Catalogue:
    """Return the catalogue of this request."""
    return g.get("catalogue") or choose()


def choose(wanted: str | None = None) -> text.Catalogue:
    """Choose the catalogue of this request and return it: of this language, if it exists.

    Else that of the asking page, of the phone's choice, or of the browser's preference.
    """
    chosen = [wanted, request.headers.get("Page-Language"), *request.cookies.getlist(COOKIE)]
    accepted = [tag.replace("-", "_") for tag, quality in request.accept_languages if quality]
    g.catalogue = text.find_catalogue([*(one for one in chosen if one in text.languages()), *accepted])
    return g.catalogue  # type: ignore[no-any-return]


def gettext(string: str) -> str:
    """Return the translation of a text."""
    return get_catalogue().gettext(string)


def pgettext(context: str, string: str) -> str:
    """Return the translation of a text that has another meaning elsewhere."""
    return get_catalogue().pgettext(context, string)


def in_words(message: Message) -> str:
    """Write a message as a plain sentence."""
    return text.translate(message, get_catalogue())


def language() -> str:
    """Return the language of the page, for its ``lang`` attribute."""
    return get_catalogue().info().get("language", text.SOURCE)


def to_html(message: Message | str) -> Markup:
    """Write a message or a name as HTML. Names are isolated: an Arabic one doesn't turn the text around it."""
    if isinstance(message, str):
        return escape(message)
    # What somebody scored stands on the line of the name, unless that is longer than a line.
    isolated = "<bdi>{}</bdi>"
    written = text.translate(message, get_catalogue(), lambda name: isolated.format(escape(name)))
    return Markup(_NAME_BEFORE_NUMBER.sub("\\1\u00a0", written))  # noqa: S704 - escaped


def name_game(table: Table) -> str:
    """Return what a table calls its game."""
    return text.name_played_game(table.rulebook, table.sitting, get_catalogue())


def in_its_language(write: Callable[..., str]) -> Callable[..., str]:
    """Return a filter that writes values in the language of the page."""
    return lambda *values: write(*values, get_catalogue())


def listed(names: list[str]) -> Markup:
    """Write names as a list: Anne, Paul and Rachel."""
    return to_html(say("%(names)s", names=tuple(names)))


def short(name: str | Message, limit: int = 10) -> str:
    """Return a name cut to ``limit`` characters, or a message in full."""
    if isinstance(name, Message):
        return in_words(name)
    return name if len(name) <= limit else name[: limit - 1].rstrip() + "…"


def breadth(name: str) -> int:
    """Return a name's width in letters; Chinese characters and emoji count two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in name)


def average(total: float, count: float) -> str:
    """Write ``total`` divided by ``count`` with one decimal; a dash where ``count`` is 0."""
    return text.format_decimal(Fraction(total) / Fraction(count), get_catalogue()) if count else "–"


def seated(players: tuple[str, ...], seats: tuple[int, ...]) -> list[str]:
    """Return the names at these seats."""
    return [players[seat] for seat in seats]
