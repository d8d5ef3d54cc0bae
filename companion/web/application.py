"""The Flask application: settings, store, extensions, and the pages of every room."""

import sys
from collections.abc import MutableMapping
from importlib import import_module
from pathlib import Path
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import StrictUndefined

from companion.games import RULEBOOKS
from companion.store.database import FILE_NAME, Store
from companion.web import errors
from companion.web.app import assets, language, log, security, site
from companion.web.app.folders import TEMPLATES, data_folder
from companion.web.app.limits import Limits
from companion.web.table.access import answer_briefly, new_write_key, write_key
from companion.web.table.extras import find_ruling

MAX_FORM_BYTES = 1024 * 1024
# The modules of every room whose ``blueprint`` has pages.
PAGES = {
    "app": "pages",
    "start": "home new_game imports",
    "table": "pages downloads decisions players settings share",
    "rounds": "rounds hands",
    "rules": "pages",
    "groups": "access page players statistics settings",
}


class Templates(Environment):
    """Templates whose globals are one dictionary.

    Jinja's chain of two is compared name by name whenever a template imports another's macros: 6 % of a table's page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def assemble(data: Path | None, public_url: str, limits: Limits | None) -> Flask:
    """Build the application; see ``companion.create_app``."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    app = Flask("companion", static_folder=None, template_folder=str(TEMPLATES))
    app.jinja_environment = Templates
    app.config.update(MAX_CONTENT_LENGTH=MAX_FORM_BYTES, MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES, MAX_FORM_PARTS=200)
    app.config["PUBLIC_URL"] = public_url.rstrip("/")
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals |= {"rulebooks": RULEBOOKS}
    app.jinja_env.globals |= {each.__name__: each for each in (find_ruling, new_write_key, write_key)}
    app.extensions |= {"store": Store(folder / FILE_NAME), "limits": limits}
    sys.setswitchinterval(0.0005)  # seconds: with 0.005 a save waits twice as long while a file is imported
    for part in (language, security, site, assets, log, errors):
        part.init_app(app)
    app.after_request(answer_briefly)  # before the headers of ``security``
    for room, pages in PAGES.items():
        for page in pages.split():
            app.register_blueprint(import_module(f"companion.web.{room}.{page}").blueprint)
    return app
