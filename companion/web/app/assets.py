"""Styles, scripts and pictures: read once, compressed once, kept by the phone for good.

Stylesheets and scripts are many small files for those who write them, and one of each for a phone's page:
on a slow line every file more is a round trip more. An address carries a hash of the content, so it never
goes stale.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, request

from companion.web.app.compression import takes_gzip
from companion.web.app.folders import STATIC

# Which behaviours a page has. Each script is a block of its own, so they can stand one after the other. Strict, since
# in sloppy code Safari before 17.2 hides a block's const and let from the functions in it.
STRICT = b'"use strict";\n'
FIRST = ("forget-table",)
EVERYWHERE = ("load-htmx", "outbox-list", "outbox-store", "outbox", "live", "announce", "install")
SCRIPTS = {
    "page.js": EVERYWHERE,
    "home.js": ("groups-store", "known-groups", "known-tables", *EVERYWHERE),
    "import.js": ("groups-store", "phone-groups", *EVERYWHERE),
    "take-in.js": ("groups-store", "offer-group", *EVERYWHERE),
    "group.js": ("groups-store", "remember-group", "local-time", *EVERYWHERE),
    "group-share.js": ("groups-store", "remember-group", "share", *EVERYWHERE),
    "new-game.js": (
        "groups-store",
        "quiet-group",
        "just-started",
        "known-names",
        "starter-names",
        "draft",
        *EVERYWHERE,
    ),
    "table.js": ("groups-store", "remember-table", "draw-lots", "my-seat", "wake-lock", "picture", *EVERYWHERE),
    "entry.js": ("draft", "my-seat", "my-hand", "card-pad", *EVERYWHERE),
    "sheet.js": ("print", "picture", *EVERYWHERE),
    "history.js": ("local-time", *EVERYWHERE),
    "share.js": ("share", *EVERYWHERE),
    "referee.js": ("taps", *EVERYWHERE),
    "screen.js": ("wake-lock", *EVERYWHERE),
    "rules.js": ("search-page", *EVERYWHERE),
    "referee-fool.js": ("trick-pad", "ask-referee", *EVERYWHERE),
}
A_YEAR = "public, max-age=31536000, immutable"

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    plain: bytes
    zipped: bytes
    mimetype: str
    version: str


def init_app(app: Flask) -> None:
    """Serve the assets and let templates call ``asset(name)`` for an address."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["asset"] = address


def address(name: str) -> str:
    """The address of an asset by its path below ``static/``. Raises KeyError if there is none."""
    return f"/static/{name}?v={load()[name].version}"


@blueprint.get("/static/<path:name>")
def serve(name: str) -> Response:
    """Send an asset; for good if it was asked for by its version."""
    asset = load().get(name)
    if asset is None:
        abort(404)
    zip_it = takes_gzip() and len(asset.zipped) < len(asset.plain)
    response = Response(asset.zipped if zip_it else asset.plain, mimetype=asset.mimetype)
    response.headers["Vary"] = "Accept-Encoding"
    if zip_it:
        response.headers["Content-Encoding"] = "gzip"
    if request.args.get("v") == asset.version:
        response.headers["Cache-Control"] = A_YEAR
    return response


@cache
def load() -> dict[str, Asset]:
    """Every asset by name, with all stylesheets joined into one and the scripts of a page into one."""
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and path.suffix != ".css"
    }
    for name, parts in SCRIPTS.items():
        found[name] = STRICT + b"\n".join(found[f"js/{part}.js"] for part in (*FIRST, *parts))
    for name, files in _stylesheets().items():
        found[name] = b"\n".join(path.read_bytes() for path in files)
    return {name: _asset(name, content) for name, content in found.items()}


def _stylesheets() -> dict[str, list[Path]]:
    """The files of each stylesheet in order: the one that declares layers and properties, then the components.

    Components in a folder make a stylesheet of its name, which only the pages beside the table ask for.
    """
    folder = STATIC / "css"
    everywhere = [folder / "tokens.css", *sorted(path for path in folder.glob("*.css") if path.name != "tokens.css")]
    beside = {f"{room.name}.css": sorted(room.glob("*.css")) for room in sorted(folder.iterdir()) if room.is_dir()}
    return {"app.css": everywhere, **beside}


def _asset(name: str, content: bytes) -> Asset:
    return Asset(
        plain=content,
        zipped=gzip.compress(content, 9, mtime=0),
        mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream",
        version=hashlib.sha256(content).hexdigest()[:12],
    )
