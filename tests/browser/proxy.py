"""A proxy in front of the companion, on the same computer: it adds HTTPS, holds event streams back, or is slow."""

import http.client
import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import trustme


class Proxy:
    """Passes every request on to a port of this computer. With a ``name`` by HTTPS, and says so.

    One that ``holds_back`` passes on an event stream only when it has ended, as old ones do. The answer to what is sent
    comes so many seconds ``late``. The path ``below`` is taken out of what is passed on.
    """

    def __init__(self, target: int, name: str = "", holds_back: bool = False, late: float = 0, below: str = ""):
        scheme = "https" if name else "http"
        kind = {"target": target, "scheme": scheme, "holds_back": holds_back, "late": late, "below": below}
        handler = type("To", (Handler,), kind)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        if name:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            trustme.CA().issue_cert(name).configure_cert(context)
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False
            )
        self.address = f"{scheme}://{name or '127.0.0.1'}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    target = 0
    scheme = ""
    holds_back = False
    late = 0.0
    below = ""

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = dict(self.headers.items()) | {"X-Forwarded-Proto": self.scheme, "Connection": "close"}
        # A stream gives a sign of life every 25 seconds.
        connection = http.client.HTTPConnection("127.0.0.1", self.target, timeout=30)
        try:
            connection.request(self.command, self.path.removeprefix(self.below), body, headers)
            answer = connection.getresponse()
            flows = answer.headers.get_content_type() == "text/event-stream" and not self.holds_back
            content = b"" if flows else answer.read()
            if self.command == "POST":
                time.sleep(self.late)
            self.send_response_only(answer.status, answer.reason)
            for name, value in answer.headers.items():
                if name.lower() not in ("connection", "transfer-encoding"):
                    self.send_header(name, value)
            if flows:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(content)
            while flows and (content := answer.read1()):
                self.wfile.write(content)
        except (OSError, http.client.HTTPException):
            # The companion or the phone is gone: so is this connection.
            self.close_connection = True
        finally:
            connection.close()

    do_GET = do_POST = do_HEAD = pass_on  # noqa: N815

    def log_message(self, *args):
        """Say nothing."""
