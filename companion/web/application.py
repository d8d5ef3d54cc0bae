"""The Flask application: settings, store, extensions, and the pages of every room."""

import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from flask.templating import Environment
from jinja2 import StrictUndefined

from companion.games import RULEBOOKS
from companion.store.database import FILE_NAME, Store
from companion.web import errors
from companion.web.app import assets, language, log, security, site
from companion.web.app import pages as app_pages
from companion.web.app.assets import Application
from companion.web.app.folders import STATIC, TEMPLATES, data_folder
from companion.web.app.limits import Limits
from companion.web.app.presence import Presence
from companion.web.groups import access as group_access
from companion.web.groups import page as group_page
from companion.web.groups import players as group_players
from companion.web.groups import settings as group_settings
from companion.web.groups import statistics
from companion.web.rounds import hands, rounds
from companion.web.rules import pages as rule_pages
from companion.web.start import home, imports, new_game
from companion.web.table import decisions, downloads, pages, players, settings, share
from companion.web.table.access import answer_briefly, new_write_key, write_key
from companion.web.table.extras import find_ruling

MAX_FORM_BYTES = 1024 * 1024
ROOMS = (
    *(app_pages, home, new_game, imports),
    *(pages, downloads, decisions, players, settings, share),
    *(rounds, hands, rule_pages),
    *(group_access, group_page, group_players, statistics, group_settings),
)


class Templates(Environment):
    """Templates whose globals are one dictionary: Jinja compares its chain of two for each import, 6 % of a page."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def assemble(data: Path | None, public_url: str, limits: Limits | None) -> Application:
    """Build the application; see ``companion.create_app``."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    app = Application("companion", static_folder=STATIC, static_url_path="/static", template_folder=TEMPLATES)
    app.jinja_environment = Templates
    app.config.update(MAX_CONTENT_LENGTH=MAX_FORM_BYTES, MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES, MAX_FORM_PARTS=200)
    app.config["PUBLIC_URL"] = public_url.rstrip("/")
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals |= {"rulebooks": RULEBOOKS}
    app.jinja_env.globals |= {each.__name__: each for each in (find_ruling, new_write_key, write_key)}
    app.extensions |= {"store": Store(folder / FILE_NAME), "limits": limits, "presence": Presence()}
    sys.setswitchinterval(0.0005)  # seconds: with 0.005 a save waits twice as long while a file is imported
    for part in (language, security, site, assets, log, errors):
        part.init_app(app)
    app.after_request(answer_briefly)  # before the headers of ``security``
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    return app
