"""This computer in its network."""

import socket
from contextlib import suppress


def own_address() -> str | None:
    """Return this computer's address in its network, as it stands in an address of a page; None without one."""
    found = own(socket.AF_INET) or own(socket.AF_INET6)
    return found and in_an_address(found)


def own(family: int) -> str | None:
    """Find the address by which this computer goes into a network. Only the route is looked up, nothing is sent."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def in_an_address(host: str) -> str:
    """Return a host as it stands before a port."""
    return f"[{host}]" if ":" in host else host
