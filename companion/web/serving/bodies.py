"""A request goes on only once its body has arrived. Slow phones wait on the event loop, not in a thread."""

import asyncio

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.app.site import below_root

MAX_BODY_BYTES = 3 * 1024 * 1024  # what is beyond is dropped: Flask takes less
SECONDS_TO_ARRIVE = 240  # for a whole request: two megabytes over a bad Wi-Fi
LENGTHS = (b"content-length", b"transfer-encoding")  # headers that no longer hold


class WholeBodies:
    """Middleware that reads bodies, and takes the root out of paths."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on once it has arrived, with its path below the root."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        body = bytearray()
        try:
            async with asyncio.timeout(SECONDS_TO_ARRIVE):
                async for part in Request(scope, receive).stream():
                    body += part[: MAX_BODY_BYTES + 1 - len(body)]
        except TimeoutError:
            await Response(status_code=408, headers={"Connection": "close"})(scope, receive, send)
            return
        except ClientDisconnect:
            return
        arrived = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def receive_what_arrived() -> Message:
            return arrived.pop() if arrived else await receive()

        # For WSGI "Sec_Fetch_Site" would be the same header as "Sec-Fetch-Site", which no script can send.
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name and name not in LENGTHS]
        headers.append((b"content-length", str(len(body)).encode()))
        path = below_root(scope["path"], self.root)
        await self.app({**scope, "path": path, "headers": headers}, receive_what_arrived, send)
