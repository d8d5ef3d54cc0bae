"""Estimates how wide a text is. The font is not known here, since a phone draws the picture.

Each character has the width of its class, rather too wide than too narrow. Lengths are in the unit of the font size.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from math import inf

from companion.text import clusters

NARROW = set("iIjl.,:;!|'’`·()[]{}/\\ ftr-")
BROAD = set("mwMW@%&–—…")
_NOT_IN_XML = dict.fromkeys([0xFFFE, 0xFFFF], "\ufffd")
OPEN, CLOSE, CUT = "\u2068", "\u2069", "…"  # the first two set a name apart, whichever way it is written


def isolated(name: str) -> str:
    """A name without what XML does not allow; one in Arabic does not turn the text around it."""
    return f"{OPEN}{name.translate(_NOT_IN_XML)}{CLOSE}"


def fit(text: str, room: float, choices: Sequence[tuple[float, int]]) -> tuple[float, tuple[str, ...]]:
    """Set a text in the first size that needs no more lines than it may have: the size, and the lines.

    ``choices`` are sizes, largest first, and the lines of each. The last size takes as many lines as it needs.
    """
    for size, lines in choices:
        found = wrap(text, size, room)
        if len(found) <= lines:
            break
    return size, found


def width(text: str, size: float) -> float:
    """The width of a text at a font size."""
    return size * sum(map(_width, clusters(text)))


def cut(text: str, size: float, room: float) -> str:
    """Cut a text to the room there is, with an ellipsis where something is missing."""
    if width(text, size) <= room:
        return text
    kept, left = "", room - width(CUT, size)
    for cluster in clusters(text):
        left -= size * _width(cluster)
        if left < 0:
            break
        kept += cluster
    return kept.rstrip() + CUT


def wrap(text: str, size: float, room: float, lines: float = inf) -> tuple[str, ...]:
    """Break a text into at most so many lines. The last line is cut where the text is too long."""
    found: list[str] = []
    for word in _words(text, size, room):
        if found and width(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        elif len(found) < lines:
            found.append(word)
        else:
            found[-1] = cut(f"{found[-1]} {word}" + CUT * 40, size, room)
            break
    return tuple(found)


def _words(text: str, size: float, room: float) -> Iterator[str]:
    """The words of a text. A word that is longer than a line is split."""
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
