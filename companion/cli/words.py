"""How the command says things: in English, in plain lines."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion import text
from companion.games.message import Message
from companion.games.reading import Unreadable

UNITS = ("B", "kB", "MB", "GB", "TB")


def english(message: Message) -> str:
    """Return a sentence of the rules."""
    return text.translate(message, text.ENGLISH)


def count(number: int, one: str, many: str = "") -> str:
    """Return how many of something there are: 1 table, 2 tables."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def moment(at: str) -> str:
    """Return a moment on the clock of this computer, to the minute; a dash where there is none."""
    return text.moment(at, text.ENGLISH) if at else "–"


def size(number: float) -> str:
    """Return a number of bytes, with one decimal below a hundred of a unit."""
    unit = 0
    while number >= 1000 and unit < len(UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return f"{number:.{1 if unit and number < 100 else 0}f} {UNITS[unit]}"


def warn(sentence: str) -> None:
    """Print a sentence on standard error."""
    click.echo(f"companion: {sentence}", err=True)


def reason(error: OSError) -> str:
    """Return what the system says."""
    return error.strerror or str(error) or type(error).__name__


def where_and_why(error: Unreadable) -> str:
    """Return where a file can't be read, and why."""
    return f"{english(error.where)}: {english(error.reason)}" if error.where else english(error.reason)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors of files and of the database into one plain line."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{reason(error)}: {error.filename}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # of what SQLite says where it quotes a damaged name
        raise click.ClickException(f"The database can't be used: {error}.") from error
