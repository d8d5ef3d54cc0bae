"""The security headers of every answer, and the checks that refuse writes from other sites and what is too large.

Writes are accepted under the companion's own names only. Whoever owns a name can point it to this computer, so that
their page counts as the companion's own (DNS rebinding). Addresses and names of a home network can't be misused so.
"""

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
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
# The ends of names that home routers give. Nobody can register these; fritz.box belongs to the maker of the routers.
HOME_DOMAINS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")
OWN_SITES = ("same-origin", "none")  # in Sec-Fetch-Site
MAX_FORM_BYTES = 1024 * 1024
MAX_FILE_BYTES = 2 * 1024 * 1024  # five hundred tables, and more by ``companion import``
MAX_BYTES_AROUND_FILE = 64 * 1024  # for the rest of the form
MAX_FIELDS_PER_FORM = 1000  # half a million take half a second; our largest form, for eight players, has about fifty


def init_app(app: Flask) -> None:
    """Check every write, before anything else is looked at, and add the headers to every answer."""
    app.before_request(refuse_foreign_writes)
    app.before_request(refuse_large_bodies)
    app.after_request(add_headers)


def refuse_foreign_writes() -> None:
    """Refuse writes from another site (403) or under a foreign name (421), and all under what is no name (400).

    There is no token, which could expire while a round waits on a phone: browsers say in Sec-Fetch-Site or Origin where
    a request comes from. A request without both comes from a program and is allowed. A name that only a proxy knows
    counts over HTTPS, where Sec-Fetch-Site is sent, which no script can forge.
    """
    if isinstance(request.routing_exception, BadHost):  # no page can be shown under such a name
        raise request.routing_exception
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if not (site in OWN_SITES if site is not None else origin is None or origin.partition("//")[2] == request.host):
        abort(403)
    if not (request.is_secure and site in OWN_SITES) and not _is_ours(request.host):
        abort(421)


def _is_ours(host: str) -> bool:
    """Return whether a Host header names this companion, or a computer in a home network."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        public = urlsplit(current_app.config["PUBLIC_URL"]).hostname
        if name == public or (name and "." not in name) or name.endswith(HOME_DOMAINS):
            return True
        return bool(ip_address(name))
    except ValueError:  # it is no address
        return False


def refuse_large_bodies() -> None:
    """Answer 413 to a request that is larger than a form or a file may be, even if no view would read it."""
    is_file = request.mimetype == "multipart/form-data"
    request.max_content_length = MAX_FILE_BYTES + MAX_BYTES_AROUND_FILE if is_file else MAX_FORM_BYTES
    if (request.content_length or 0) > request.max_content_length:
        abort(413)
    if not is_file and request.get_data().count(b"&") >= MAX_FIELDS_PER_FORM:
        abort(413)


def add_headers(response: Response) -> Response:
    """Add the security headers. Unless the view said otherwise, only the phone may cache a page, and must ask again."""
    response.headers.extend(HEADERS)
    response.headers["Companion"] = request.endpoint or ""  # a Wi-Fi's login page answers 200 as well
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Accept-Language, Cookie, Page-Language"
    return response
