"""The base class of all games' referees."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar
from urllib.parse import urlencode

from companion.games.message import Message
from companion.games.sitting import Sitting
from companion.web.app.language import gettext
from companion.web.forms.entry import Typed

MAX_TAPS = 200  # that one request takes in
MAX_CARDS_LENGTH = 200  # characters: all cards of a trick, of an attack, or of a hand take fewer
USUAL_COUNT = 4  # players, where nobody said how many
T = TypeVar("T")


class Referee(ABC):
    """A question about cards on the table and its ruling, shown by ``referee.html`` and its part ``_ruling.html``.

    The whole question is in the address, so it can be repeated, shared, and answered without JavaScript. ``names`` are
    those who play at the table now, clockwise, or numbers up to one of ``counts``.
    """

    counts: ClassVar[Sequence[int]] = ()

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        self.typed = typed
        self.is_at_table = sitting is not None
        numbers = range(1, self.choose("players", self.counts, USUAL_COUNT) + 1)
        self.names = tuple(gettext("Player %(row)s") % {"row": number} for number in numbers)
        if sitting:
            self.names = tuple(sitting.players[seat] for seat in sitting.seated_next)
        self.taps = typed.getlist("tap")[:MAX_TAPS]

    def choose(self, field: str, choices: Iterable[T], default: T) -> T:
        """Return the one of some choices that stands in a field of the address."""
        return next((choice for choice in choices if str(choice) == self.typed.get(field)), default)

    def read_cards(self, field: str) -> str:
        """Return the cards in a field of the address; what can't be cards any more is cut off."""
        return self.typed.get(field, "")[: MAX_CARDS_LENGTH + 1]

    @abstractmethod
    def write(self) -> Mapping[str, str | Sequence[int]]:
        """Return the question as fields of an address; asked again, the ruling is the same."""

    @property
    def state(self) -> dict[str, str | Sequence[int]]:
        """The fields of the question that are not empty."""
        return {name: value for name, value in self.write().items() if value}

    @property
    def query(self) -> str:
        """The question as it stands in an address."""
        return urlencode(self.state, doseq=True)

    @property
    @abstractmethod
    def sentences(self) -> tuple[Message, ...]:
        """The ruling for everybody at the table, the answer first and then why; nothing while there is none."""

    @property
    def readings(self) -> Mapping[str, str]:
        """Each typed text and how a pad would have typed it."""
        return {}
