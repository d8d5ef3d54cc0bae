"""A limit on how many games, groups, files, codes, phones and requests to play one address may add in an hour.

Rounds aren't counted. A restart forgets all counts.
"""

import time
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.games.message import say

HOUR = 60 * 60  # seconds
TOO_MANY = say("Too many requests. Try again in an hour.")


class Limits:
    """How many of each kind each address has begun in this hour; ``per_hour`` is the limit, 0 for none."""

    def __init__(self, per_hour: int = 240) -> None:  # a café's forty tables, each with a new game every ten minutes
        self.per_hour, self.hour = per_hour, 0.0
        self.counts = Counter[tuple[str, str]]()

    def count(self, kind: str, address: str) -> int:
        """Count one more of a kind; return 0, or at the limit of an address the seconds until the next hour."""
        hour, elapsed = divmod(time.monotonic(), HOUR)
        if hour != self.hour:
            self.hour, self.counts = hour, Counter()
        if 0 < self.per_hour <= self.counts[kind, address]:
            return int(HOUR - elapsed)
        self.counts[kind, address] += 1
        return 0


def begin(kind: str) -> None:
    """Count one more of a kind for the address that asks. Raises TooManyRequests."""
    limits: Limits | None = current_app.extensions["limits"]
    if limits and (seconds := limits.count(kind, network_of(request.remote_addr or ""))):
        raise TooManyRequests(retry_after=seconds)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, or the /64 of an IPv6 address, all of which one home or phone has."""
    with suppress(ValueError):
        if ip_address(address).version == 6:
            return str(ip_network((address.partition("%")[0], 64), strict=False))
    return address
