"""Pages that phones share: a table at a version never changes, so its page is rendered once for all who see the same.

Who sees the same has the same role, seat and language. Only the link's key in the addresses and the random keys of the
forms differ: they are holes in what is kept, filled in for every answer. Phones ask for these pages again and again:
what is known already is answered before Flask.

A view whose answer depends on nothing but the table, the link and the address says so by ``shared``. Nothing else may
be shared: not what changes with the time, with another table or with the host's name.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import sqlite3
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache
from flask import Flask, Response, request
from werkzeug.datastructures import Headers

from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import Link
from companion.web.app import compression, language
from companion.web.app.folders import PACKAGE, STATIC, TEMPLATES
from companion.web.rules.rulings import ruling_of
from companion.web.table.access import Opened, new_write_key, note

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

# What can be shared, and what of the query only says which version a phone has.
_PATH = re.compile(r"/t/([\w-]+)(?:/(sheet|chart|history|live))?", re.ASCII)
_HAS = re.compile(r"(?:^|&)(as|v|replaced)=([^&]*)")
# What else of the query each page knows, and the values that it takes: nothing else makes another page.
_ASKS = re.compile(r"(?:^|&)(all|before|number|page|why)=([^&]*)")
_KNOWS = {
    None: {"why"},
    "sheet": {"all", "before", "why"},
    "chart": set[str](),
    "history": {"all", "before"},
    "live": {"all", "before", "number", "page", "why"},
}
_VALUE = re.compile(r"[1-9][0-9]{0,4}(?:-[1-9][0-9]?)?", re.ASCII)
MOST_KEPT = 16_000_000  # bytes
# Nobody can have a name with these in it: they are chosen when the program starts, and never leave it.
_LINK, _WRITE = secrets.token_hex(16), secrets.token_hex(16)
_HOLE = re.compile(f"{_LINK}|{_WRITE}[0-9]+")
_ASKED = "companion.shared"  # in the WSGI environment: what is being rendered for all


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a shared page depends on but for the program, and what only differs in its holes."""

    link: Link
    page: str | None
    query: str
    language: str
    root: str
    scheme: str

    def tag(self, key: str) -> str:
        """The weak entity tag of the page for the holder of a key: its write keys are other ones each time."""
        return f'W/"{hashlib.sha256(repr((program(), self, key)).encode()).hexdigest()[:24]}"'


class Rendering:
    """A page that is being rendered for all: which link it was opened with, and how many write keys it has."""

    def __init__(self) -> None:
        self.link: Link | None = None
        self.write_keys = 0


class Kept:
    """A page with holes, and the headers it had."""

    def __init__(self, headers: Headers, body: str) -> None:
        self.headers = headers
        self.pieces = [piece.encode() for piece in _HOLE.split(body)]
        self.holes = _HOLE.findall(body)

    def filled(self, key: str) -> bytes:
        """The page for the holder of a key, each write key a new one."""
        fill = {hole: new_write_key().encode() for hole in self.holes} | {_LINK: key.encode()}
        body = [self.pieces[0]]
        for hole, piece in zip(self.holes, self.pieces[1:], strict=True):
            body += fill[hole], piece
        return b"".join(body)

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return sum(map(len, self.pieces)) + 100 * len(self.pieces)


