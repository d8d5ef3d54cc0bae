"""Which phones have been here lately, in memory: by that, a table whose hosts are gone gets a deputy."""

import time
from collections.abc import Collection

from companion.store.tables.deputies import HOSTS_ARE_AWAY_AFTER

PHONE = "phone"
"""The cookie by which a table knows a phone: 128 random bits, the same at every table."""


class Presence:
    """When each phone made its latest request. After a start nobody is away for ten minutes."""

    def __init__(self) -> None:
        self._started, self._seen = time.monotonic(), dict[str, float]()

    def see(self, secret: str) -> None:
        """Note that a phone is here. Only those that a table or a group knows: there are no more than those."""
        self._seen[secret] = time.monotonic()

    def are_away(self, secrets: Collection[str]) -> bool:
        """Return whether none of these phones has been here for ten minutes."""
        latest = max(self._seen.get(each, self._started) for each in ("", *secrets))
        return time.monotonic() - latest > HOSTS_ARE_AWAY_AFTER.total_seconds()
