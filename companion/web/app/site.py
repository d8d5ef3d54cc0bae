"""The site of a companion: its computer's or public address, and perhaps a path, such as ``/companion``.

A proxy may keep that path in requests or remove it; every address that the companion makes has it.
"""

import socket
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

import segno
from flask import Flask, current_app, request, url_for
from markupsafe import Markup

OWN_NAMES = ("localhost", "127.0.0.1", "::1")  # how a computer calls itself


def init_app(app: Flask) -> None:
    """Make every address begin with the path of the public address, the companion's root: empty for most."""
    root = app.extensions["root"] = urlsplit(app.config["PUBLIC_URL"]).path
    flask = app.wsgi_app

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = below_root(environ["PATH_INFO"], root)
        return flask(environ | {"PATH_INFO": path, "SCRIPT_NAME": root}, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def below_root(path: str, root: str) -> str:
    """Return the path of a request below the companion's root, whether or not a proxy has taken that out."""
    if root and (path + "/").startswith(root + "/"):
        return path[len(root) :] or "/"
    return path


def good_site() -> str:
    """Return the site that accepts writes and that phones can open: scheme, name and port."""
    chosen = urlsplit(current_app.config["PUBLIC_URL"])
    if chosen.netloc:
        return f"{chosen.scheme}://{chosen.netloc}"
    return f"http://{own_address() or 'localhost'}:{request.environ['SERVER_PORT']}"


def public(path: str) -> str:
    """Return a path as an address that other phones can open, also when this page was opened on the computer itself."""
    keeps_host = not current_app.config["PUBLIC_URL"] and urlsplit(request.host_url).hostname not in OWN_NAMES
    return (request.host_url.rstrip("/") if keeps_host else good_site()) + path


def first_page() -> str:
    """Return the address of the first page without its scheme, for reading out."""
    return public(url_for("home.show")).partition("//")[2].rstrip("/")


def qr(address: str) -> Markup:
    """Return an address as a QR code, drawn as SVG."""
    drawn = segno.make(address, micro=False).svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 - segno draws it, the address is only data


def own_address() -> str | None:
    """Return this computer's address in its network, ready for a URL; None without one. Only the route is looked up."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            return in_an_address(probe.getsockname()[0])
    return None


def in_an_address(host: str) -> str:
    """Return a host as an address has it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host
