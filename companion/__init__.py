"""A score-keeping companion for card games at a real table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from companion.web.app.limits import Limits

__version__ = "1.0.0"


def create_app(data: Path | None = None, public_url: str = "", limits: Limits | None = None) -> Flask:
    """Return the web application, with its SQLite file in the folder ``data`` (see ``companion.web.app.folders``).

    ``public_url`` is the address for phones, empty for the one they use. Without ``limits`` strangers may begin
    anything. Raises OSError or sqlite3.Error if folder or file can't be written.
    """
    from companion.web.application import assemble

    return assemble(data, public_url or os.environ.get("COMPANION_PUBLIC_URL", ""), limits)
