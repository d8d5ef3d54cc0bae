"""A long sheet and a long history are shown in parts: the latest first, and a way to all others.

``?before=101`` in the address asks for what stands before number 101, ``?all=1`` for everything. So each part has an
address of its own, which also says what the page shows when something has changed elsewhere.
"""

from dataclasses import dataclass

from flask import request

SIZE = 50


@dataclass(frozen=True, slots=True)
class Part:
    """What is shown of something that is numbered from 1 to ``count``."""

    first: int
    last: int
    count: int
    everything: bool = False

    @property
    def whole(self) -> bool:
        """Whether there is no other."""
        return self.count <= SIZE

    @property
    def query(self) -> str:
        """How the address asks for it; empty for the latest, which goes along with what comes."""
        if self.everything:
            return "all=1&"
        return f"before={self.last + 1}&" if self.last < self.count else ""

    @property
    def earlier(self) -> dict[str, str | int] | None:
        """What the address of the part before asks for; None where there is none."""
        return {"before": self.first} if self.first > 1 else None

    @property
    def later(self) -> dict[str, str | int] | None:
        """What the address of the part after asks for; None where there is none."""
        if self.last == self.count:
            return None
        return {"before": self.last + SIZE + 1} if self.last + SIZE < self.count else {}


def asked_part(count: int, holding: int | None = None) -> Part:
    """The part that the address asks for: the latest unless it says which, or one that has to hold a number."""
    if request.args.get("all") == "1" and count > SIZE:
        return Part(1, count, count, everything=True)
    before = request.args.get("before", type=int)
    if before is None and holding is not None and holding <= count - SIZE:
        before = holding + 1
    last = before - 1 if before is not None and 1 < before <= count else count
    return Part(max(1, last - SIZE + 1), last, count)
