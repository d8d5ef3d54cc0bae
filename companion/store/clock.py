"""The time, as it is written into the file."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, in ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
