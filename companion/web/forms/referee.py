"""Referees: what those of all games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from companion.games.message import Message
from companion.games.option import OptionValue
from companion.games.sitting import Sitting
from companion.web.app.language import gettext
from companion.web.forms.entering import Typed

MOST_TAPS = 200  # that are taken in at once


class Referee(ABC):
    """A question about cards on the table and its ruling: ``referee.html`` and, of that, ``_ruling.html`` show it.

    Everything that is asked stands in the address: so it can be asked again, sent on, or answered without JavaScript.
    ``players`` are the names at the table in clockwise order, ``options`` its house rules and what it noted; none where
    nobody said who plays.
    """

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        self.asked = typed
        self.players = sitting.players if sitting else ()
        self.options: Mapping[str, OptionValue] = sitting.options if sitting else {}

    @property
    @abstractmethod
    def query(self) -> str:
        """The question as it stands in an address; asked again, the ruling is the same."""

    @property
    @abstractmethod
    def told(self) -> tuple[Message, ...]:
        """The ruling for everybody at the table, the answer first and then why; nothing while there is none."""

    @property
    def readings(self) -> Mapping[str, str]:
        """What was typed in fields, and how a pad would have typed it."""
        return {}


def numbered(players: int) -> tuple[str, ...]:
    """Return what so many players are called where nobody said who plays."""
    return tuple(gettext("Player %(number)s") % {"number": number} for number in range(1, players + 1))
