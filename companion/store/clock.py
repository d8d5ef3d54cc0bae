"""The time, as it is written into the file: UTC in ISO 8601 with milliseconds, so that later sorts after earlier."""

from datetime import UTC, datetime, timedelta


def now() -> str:
    """This moment."""
    return ago(timedelta())


def ago(duration: timedelta) -> str:
    """The moment that was so long ago."""
    return (datetime.now(UTC) - duration).isoformat(timespec="milliseconds")


def since(moment: str) -> timedelta:
    """How long ago a moment was."""
    return datetime.now(UTC) - datetime.fromisoformat(moment)


def local_year(moment: str) -> int:
    """The year of a moment on the calendar where this computer stands."""
    return datetime.fromisoformat(moment).astimezone().year
