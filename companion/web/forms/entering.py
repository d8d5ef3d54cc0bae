"""What a form is about, and what was typed into it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from werkzeug.datastructures import MultiDict

from companion.games.contract import Rulebook, Step
from companion.games.sitting import LaidHand, Opening, Round, Sitting

Typed: TypeAlias = MultiDict[str, str]
"""What a browser sent."""


@dataclass(frozen=True, slots=True)
class Entering:
    """What a form is about: a round of a table that plays by ``rulebook``, opened like this.

    ``typed`` is what a browser sent, None for a form that is opened. ``played`` is a round to fill it with: one to
    correct (then ``editing``), one that was undone, or one that has only begun. ``step`` is the step that is entered,
    or corrected before the round is whole; None where a round is entered, or corrected, as a whole. ``laid`` are the
    hands that players laid for this round, by seat; ``undone`` is the entry of the journal that was taken back last.
    """

    rulebook: Rulebook
    sitting: Sitting
    opening: Opening
    typed: Typed | None = None
    played: Round | None = None
    editing: bool = False
    step: Step | None = None
    laid: Mapping[int, LaidHand] = field(default_factory=dict)
    undone: int = 0
