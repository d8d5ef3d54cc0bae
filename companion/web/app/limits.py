"""A limit on how many games, groups, files, codes, phones and requests to play one address may add in an hour.

Rounds aren't counted. While the disk is nearly full nothing new begins. A restart forgets all counts.
"""

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass, field

from flask import current_app, request

from companion.games.message import Message, say, say_n
from companion.store.database import Store
from companion.store.trouble import free_space
from companion.web.app.log import log_for_owner

HOUR = 60 * 60  # seconds


class NotNow(Exception):
    """Nothing new is begun now: why, the status of the answer, and the seconds until a next try."""

    def __init__(self, message: Message, status: int, seconds: int) -> None:
        super().__init__(message.text)
        self.message, self.status = message, status
        self.headers = {"Retry-After": str(seconds)}


@dataclass
class Limits:
    """How many of each kind an address may begin in an hour, 0 for any number, and the megabytes that stay free."""

    per_address: int = 240  # a café's forty tables, each with a new game every ten minutes
    reserve: int = 64
    hour: float = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, kind: str, address: str) -> int:
        """Count one more of a kind; return 0, or at the limit of an address the seconds until the next hour."""
        hour, elapsed = divmod(time.monotonic(), HOUR)
        if hour != self.hour:
            self.hour, self.counts = hour, Counter()
        if 0 < self.per_address <= self.counts[kind, address]:
            return int(HOUR - elapsed)
        self.counts[kind, address] += 1
        return 0


def begin(kind: str) -> None:
    """Count one more of a kind for the address that asks. Raises NotNow, also where the disk is nearly full."""
    limits: Limits | None = current_app.extensions["limits"]
    if limits is None:
        return
    store: Store = current_app.extensions["store"]
    if limits.reserve and free_space(store.path) < limits.reserve * 1_000_000:
        log_for_owner(
            f"The disk of {store.path} has less than {limits.reserve} MB left (--reserve):"
            " rounds are saved, but nothing new is begun. Make room."
        )
        full = say("The server’s disk is nearly full. You can finish games, but not start any.")
        raise NotNow(full, 507, HOUR)
    if wait := limits.count(kind, network_of(request.remote_addr or "")):
        minutes = wait // 60 + 1
        many = say_n(
            "Too many requests. Try again in %(n)s minute.", "Too many requests. Try again in %(n)s minutes.", minutes
        )
        raise NotNow(many, 429, 60 * minutes)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, or the /64 of an IPv6 address, all of which one home or phone has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False))
