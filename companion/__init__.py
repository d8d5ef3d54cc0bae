"""A score-keeping companion for card games at a real table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from companion.web.app.limits import Limits

__version__ = "1.0.0"


def create_app(
    data: Path | None = None, public_url: str = "", limits: Limits | None = None, new: bool = False
) -> Flask:
    """Return the web application, with its SQLite file in the folder ``data`` (see ``companion.web.app.folders``).

    ``public_url`` is the address of its first page for phones, if it is not the one that they ask for.
    ``limits`` say how much strangers may begin; without them it is any number. ``new`` begins an empty database also
    where one has been lost. Raises OSError or sqlite3.Error where the folder or the file can't be made or written.
    """
    from companion.web.application import assemble

    return assemble(data, public_url or os.environ.get("COMPANION_PUBLIC_URL", ""), limits, new)
