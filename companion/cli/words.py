"""The command's language: plain lines in English."""

import sqlite3

import click

from companion import text
from companion.games.message import Message
from companion.games.reading import Unreadable
from companion.store.folder import CommandRefused
from companion.store.links.links import LinkEnded

ERRORS = (click.ClickException, CommandRefused, Unreadable, LinkEnded, OSError, sqlite3.Error, UnicodeDecodeError)


def describe_error(error: BaseException) -> str:
    """Return what one of ``ERRORS`` means, as a plain line."""
    match error:
        case Unreadable(location=location):
            sentence = f"{location}: {english(error.reason)}" if location else english(error.reason)
        case click.ClickException():
            sentence = error.format_message()
        case LinkEnded():
            sentence = "It was just deleted, or its link no longer works."
        case OSError(filename=str(name)):
            path = name.partition("/.companion-")[0]  # a folder for as long as a backup is made
            sentence = f"{error.strerror}: {path}"
            if isinstance(error, PermissionError):
                sentence += ". The companion’s own user needs access to it, as in /tmp."
        case sqlite3.OperationalError(sqlite_errorcode=sqlite3.SQLITE_FULL):
            sentence = "The disk is full. Delete other files, such as old backups."
        case sqlite3.Error() | UnicodeDecodeError():  # of what SQLite says where it quotes a damaged name
            sentence = f"Can’t use the database: {error}."
        case _:
            sentence = str(error)
    return " ".join(sentence.split())


def english(message: Message) -> str:
    """Return a message in English."""
    return text.translate(message, text.ENGLISH)


def plural(count: int, one: str, many: str = "") -> str:
    """Return how many of something there are: 1 table, 2 tables."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def warn(sentence: str) -> None:
    """Print a sentence on standard error."""
    click.echo(f"companion: {sentence}", err=True)
