"""Where a companion is found: perhaps below a path of a site, such as ``/companion``.

The site's proxy may leave the path in what it sends on or take it out: both are the same here, and every address that
goes out has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask, current_app

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


@dataclass(frozen=True, slots=True)
class Place:
    """The path that all addresses begin with; empty for most companions."""

    root: str = ""

    def inside(self, path: str) -> str:
        """The path of a request below the companion's own, whether or not a proxy has taken that out already."""
        if self.root and (path + "/").startswith(self.root + "/"):
            return path[len(self.root) :] or "/"
        return path

    def address(self, kind: str, key: str) -> str:
        """The path of a table (``t``) or a group (``g``); without a key, what those of all begin with."""
        return f"{self.root}/{kind}/{key}"


class Below:
    """Gives a WSGI application the part of a path that is its own."""

    def __init__(self, app: WSGIApplication, place: Place) -> None:
        self.app, self.place = app, place

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        path = self.place.inside(environ["PATH_INFO"])
        return self.app(environ | {"PATH_INFO": path, "SCRIPT_NAME": self.place.root}, start_response)


def init_app(app: Flask, place: Place) -> None:
    """Make every address begin with the path."""
    app.extensions["place"] = place
    if place.root:
        app.wsgi_app = Below(app.wsgi_app, place)  # type: ignore[method-assign]
    app.jinja_env.globals["place"] = place


def here() -> Place:
    """Where this companion is found."""
    found: Place = current_app.extensions["place"]
    return found
