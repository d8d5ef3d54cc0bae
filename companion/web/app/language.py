"""The reader's language: gettext for templates, and filters for messages, numbers and names."""

import unicodedata
from collections.abc import Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flask import Flask, render_template, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept, MultiDict
from werkzeug.http import parse_accept_header, parse_cookie

from companion import text
from companion.games.contract import Shown
from companion.games.message import Message, say
from companion.games.reasons import reasons
from companion.store.journal.history import describe_news
from companion.store.journal.replay import Table

# What was chosen on this phone, for its pages and for the big screen.
COOKIE, SCREEN_COOKIE = "language", "screen-language"
# A context variable, since it is looked up some thirty times a page and is much faster than the request.
_chosen: ContextVar[text.Catalogue] = ContextVar("catalogue")


def init_app(app: Flask) -> None:
    """Give templates gettext and the filters of this module."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, pgettext=pgettext)  # type: ignore[attr-defined]
    filters = (
        translate,
        show,
        called,
        listed,
        average,
        percent_of,
        when,
        seated,
        short,
        breadth,
        by_rank,
        text.number,
        text.signed,
    )
    app.jinja_env.filters.update({filter_.__name__: filter_ for filter_ in filters})
    app.jinja_env.globals.update(
        _=gettext,
        language=language,
        languages=text.languages,
        own_name=text.own_name,
        notices=notices,
        reasons=reasons,
        describe_news=describe_news,
    )
    app.url_value_preprocessor(lambda *_: choose())  # what refuses a request before all else says why, too


def words() -> text.Catalogue:
    """The catalogue for this request."""
    return _chosen.get()


def choose(wanted: str | None = None) -> None:
    """Choose the catalogue for this request: this language, if there is such a one."""
    _chosen.set(text.catalogue([wanted]) if wanted in text.languages() else asked(request.environ))


def asked(environ: Mapping[str, Any]) -> text.Catalogue:
    """The catalogue in which a request is answered. Only here is that decided, but for the manifest.

    It is the language of the page that asks, else the one that was chosen on this phone, else the browser's. The big
    screen has its own.
    """
    try:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    except UnicodeError:  # another program's on the same host
        cookies = MultiDict()
    names = (SCREEN_COOKIE, COOKIE) if environ["PATH_INFO"].endswith("/screen") else (COOKIE,)
    for chosen in (environ.get("HTTP_PAGE_LANGUAGE"), *(one for name in names for one in cookies.getlist(name))):
        if chosen in text.languages():
            return text.catalogue([chosen])
    return _catalogue(environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def gettext(string: str) -> str:
    """The translation of a text."""
    return words().gettext(string)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The translation of a text with a singular and a plural."""
    return words().ngettext(singular, plural, n)


def pgettext(context: str, string: str) -> str:
    """The translation of a text that has another meaning elsewhere."""
    return words().pgettext(context, string)


def notices() -> Markup:
    """The notices that every page contains, hidden. They are rendered once for each language."""
    return _notices(words())


@lru_cache(maxsize=50)
def _notices(_words: text.Catalogue) -> Markup:
    return Markup(render_template("app/_notices.html"))  # noqa: S704 - a template has escaped it


def language() -> str:
    """The language of the page, for its ``lang`` attribute."""
    return name(words())


def name(catalogue: text.Catalogue) -> str:
    """The language of a catalogue. There is only one for each language."""
    return catalogue.info().get("language", text.SOURCE)


def translate(message: Message) -> Markup:
    """Write a message as a sentence. Each name is isolated, so that one in Arabic does not turn the text around it."""
    return Markup(text.translate(message, words(), _isolated))  # noqa: S704 - the texts are ours, values are escaped


def show(value: Shown) -> str:
    """Write the content of a cell of a sheet."""
    return text.show(value, words())


def called(table: Table) -> str:
    """What a table calls its game."""
    return text.title(table.rulebook, table.sitting, words())


def listed(names: list[str]) -> Markup:
    """Write names as a list: Anne, Paul and Rachel."""
    return translate(say("%(names)s", names=tuple(names)))


def _isolated(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def when(at: str) -> str:
    """Write a time in the server's own time zone, for pages without JavaScript."""
    return text.moment(at, words())


def short(name: str) -> str:
    """Cut a name to ten characters, for a line with up to eight names."""
    characters = text.clusters(name)
    return name if len(characters) <= 10 else "".join(characters[:9]).rstrip() + "…"


def breadth(name: str) -> int:
    """About how many letters wide a name is: one in Chinese or an emoji is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in name)


def average(total: float, count: float) -> str:
    """Write ``total`` divided by ``count`` with one decimal; a dash where ``count`` is 0."""
    return text.decimal(Fraction(total) / Fraction(count), words()) if count else "–"


def percent_of(part: float, whole: float) -> str:
    """A part in percent of the whole."""
    return text.percent(part, whole, words())


def seated(players: tuple[str, ...], seats: tuple[int, ...]) -> list[str]:
    """The names at these seats."""
    return [players[seat] for seat in seats]


def by_rank(ranks: tuple[int, ...]) -> list[int]:
    """The seats in the order of their ranks, equals in seat order."""
    return sorted(range(len(ranks)), key=lambda seat: ranks[seat])


@lru_cache(maxsize=200)
def _catalogue(accepted: str) -> text.Catalogue:
    ranges = sorted(parse_accept_header(accepted[:200], LanguageAccept), key=lambda item: -item[1])
    return text.catalogue([tag.replace("-", "_") for tag, quality in ranges if quality > 0])
