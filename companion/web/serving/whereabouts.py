"""Where a companion serves: what it listens on, and the addresses that phones open."""

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address

from companion.web.app.site import find_own_host, in_an_address

BACKLOG = 2048  # connections that wait until they are accepted
# Of answers, in the system's buffer. It would hold megabytes: 20 phones that never read got 2,400 pages worked out for
# nothing, and an ordinary request took 24 times as long.
MAX_UNSENT_BYTES = 64 * 1024
EVERY_NETWORK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - and this computer in it
NO_NETWORK = "Phones can’t: this computer isn’t on a network. Connect it to theirs, then start the companion again."
NOT_FOR_PHONES = (
    "Phones can’t: it listens only on {}. For phones, start it with --host 0.0.0.0,"
    " or put a proxy in front and give its address with --public-url."
)
HEALTH = "/health"


def bind(host: str, port: int) -> list[socket.socket]:
    """Listen on a port of an address; 0 is any free port. ``*`` and ``::`` are every network by IPv4 and IPv6.

    Raises OSError.
    """
    sockets: list[socket.socket] = []
    every = EVERY_NETWORK if socket.has_dualstack_ipv6() else ["0.0.0.0"]  # noqa: S104
    for each in every if host in ("*", "::", "") else [host]:
        family = socket.AF_INET6 if ":" in each else socket.AF_INET
        sockets.append(socket.create_server((each, port), family=family, backlog=BACKLOG))
        sockets[-1].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio forgets it for a socket of ours
        sockets[-1].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_UNSENT_BYTES)
        port = sockets[0].getsockname()[1]
    return sockets


def reachable(sockets: Sequence[socket.socket]) -> tuple[str, ...]:
    """Return the addresses that phones can open, the best first; none if only this computer reaches what listens."""
    hosts: dict[str, int] = {}
    for listening in sockets:
        host, port = listening.getsockname()[:2]
        host = find_own_host(listening.family) if host in EVERY_NETWORK else host
        if host and not ip_address(host).is_loopback:
            hosts[host] = port
    return tuple(f"http://{in_an_address(host)}:{port}/" for host, port in hosts.items())


def on_this_computer(listening: socket.socket) -> str:
    """Return the address under which this computer itself reaches what listens."""
    host, port = listening.getsockname()[:2]
    return f"http://{in_an_address(EVERY_NETWORK.get(host, host))}:{port}"


def announce(addresses: tuple[str, ...], listening: socket.socket) -> None:
    """Print the addresses that phones can open, and the first as a QR code; if there is none, why."""
    local = f"{on_this_computer(listening)}/"
    if addresses:
        print("Fool! companion is running. On a phone on the same Wi-Fi, open")
        for address in addresses:
            print(f"  {address}")
        with suppress(UnicodeEncodeError):  # standard output may not have these signs
            "▀▄█".encode(sys.stdout.encoding or "ascii")
            import segno  # takes a while

            segno.make(addresses[0]).terminal(compact=True, border=2)
        if local not in addresses:
            print(f"On this computer: {local}")
    else:
        host = listening.getsockname()[0]
        print(f"Fool! companion is running. Only this computer can open\n  {local}")
        print(NO_NETWORK if host in EVERY_NETWORK else NOT_FOR_PHONES.format(host))
    print("Stop with Ctrl+C.")


def tell_systemd() -> None:
    """Tell systemd that the companion is ready, if systemd started it."""
    if name := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.sendto(b"READY=1", name.replace("@", "\0", 1))
