"""Names that look alike though they are not the same: by letters of another alphabet, or by marks that nobody sees.

The letters are those of Cyrillic and Greek that look like Latin ones, as in Unicode's confusables (UTS 39), and what
people mix up within one alphabet (I, l, 1; O, 0). The whole list of 6,000 pairs is for scripts that no table mixes,
and what there is of it for Python is either large or no longer kept up.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from itertools import combinations

from companion.games.message import Message, say
from companion.games.players import same_name

_LATIN = str.maketrans(
    "АВЕЅНІЈКМОРԚТԜХУаԁеһіјӏорԛѕѵԝхуΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαικνορυγϲϳıɑɡСс",
    "ABESHIJKMOPQTWXYadehijlopqsvwxyABEZHIKMNOPTYXCaikvopuycjiagCc",
)
_SHAPES = str.maketrans("I1|\u04c00", "llllO")
# Nobody sees them: joiners and fillers that are letters or marks. Those that only format (Cf) go by their category.
_UNSEEN = {
    0x034F,
    0x115F,
    0x1160,
    0x17B4,
    0x17B5,
    0x2800,
    0x3164,
    0xFFA0,
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
}


def ask_apart(names: Sequence[str], known: Sequence[str] = (), in_group: Sequence[str] = ()) -> tuple[Message, ...]:
    """A question for each two of these names, or one of them and a known one, that look alike but are not the same.

    ``known`` are names at the same table, or at the one before; ``in_group`` those of its group. Two that are both
    known are two people: that was asked before.
    """
    met = {same_name(name) for name in (*known, *in_group)}
    new = {same_name(name) for name in names} - met
    elsewhere = met - {same_name(name) for name in (*known, *names)}
    everybody = {same_name(name): name for name in (*known, *in_group, *names)}  # the new ones come last
    looks = {same: _looks(name) for same, name in everybody.items()}
    return tuple(
        _question(everybody[one], everybody[other], one in elsewhere)
        for one, other in combinations(everybody, 2)
        if other in new and looks[one] & looks[other]
    )


def _question(one: str, other: str, in_group: bool) -> Message:
    if in_group:
        return say(
            "%(one)s looks like %(other)s in your group, but is written with other letters. Are they two people?",
            **{"one": other, "other": one},
        )
    return say(
        "%(one)s and %(other)s look alike but are written with other letters. Are they two people?",
        **{"one": one, "other": other},
    )


def sign_of(questions: Sequence[Message]) -> str:
    """What answers these questions and no others; empty where there are none."""
    return hashlib.sha256(repr(questions).encode("utf-8", "surrogatepass")).hexdigest()[:16] if questions else ""


def _looks(name: str) -> set[str]:
    """How a name looks: as it is written, and without regard to capitals. Names that share one look alike."""
    seen = "".join(c for c in unicodedata.normalize("NFKD", name) if _is_seen(c))
    latin = unicodedata.normalize("NFKC", seen.translate(_LATIN))
    small = unicodedata.normalize("NFKC", seen.casefold().translate(_LATIN)).casefold()
    return {f"written {latin.translate(_SHAPES)}", f"small {latin.casefold()}", f"small {small}"}


def _is_seen(character: str) -> bool:
    hidden = ord(character) in _UNSEEN or 0xE0100 <= ord(character) <= 0xE01EF
    return not hidden and unicodedata.category(character) not in ("Cf", "Cc")
