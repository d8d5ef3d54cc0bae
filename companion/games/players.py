"""The names of the players at a table: what a name is, and which names can sit together."""

import unicodedata
from collections.abc import Sequence

from companion.games.cleaning import clean_name as clean_name
from companion.games.cleaning import is_blank
from companion.games.contract import Problem
from companion.games.message import say, say_n

LONGEST_NAME = 40
# Letters that aren't another letter with a mark, each by the one that it is sorted after.
_OWN_LETTERS = str.maketrans(
    {"æ": "ae", "đ": "d", "ł": "l", "œ": "oe", "ø": "o", "'": "", "’": "", "ʼ": ""}  # noqa: RUF001
    | {"ґ": "г\ue000", "є": "е\ue000", "і": "и\ue000", "ї": "и\ue001", "й": "и\ue002"}  # noqa: RUF001
)


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
    few, many = seats[0], seats[-1]
    if few == many:
        problem = say_n(
            "This game is for %(few)s players. You have %(n)s.",
            "This game is for %(few)s players. You have %(n)s.",
            count,
            few=few,
        )
    else:
        problem = say_n(
            "%(few)s to %(many)s can play. You have %(n)s.",
            "%(few)s to %(many)s can play. You have %(n)s.",
            count,
            few=few,
            many=many,
        )
    return (Problem(problem),)
