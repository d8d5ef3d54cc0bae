"""The error that every command raises to say what is wrong."""

from __future__ import annotations

import click


class PlainError(click.ClickException):
    """What is wrong, in one line on stderr; exit status 2."""

    exit_code = 2
