"""Styles, scripts and pictures: compressed once, kept by the phone for good.

The source is many small files in rooms. A phone gets one stylesheet and one script for all pages, because every file
more costs a round trip on a slow line. Only what nobody needs to look at a table is apart, and comes with the pages
that need it: the styles of a game, the scripts of the pads, and what belongs to the rules, to a group, and to the pages
before there is a table. An address contains a hash of the content, so a phone never uses an old version.
``docs/front-end.md`` says what scripts and server promise each other.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request

from companion.web.app.compression import takes_gzip
from companion.web.app.folders import STATIC

# The rooms that only their own pages ask for, and of scripts which of them are one file.
APART = {"css": ("games", "rules", "start", "groups"), "js": ("start", "rules", "rounds", "games")}
SCRIPTS_APART = {"start": ("start",), "rules": ("rules",), "pads": ("rounds", "games")}
VIDEO = "video/mp4"
A_YEAR = "public, max-age=31536000, immutable"
# Every script is a function of its own: it may return at once where a page has no use for it, and what goes wrong in it
# stops no other; where it is apart, the page that asked for it is plain again (scripted.js). ``companion`` is what they
# share. Strict, since in sloppy code Safari before 17.2 hides const and let from the functions of a block. Engines
# without cascade layers are older than what was tried in: they run none.
BEFORE_SCRIPTS = """"use strict";
const companion = {};
const run = (name, script, orPlain) => {
if (!("CSSLayerBlockRule" in window)) return;
try { script(); } catch (error) { console.error(name, error); if (orPlain) reportError(error); }
};
"""
_FOR_WRITERS = {
    ".css": re.compile(r"\s*/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}

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
    """Send an asset. If the address names its version, the phone may keep it for a year."""
    asset = load().get(name)
    if asset is None:
        abort(404)
    zip_it = takes_gzip(request.headers.get("Accept-Encoding", "")) and len(asset.zipped) < len(asset.plain)
    response = Response(asset.zipped if zip_it else asset.plain, mimetype=asset.mimetype)
    response.headers["Vary"] = "Accept-Encoding"
    if zip_it:
        response.headers["Content-Encoding"] = "gzip"
    if request.args.get("v") == asset.version:
        response.headers["Cache-Control"] = A_YEAR
    if asset.mimetype == VIDEO:  # Safari plays none of which it can't have parts
        response.make_conditional(request, accept_ranges=True, complete_length=len(asset.plain))
    return response


def load() -> dict[str, Asset]:
    """Load every asset, by name. Files are read once; while developing (``app.debug``), again when one has changed."""
    return _load(_times() if current_app and current_app.debug else ())


def _times() -> tuple[tuple[Path, int], ...]:
    return tuple((path, path.stat().st_mtime_ns) for path in sorted(STATIC.rglob("*")))


@lru_cache(maxsize=1)
def _load(_times: tuple[tuple[Path, int], ...]) -> dict[str, Asset]:
    games = sorted((STATIC / "css" / "games").glob("*.css"))
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and path.relative_to(STATIC).parts[0] not in ("css", "js")
    }
    found |= {f"games/{path.name}": lean(path).encode() for path in games}
    found["app.css"] = "".join(map(lean, styles())).encode()
    found |= {f"{room}.css": "".join(map(lean, _room("css", room))).encode() for room in APART["css"][1:]}
    found["app.js"] = (BEFORE_SCRIPTS + "".join(map(_function, scripts()))).encode()
    for name, rooms in SCRIPTS_APART.items():
        files = [path for room in rooms for path in _room("js", room)]
        found[f"{name}.js"] = ('"use strict";\n' + "".join(_function(path, ", true") for path in files)).encode()
    return {name: _asset(name, content) for name, content in found.items()}


def lean(path: Path) -> str:
    """Read a stylesheet or a script without its comments and indentation."""
    return _FOR_WRITERS[path.suffix].sub("", path.read_text("utf-8"))


def styles() -> list[Path]:
    """The stylesheets for all pages: first the one that declares layers and properties, then room by room."""
    first = STATIC / "css" / "app" / "tokens.css"
    return [first, *(path for path in _rooms("css") if path != first)]


def scripts() -> list[Path]:
    """The scripts for all pages, room by room."""
    return list(_rooms("js"))


def _rooms(kind: str) -> Iterable[Path]:
    """The files for all pages: what is app's, then the other rooms."""
    files = sorted((STATIC / kind).rglob(f"*.{kind}"))
    rooms = {path: path.relative_to(STATIC / kind).parts[0] for path in files}
    return sorted((path for path in files if rooms[path] not in APART[kind]), key=lambda path: rooms[path] != "app")


def _room(kind: str, room: str) -> list[Path]:
    """The files of a room that is apart."""
    return sorted((STATIC / kind / room).rglob(f"*.{kind}"))


def _function(path: Path, more: str = "") -> str:
    return f'run("{path.relative_to(STATIC)}", () => {{\n{lean(path)}}}{more});\n'


def _asset(name: str, content: bytes) -> Asset:
    mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(
        plain=content,
        zipped=content if mimetype == VIDEO else gzip.compress(content, 9, mtime=0),
        mimetype=mimetype,
        version=hashlib.sha256(content).hexdigest()[:12],
    )