class Shared:
    """Answers, without Flask, what is known already of a table at a version.

    204 to a poll for the version that a table has, and the role and the links to hand on that it still has: not 304,
    which a browser turns into a 200 for scripts. 304 to a page that the phone has. Else the page as it was rendered for
    the first who asked.
    """

    def __init__(self, app: Flask, store: Store) -> None:
        self.flask, self.app, self.store = app, app.wsgi_app, store
        self.kept: LRUCache[Seen, Kept] = LRUCache(MOST_KEPT, lambda kept: kept.size)
        self.keeping = Lock()
        # Phones that ask for the same at once wait for the first of them.
        self.turns = tuple(Lock() for _ in range(64))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        query = environ.get("QUERY_STRING", "")
        asked = _PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        key = asked[1] if asked else None
        link = None
        if key:
            with suppress(sqlite3.Error):  # Flask says what is wrong
                link = _find(self.store, key)
        if not (asked and key and link):
            return self.app(environ, start_response)
        note(self.store, "tables", link.table_id)
        page = asked[2]
        if page == "live" and _is_at(link, dict(_HAS.findall(query))):
            start_response("204 No Content", [("Cache-Control", "no-store")])
            return ()
        if self.flask.debug:  # templates change
            return self.app(environ, start_response)
        tongue = language.name(language.asked(environ))
        root, scheme = environ.get("SCRIPT_NAME", ""), environ["wsgi.url_scheme"]
        seen = Seen(link, page, _known(page, query), tongue, root, scheme)
        return self._answer(environ | {"QUERY_STRING": seen.query}, start_response, key, seen)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse, key: str, seen: Seen) -> Iterable[bytes]:
        tag = seen.tag(key) if seen.page != "live" else ""
        if tag and tag in environ.get("HTTP_IF_NONE_MATCH", ""):
            told = [("Cache-Control", "private, no-cache"), ("ETag", tag), ("Vary", compression.VARY)]
            start_response("304 Not Modified", told)
            return ()
        with self.turns[hash(seen) % len(self.turns)]:
            with self.keeping:
                kept = self.kept.get(seen)
            if kept is None:
                return self._render(environ, start_response, key, seen)
        return _send(kept, seen, key, environ, start_response)

    def _render(self, environ: WSGIEnvironment, start_response: StartResponse, key: str, seen: Seen) -> Iterable[bytes]:
        """Let Flask answer, and keep it where the view says that it can be shared."""
        rendering = Rendering()
        # What has holes is compressed once they are filled.
        whole = environ | {_ASKED: rendering, "HTTP_ACCEPT_ENCODING": "identity"}
        response = Response.from_app(self.app, whole, buffered=True)
        if rendering.link is None or response.status_code != 200:
            compression.squeeze(response, environ.get("HTTP_ACCEPT_ENCODING", ""))
            return response(environ, start_response)
        # The table may have changed since it was looked up.
        seen, kept = replace(seen, link=rendering.link), Kept(response.headers, response.get_data(as_text=True))
        if kept.size < MOST_KEPT:
            with self.keeping:
                self.kept[seen] = kept
        return _send(kept, seen, key, environ, start_response)


def init_app(app: Flask, store: Store) -> None:
    """Put it before Flask, and let forms ask for their keys."""
    app.wsgi_app = Shared(app, store)  # type: ignore[method-assign]
    app.jinja_env.globals["new_write_key"] = form_key
    program()


def shared(opened: Opened) -> Opened:
    """Say that this answer may be shared; the table to render it with, whose key is a hole.

    It may not while a ruling is shown, which is gone after a while.
    """
    rendering: Rendering | None = request.environ.get(_ASKED)
    if rendering is None or ruling_of(opened):
        return opened
    rendering.link = opened.link
    return replace(opened, key=_LINK)


def form_key() -> str:
    """A random key for a form, or a hole for one where the page is shared."""
    rendering: Rendering | None = request.environ.get(_ASKED)
    if rendering is None or rendering.link is None:
        return new_write_key()
    rendering.write_keys += 1
    return f"{_WRITE}{rendering.write_keys}"


@lru_cache(maxsize=1)
def program() -> str:
    """A hash of all that makes pages: the program, templates, what they load, and the time zone that they are in."""
    digest = hashlib.sha256(repr(time.tzname).encode())
    for folder in (PACKAGE, TEMPLATES, STATIC):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _find(store: Store, key: str) -> Link | None:
    try:
        return links.find(store, key)
    except links.LinkEnded:
        return None


def _known(page: str | None, query: str) -> str:
    """What a page knows of a query, always in the same order. A live page that there is not is not found."""
    sent = dict(reversed(_ASKS.findall(query)))
    known = {name for name in _KNOWS[page] & set(sent) if name == "page" or _VALUE.fullmatch(sent[name])}
    return "&".join(f"{name}={sent[name]}" for name in sorted(known))


def _is_at(link: Link, had: dict[str, str]) -> bool:
    """Whether what a phone has is what there is."""
    now = {"v": str(link.version), "as": link.role, "replaced": str(link.replaced)}
    return "v" in had and had == {name: now[name] for name in had}


def _send(kept: Kept, seen: Seen, key: str, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """A kept page as an answer."""
    response = Response(kept.filled(key), headers=kept.headers.copy())
    if seen.page != "live":
        response.headers["ETag"] = seen.tag(key)
    compression.squeeze(response, environ.get("HTTP_ACCEPT_ENCODING", ""))
    return response(environ, start_response)
