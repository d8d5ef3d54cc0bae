"""The reader's language: gettext for templates, and filters for messages, numbers and names."""

import re
import unicodedata
from contextlib import suppress
from fractions import Fraction

from flask import Flask, g, request
from markupsafe import Markup, escape

from companion import text
from companion.games import reasons
from companion.games.derive import best_is_lowest
from companion.games.message import Message, say
from companion.games.option import defaults
from companion.games.record import has_begun, list_cell_fields
from companion.store.journal.facts import Table
from companion.store.journal.history import describe_news

# What was chosen on this phone, for its pages and for the big screen.
COOKIE, SCREEN_COOKIE = "language", "screen-language"
_NAME_BEFORE_NUMBER = re.compile(r"(?<=>)([^<>]{1,20}</bdi>) (?=[+−\d])")


def init_app(app: Flask) -> None:
    """Give templates gettext and the filters of this module."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, lambda *forms: get_catalogue().ngettext(*forms), pgettext=pgettext
    )
    app.jinja_env.globals["_"] = gettext  # not by way of Jinja's alias, which looks it up for each of a page's forty
    for function in (listed, average, seated, short, breadth):
        app.jinja_env.filters[function.__name__] = function
    app.jinja_env.filters |= {"translate": to_html, "called": name_game}
    app.jinja_env.filters |= {"number": text.format_number, "signed": text.format_signed}
    in_language = {"show": text.format_cell, "day": text.format_day, "when": text.format_moment}
    for name, write in (in_language | {"percent_of": text.format_percent}).items():
        app.jinja_env.filters[name] = lambda *values, write=write: write(*values, get_catalogue())
    for look_up in (
        *(language, text.languages, text.name_language, best_is_lowest, defaults, describe_news, has_begun),
        *(list_cell_fields, reasons.explain_round, reasons.explain_side, reasons.list_changes, reasons.list_marks),
        *(reasons.list_possible_marks, reasons.list_tallies, reasons.describe_win, reasons.describe_lead),
        reasons.describe_leaving,
    ):
        app.jinja_env.globals[look_up.__name__] = look_up


def get_catalogue() -> text.Catalogue:
    """Return the catalogue of this request."""
    return g.get("catalogue") or choose()


def choose(wanted: str | None = None) -> text.Catalogue:
    """Choose the catalogue of this request and return it: of this language, if it exists.

    Else that of the asking page, of the phone's or big screen's choice, or of the browser's preference.
    """
    chosen = [wanted, request.headers.get("Page-Language")]
    with suppress(UnicodeError):  # another program's cookie on the same host
        names = (SCREEN_COOKIE, COOKIE) if request.path.endswith("/screen") else (COOKIE,)
        chosen += [one for name in names for one in request.cookies.getlist(name)]
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
