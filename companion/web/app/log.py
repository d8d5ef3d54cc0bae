"""The log, where whoever runs the companion reads what to do: one plain line, and the same at most once a minute.

Who reads it could open a table with a key that stands in it, so every key is shortened, in lines and in tracebacks.
"""

import logging
import re
import sqlite3
import time
from pathlib import Path

from flask import Flask, current_app

from companion.store.trouble import explain, trouble_of

QUIET = 60  # seconds
# What stands in an address, and whatever else is as long as a key. That shortens some names in a traceback, too.
_KEY = re.compile(r"(/[tg]/[\w-]{4})[\w-]+|(?<![\w-])([\w-]{4})[\w-]{18}(?![\w-])", re.ASCII)


class Keyless(logging.Filter):
    """Shortens every key in what a logger tells, before anybody else sees it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let it pass."""
        record.msg, record.args = shorten(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = shorten(logging.Formatter().formatException(record.exc_info))
        return True


KEYLESS = Keyless()


def init_app(app: Flask) -> None:
    """Remember what was told, and when."""
    app.extensions["told"] = {}
    logging.getLogger(app.name).addFilter(KEYLESS)  # ``app.logger`` would decide now where it writes


def shorten(text: str) -> str:
    """Return a text with the first letters of every key only, so that one can be told from another."""
    return _KEY.sub(lambda key: f"{key[1] or key[2]}…", text)


def tell_trouble(error: sqlite3.Error, path: Path) -> None:
    """Log what is wrong with the file, once a minute."""
    tell_host(explain(error, path), about=trouble_of(error, path).name)


def tell_host(line: str, about: str = "") -> None:
    """Log a line, unless the same, or one about the same, was logged in the last minute."""
    told: dict[str, float] = current_app.extensions["told"]
    now = time.monotonic()
    if now - told.get(about or line, -QUIET) >= QUIET:
        told[about or line] = now
        current_app.logger.error(line)
