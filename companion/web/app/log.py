"""The log: plain lines that tell the companion's owner what to do.

Every key is cut short, in lines and tracebacks, so that the log opens no table. Control characters are escaped, so that
nothing that was sent makes a line of its own.
"""

import logging
import re
import sys

# A key in an address, and whatever else is as long as a key: that shortens some names in a traceback, too.
_KEY = re.compile(r"(/[tg]/[\w-]{4})[\w-]+|(?<![\w-])([\w-]{4})[\w-]{18}(?![\w-])", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


class CleanLines(logging.Formatter):
    """Writes records without keys and control characters."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record, and the lines of its traceback."""
        record.msg, record.args = clean(record.getMessage()), ()
        return "\n".join(map(clean, super().format(record).split("\n")))


def clean(text: str) -> str:
    """Return a text with every key cut to its first letters, and control characters escaped."""
    escaped = _CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)
    return _KEY.sub(lambda key: f"{key[1] or key[2]}…", escaped)


def write(access_log: bool) -> None:
    """Write every line to standard error, and one for each request, if wanted, to standard output."""
    requests = logging.getLogger("uvicorn.access")
    requests.setLevel(logging.INFO)
    requests.propagate = False
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # it warns of what phones send
    for logger, stream in ((logging.getLogger(), sys.stderr), *[(requests, sys.stdout)] * access_log):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(CleanLines("%(asctime)s %(message)s"))
        logger.addHandler(handler)
