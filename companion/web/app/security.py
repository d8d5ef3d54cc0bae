"""The security headers of every answer, and the check that refuses writes from other sites."""

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

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


def init_app(app: Flask) -> None:
    """Check every write, and add the headers to every answer."""
    app.before_request(refuse_cross_site_writes)
    app.after_request(add_headers)


def refuse_cross_site_writes() -> None:
    """Answer 403 to a write that another site's page sent.

    There is no token: it could expire while a round waits on a phone. Browsers say where a request comes from, in
    Sec-Fetch-Site or Origin. A request without both comes from a program, not from a page, and is allowed.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if not (site in ("same-origin", "none") if site is not None else _from_here()):
        abort(403)


def _from_here() -> bool:
    """Whether the Origin header names this host, or is missing."""
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def add_headers(response: Response) -> Response:
    """Add the security headers. Unless the view said otherwise, only the phone may cache a page, and must ask again."""
    response.headers.extend(HEADERS)
    if request.is_secure:  # over plain HTTP browsers ignore it, and complain
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
