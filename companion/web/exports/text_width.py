"""Estimates how wide a text is: the picture is laid out whole, also for a browser without scripts, in unknown fonts.

Each character has the width of its class, rather too wide than too narrow. Lengths are in the unit of the font size.
"""

import unicodedata
from collections.abc import Iterator, Sequence

from companion.text import clusters

NARROW = set("iIjl.,:;!|'’`·()[]{}/\\ ftr-")
BROAD = set("mwMW@%&–—…")
_NOT_IN_XML = dict.fromkeys([0xFFFE, 0xFFFF], "\ufffd")
BOLD = 1.12  # how much wider bold text is
OPEN, CLOSE = "\u2068", "\u2069"


def isolate(name: str) -> str:
    """Return a name without what XML doesn't allow, set apart: one in Arabic doesn't turn the text around it."""
    return f"{OPEN}{name.translate(_NOT_IN_XML)}{CLOSE}"


def fit(text: str, room: float, choices: Sequence[tuple[float, int]]) -> tuple[float, tuple[str, ...]]:
    """Return the first size in which a text needs no more lines than it may have, and the lines.

    ``choices`` are sizes, largest first, and the lines of each. The last size takes as many lines as it needs.
    """
    for size, lines in choices:
        found = wrap(text, size, room)
        if len(found) <= lines:
            break
    return size, found


def wrap(text: str, size: float, room: float) -> tuple[str, ...]:
    """Break a text into lines."""
    found: list[str] = []
    for word in _words(text, size, room):
        if found and width(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return tuple(found)


def width(text: str, size: float) -> float:
    """Return the width of a text at a font size."""
    return size * sum(map(_width, clusters(text)))


def _words(text: str, size: float, room: float) -> Iterator[str]:
    """Yield the words of a text. A word that is longer than a line is split."""
    for word in text.split():
        piece = ""
        for cluster in clusters(word):
            if piece and width(piece + cluster, size) > room:
                yield piece
                piece = ""
            piece += cluster
        yield piece


def _width(cluster: str) -> float:
    character = cluster[0]
    if unicodedata.category(character) == "Cf":
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.35 if character >= "\U0001f000" else 1.02
    if character in NARROW:
        return 0.37
    if character in BROAD or unicodedata.category(character) == "So":
        return 0.98
    return 0.72 if character.isupper() else 0.61
