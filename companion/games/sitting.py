"""A sitting: what happened at one table, from which everything else follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.games.message import Message, say
from companion.games.option import OptionValue
from companion.games.sheet import Because

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Sitting(Generic[R]):
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``first_starter`` is None where the game itself decides (see ``Rulebook.undecided``). ``starters`` holds
    the starters the table chose itself, by round number. ``played_on`` lists the ends (see
    ``Rulebook.ends``) that the table chose to play past; ``stopped`` says that it ended the game early.
    """

    players: tuple[str, ...]
    first_starter: int | None
    options: Mapping[str, OptionValue]
    rounds: tuple[R, ...] = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    played_on: tuple[str, ...] = ()
    stopped: bool = False
    drawn: bool = False

    @property
    def seats(self) -> range:
        """The seats, clockwise."""
        return range(len(self.players))

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return (seat + 1) % len(self.players)

    def right_of(self, seat: int) -> int:
        """The seat before, clockwise."""
        return (seat - 1) % len(self.players)


def first_starter(sitting: Sitting[Any], undecided: Message | None = None) -> Because:
    """The starter of round 1, chosen by the table or drawn; else ``undecided`` says what decides it."""
    if sitting.first_starter is None and undecided:
        return Because(None, undecided)
    return Because(sitting.first_starter, say("Drawn by lot.") if sitting.drawn else say("Chosen for the first round."))


def first_dealer(sitting: Sitting[Any], starter: int) -> Because:
    """The dealer of round 1: right of the first starter."""
    return Because(sitting.right_of(starter), say("Sits right of the first starter."))
