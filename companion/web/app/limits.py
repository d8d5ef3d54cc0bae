"""Limits on new tables, groups, files and codes per hour, for each address and in all.

Rounds aren't counted. Rematches, and new games of a group with a running one, count for their table or group alone, so
that whoever is playing can go on. While the disk is nearly full nothing new begins. A restart forgets all counts.
"""

import ipaddress
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from flask import current_app, request

from companion.games.message import Message, say, say_n
from companion.store.database import Store
from companion.store.trouble import free_space
from companion.web.app.log import tell_host

MAX_ASKS_PER_MINUTE = 8  # a whole table's phones
MINUTE, HOUR = 60, 3600  # seconds


class NotNow(Exception):
    """Nothing new is begun now: why, the status of the answer, and the seconds until a next try."""

    def __init__(self, message: Message, status: int, seconds: int) -> None:
        super().__init__(message.text)
        self.message, self.status = message, status
        self.headers = {"Retry-After": str(seconds)}


@dataclass
class Limits:
    """How many of each kind may be begun in an hour, 0 for any number, and the megabytes that stay free."""

    per_address: int = 240  # a café's forty tables, each with a new game every ten minutes
    in_all: int = 24_000
    reserve: int = 64
    hour: float = 0
    counts: Counter[tuple[str | float, ...]] = field(default_factory=Counter)
    counting: Lock = field(default_factory=Lock)

    def count(self, limits: Mapping[tuple[str, ...], int], seconds: int = HOUR) -> float:
        """Count one more of each; return 0, or if one has reached its limit, the seconds until all begin anew."""
        now = time.monotonic()
        window, elapsed = divmod(now, seconds)
        with self.counting:
            if now // HOUR != self.hour:
                self.hour, self.counts = now // HOUR, Counter()
            if any(0 < limit <= self.counts[*key, window] for key, limit in limits.items()):
                return seconds - elapsed
            self.counts.update((*key, window) for key in limits)
        return 0


def begin(kind: str, whose: str = "") -> None:
    """Count one more of a kind, of an address or ``whose``. Raises NotNow, also where the disk is nearly full."""
    limits: Limits | None = current_app.extensions["limits"]
    if limits is None:
        return
    store: Store = current_app.extensions["store"]
    if limits.reserve and free_space(store.path) < limits.reserve * 1_000_000:
        tell_host(
            f"The disk of {store.path} has less than {limits.reserve} MB left (--reserve):"
            " rounds are saved, but nothing new is begun. Make room."
        )
        full = say("The server’s disk is nearly full. You can finish games, but not start any.")
        raise NotNow(full, 507, HOUR)
    each = kind, whose or network_of(request.remote_addr or "")
    if wait := limits.count({each: limits.per_address, (kind,): limits.in_all}):
        minutes = int(wait // 60) + 1
        many = say_n(
            "Too many new games, groups and files. Try again in %(n)s minute.",
            "Too many new games, groups and files. Try again in %(n)s minutes.",
            minutes,
        )
        raise NotNow(many, 429, 60 * minutes)


def ask_seldom(whose: str) -> None:
    """Count a request. Raises NotNow after eight from one address in a minute."""
    limits: Limits | None = current_app.extensions["limits"]
    asking = "asks", whose, network_of(request.remote_addr or "")
    if limits and limits.count({asking: MAX_ASKS_PER_MINUTE}, MINUTE):
        raise NotNow(say("Too many requests. Try again in a minute."), 429, MINUTE)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, or the /64 of an IPv6 address, all of which one home or phone has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False))
