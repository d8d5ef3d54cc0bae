"""The addresses that this computer listens on, and those under which phones reach it."""

import errno
import os
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address

import segno

from companion.web.app.network import in_an_address, own

BACKLOG = 2048  # connections that wait until they are accepted
# Bytes of answers that the system keeps for a connection. It would keep megabytes: 20 phones that never read would have
# 2,400 pages worked out for nothing, and an ordinary request takes 24 times as long meanwhile.
UNSENT = 64 * 1024
EVERY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - what stands for every network, and this computer in it
NO_NETWORK = "Phones can't: this computer is in no network. Let it join theirs, and start the companion again."


def bind(host: str, port: int) -> list[socket.socket]:
    """Listen on the port of every address that a host name stands for; 0 is any free port.

    ``*`` and ``::`` are every network by IPv4 and IPv6, ``0.0.0.0`` is every network by IPv4. Raises OSError, and
    ValueError for what can be no name.
    """
    name = None if host in ("*", "::", "") else host
    found = socket.getaddrinfo(name, port, socket.AF_UNSPEC, socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    refused = None
    for family, kind, protocol, _name, address in found:
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


def reachable(sockets: Sequence[socket.socket]) -> tuple[str, ...]:
    """The addresses that phones can open, the best one first; none where only this computer can reach what listens."""
    hosts: dict[str, int] = {}
    for listening in sockets:
        host, port = listening.getsockname()[:2]
        host = own(listening.family) if host in EVERY else host
        if host and not ip_address(host).is_loopback:
            hosts[host] = port
    return tuple(f"http://{in_an_address(host)}:{port}/" for host, port in hosts.items())


def on_this_computer(listening: socket.socket) -> str:
    """The address under which this computer itself reaches what listens."""
    host, port = listening.getsockname()[:2]
    return f"http://{in_an_address(EVERY.get(host, host))}:{port}"


def announce(addresses: tuple[str, ...], listening: socket.socket, echo: Callable[[str], None]) -> None:
    """Print the addresses that phones can open, and the first as a QR code; where there is none, why."""
    here = on_this_computer(listening)
    if addresses:
        echo("Fool! companion is running. On a phone in the same Wi-Fi, open")
        for address in addresses:
            echo(f"  {address}")
        if _can_show("▀▄█"):
            segno.make(addresses[0]).terminal(compact=True, border=2)
        if f"{here}/" not in addresses:
            echo(f"On this computer: {here}/")
    else:
        echo("Fool! companion is running. Only this computer can open")
        echo(f"  {here}/")
        echo(_why_not(listening.getsockname()[0]))
    echo("Stop with Ctrl+C.")


def _can_show(signs: str) -> bool:
    """Whether standard output has these signs."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _why_not(host: str) -> str:
    """Why phones can't open what listens there."""
    if host in EVERY:
        return NO_NETWORK
    return (
        f"Phones can't: it listens on {host} alone. Start it with --host 0.0.0.0 for them,"
        " or put a proxy in front of it and name its address with --public-url."
    )
