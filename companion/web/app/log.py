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
_IN_ADDRESS = re.compile(r"(/[tg]/[\w-]{4})[\w-]+", re.ASCII)
_AS_LONG_AS_A_KEY = re.compile(r"(?<![\w-])([\w-]{4})[\w-]{18,}(?![\w-])", re.ASCII)
# What programs call things, such as journal_no_delete, m004_one_truth, MAX_CONTENT_LENGTH and LocationParseError. Of a
# million keys less than ten look like that, and in an address even those are shortened.
_NAME = re.compile(r"_*(?:[a-z]+[0-9]*(?:[_-]+[a-z]+[0-9]*)*|[A-Z]+[0-9]*(?:_[A-Z]+[0-9]*)*|(?:[A-Z][a-z]{2,})+)_*")


class Keyless(logging.Filter):
    """Shortens every key in what a logger tells, before anybody else sees it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always lets it pass."""
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
    """A text in which of every key only the first letters stand, so that one can be told from another."""
    return _AS_LONG_AS_A_KEY.sub(_unless_a_name, _IN_ADDRESS.sub(r"\1…", text))


def _unless_a_name(found: re.Match[str]) -> str:
    return found[0] if _NAME.fullmatch(found[0]) else f"{found[1]}…"


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
