"""The Flask application: settings, store, what templates call, and the pages of every room."""

import sys
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from flask.templating import Environment
from htmx_flask import Htmx
from jinja2 import StrictUndefined

from companion import text
from companion.games import RULEBOOKS, reasons
from companion.games.derive import best_is_lowest
from companion.games.option import defaults
from companion.games.record import has_begun, list_cell_fields
from companion.store.database import FILE_NAME, Store
from companion.store.journal.history import describe_news
from companion.store.links.links import new_key
from companion.web import errors
from companion.web.app import assets, language, security, site
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
from companion.web.table.access import answer_briefly, write_key
from companion.web.table.extras import find_ruling, list_ahead

ROOMS = (
    *(app_pages, home, new_game, imports),
    *(pages, downloads, decisions, players, settings, share),
    *(rounds, hands, rule_pages),
    *(group_access, group_page, group_players, statistics, group_settings),
)
FILTERS: dict[str, Callable[..., Any]] = {
    **{"translate": language.to_html, "called": language.name_game, "listed": language.listed},
    **{"seated": language.seated, "short": language.short, "breadth": language.breadth, "average": language.average},
    **{"number": text.format_number, "signed": text.format_signed},
    **{"show": language.in_its_language(text.format_cell), "day": language.in_its_language(text.format_day)},
    **{"when": language.in_its_language(text.format_moment)},
    **{"percent_of": language.in_its_language(text.format_percent)},
}
CALLED = (
    *(language.language, text.languages, text.name_language, site.first_page, site.public, site.qr),
    *(find_ruling, list_ahead, write_key, best_is_lowest, defaults, describe_news, has_begun, list_cell_fields),
    *(reasons.explain_round, reasons.explain_side, reasons.list_changes, reasons.list_marks),
    *(reasons.list_possible_marks, reasons.list_tallies, reasons.describe_win, reasons.describe_lead),
    reasons.describe_leaving,
)


class Templates(Environment):
    """Templates with one dictionary of globals: Jinja compares its chain of two for each import, 15 % of a page."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def assemble(data: Path | None, public_url: str, limits: Limits | None) -> Application:
    """Build the application; see ``companion.create_app``."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    app = Application("companion", static_folder=STATIC, static_url_path="/static", template_folder=TEMPLATES)
    app.jinja_environment = Templates
    app.config["PUBLIC_URL"] = public_url.rstrip("/")
    app.config["MAX_FORM_MEMORY_SIZE"] = security.MAX_FORM_BYTES
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_options["extensions"] = ["jinja2.ext.i18n"]
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, lambda *forms: language.get_catalogue().ngettext(*forms), pgettext=language.pgettext
    )
    app.jinja_env.filters |= FILTERS
    app.jinja_env.globals |= {each.__name__: each for each in CALLED} | {
        "rulebooks": RULEBOOKS,
        "_": language.gettext,
        "new_write_key": new_key,
    }
    app.extensions |= {"store": Store(folder / FILE_NAME), "limits": limits, "presence": Presence()}
    Htmx(app)
    sys.setswitchinterval(0.0005)  # seconds: with 0.005 a save waits twice as long while a file is imported
    for part in (security, site, assets, errors):
        part.init_app(app)
    app.after_request(answer_briefly)  # before the headers of ``security``
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    return app
