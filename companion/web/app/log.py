"""The log: plain lines that tell the host what to do, each at most once a minute.

Every key is cut short, in lines and tracebacks, so that the log opens no table.
"""

import logging
import re
import time

from flask import Flask, current_app

QUIET_SECONDS = 60
# A key in an address, and whatever else is as long as a key: that shortens some names in a traceback, too.
_KEY = re.compile(r"(/[tg]/[\w-]{4})[\w-]+|(?<![\w-])([\w-]{4})[\w-]{18}(?![\w-])", re.ASCII)


def init_app(app: Flask) -> None:
    """Shorten keys in what the application logs, and remember when it logged what."""
    app.extensions["logged"] = {}
    logging.getLogger(app.name).addFilter(shorten_keys)  # ``app.logger`` would decide now where it writes


def shorten_keys(record: logging.LogRecord) -> bool:
    """Cut every key in a log record to its first letters; return True."""
    record.msg, record.args = _shorten(record.getMessage()), ()
    if record.exc_info:
        record.exc_text = _shorten(logging.Formatter().formatException(record.exc_info))
    return True


def _shorten(text: str) -> str:
    return _KEY.sub(lambda key: f"{key[1] or key[2]}…", text)


def tell_host(sentence: str, about: str = "") -> None:
    """Log a line, unless it or one ``about`` the same was logged in the last minute."""
    logged: dict[str, float] = current_app.extensions["logged"]
    now = time.monotonic()
    if now - logged.get(about or sentence, -QUIET_SECONDS) >= QUIET_SECONDS:
        logged[about or sentence] = now
        current_app.logger.error(sentence)
