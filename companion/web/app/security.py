"""What every answer carries, and which writes are refused before they reach a view."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
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
    """Guard every write and send the headers with every answer."""
    app.before_request(refuse_cross_site_writes)
    app.after_request(add_headers)


def refuse_cross_site_writes() -> None:
    """Answer 403 to a write that another site's page sent.

    No token, which would expire while a round waits in a pocket: browsers say where a request comes from.
    Only programs, which act for nobody but their user, say nothing at all.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if not (site in ("same-origin", "none") if site is not None else _from_here()):
        abort(403)


def _from_here() -> bool:
    """Whether the origin that the browser names, if any, is this very host."""
    origin = request.headers.get("Origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.host
    except ValueError:
        return False


def add_headers(response: Response) -> Response:
    """Add the security headers; a page is kept by nobody but the phone's own back button."""
    response.headers.extend(HEADERS)
    if request.is_secure:  # over plain HTTP browsers ignore it, and complain
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
