"""The bodies of requests: how much of one is kept, by where it goes, and which are refused before they are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import IO, Any

from flask import Flask
from werkzeug.exceptions import HTTPException

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

# So much more is read and let go: only who has sent all of it reads the page that says it was too much.
LET_GO = 1024 * 1024  # bytes
LET_GO_OF_A_FILE = 32 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Arrived:
    """How many bytes a body has, and whether it was read to its end: if not, the connection is of no use after that."""

    length: int
    whole: bool = True


NOTHING = Arrived(0)


class Bodies:
    """What the pages of an application take."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.addresses = app.url_map.bind("localhost")

    def most(self, method: str, path: str) -> int:
        """How many bytes a request may bring; 0 where no page takes any."""
        try:
            endpoint = self.addresses.match(path, method)[0]
        except HTTPException:
            return 0
        if method in ("GET", "HEAD", "OPTIONS"):
            return 0
        return int(getattr(self.app.view_functions[endpoint], "takes", self.app.config["MAX_CONTENT_LENGTH"]))

    async def keep(self, scope: Message, receive: Receive, body: IO[bytes]) -> Arrived | None:
        """Write what arrives into ``body``, as far as its page takes it. None where the phone hangs up before."""
        declared = _declared(scope)
        if declared == 0:
            return NOTHING
        most = self.most(scope["method"], scope["path"])
        enough = most + (LET_GO_OF_A_FILE if most > self.app.config["MAX_CONTENT_LENGTH"] else LET_GO)
        length, more = 0, True
        while more:
            if max(declared or 0, length) > enough:
                return Arrived(max(declared or 0, length), whole=False)
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            length += len(message["body"])
            if length <= most:
                body.write(message["body"])
            more = message["more_body"]
        return Arrived(length)


def _declared(scope: Message) -> int | None:
    """The length that a request's head gives its body, 0 where it has none; None where that is not known before."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length", 0))
