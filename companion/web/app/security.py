"""The security headers of every answer, and the checks that refuse writes from other sites and what is too large.

Writes are accepted under the companion's own names only. Whoever owns a name can point it to this computer, so that
their page counts as the companion's own (DNS rebinding). Addresses and names of this network can't be misused so.
"""

import socket
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import BadHost

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    # The address is the key to a table: it must not travel to another site. The pages themselves say
    # "same-origin" in a meta element, because under "no-referrer" a browser posts a form with
    # "Origin: null", which on plain HTTP could not be told from a stranger's form.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}
# What home routers and computers put after a computer's own name. Nobody can register these; fritz.box belongs to the
# maker of the routers.
HOME_DOMAINS = ("", ".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")
MAX_FILE_BYTES = 2 * 1024 * 1024  # five hundred tables, and more by ``companion import``
MAX_BYTES_AROUND_FILE = 64 * 1024  # for the rest of the form
MAX_FIELDS_PER_FORM = 1000  # our largest form, for eight players, has about fifty


def init_app(app: Flask) -> None:
    """Check every write, before anything else is looked at, and add the headers to every answer."""
    app.url_value_preprocessor(lambda *_: refuse_foreign_writes())
    app.before_request(refuse_large_bodies)
    app.after_request(add_headers)


def refuse_foreign_writes() -> None:
    """Refuse writes from another site (403) or under a foreign name (421), and Host headers that are no name (400).

    There is no token, which could expire while a round waits on a phone: browsers say in Sec-Fetch-Site or Origin where
    a request comes from. A request without both comes from a program and is allowed.
    """
    try:
        _ = request.host_url
    except UnicodeError as error:
        raise BadHost from error
    if isinstance(request.routing_exception, BadHost):
        raise request.routing_exception
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if not (site in ("same-origin", "none") if site is not None else _is_same_site()):
        abort(403)
    if not _is_ours():
        abort(421)


def _is_same_site() -> bool:
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def _is_ours() -> bool:
    """Return whether the request was sent to this companion by its name.

    A name that only a proxy knows counts over HTTPS, where Sec-Fetch-Site is sent, which no script can forge.
    """
    if request.is_secure and request.headers.get("Sec-Fetch-Site") in ("same-origin", "none"):
        return True
    try:
        name = (urlsplit(f"//{request.environ.get('HTTP_HOST', '')}").hostname or "").rstrip(".")
        public = urlsplit(current_app.config["PUBLIC_URL"]).hostname
        return name in ("", "localhost", public) or name in _own_names() or bool(ip_address(name))
    except ValueError:  # it is no address
        return False


@cache
def _own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    return frozenset({full, *(full.partition(".")[0] + after for after in HOME_DOMAINS)})


def refuse_large_bodies() -> None:
    """Answer 413 to a request that is larger than a form or a file may be, even if no view would read it.

    A form with too many fields is not parsed: half a million take half a second.
    """
    if request.mimetype == "multipart/form-data":
        request.max_content_length = MAX_FILE_BYTES + MAX_BYTES_AROUND_FILE
    if (request.content_length or 0) > (request.max_content_length or 0):
        abort(413)
    if (
        request.mimetype == "application/x-www-form-urlencoded"
        and request.get_data().count(b"&") >= MAX_FIELDS_PER_FORM
    ):
        abort(413)


def add_headers(response: Response) -> Response:
    """Add the security headers. Unless the view said otherwise, only the phone may cache a page, and must ask again."""
    response.headers.extend(HEADERS)
    if request.is_secure:  # over plain HTTP browsers ignore it, and complain
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not request.script_root:  # else the site decides
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Accept-Language, Cookie, Page-Language"
    return response
