"""Which phones have been here lately, in memory: by that, a table whose hosts are gone gets a deputy."""

import time
from collections.abc import Collection
from threading import Lock

from cachetools import TTLCache

from companion.store.tables.deputies import HOSTS_ARE_AWAY_AFTER

PHONE = "phone"
"""The cookie by which a table knows a phone: 128 random bits, the same at every table."""
MAX_PHONES = 50_000


class Presence:
    """The phones that made a request in the last ten minutes. After a start nobody is away before these are over."""

    def __init__(self) -> None:
        self._seconds = HOSTS_ARE_AWAY_AFTER.total_seconds()
        self._seen: TTLCache[str, bool] = TTLCache(MAX_PHONES, self._seconds, timer=self._now)
        self._started = self._now()
        self._lock = Lock()

    def see(self, secret: str) -> None:
        """Note that a phone is here."""
        with self._lock:
            self._seen[secret] = True

    def are_away(self, secrets: Collection[str]) -> bool:
        """Return whether none of these phones has been here for ten minutes."""
        with self._lock:
            return self._now() - self._started > self._seconds and not any(each in self._seen for each in secrets)

    @staticmethod
    def _now() -> float:
        return time.monotonic()
