"""Where a companion serves: what it listens on, and the address that phones open."""

import os
import socket
from urllib.parse import urlsplit

import segno

from companion.web.app.site import OWN_NAMES, in_an_address, own_address

# Of answers, in the system's buffer. It would hold megabytes: 20 phones that never read got 2,400 pages worked out for
# nothing, and an ordinary request took 24 times as long.
MAX_UNSENT_BYTES = 64 * 1024
EVERY_NETWORK = ("0.0.0.0", "::")  # noqa: S104


def bind(host: str, port: int) -> socket.socket:
    """Listen on a port of an address; 0 is any free port. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio forgets it for a socket of ours
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_UNSENT_BYTES)
    return listening


def announce(listening: socket.socket, public_url: str) -> None:
    """Print the address that phones open, and its QR code; or that only this computer can open it."""
    host, port = listening.getsockname()[:2]
    own = own_address() or "localhost" if host in EVERY_NETWORK else in_an_address(host)
    address = public_url or f"http://{own}:{port}"
    print(f"Fool! companion is running. On a phone on the same Wi-Fi, open\n  {address}/")
    if urlsplit(address).hostname in OWN_NAMES:
        print("Only this computer can open that: connect it to a network, and start with --host 0.0.0.0.")
    else:
        segno.make(f"{address}/").terminal(compact=True, border=2)
    print("Stop with Ctrl+C.", flush=True)


def tell_systemd() -> None:
    """Tell systemd that the companion is ready, if systemd started it."""
    if name := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.sendto(b"READY=1", name.replace("@", "\0", 1))
