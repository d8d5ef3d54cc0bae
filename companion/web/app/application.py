"""Assembles the Flask application: settings, store, extensions, and the pages of every room."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from htmx_flask import Htmx
from jinja2 import StrictUndefined

from companion.store.database import FILE_NAME, Store
from companion.web.app import assets, compression, errors, language, parts, security
from companion.web.app import manifest as app_files
from companion.web.app.folders import TEMPLATES, data_folder
from companion.web.exports import bg_stats
from companion.web.groups import belonging
from companion.web.groups import files as group_files
from companion.web.groups import page as group_page
from companion.web.groups import players as group_players
from companion.web.groups import settings as group_settings
from companion.web.groups import share as group_share
from companion.web.groups import statistics as group_statistics
from companion.web.groups import tables as group_tables
from companion.web.rounds import hands, rounds
from companion.web.rules import pages as rules
from companion.web.rules import referee
from companion.web.start import home, imports, joins, new_game
from companion.web.table import decisions, history, live, screen, setup, share, sheet, table
from companion.web.table.access import new_write_key

LARGEST_BODY = 1024 * 1024  # bytes


def assemble(data: Path | None = None) -> Flask:
    """Build the application; see ``companion.create_app``."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    app = Flask("companion", static_folder=None, template_folder=str(TEMPLATES))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY, MAX_FORM_PARTS=200)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["new_write_key"] = new_write_key
    app.extensions["store"] = Store(folder / FILE_NAME)
    Htmx(app)
    live.init_app(app, app.extensions["store"])
    for part in (language, security, compression, assets, errors, parts):
        part.init_app(app)
    for room in (
        app_files,
        home,
        joins,
        new_game,
        imports,
        table,
        rounds,
        hands,
        decisions,
        sheet,
        history,
        share,
        screen,
        setup,
        referee,
        rules,
        belonging,
        group_page,
        group_tables,
        group_players,
        group_statistics,
        group_share,
        group_settings,
        group_files,
        bg_stats,
    ):
        app.register_blueprint(room.blueprint)
    return app
