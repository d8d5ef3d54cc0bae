"""The house rules of Fool!: where the rulebook is silent or disagrees with its summary, and the usual limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from companion.games.message import say
from companion.games.rulebook import Choice, Option

OPTIONS = (
    Option("end_score", say("The game ends at a total of"), -80, low=-500, high=-10),
    Option("tens_to_end", say("The game ends at so many +10s"), 6, low=1, high=60),
    Option(
        "tens_counted",
        say("Whose +10s count?"),
        "together",
        (
            Choice("together", say("All players' together")),
            Choice("each", say("Any one player's")),
        ),
    ),
    Option(
        "starter_by",
        say("Who starts the next round?"),
        "total",
        (
            Choice("total", say("Most minus points in total")),
            Choice("round", say("Most minus points in the round just ended")),
        ),
    ),
    Option(
        "starter_tie",
        say("A tie for starter goes to"),
        "left-first",
        (
            Choice("left-first", say("The first clockwise after the last starter, who comes last")),
            Choice("self-first", say("The last starter, then clockwise")),
        ),
    ),
    Option(
        "equal_totals",
        say("Equal best totals at the end"),
        "shared",
        (
            Choice("shared", say("Share the win")),
            Choice("tens", say("More +10s wins")),
        ),
    ),
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

    @classmethod
    def of(cls, chosen: Mapping[str, str | int]) -> FoolOptions:
        """The options of a sitting; a missing one takes its default."""
        values = {option.key: chosen.get(option.key, option.default) for option in OPTIONS}
        return cls(
            end_score=int(values["end_score"]),
            tens_to_end=int(values["tens_to_end"]),
            tens_counted=cast(str, values["tens_counted"]),
            starter_by=cast(str, values["starter_by"]),
            starter_tie=cast(str, values["starter_tie"]),
            equal_totals=cast(str, values["equal_totals"]),
        )
