"""Styles and scripts in a few bundles, since each file costs a round trip; addresses of static files have versions.

What a table doesn't need is in bundles of its own (``docs/front-end.md``).
"""

import json
import re
from functools import cache, lru_cache
from hashlib import sha256
from itertools import repeat
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from companion.web.app.folders import STATIC

# What each bundle has of static/css, static/js or static/vendor. A file is in the first bundle that names it. A table
# asks for what the pages need that are reached from it after the first paint.
BUNDLES = {
    "start.css": "start/*",
    "rules.css": "rules/*",
    "groups.css": "groups/*",
    "pads.css": "rounds/*",
    "pages.css": "end/* exports/* screen/* share/* table/pages/*",
    "app.css": "app/tokens.css app/* table/*",
    "start.js": "start/*",
    "rules.js": "rules/*",
    "pads.js": "rounds/* games/*/*",
    "pages.js": "exports/* screen/* groups/offer-group.js table/rematch.js table/share.js table/side.js",
    "forms.js": "app/draft.js app/enter.js table/start-total.js",
    "lost.js": "table/lost-link.js",
    "app.js": "app/kept.js app/page.js app/second-tap.js app/* groups/* table/forget-ended.js table/keep-sheet.js",
    "table.js": "../vendor/htmx.min.js ../vendor/*.js htmx/* table/*",
} | {f"games/{game.stem}.css": f"games/{game.stem}.css games/{game.stem}/*" for game in STATIC.glob("css/games/*")}
# Each script is a function that is called for each page, also for one that htmx brings: it can return at once where the
# page does without it, and an error in it stops no other. An error in a file that a page asked for makes that page
# plain again (scripted.js). What it listens to beyond its page ends with ``signal``. Scripts of app.js and table.js are
# called once. They share ``companion``. Strict, since in sloppy code Safari before 17.2 hides const and let from the
# functions of a block. Engines without cascade layers are older than those we test: they run no script.
CALLED_ONCE = ("app.js", "table.js")
BEFORE_SCRIPTS = """"use strict";
const companion = {};
const run = (name, script, isOwn) => {
if (!("CSSLayerBlockRule" in window)) return;
const call = (signal) => {
try { script(signal); } catch (error) { console.error(name, error); if (isOwn) reportError(error); }
};
if (isOwn) companion.onPage(call);
else call();
};
"""
_FOR_WRITERS = {
    ".css": re.compile(r"\s*/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE),
}


class Application(Flask):
    """A Flask application whose static folder has the bundles, too."""

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """Return an address. A static file's has its version, and is made here: ten by Flask cost a tenth of a page."""
        if endpoint == "static":
            return f"{request.script_root}/static/{values['filename']}?v={find_version(values['filename'])}"
        return super().url_for(endpoint, **values)

    def send_static_file(self, filename: str) -> Response:
        """Send a static file or a bundle. If the address names its version, a phone may keep it for a year."""
        if filename in BUNDLES:
            response = Response(read_bundle(filename), mimetype=guess_type(filename)[0])
        else:
            response = super().send_static_file(filename)
        if request.args.get("v") == find_version(filename):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def init_app(app: Flask) -> None:
    """While developing, read the files at each request."""
    if app.debug:
        for cached in (list_files, read_bundle, find_version):
            app.before_request(cached.cache_clear)


@lru_cache(256)
def find_version(name: str) -> str:
    """Return the version of a static file or a bundle, by its content. Raises OSError if there is none."""
    return sha256(read_bundle(name) if name in BUNDLES else (STATIC / name).read_bytes()).hexdigest()[:12]


@cache
def read_bundle(bundle: str) -> bytes:
    """Put a bundle together."""
    files = list_files()[bundle]
    if bundle.endswith(".css"):
        return "".join(map(lean, files)).encode()
    before = BEFORE_SCRIPTS if bundle == "app.js" else '"use strict";\n'
    return (before + "".join(map(make_function, files, repeat(bundle not in CALLED_ONCE)))).encode()


@cache
def list_files() -> dict[str, list[Path]]:
    """Return the files of every bundle, in order."""
    found: dict[Path, str] = {}
    for bundle, patterns in BUNDLES.items():
        for pattern in patterns.split():
            for path in sorted((STATIC / bundle.rpartition(".")[2]).glob(pattern)):
                if path.is_file():
                    found.setdefault(path, bundle)
    return {bundle: [path for path in found if found[path] == bundle] for bundle in BUNDLES}


def make_function(path: Path, is_own: bool) -> str:
    """Make a function of a script, for each page or for the first alone; those of others stay as they are."""
    if path.parent.name == "vendor":
        return path.read_text("utf-8") + "\n"
    return f'run("{path.relative_to(STATIC)}", (signal) => {{\n{lean(path)}}}, {json.dumps(is_own)});\n'


def lean(path: Path) -> str:
    """Read a stylesheet or a script without its comments and indentation."""
    return _FOR_WRITERS[path.suffix].sub("", path.read_text("utf-8"))
