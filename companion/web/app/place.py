"""Where a companion is found: below a path of a site, and as one cell of many behind one name.

A site may have the companion below a path, such as ``/companion``. Its proxy may leave the path in what it sends on or
take it out: both are the same here, and every address that goes out has it.

Tables know nothing of each other, so many computers are many companions. Each is a *cell* with a name, which stands
with a dot before every key in an address, and before every code: so a proxy knows by the first letters where to send
it. Inside the companion a key is the same with a cell and without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from werkzeug.exceptions import MisdirectedRequest

from companion.store.links.codes import ALPHABET

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

CELL = re.compile(f"[{ALPHABET.lower()}]{{1,8}}")


class WrongCell(MisdirectedRequest):
    """Another cell keeps what this key opens; the proxy in front of them has sent it here by mistake."""


@dataclass(frozen=True, slots=True)
class Place:
    """The path that all addresses begin with, and the name of the cell; both are empty for most companions."""

    root: str = ""
    cell: str = ""

    def inside(self, path: str) -> str:
        """The path of a request below the companion's own, whether or not a proxy has taken that out already."""
        if self.root and (path + "/").startswith(self.root + "/"):
            return path[len(self.root) :] or "/"
        return path

    def outside(self, key: str) -> str:
        """A key as it stands in an address."""
        return f"{self.cell}.{key}" if self.cell else key

    def address(self, kind: str, key: str) -> str:
        """The path of a table (``t``) or a group (``g``); without a key, what those of all begin with."""
        return f"{self.root}/{kind}/{self.outside(key)}"

    def own(self, key: str) -> str | None:
        """A key from an address as it is known inside; None where it is another cell's.

        A key without a cell is from before there were cells. A companion that is no cell takes those of all: it may
        have been one.
        """
        cell, _, bare = key.rpartition(".")
        return bare if cell in ("", self.cell) or not self.cell else None


class Below:
    """Gives a WSGI application the part of a path that is its own."""

    def __init__(self, app: WSGIApplication, place: Place) -> None:
        self.app, self.place = app, place

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        path = self.place.inside(environ["PATH_INFO"])
        return self.app(environ | {"PATH_INFO": path, "SCRIPT_NAME": self.place.root}, start_response)


def init_app(app: Flask, place: Place) -> None:
    """Put the cell before every key that goes out, and take it from every key that comes in."""
    app.extensions["place"] = place
    if place.root:
        app.wsgi_app = Below(app.wsgi_app, place)  # type: ignore[method-assign]
    app.jinja_env.globals["place"] = place
    app.url_defaults(_send_out)
    app.url_value_preprocessor(_take_in)


def here() -> Place:
    """Where this companion is found."""
    found: Place = current_app.extensions["place"]
    return found


def _send_out(_endpoint: str, values: dict[str, Any]) -> None:
    if values.get("key"):
        values["key"] = here().outside(values["key"])


def _take_in(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    if values and "key" in values:
        key = here().own(values["key"])
        if key is None:
            raise WrongCell
        values["key"] = key
