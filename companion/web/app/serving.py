"""Serving on the local network: one process, many threads, and an address that phones can open."""

import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import segno
from flask import Flask
from waitress import create_server

from companion.web.start.imports import LARGEST_FILE

THREADS = 16
# A phone may keep its connection open between requests.
MOST_CONNECTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Server:
    """A server that listens on its port already, but does not answer yet."""

    waitress: Any
    addresses: tuple[str, ...]

    def announce(self, echo: Callable[[str], None]) -> None:
        """Print the addresses that phones can open, and the first as a QR code."""
        echo("Fool! companion is running. On a phone in the same Wi-Fi, open")
        for address in self.addresses:
            echo(f"  {address}")
        segno.make(self.addresses[0]).terminal(compact=True, border=2)
        echo("Stop with Ctrl+C.")


def listen(app: Flask, host: str, port: int) -> Server:
    """Start to listen on the port; 0 is any free port. Raises OSError or ValueError where that fails."""
    _allow_connections()
    # Do not print a warning when many polls wait for a thread for a moment.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        ident="companion",
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,  # select() ends at 1,024 descriptors
        max_request_body_size=2 * LARGEST_FILE,
        # Believe these headers from a proxy on this computer only: anybody else could forge them.
        trusted_proxy="127.0.0.1",
        trusted_proxy_count=1,
        trusted_proxy_headers={"x-forwarded-proto", "x-forwarded-host"},
        clear_untrusted_proxy_headers=True,
    )
    return Server(server, tuple(f"http://{name}:{server.effective_port}/" for name in _names(host)))


def _allow_connections() -> None:
    """Raise this process's soft limit of open files, often 1,024, as far as that is allowed."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 200
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def _names(host: str) -> list[str]:
    """The names under which phones reach this computer."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104
        return [f"[{host}]" if ":" in host else host]
    return [name for name in (own_address(), "localhost") if name]


def own_address() -> str | None:
    """Find this computer's address in its network; None without one. Only the route is looked up, nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
