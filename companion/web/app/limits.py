"""What strangers may begin: new tables, groups, files and codes, so many an hour from one address and in all.

Rounds are no part of it. Rematches, and new games of a group with a running one, are counted for their table or group
alone: whoever is playing plays on.
The number for all is an emergency brake, far above what a few addresses may begin. Nothing is begun while the disk is
nearly full, so that what is left is for the rounds of those who play.

Each count is one moment (GCRA): when so many would have been begun had they come evenly. Nobody gets ahead of that by
more than an hour, so after a rest all of an hour's may come at once. The moments lie in an array that all processes
share, and that never grows, at places that a secret of this start chooses: no address is kept, and two that meet at one
place count as one. A restart forgets it all. (The library ``limits`` counts in one process; for several it needs a
server of its own.)
"""

import hashlib
import ipaddress
import secrets
import time
from array import array
from collections.abc import MutableSequence
from dataclasses import dataclass, field

from flask import current_app, request

from companion.games.message import Message, say, say_n
from companion.store.trouble import free_space
from companion.web.app.log import tell_host
from companion.web.table.access import store

PER_ADDRESS = 240  # an hour: a café's forty tables, each with a new game every ten minutes
IN_ALL = 100 * PER_ADDRESS
RESERVE = 64  # megabytes
PLACES = 2**15
HOUR = 3600  # seconds


@dataclass(eq=False)
class NotNow(Exception):
    """Nothing new is begun now; why, with which status, and after how many seconds it may be tried again."""

    message: Message
    status: int
    seconds: int

    @property
    def headers(self) -> dict[str, str]:
        """The headers of an answer that says so."""
        return {"Retry-After": str(self.seconds)}


@dataclass(frozen=True)
class Limits:
    """How many of each kind may be begun in an hour, 0 for any number, and the megabytes that are kept free."""

    per_address: int = PER_ADDRESS
    in_all: int = IN_ALL
    reserve: int = RESERVE
    moments: MutableSequence[float] = field(default_factory=lambda: array("d", bytes(8 * PLACES)))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def count(self, kind: str, address: str) -> float:
        """Count one more of a kind from an address; else how many seconds to wait until there may be one."""
        now = time.monotonic()
        asked = [(self.per_address, self._place(kind, network(address))), (self.in_all, self._place(kind, "all"))]
        due = {place: max(self.moments[place], now) + HOUR / number for number, place in asked if number}
        wait = max([0.0, *(round(moment - HOUR - now, 6) for moment in due.values())])  # seconds
        if not wait:
            for place, moment in due.items():
                self.moments[place] = moment
        return wait

    def _place(self, kind: str, whose: str) -> int:
        digest = hashlib.blake2b(f"{kind} {whose}".encode(), key=self.secret, digest_size=8).digest()
        return int.from_bytes(digest) % PLACES


def begin(kind: str, whose: str = "") -> None:
    """Count one more of a kind, of an address or ``whose``. Raises NotNow, also where the disk is nearly full."""
    limits: Limits | None = current_app.extensions["limits"]
    if limits is None:
        return
    path = store().path
    if limits.reserve and free_space(path) < limits.reserve * 1_000_000:
        tell_host(
            f"The disk of {path} has less than {limits.reserve} MB left (--reserve):"
            " rounds are saved, but nothing new is begun. Make room."
        )
        full = say("The server’s disk is nearly full. It saves the rounds of running games and begins nothing new.")
        raise NotNow(full, 507, HOUR)
    if wait := limits.count(kind, whose or request.remote_addr or ""):
        minutes = int(wait // 60) + 1
        many = say_n(
            "Very many new games, groups and files came just now. Try again in %(n)s minute; running games go on.",
            "Very many new games, groups and files came just now. Try again in %(n)s minutes; running games go on.",
            minutes,
        )
        raise NotNow(many, 429, 60 * minutes)


def network(address: str) -> str:
    """The address of whoever asks; of IPv6 the half that is a home's or a phone's."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network((found, 64 if found.version == 6 else 32), strict=False))
