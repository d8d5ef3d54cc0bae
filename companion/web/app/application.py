"""Assembles the Flask application: settings, store, extensions, and the pages of every room."""

import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from flask import Flask, Request, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from companion.store.database import FILE_NAME, Store
from companion.web.app import assets, compression, errors, language, log, place, security
from companion.web.app.folders import TEMPLATES, data_folder
from companion.web.app.limits import Limits
from companion.web.table.access import new_write_key
from companion.web.table.ruling import ruling_of

LARGEST_BODY = 1024 * 1024  # bytes
MAX_FIELDS = 1000  # of a form; the largest that a page has, for eight players, has some fifty
# The modules of every room whose ``blueprint`` has pages.
PAGES = {
    "app": "manifest languages",
    "start": "home joins new_game rematch imports",
    "table": "live page decisions sheet history share phones screen setup restore",
    "rounds": "rounds hands",
    "rules": "referee rulings pages",
    "groups": "belonging page tables players statistics share settings files",
    "exports": "bg_stats",
}


class Fields(FormDataParser):
    """Parses forms of up to ``MAX_FIELDS``: ``MAX_FORM_PARTS`` is for forms with files alone."""

    def parse(self, stream: IO[bytes], mimetype: str, *about: Any, **more: Any) -> Any:
        """Return what is left of the stream, the fields and the files. Raises RequestEntityTooLarge."""
        if mimetype == "application/x-www-form-urlencoded":
            body = stream.read()
            if body.count(b"&") >= MAX_FIELDS:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        return super().parse(stream, mimetype, *about, **more)


class Sent(Request):
    """A request whose files stay in memory, where their length is bounded: no disk for such files need have room."""

    form_data_parser_class = Fields

    def _get_file_stream(self, *_about: Any, **_more: Any) -> IO[bytes]:
        return BytesIO()


class Companion(Flask):
    """Flask that keeps keys out of its log."""

    request_class = Sent

    def log_exception(self, exc_info: Any) -> None:
        """Tell what broke, and on which page: its address would open a table for whoever reads the log."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)


def assemble(data: Path | None, public_url: str, limits: Limits | None) -> Flask:
    """Build the application; see ``companion.create_app``."""
    folder = data_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    app = Companion("companion", static_folder=None, template_folder=str(TEMPLATES))
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY, MAX_FORM_PARTS=200)
    app.config["PUBLIC_URL"] = public_url.rstrip("/")
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(ruling_of=ruling_of, new_write_key=new_write_key)
    app.extensions["store"] = Store(folder / FILE_NAME)
    sys.setswitchinterval(0.0005)  # seconds: with 0.005 a save waits twice as long while a file is imported
    app.extensions["limits"] = limits
    here = place.Place(urlsplit(app.config["PUBLIC_URL"]).path)
    language.init_app(app)
    security.init_app(app)
    place.init_app(app, here)
    for part in (compression, assets, log, errors):
        part.init_app(app)
    for room, pages in PAGES.items():
        for page in pages.split():
            app.register_blueprint(import_module(f"companion.web.{room}.{page}").blueprint)
    return app
