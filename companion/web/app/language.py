"""The reader's language: gettext for templates, and filters for what the rules say."""

from __future__ import annotations

from contextvars import ContextVar
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

from flask import Flask, render_template, request
from markupsafe import Markup, escape

from companion import text
from companion.games.contract import Shown
from companion.games.message import Message
from companion.games.reasons import reasons
from companion.store.journal.history import describe_news

# Looked up some thirty times a page: a context variable costs a fraction of asking the request each time.
_chosen: ContextVar[text.Catalogue] = ContextVar("catalogue")


def init_app(app: Flask) -> None:
    """Let templates translate and format."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext)  # type: ignore[attr-defined]
    app.jinja_env.filters.update(
        tell=tell,
        number=text.number,
        average=average,
        show=show,
        percent_of=percent_of,
        signed=text.signed,
        listed=listed,
        when=when,
        seated=seated,
        short=short,
        by_rank=by_rank,
    )
    app.jinja_env.globals.update(
        _=gettext, language=language, notices=notices, reasons=reasons, describe_news=describe_news
    )
    app.before_request(choose)


def words() -> text.Catalogue:
    """The catalogue for this request."""
    return _chosen.get()


def choose() -> None:
    """Choose the catalogue for this request by the languages that its reader likes."""
    _chosen.set(_catalogue(request.headers.get("Accept-Language", "")))


def gettext(string: str) -> str:
    """The translation of a text."""
    return words().gettext(string)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The translation of a text that differs by number."""
    return words().ngettext(singular, plural, n)


def notices() -> Markup:
    """The notices that every page has ready: they differ by language only."""
    return _notices(words())


@lru_cache(maxsize=50)
def _notices(_words: text.Catalogue) -> Markup:
    return Markup(render_template("app/_notices.html"))  # noqa: S704 - a template has escaped it


def language() -> str:
    """The language of the page, for its ``lang`` attribute."""
    return words().info().get("language", "en")


def tell(message: Message) -> Markup:
    """A message of the rules as a sentence, where no name turns the direction of what follows it."""
    return _told(message, words())


@lru_cache(maxsize=4000)
def _told(message: Message, words: text.Catalogue) -> Markup:
    """Kept, since every phone at a table reads the same sentences."""
    return Markup(text.tell(message, words, _isolated))  # noqa: S704 - the texts are ours, values are escaped


def show(value: Shown) -> str:
    """What stands in a cell of a sheet."""
    return text.show(value, words())


def listed(names: list[str]) -> Markup:
    """Names as a list that reads: Anne, Paul and Rachel."""
    return tell(Message("%(names)s", (("names", tuple(names)),)))


def _isolated(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def when(at: str) -> str:
    """A moment of a journal in the server's own time zone, for pages without JavaScript: 2026-11-21 21:05."""
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def short(name: str) -> str:
    """A name cut to ten characters, for a line that has room for eight of them."""
    return name if len(name) <= 10 else f"{name[:9]}…"


def average(total: float, count: float) -> str:
    """So much for each, with one decimal; a dash for none."""
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
    ranges = sorted(_ranges(accepted[:200]), key=lambda item: -item[1])
    return text.catalogue([tag.replace("-", "_") for tag, quality in ranges if quality > 0])


def _ranges(accepted: str) -> list[tuple[str, float]]:
    """The language tags and qualities of an Accept-Language header."""
    from werkzeug.datastructures import LanguageAccept
    from werkzeug.http import parse_accept_header

    return list(parse_accept_header(accepted, LanguageAccept))
