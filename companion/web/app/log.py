"""The log, where whoever runs the companion reads what to do: one plain line, and the same at most once a minute."""

import time

from flask import Flask, current_app

QUIET = 60  # seconds


def init_app(app: Flask) -> None:
    """Remember what was told, and when."""
    app.extensions["told"] = {}


def tell_host(line: str, about: str = "") -> None:
    """Log a line, unless the same, or one about the same, was logged in the last minute."""
    told: dict[str, float] = current_app.extensions["told"]
    now = time.monotonic()
    if now - told.get(about or line, -QUIET) >= QUIET:
        told[about or line] = now
        current_app.logger.error(line)
