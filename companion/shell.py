"""The shell's language: what whoever runs the companion reads on the terminal and in its log."""

import os
import sys
from collections.abc import Mapping
from functools import cache

from companion import text
from companion.games.message import Message


def languages(environ: Mapping[str, str]) -> list[str]:
    """The languages that an environment asks for, as GNU gettext reads it: LANGUAGE is a list."""
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "C")
    if _language(locale) == "en":
        return ["en"]
    return [_language(one) for one in (environ.get("LANGUAGE") or locale).split(":") if one]


def _language(locale: str) -> str:
    """The language of a locale such as ``de_AT.UTF-8@euro``; that of C and POSIX is the source's."""
    name = locale.partition("@")[0].partition(".")[0]
    return "en" if name in ("C", "POSIX") else name


@cache
def words() -> text.Catalogue:
    """The catalogue in which this process speaks to whoever runs it."""
    return text.catalogue(languages(os.environ))


def gettext(message: str) -> str:
    """The translation of a text."""
    return words().gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The translation of a text with a singular and a plural."""
    return words().ngettext(singular, plural, n)


def pgettext(context: str, string: str) -> str:
    """The translation of a text that has another meaning elsewhere."""
    return words().pgettext(context, string)


def told(message: Message) -> str:
    """Write a message as a sentence."""
    return text.translate(message, words())


def can_show(signs: str) -> bool:
    """Whether standard output has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
