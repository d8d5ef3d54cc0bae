"""A game as the pages know it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games import folder_of
from companion.games.contract import Rulebook
from companion.games.sitting import HandFields, Round, Sitting
from companion.web.forms.entry import Entering, EntryForm, Typed, VerdictForm
from companion.web.forms.referee import Referee
from companion.web.forms.round import RoundForm


class HandForm(VerdictForm):
    """A form in which the player at ``seat`` lays their own hand, shown by ``templates/games/<game>/hand.html``."""

    seat: int
    is_filled: bool

    @abstractmethod
    def read(self) -> HandFields:
        """Return the hand as the journal stores it."""

    @abstractmethod
    def put_into(self, played: Round) -> Round:
        """Return a round with this hand for the seat."""


@dataclass(frozen=True)
class GamePages:
    """A game's pages: its rules, the form of a round, and what more it brings."""

    rulebook: Rulebook
    form: Callable[[Entering], EntryForm] = RoundForm
    entry_page: str = "rounds/form.html"
    """The template of the form, one of its own where it extends ``templates/rounds/_entry.html``."""
    hand: Callable[[Entering, int], HandForm] | None = None
    """The form for the hand of a seat, where players lay their own."""
    referee: Callable[[Typed, Sitting | None], Referee] | None = None
    """The referee: from what is asked in an address, and at which table."""
    example: Mapping[str, object] | None = None
    """Players and rounds, as in a sheet file, for the rules page ``rules.html``; None if there is no such page."""

    @property
    def folder(self) -> str:
        """The name of the game's folders."""
        return folder_of(self.rulebook.key)
