"""Referees: what those of all games have in common. The contract is ``companion.games.contract.Referee``."""

from collections.abc import Mapping
from typing import TypeAlias

from werkzeug.datastructures import MultiDict

from companion.games.option import OptionValue
from companion.games.sitting import Sitting
from companion.web.forms.game import Typed

Asked: TypeAlias = MultiDict[str, str]
MOST_TAPS = 200  # that are taken in at once


class Referee:
    """A question as it was asked, and its ruling. Everything that is asked stands in the address.

    So a question can be asked again, sent on, or answered without JavaScript. ``players`` are the names at the table in
    clockwise order, ``options`` its house rules and what it noted; none where nobody said who plays.
    """

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        self.asked: Asked = MultiDict((name, value) for name in typed for value in typed.getlist(name))
        self.players = sitting.players if sitting else ()
        self.options: Mapping[str, OptionValue] = sitting.options if sitting else {}

    @property
    def readings(self) -> dict[str, str]:
        """What was typed in fields, and how a pad would have typed it."""
        return {}
