"""The site of a companion: its computer's or public address, and perhaps a path, such as ``/companion``.

A proxy may keep that path in requests or remove it; every address that the companion makes has it.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, current_app, request

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment


def init_app(app: Flask) -> None:
    """Make every address begin with the path of the public address, the companion's root: empty for most."""
    root = app.extensions["root"] = urlsplit(app.config["PUBLIC_URL"]).path
    flask = app.wsgi_app

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = below_root(environ["PATH_INFO"], root)
        return flask(environ | {"PATH_INFO": path, "SCRIPT_NAME": root}, start_response)

    if root:
        app.wsgi_app = answer  # type: ignore[method-assign]


def below_root(path: str, root: str) -> str:
    """Return the path of a request below the companion's root, whether or not a proxy has taken that out."""
    if root and (path + "/").startswith(root + "/"):
        return path[len(root) :] or "/"
    return path


def public_url() -> str:
    """Return the site that the host has chosen for links: scheme, name and port; empty for none."""
    chosen = urlsplit(current_app.config["PUBLIC_URL"])
    return f"{chosen.scheme}://{chosen.netloc}" if chosen.netloc else ""


def good_site() -> str:
    """Return the site that accepts writes: scheme, name and port."""
    return public_url() or f"http://{own_address() or 'localhost'}:{request.environ['SERVER_PORT']}"


def own_address() -> str | None:
    """Return this computer's address in its network, ready for a URL; None without a network."""
    found = find_own_host(socket.AF_INET) or find_own_host(socket.AF_INET6)
    return found and in_an_address(found)


def find_own_host(family: int) -> str | None:
    """Return this computer's address in its network; None without one. Nothing is sent, only the route looked up."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def in_an_address(host: str) -> str:
    """Return a host as an address has it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host
