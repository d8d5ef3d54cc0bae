"""Styles, scripts and pictures, kept by the phone for good.

A phone gets one stylesheet and one script for all pages, because every file more costs a round trip on a slow line.
What nobody needs to look at a table is apart (``docs/front-end.md``). An address contains a hash of the content, so a
phone never uses an old version.
"""

import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for

from companion.web.app.folders import STATIC

# The rooms that only their own pages ask for, and the file that a phone gets them in. What else a table has beside its
# screen is one file too: the screen asks for it after the first paint, for what it turns into when the game ends.
APART = {
    "css": {"rules": "rules", "start": "start", "groups": "groups", "rounds": "pads"}
    | dict.fromkeys(("end", "exports", "screen", "share", "table/pages"), "pages"),
    "js": {"start": "start", "rules": "rules", "rounds": "pads", "games": "pads", "exports": "pages", "screen": "pages"}
    | {
        "groups/offer-group.js": "pages",
        "table/rematch.js": "pages",
        "table/share.js": "pages",
        "table/side.js": "pages",
        "app/draft.js": "forms",
        "app/enter.js": "forms",
        "table/start-total.js": "forms",
        "table/lost-link.js": "lost",
    },
}
FIRST = ("tokens.css", "kept.js", "second-tap.js")  # what others stand on as they are loaded
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
    mimetype: str
    version: str


def init_app(app: Flask) -> None:
    """Serve the assets and let templates call ``asset(name)`` for an address."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["asset"] = address


def address(name: str) -> str:
    """Return the address of an asset by its path below ``static/``. Raises KeyError if there is none."""
    return url_for("assets.serve", name=name, v=load()[name].version)


@blueprint.get("/static/<path:name>")
def serve(name: str) -> Response:
    """Send an asset. If the address names its version, the phone may keep it for a year."""
    asset = load().get(name)
    if asset is None:
        abort(404)
    response = Response(asset.plain, mimetype=asset.mimetype)
    if request.args.get("v") == asset.version:
        response.headers["Cache-Control"] = A_YEAR
    if asset.mimetype == VIDEO:  # Safari plays none of which it can't have parts
        response.make_conditional(request, accept_ranges=True, complete_length=len(asset.plain))
    return response


def load() -> dict[str, Asset]:
    """Load every asset, by name. Files are read once; while developing (``app.debug``), whenever one is asked for."""
    return _load.__wrapped__() if current_app and current_app.debug else _load()


@cache
def _load() -> dict[str, Asset]:
    found = {
        path.relative_to(STATIC).as_posix(): path.read_bytes()
        for path in STATIC.rglob("*")
        if path.is_file() and path.relative_to(STATIC).parts[0] not in ("css", "js")
    }
    found["app.js"] = BEFORE_SCRIPTS.encode()
    for path in [*_files("css"), *_files("js")]:
        name = bundle(path)
        whole = "" if name == "app.js" else ", true"
        found.setdefault(name, b'"use strict";\n' if path.suffix == ".js" else b"")
        found[name] += (lean(path) if path.suffix == ".css" else _function(path, whole)).encode()
    return {
        name: Asset(
            content,
            mimetypes.guess_type(name)[0] or "application/octet-stream",
            version=hashlib.sha256(content).hexdigest()[:12],
        )
        for name, content in found.items()
    }


def bundle(path: Path) -> str:
    """Return the file in which a phone gets a stylesheet or a script."""
    kind, *rooms = path.relative_to(STATIC).parts
    if kind == "css" and rooms[0] == "games":
        return f"games/{rooms[1].removesuffix('.css')}.css"
    return f"{APART[kind].get('/'.join(rooms[:2])) or APART[kind].get(rooms[0], 'app')}.{kind}"


def lean(path: Path) -> str:
    """Read a stylesheet or a script without its comments and indentation."""
    return _FOR_WRITERS[path.suffix].sub("", path.read_text("utf-8"))


def _files(kind: str) -> list[Path]:
    """Return the files: first what all others stand on, then what is app's, the other rooms, the games."""
    files = {path: path.relative_to(STATIC / kind).parts[0] for path in (STATIC / kind).rglob(f"*.{kind}")}
    return sorted(files, key=lambda path: (path.name not in FIRST, files[path] != "app", files[path] == "games", path))


def _function(path: Path, whole: str) -> str:
    return f'run("{path.relative_to(STATIC)}", () => {{\n{lean(path)}}}{whole});\n'
