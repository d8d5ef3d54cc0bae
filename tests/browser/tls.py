"""HTTPS in front of the companion, as a proxy on the same computer would add it."""

import http.client
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import trustme


class Proxy:
    """Passes every request on to a port of this computer, and says that it came by HTTPS."""

    def __init__(self, target: int, name: str):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("To", (Handler,), {"target": target}))
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert(name).configure_cert(context)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.address = f"https://{name}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    target = 0

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = dict(self.headers.items()) | {"X-Forwarded-Proto": "https", "Connection": "close"}
        connection = http.client.HTTPConnection("127.0.0.1", self.target, timeout=10)
        try:
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError:
            # The companion is gone: so is this connection.
            self.close_connection = True
            return
        finally:
            connection.close()
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.headers.items():
            if name.lower() not in ("connection", "transfer-encoding"):
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_HEAD = pass_on  # noqa: N815

    def log_message(self, *args):
        """Say nothing."""
