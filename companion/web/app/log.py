"""The log: plain lines that tell the companion's owner what to do, each at most once a minute.

Every key is cut short, in lines and tracebacks, so that the log opens no table. Control characters are escaped, so that
nothing that was sent makes a line of its own.
"""

import logging
import re
import sys
import time

from flask import Flask, current_app

QUIET_SECONDS = 60
# A key in an address, and whatever else is as long as a key: that shortens some names in a traceback, too.
_KEY = re.compile(r"(/[tg]/[\w-]{4})[\w-]+|(?<![\w-])([\w-]{4})[\w-]{18}(?![\w-])", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


def init_app(app: Flask) -> None:
    """Clean what the application logs, and remember when it logged what."""
    app.extensions["logged"] = {}
    logging.getLogger(app.name).addFilter(clean)  # ``app.logger`` would decide now where it writes


def write(access_log: bool) -> None:
    """Write every line to standard error, and one for each request, if wanted, to standard output."""
    requests = logging.getLogger("uvicorn.access")
    requests.setLevel(logging.INFO)
    requests.propagate = False
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of what phones send
    for logger, stream in ((logging.getLogger(), sys.stderr), *[(requests, sys.stdout)] * access_log):
        handler = logging.StreamHandler(stream)
        handler.addFilter(clean)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        logger.addHandler(handler)


def clean(record: logging.LogRecord) -> bool:
    """Cut every key in a log record to its first letters, and escape control characters; return True."""
    message = _CONTROL.sub(lambda found: ascii(found[0])[1:-1], record.getMessage())
    record.msg, record.args = _shorten(message), ()
    if record.exc_info:
        lines = logging.Formatter().formatException(record.exc_info).splitlines()
        record.exc_text = "\n".join(_CONTROL.sub("", _shorten(line)) for line in lines)
    return True


def log_for_owner(sentence: str, about: str = "") -> None:
    """Log a line, unless it or one ``about`` the same was logged in the last minute."""
    logged: dict[str, float] = current_app.extensions["logged"]
    now = time.monotonic()
    if now - logged.get(about or sentence, -QUIET_SECONDS) >= QUIET_SECONDS:
        logged[about or sentence] = now
        current_app.logger.error(sentence)


def _shorten(text: str) -> str:
    return _KEY.sub(lambda key: f"{key[1] or key[2]}…", text)
