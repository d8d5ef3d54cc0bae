"""Where a companion is found: its computer's address, and perhaps a path of a site, as ``/companion``.

A site's proxy may leave the path in what it sends on or take it out: both are the same here, and every address that
goes out has it.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Request, current_app

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment


@dataclass(frozen=True, slots=True)
class Place:
    """The path that all addresses begin with; empty for most companions."""

    root: str = ""

    def inside(self, path: str) -> str:
        """Return the path of a request below the companion's own, whether or not a proxy has taken that out."""
        if self.root and (path + "/").startswith(self.root + "/"):
            return path[len(self.root) :] or "/"
        return path

    def address(self, kind: str, key: str) -> str:
        """Return the path of a table (``t``) or a group (``g``); without a key, what those of all begin with."""
        return f"{self.root}/{kind}/{key}"


def init_app(app: Flask) -> None:
    """Make every address begin with the path."""
    place = Place(urlsplit(app.config["PUBLIC_URL"]).path)
    app.extensions["place"] = app.jinja_env.globals["place"] = place
    flask = app.wsgi_app

    def below(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = place.inside(environ["PATH_INFO"])
        return flask(environ | {"PATH_INFO": path, "SCRIPT_NAME": place.root}, start_response)

    if place.root:
        app.wsgi_app = below  # type: ignore[method-assign]


def public_url() -> str:
    """Return the site that the host has chosen for links: scheme, name and port; empty for none."""
    chosen = urlsplit(current_app.config["PUBLIC_URL"])
    return f"{chosen.scheme}://{chosen.netloc}" if chosen.netloc else ""


def good_address(request: Request) -> str:
    """Return the site under which this companion takes a write: scheme, name and port."""
    return public_url() or f"http://{own_address() or 'localhost'}:{request.environ['SERVER_PORT']}"


def own_address() -> str | None:
    """Return this computer's address in its network, as it stands in an address of a page; None without one."""
    found = own(socket.AF_INET) or own(socket.AF_INET6)
    return found and in_an_address(found)


def own(family: int) -> str | None:
    """Find the address by which this computer goes into a network. Only the route is looked up, nothing is sent."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def in_an_address(host: str) -> str:
    """Return a host as it stands before a port."""
    return f"[{host}]" if ":" in host else host
