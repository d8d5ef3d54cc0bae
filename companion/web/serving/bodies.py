"""A request goes on only once its body has arrived. Slow phones wait on the event loop, not in a thread."""

import asyncio
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.app.site import below_root

MAX_BODY_BYTES = 3 * 1024 * 1024  # a page may take less
# A larger body is read up to here and dropped: browsers show our page about it only after they have sent all.
MAX_BYTES_READ = 32 * 1024 * 1024
SECONDS_TO_ARRIVE = 240  # for a whole request: two megabytes over a bad Wi-Fi
LENGTHS = (b"content-length", b"transfer-encoding")  # headers that no longer hold


class WholeBodies:
    """Middleware that reads bodies. While the server stops, each connection's next answer is its last."""

    def __init__(self, app: ASGIApp, root: str, is_stopping: Callable[[], bool]) -> None:
        self.app, self.root, self.is_stopping = app, root, is_stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on once it has arrived, with its path below the root."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        whole = False

        async def hand_on(message: Message) -> None:
            if message["type"] == "http.response.start" and (self.is_stopping() or not whole):
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        try:
            body, length, whole = await read_body(Request(scope, receive))
        except TimeoutError:
            await Response(status_code=408)(scope, receive, hand_on)
            return
        except ClientDisconnect:
            return
        arrived = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_what_arrived() -> Message:
            return arrived.pop() if arrived else await receive()

        # For WSGI "Sec_Fetch_Site" would be the same header as "Sec-Fetch-Site", which no script can send.
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in LENGTHS]
        scope = {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}
        await self.app({**scope, "path": below_root(scope["path"], self.root)}, receive_what_arrived, hand_on)


async def read_body(request: Request) -> tuple[bytes, int, bool]:
    """Return a body up to ``MAX_BODY_BYTES``, its length, and whether all of it was read.

    Raises TimeoutError, and ClientDisconnect if the phone hangs up.
    """
    body, length = bytearray(), 0
    if (announced := int(request.headers.get("content-length", 0))) > MAX_BYTES_READ:
        return b"", announced, False
    async with asyncio.timeout(SECONDS_TO_ARRIVE):
        async for part in request.stream():
            length += len(part)
            if length > MAX_BYTES_READ:
                return b"", length, False
            if length <= MAX_BODY_BYTES:
                body += part
    return bytes(body), length, True
