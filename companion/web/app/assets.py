"""Styles, scripts and pictures. Their addresses have a hash of the content, so a phone may cache them for good.

A phone gets one stylesheet and one script for all pages, because each file costs a round trip on a slow line. What
a table doesn't need is in files of its own (``docs/front-end.md``).
"""

import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, request

from companion.web.app.folders import STATIC

# The file in which a phone gets a room, where that isn't app.css or app.js. A table asks for "pages" after the first
# paint: it needs them when the game ends.
FILE_BY_ROOM = {
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
FIRST = ("tokens.css", "kept.js", "on-table.js", "second-tap.js")  # others need them while loading
# Each script is a function: it can return at once where a page doesn't need it, and an error in it stops no other. An
# error in a file that a page asked for makes that page plain again (scripted.js). Scripts share ``companion``. Strict,
# since in sloppy code Safari before 17.2 hides const and let from the functions of a block. Engines without cascade
# layers are older than those we test: they run no script.
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


class Asset(NamedTuple):
    """A static file: its content, type and version."""

    plain: bytes
    mimetype: str
    version: str


def init_app(app: Flask) -> None:
    """Give templates ``asset(name)``; while developing, read the files at each request."""
    app.jinja_env.globals["asset"] = address
    if app.debug:
        app.before_request(load.cache_clear)


def address(name: str) -> str:
    """Return the address of an asset by its path below ``static/``. Raises KeyError if there is none."""
    return f"{request.script_root}/static/{name}?v={load()[name].version}"


@cache
def load() -> dict[str, Asset]:
    """Load every asset, by name."""
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
    return f"{FILE_BY_ROOM[kind].get('/'.join(rooms[:2])) or FILE_BY_ROOM[kind].get(rooms[0], 'app')}.{kind}"


def lean(path: Path) -> str:
    """Read a stylesheet or a script without its comments and indentation."""
    return _FOR_WRITERS[path.suffix].sub("", path.read_text("utf-8"))


def _files(kind: str) -> list[Path]:
    """Return the files of a kind: those in ``FIRST``, then app, the other rooms, the games."""
    files = {path: path.relative_to(STATIC / kind).parts[0] for path in (STATIC / kind).rglob(f"*.{kind}")}
    return sorted(files, key=lambda path: (path.name not in FIRST, files[path] != "app", files[path] == "games", path))


def _function(path: Path, whole: str) -> str:
    return f'run("{path.relative_to(STATIC)}", () => {{\n{lean(path)}}}{whole});\n'
