"""Entering a round that is a result to choose and no cards to type: one tap says it and saves it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from wtforms import Form, StringField

from companion.games.message import Message, say
from companion.games.rulebook import Problem
from companion.store.journal.replay import Table
from companion.web.rounds.judged import Judged

R = TypeVar("R")


class ChosenField(StringField):
    """A field of buttons, of which the one that is tapped counts.

    A form that asks "save anyway?" has the answer that it asks about in it, before the buttons.
    """

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take the last of several."""
        super().process_formdata(valuelist[-1:])


class ResultForm(Form):
    """What was chosen: ``result`` is a word and mostly a seat, counted from 1, as in ``win-2``."""

    result = ChosenField(filters=[lambda chosen: (chosen or "").strip()])


class ResultEntry(Judged, ABC, Generic[R]):
    """The entry form of round ``number``. ``errors`` and ``questions`` are filled by ``judge``.

    Nobody lays a hand in such a game, so nothing is covered and nobody is missing.
    """

    template: ClassVar[str]
    fields_of: ClassVar[type[ResultForm]] = ResultForm
    covered: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()

    def __init__(
        self, table: Table, number: int, formdata: Any = None, played: R | None = None, *, editing: bool = False
    ) -> None:
        self.table, self.number = table, number
        self.players = table.sitting.players
        self.filled = played is not None
        self.form = self.fields_of(formdata, data={} if played is None else self.written(played))

    @abstractmethod
    def written(self, played: R) -> dict[str, str]:
        """What the fields say for a round."""

    @abstractmethod
    def chosen(self, word: str, seat: int | None) -> R | None:
        """The round that was chosen by a word and a seat; None if there is none like that."""

    def judge(self, *, trying: bool = False) -> R | None:
        """The round as chosen and checked; None where something is wrong, which ``errors`` then tell."""
        played = self._read()
        if played is None:
            self.errors = (Problem(say("Choose how the round ended.")),)
            return None
        check = self.table.rulebook.check(self.table.sitting, played)
        self.errors, self.questions = check.errors, check.questions
        return None if self.errors else played

    def told(self, played: R) -> Message:
        """What the round comes to."""
        return self.table.rulebook.told(self.table.sitting, self.number, played)

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name, for a form that sends a round again."""
        return ((field.name, field.data) for field in self.form if field.data)

    def says(self, saved: R) -> bool:
        """Whether this form says the same as a saved round."""
        return self._read() == saved

    def seat_of(self, name: str) -> int | None:
        """The seat that is chosen in a field, counted from 0."""
        chosen = self.form[name].data or ""
        return int(chosen) - 1 if chosen in map(str, range(1, len(self.players) + 1)) else None

    def _read(self) -> R | None:
        word, dash, seat = (self.form.result.data or "").partition("-")
        if not dash:
            return self.chosen(word, None)
        known = seat in map(str, range(1, len(self.players) + 1))
        return self.chosen(word, int(seat) - 1) if known else None
