"""The house rules of Fool!: where the rulebook is silent or disagrees with its summary, and the usual limits.

What a table has read off its own Overview card, it can note here as well: the highest value of each colour
and the number of 1s.
"""

from collections.abc import Mapping

from companion.games.fool.deck import HIGHEST_FACE, ONES, Deck
from companion.games.message import Message, say
from companion.games.option import LEFT_EARLY, Amount, Choice, Option, OptionValue


def _noted(key: str, question: Message, low: int, high: int) -> Amount:
    return Amount(key, question, noted=True, low=low, high=high, without=say("not noted"))


LIMIT, TENS = -80, 6

OPTIONS: tuple[Option, ...] = (
    Amount("end_score", say("The game ends at a total of"), usual=LIMIT, low=-500, high=-10),
    Amount("tens_to_end", say("The game ends at so many +10s"), usual=TENS, low=1, high=60),
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


def cards_in_play(options: Mapping[str, OptionValue]) -> Deck:
    """Return the cards in play, as far as the table has noted them."""
    ones, *highest = (options.get(key) for key in ("ones", *(f"highest_{colour}" for colour in HIGHEST_FACE)))
    noted = zip(HIGHEST_FACE.items(), highest, strict=True)
    faces = tuple((colour, face if isinstance(face, int) else usual) for (colour, usual), face in noted)
    return Deck(faces, ones if isinstance(ones, int) else ONES)
