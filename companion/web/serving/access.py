"""The access log, where it is wished: a line for each request on standard output, in which no key stands."""

from __future__ import annotations

import logging
import sys
import time
from datetime import datetime
from logging.handlers import QueueHandler, QueueListener
from queue import Queue
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from companion.web.app.log import shorten

if TYPE_CHECKING:
    from companion.web.serving.asgi import Send
    from companion.web.serving.bodies import Message

MOST_WAITING = 10_000  # lines; where nobody takes them, what comes then is lost
LONGEST = 200  # characters of a path
_PLAIN = "/:@!$&'()*+,;=~"


class Answered:
    """What is known of a request once it was answered, or nobody waits for an answer any more."""

    def __init__(self, scope: Any, send: Send) -> None:
        self.scope, self._send = scope, send
        self.began = time.perf_counter()
        self.status: int | None = None
        self.bytes = 0

    async def send(self, message: Message) -> None:
        """Send a piece of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.bytes += len(message.get("body", b""))
        await self._send(message)

    @property
    def seconds(self) -> float:
        """Since it had begun."""
        return time.perf_counter() - self.began

    def told(self, client: str) -> str:
        """As a line: when, who, what, with which status, how many bytes, and how many milliseconds it took."""
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        path = shorten(quote(str(self.scope["path"])[:LONGEST], _PLAIN))
        asked = f"{at} {quote(client, ':') or '-'} {self.scope['method']} {path}"
        return f"{asked} {self.status or '-'} {self.bytes} {1000 * self.seconds:.0f}"


class AccessLog:
    """Writes lines in a thread of its own, so that no request waits for whoever reads them."""

    def __init__(self) -> None:
        waiting: Queue[Any] = Queue(MOST_WAITING)
        self.hands_on = _Silent(waiting)
        self.writes = QueueListener(waiting, _Out(sys.stdout))

    def start(self) -> None:
        """Begin to write."""
        self.writes.start()

    def stop(self) -> None:
        """Write what waits, and no more."""
        self.writes.stop()

    def note(self, line: str) -> None:
        """Write a line, soon."""
        self.hands_on.handle(logging.makeLogRecord({"msg": line}))


class _Silent(QueueHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Lose it: nobody takes what waits."""


class _Out(logging.StreamHandler[Any]):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Lose it: nobody listens any more."""
