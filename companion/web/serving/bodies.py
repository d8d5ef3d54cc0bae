"""The bodies of requests: how much of one is kept, by where it goes, and which are refused before they are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.web.app.place import Place

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

# So much more is read and let go: only who has sent all of it reads the page that says it was too much.
LET_GO = 1024 * 1024  # bytes
LET_GO_OF_A_FILE = 32 * 1024 * 1024  # bytes


# Bodies lie in memory, all together at most so much; what is as short as a round is not counted.
MOST_ARRIVING = 48 * 1024 * 1024  # bytes
SHORT = 16 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Arrived:
    """A body, as far as its page takes it, its whole length, and whether it was read to its end.

    If not, the connection is of no use after that.
    """

    body: bytes | bytearray
    length: int
    whole: bool = True


NOTHING = Arrived(b"", 0)
_HUNG_UP = "companion.hung_up"  # in the scope of a request: nothing more of it is kept, should more have arrived


class Bodies:
    """What the pages of an application take, and what is arriving.

    ``hang_up`` ends the connection of a request: where too much is arriving, that of the one which takes longest.
    """

    def __init__(self, app: Flask, hang_up: Callable[[Message], None]) -> None:
        self.app = app
        self.place: Place = app.extensions["place"]
        self.addresses = app.url_map.bind("localhost")
        self.hang_up = hang_up
        self.arriving: dict[int, tuple[Message, bytearray]] = {}  # the longer ones, the first to begin first
        self.total = 0  # bytes of those

    def most(self, method: str, path: str) -> int:
        """How many bytes a request may bring; 0 where no page takes any."""
        try:
            endpoint = self.addresses.match(path, method)[0]
        except HTTPException:
            return 0
        if method in ("GET", "HEAD", "OPTIONS"):
            return 0
        return int(getattr(self.app.view_functions[endpoint], "takes", self.app.config["MAX_CONTENT_LENGTH"]))

    async def keep(self, scope: Message, receive: Receive) -> Arrived | None:
        """What arrives. None where the phone hangs up before."""
        declared = _declared(scope)
        if declared == 0:
            return NOTHING
        most = self.most(scope["method"], self.place.inside(scope["path"]))
        enough = most + (LET_GO_OF_A_FILE if most > self.app.config["MAX_CONTENT_LENGTH"] else LET_GO)
        body, length, more = bytearray(), 0, True
        try:
            while more:
                if max(declared or 0, length) > enough:
                    return Arrived(body, max(declared or 0, length), whole=False)
                message = await receive()
                if message["type"] == "http.disconnect" or _HUNG_UP in scope:
                    return None
                length += len(message["body"])
                if length <= most:
                    self._add(scope, body, message["body"])
                more = message["more_body"] or _HUNG_UP in scope
            return Arrived(body, length)
        finally:
            if self.arriving.pop(id(scope), None):
                self.total -= len(body)

    def _add(self, scope: Message, body: bytearray, piece: bytes) -> None:
        body += piece
        if id(scope) in self.arriving:
            self.total += len(piece)
        elif len(body) > SHORT:
            self.arriving[id(scope)] = scope, body
            self.total += len(body)
        if self.total > MOST_ARRIVING:
            key = next(iter(self.arriving))
            longest, held = self.arriving.pop(key)
            self.total -= len(held)
            held.clear()
            longest[_HUNG_UP] = True
            self.hang_up(longest)


def _declared(scope: Message) -> int | None:
    """The length that a request's head gives its body, 0 where it has none; None where that is not known before."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", 0))
