"""Compresses answers with gzip, for phones with a bad Wi-Fi connection.

The standard library's gzip is enough for texts of a few kilobytes; the libraries for newer formats are
larger than the rest of the installation and have no ready builds for small computers.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug import wrappers
from werkzeug.http import parse_accept_header

SHORTEST = 500  # bytes; below this a compressed answer is no smaller on the wire
VARY = "Accept-Encoding, Accept-Language, Cookie, Page-Language"  # what an answer depends on beside its address
TYPES = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


def init_app(app: Flask) -> None:
    """Compress every answer that gets smaller by it."""
    app.after_request(compress)


def takes_gzip(accepted: str) -> bool:
    """Whether a client that accepts these encodings takes gzip."""
    return _accepts(accepted, "gzip")


@lru_cache(maxsize=200)
def _accepts(header: str, encoding: str) -> bool:
    return parse_accept_header(header[:200]).quality(encoding) > 0


def compress(response: Response) -> Response:
    """Compress an answer of Flask."""
    squeeze(response, request.headers.get("Accept-Encoding", ""))
    return response


def squeeze(response: wrappers.Response, accepted: str) -> None:
    """Compress a text answer for a client that takes gzip."""
    if not (response.mimetype or "").startswith(TYPES):
        return
    response.headers.setdefault("Vary", VARY)
    if (
        response.direct_passthrough
        or response.is_streamed
        or response.status_code in (204, 304)
        or "Content-Encoding" in response.headers
        or not takes_gzip(accepted)
    ):
        return
    body = response.get_data()
    if len(body) >= SHORTEST:
        response.set_data(gzip.compress(body, 4, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
