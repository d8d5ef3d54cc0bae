"""The referee of each game: what is asked about cards on the table, and the ruling. One module a game.

A game's module has the name of its key and in it a class ``Referee``. Everything that is asked stands in the
address, so a question can be asked again, sent on, or answered without JavaScript.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

from werkzeug.datastructures import MultiDict

from companion.games.option import OptionValue
from companion.games.sitting import Sitting

Asked = MultiDict[str, str]
MOST_TAPS = 200  # that are taken in at once


class Referee(ABC):
    """A question as it was asked, and its ruling, for the templates ``page`` and, of that, ``ruling``.

    ``players`` are the names at the table in clockwise order, ``options`` its house rules and what it noted; none
    where nobody said who plays.
    """

    page: ClassVar[str]
    ruling: ClassVar[str]

    def __init__(self, asked: Asked, sitting: Sitting[Any] | None = None) -> None:
        self.asked = asked
        self.players = sitting.players if sitting else ()
        self.options: Mapping[str, OptionValue] = sitting.options if sitting else {}


def referee_of(game: str) -> type[Referee]:
    """The referee of a game by its key."""
    found: type[Referee] = import_module(f"companion.web.games.{game.replace('-', '_')}.referee").Referee
    return found
