"""A score-keeping companion for card games at a real table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__version__ = "0.1.0"


def create_app(data: Path | None = None) -> Flask:
    """The web application, with its SQLite file in the folder ``data`` (see ``companion.web.app.folders``).

    Raises OSError or sqlite3.Error where the folder or the file cannot be made or written.
    """
    from companion.web.app.application import assemble

    return assemble(data)
