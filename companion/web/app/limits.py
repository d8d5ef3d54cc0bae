"""What strangers may begin: new tables, groups, files and codes, so many an hour from one address and in all.

Rounds aren't counted. Rematches, and new games of a group with a running one, count for their table or group alone:
whoever is playing plays on. Nothing is begun while the disk is nearly full: what is left is for rounds. A restart
forgets it all.
"""

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from cachetools import TTLCache
from flask import current_app, request

from companion.games.message import Message, say, say_n
from companion.store.database import Store
from companion.store.trouble import free_space
from companion.web.app.log import tell_host

PER_ADDRESS = 240  # an hour: a café's forty tables, each with a new game every ten minutes
IN_ALL = 100 * PER_ADDRESS
RESERVE = 64  # megabytes
ASKED_A_MINUTE = 8
MINUTE, HOUR = 60, 3600  # seconds


class NotNow(Exception):
    """Nothing new is begun now; why, with which status, and after how many seconds it may be tried again."""

    def __init__(self, message: Message, status: int, seconds: int) -> None:
        super().__init__(message.text)
        self.message, self.status = message, status
        self.headers = {"Retry-After": str(seconds)}


@dataclass
class Limits:
    """How many of each kind may be begun in an hour, 0 for any number, and the megabytes that are kept free."""

    per_address: int = PER_ADDRESS
    in_all: int = IN_ALL
    reserve: int = RESERVE
    hour: float = 0
    begun: Counter[tuple[str, str]] = field(default_factory=Counter)
    recent: TTLCache[str, int] = field(default_factory=lambda: TTLCache(10_000, MINUTE))
    counting: Lock = field(default_factory=Lock)

    def count(self, kind: str, whose: str) -> float:
        """Count one more of a kind; else return how many seconds to wait until the next hour begins."""
        with self.counting:
            hour, seconds = divmod(time.monotonic(), HOUR)
            if hour != self.hour:
                self.hour, self.begun = hour, Counter()
            each, every = (kind, whose), (kind, "")
            if 0 < self.per_address <= self.begun[each] or 0 < self.in_all <= self.begun[every]:
                return HOUR - seconds
            self.begun.update((each, every))
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
        full = say("The server’s disk is nearly full. It saves the rounds of running games and begins nothing new.")
        raise NotNow(full, 507, HOUR)
    if wait := limits.count(kind, whose or network(request.remote_addr or "")):
        minutes = int(wait // 60) + 1
        many = say_n(
            "Very many new games, groups and files came just now. Try again in %(n)s minute; running games go on.",
            "Very many new games, groups and files came just now. Try again in %(n)s minutes; running games go on.",
            minutes,
        )
        raise NotNow(many, 429, 60 * minutes)


def ask_seldom(whose: str) -> None:
    """Let an address ask for something of this name eight times a minute: a whole table's phones. Raises NotNow."""
    limits: Limits | None = current_app.extensions["limits"]
    if limits is None:
        return
    with limits.counting:
        asked = f"{whose} {network(request.remote_addr or '')}"
        times = limits.recent.get(asked, 0)
        if times == ASKED_A_MINUTE:
            raise NotNow(say("Many have just asked. Try again in a minute."), 429, MINUTE)
        limits.recent[asked] = times + 1


def network(address: str) -> str:
    """Return the address of whoever asks; of IPv6 the half that is a home's or a phone's."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False))
