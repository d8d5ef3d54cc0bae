"""The answer at ``/health``, for whoever looks whether the companion can do its work.

Strangers learn whether a round would be saved, and in one word why not. To whoever asks on this computer it also says
what ``companion status`` tells.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from companion import __version__
from companion.store.upkeep.health import Ailment, look
from companion.web.app.security import HEADERS

if TYPE_CHECKING:
    from companion.store.database import Store
    from companion.web.serving.asgi import Send
    from companion.web.serving.streams import Streams

PATH = "/health"
OFTEN = 1  # seconds between two looks, however many ask
HANDED_ON = (b"forwarded", b"via", b"x-forwarded", b"x-real-ip")


class Health:
    """Looks when somebody asks; all who ask meanwhile hear what it finds."""

    def __init__(self, store: Store, streams: Streams) -> None:
        self.store, self.streams = store, streams
        # A thread of its own: it also finds out when all others wait for the file.
        self.executor = ThreadPoolExecutor(1)
        self.looking: asyncio.Future[Ailment | None] | None = None
        self.since = 0.0

    async def answer(self, scope: Any, send: Send) -> None:
        """Answer 200 or 503."""
        loop = asyncio.get_running_loop()
        if self.looking is None or (self.looking.done() and loop.time() - self.since >= OFTEN):
            self.since = loop.time()
            self.looking = loop.run_in_executor(self.executor, look, self.store)
        found = await asyncio.shield(self.looking)
        told: dict[str, object] = {"status": found.word if found else "ok"}
        if is_from_here(scope):
            told |= {"file": os.path.realpath(self.store.path), "version": __version__}
            told |= {"phones": self.streams.phones}
            told |= {"told": str(found.told), "error": found.error} if found else {}
        body = json.dumps(told).encode() + b"\n"
        about = {**HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store"}
        headers = [(name.lower().encode(), value.encode()) for name, value in about.items()]
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 503 if found else 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def is_from_here(scope: Any) -> bool:
    """Whether a request comes from this computer itself, and not by a proxy on it that hands on a stranger's.

    It names an address then: by a name may come what a tunnel hands on without a word, and the page of another site.
    """
    client, server = ((scope.get(end) or ("",))[0] for end in ("client", "server"))
    try:
        here = ipaddress.ip_address(client).is_loopback or client == server
        for name, value in scope["headers"]:
            if name == b"host" and (asked := urlsplit(f"//{value.decode('latin-1')}").hostname) != "localhost":
                ipaddress.ip_address(asked or "")
    except ValueError:
        return False
    return here and not any(name.startswith(HANDED_ON) for name, _ in scope["headers"])
