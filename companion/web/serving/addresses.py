"""The addresses that this computer listens on, and those under which phones reach it."""

import errno
import os
import socket
from collections.abc import Callable

import segno

BACKLOG = 2048  # connections that wait until they are accepted
UNSENT = 128 * 1024  # bytes of answers that the system keeps for a connection: it would keep megabytes nobody reads


def bind(host: str, port: int) -> list[socket.socket]:
    """Listen on the port of every address that a host name stands for; 0 is any free port.

    Raises OSError, and ValueError for what can be no name.
    """
    found = socket.getaddrinfo(host or None, port, socket.AF_UNSPEC, socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    refused = None
    for family, kind, protocol, _, address in found:
        try:
            sockets.append(_listen(socket.socket(family, kind, protocol), (address[0], port)))
        except OSError as error:
            refused = OSError(error.errno, os.strerror(error.errno or 0))
            # A name may also stand for an address of a kind that this computer does not have.
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise refused from error
        else:
            port = sockets[0].getsockname()[1]
    if refused and not sockets:
        raise refused
    return sockets


def _listen(opened: socket.socket, address: tuple[str | int, int]) -> socket.socket:
    """Not by ``socket.create_server``: asyncio sends small answers at once only where the socket says it is TCP's."""
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if opened.family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        opened.bind(address)
        opened.listen(BACKLOG)
    except OSError:
        opened.close()
        raise
    return opened


def reachable(host: str, port: int) -> tuple[str, ...]:
    """The addresses that phones can open, the best one first."""
    return tuple(f"http://{name}:{port}/" for name in _names(host))


def on_this_computer(listening: socket.socket) -> str:
    """The address under which this computer itself reaches what listens."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def announce(addresses: tuple[str, ...], echo: Callable[[str], None]) -> None:
    """Print the addresses that phones can open, and the first as a QR code."""
    echo("Fool! companion is running. On a phone in the same Wi-Fi, open")
    for address in addresses:
        echo(f"  {address}")
    segno.make(addresses[0]).terminal(compact=True, border=2)
    echo("Stop with Ctrl+C.")


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
