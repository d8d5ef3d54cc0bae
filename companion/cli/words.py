"""The command's language: plain lines in English."""

import sqlite3

import click

from companion import text
from companion.games.message import Message
from companion.games.reading import Unreadable
from companion.store.folder import CommandRefused

ERRORS = (click.ClickException, CommandRefused, Unreadable, OSError, sqlite3.Error, UnicodeDecodeError)


def describe_error(error: BaseException) -> str:
    """Return what one of ``ERRORS`` means, as a plain line."""
    match error:
        case Unreadable(location=location):
            sentence = f"{location}: {english(error.reason)}" if location else english(error.reason)
        case click.ClickException():
            sentence = error.format_message()
        case OSError(filename=str(name)):
            sentence = f"{error.strerror}: {name}"
        case sqlite3.Error() | UnicodeDecodeError():  # SQLite's own words may be what is damaged
            sentence = f"Can’t use the database: {error}."
        case _:
            sentence = str(error)
    return " ".join(sentence.split())


def english(message: Message) -> str:
    """Return a message in English."""
    return text.translate(message, text.ENGLISH)


def plural(count: int, one: str) -> str:
    """Return how many of something there are: 1 table, 2 tables."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def warn(sentence: str) -> None:
    """Print a sentence on standard error."""
    click.echo(f"companion: {sentence}", err=True)
