"""The house rules of Fool!: where the rulebook is silent or disagrees with its summary, and the usual limits.

What a table has read off its own Overview card, it can note here as well: the highest value of each colour
and the number of 1s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.fool.deck import HIGHEST_FACE, ONES, Deck
from companion.games.message import Message, say
from companion.games.option import LEFT_EARLY, Amount, Choice, Option, OptionValue


def _noted(key: str, question: Message, low: int, high: int) -> Amount:
    return Amount(key, question, noted=True, low=low, high=high, without=say("not noted"))


OPTIONS: tuple[Option, ...] = (
    Amount("end_score", say("The game ends at a total of"), usual=-80, low=-500, high=-10),
    Amount("tens_to_end", say("The game ends at so many +10s"), usual=6, low=1, high=60),
    Option(
        "tens_counted",
        say("Whose +10s count?"),
        (Choice("together", say("All players' together")), Choice("each", say("Any one player's"))),
    ),
    Option(
        "starter_by",
        say("Who starts the next round?"),
        (
            Choice("total", say("Most minus points in total")),
            Choice("round", say("Most minus points in the round just ended")),
        ),
    ),
    Option(
        "starter_tie",
        say("A tie for starter goes to"),
        (
            Choice("left-first", say("Clockwise after the last starter")),
            Choice("self-first", say("The last starter, then clockwise")),
        ),
    ),
    Option(
        "equal_totals",
        say("Equal best totals at the end"),
        (Choice("shared", say("Share the win")), Choice("tens", say("More +10s wins"))),
    ),
    LEFT_EARLY,
    _noted("highest_green", say("Highest green"), 2, HIGHEST_FACE["green"]),
    _noted("highest_red", say("Highest red"), 2, HIGHEST_FACE["red"]),
    _noted("highest_yellow", say("Highest yellow"), 2, HIGHEST_FACE["yellow"]),
    _noted("highest_blue", say("Highest blue"), 2, HIGHEST_FACE["blue"]),
    _noted("ones", say("Number of 1s"), 0, ONES),
)


@dataclass(frozen=True, slots=True)
class FoolOptions:
    """The options in force at a table, with their types."""

    end_score: int
    tens_to_end: int
    tens_counted: str
    starter_by: str
    starter_tie: str
    equal_totals: str
    deck: Deck

    @classmethod
    def of(cls, chosen: Mapping[str, OptionValue]) -> FoolOptions:
        """The options of a sitting; a missing one takes its default."""
        return _read(tuple(chosen.items()))


@lru_cache(maxsize=200)
def _read(chosen: tuple[tuple[str, OptionValue], ...]) -> FoolOptions:
    """Kept, since a sheet asks for them in every round."""
    values = {option.key: option.default for option in OPTIONS} | dict(chosen)

    def amount(key: str, otherwise: int = 0) -> int:
        value = values[key]
        return value if isinstance(value, int) else otherwise

    highest = tuple((colour, amount(f"highest_{colour}", face)) for colour, face in HIGHEST_FACE.items())
    deck = Deck(highest, amount("ones", ONES))
    tens, by, tie, equal = (str(values[key]) for key in ("tens_counted", "starter_by", "starter_tie", "equal_totals"))
    return FoolOptions(amount("end_score"), amount("tens_to_end"), tens, by, tie, equal, deck)
