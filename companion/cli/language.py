"""The command speaks the shell's language: its own sentences, and those of Click, which asks Python's gettext."""

import gettext as stdlib_gettext
import os
import sys
from io import TextIOWrapper
from typing import IO, Any

import click

from companion import text
from companion.games.message import Message, say_of
from companion.shell import gettext as _
from companion.shell import told, words

# Python's gettext asks the environment anew each time: let it find what the rest of the command has found.
os.environ["LANGUAGE"] = words().info().get("language", "C")
stdlib_gettext.bindtextdomain(text.DOMAIN, text.LOCALE_FOLDER)
stdlib_gettext.textdomain(text.DOMAIN)

# Click does not translate what it calls its types, as in "--port INTEGER RANGE".
# TRANSLATORS: stands in capitals after an option, where any text is to be typed
click.STRING.name = _("text")
# TRANSLATORS: stands in capitals after an option; also in "'x' is not a valid integer."
click.INT.name = _("integer")
# TRANSLATORS: a whole number between two others; stands in capitals after an option
click.IntRange.name = _("integer range")


class Problem(click.ClickException):
    """Why a command can't be done, in one plain line."""

    def __init__(self, reason: Message) -> None:
        super().__init__(told(reason))


class File(click.File):
    """A file to be read, of which the system says in the shell's language why it can't be."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> IO[Any]:
        """Raises click.BadParameter where it can't be opened."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            why = error.__context__.strerror if isinstance(error.__context__, OSError) else None
            if not why:
                raise
            self.fail(told(say_of(f"'{click.format_filename(value)}'", Message(why))), param, ctx)


def tell(message: Message) -> None:
    """Print a sentence."""
    click.echo(told(message))


def warn(message: Message) -> None:
    """Print a sentence on standard error."""
    click.echo(f"companion: {told(message)}", err=True)


def write_what_can_be() -> None:
    """Let a sign that standard output does not have become a question mark, not an error."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")
