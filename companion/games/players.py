"""The names of the players at a table: what a name is, and which names can sit together."""

import unicodedata
from collections.abc import Sequence

from companion.games.message import Problem, say, say_n

# Marks that turn the direction of all text after them: harmless in prose, a trick in a name.
_DIRECTION_MARKS = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])

# Letters that leave no ink: the Hangul fillers and the blank Braille cell.
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"

MAX_RAW_LENGTH = 1000  # characters, many times more than a name may have
LONGEST_NAME = 40
# Letters that aren't another letter with a mark, each by the one that it is sorted after.
_OWN_LETTERS = str.maketrans(
    {"æ": "ae", "đ": "d", "ł": "l", "œ": "oe", "ø": "o", "'": "", "’": "", "ʼ": ""}  # noqa: RUF001
    | {"ґ": "г\ue000", "є": "е\ue000", "і": "и\ue000", "ї": "и\ue001", "й": "и\ue002"}  # noqa: RUF001
)


def clean_name(raw: str) -> str:
    """Return a name as it is stored: composed (NFC), single spaces, no control or direction characters."""
    marked = raw[:MAX_RAW_LENGTH].translate(_DIRECTION_MARKS)
    spaced = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in marked)
    return unicodedata.normalize("NFC", " ".join(spaced.split()))


def is_blank(text: str) -> bool:
    """Return whether a cleaned text is invisible."""
    return all(unicodedata.category(c) in ("Cf", "Zs", "Mn") or c in _BLANK_LETTERS for c in text)


def fold_name(name: str) -> str:
    """Return a name without differences of case and width: equal for the same person."""
    seen = "".join(c for c in name if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", seen).casefold()


def sort_key(name: str) -> tuple[str, str]:
    """Return the sort key of a name in no particular alphabet: É after E, Ł after L."""
    same = fold_name(name)
    return strip_marks(same.translate(_OWN_LETTERS)), same


def strip_marks(name: str) -> str:
    """Return a name in plain small letters: e for É."""
    letters = unicodedata.normalize("NFKD", fold_name(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def check_names(names: Sequence[str]) -> tuple[Problem, ...]:
    """Return what is wrong with these cleaned names, seat by seat; a blank name is wrong too."""
    problems: list[Problem] = []
    seen: set[str] = set()
    for seat, name in enumerate(names):
        if is_blank(name):
            problems.append(Problem(say("Give this player a name."), seat))
        elif len(name) > LONGEST_NAME:
            too_long = say_n("At most %(n)s character in a name.", "At most %(n)s characters in a name.", LONGEST_NAME)
            problems.append(Problem(too_long, seat))
        elif fold_name(name) in seen:
            problems.append(Problem(say("Somebody else has this name. Add an initial?"), seat))
        else:
            seen.add(fold_name(name))
    return tuple(problems)


def check_count(count: int, seats: range) -> tuple[Problem, ...]:
    """Return why a game for ``seats`` players can't be played by so many; empty if it can."""
    if count in seats:
        return ()
    players = "–".join(map(str, dict.fromkeys((seats[0], seats[-1]))))
    # TRANSLATORS: %(who)s is 4–8, or only 2.
    return (
        Problem(say_n("%(who)s can play. You have %(n)s.", "%(who)s can play. You have %(n)s.", count, who=players)),
    )
