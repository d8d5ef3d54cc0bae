"""Builders for the games that have one result a round, told by the players' names.

``a_match().won("Anne").tied("Paul")`` is a match of The Fool's Field after two games: Anne won the first, and Paul
started the last battle of a tie. ``a_durak(4).fool("Anne").draw()`` is an evening of Durak after two deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games.contract import Rulebook, Verdict
from companion.games.derive import derive
from companion.games.durak import Durak
from companion.games.durak.deal import Deal
from companion.games.figures import results
from companion.games.fools_field import FoolsField
from companion.games.fools_field.game import FieldGame
from companion.games.sheet import Because, Line, Opening, Sheet
from companion.games.sitting import Sitting
from tests.games.builders import NAMES, said, verdict

FIELD, DURAK = FoolsField(), Durak()


@dataclass(frozen=True)
class Evening:
    """A sitting that is built up round by round."""

    rulebook: Rulebook[Any]
    sitting: Sitting[Any]

    def won(self, name: str) -> Evening:
        """A game of The Fool's Field that somebody wins."""
        return self.with_round(FieldGame(self.seat(name)))

    def tied(self, name: str) -> Evening:
        """A tie whose last battle somebody started."""
        return self.with_round(FieldGame(None, self.seat(name)))

    def fool(self, name: str, first_out: str | None = None) -> Evening:
        """A deal of Durak that leaves somebody with cards."""
        return self.with_round(Deal(self.seat(name), first_out=self.seat(first_out)))

    def draw(self, last_defender: str | None = None, first_out: str | None = None) -> Evening:
        """A deal whose last two go out together."""
        return self.with_round(Deal(None, self.seat(last_defender), self.seat(first_out)))

    def with_round(self, played: Any) -> Evening:
        """One more round, which must be possible."""
        assert not self.verdict(played).errors
        return self.but(rounds=(*self.sitting.rounds, played))

    def corrected(self, number: int, as_in: Evening) -> Evening:
        """A round is corrected to the last one of another evening."""
        rounds = list(self.sitting.rounds)
        rounds[number - 1] = as_in.sitting.rounds[-1]
        return self.but(rounds=tuple(rounds))

    def starting(self, number: int, name: str) -> Evening:
        """The table lets somebody start a round."""
        return self.but(starters={**self.sitting.starters, number: self.seat(name)})

    def played_on(self, *ends: str) -> Evening:
        """The table plays past these ends."""
        return self.but(played_on=ends)

    def stopped(self) -> Evening:
        """The table stops here."""
        return self.but(stopped=True)

    def but(self, **changes: Any) -> Evening:
        """The same evening with something else in its sitting."""
        return replace(self, sitting=replace(self.sitting, **changes))

    def seat(self, name: str | None) -> int | None:
        """Where somebody sits."""
        return None if name is None else self.sitting.players.index(name)

    def name(self, because: Because | None) -> str | None:
        """Whom the rules name; nobody where something at the table decides, or there is no such thing."""
        return None if because is None or because.seat is None else self.sitting.players[because.seat]

    @property
    def sheet(self) -> Sheet:
        """The sheet, derived anew."""
        return derive(self.rulebook, self.sitting)

    @property
    def last(self) -> tuple[Sitting[Any], Opening, Any]:
        """The last round, as the rules ask for it: the sitting, how it was opened, and what was played."""
        return self.sitting, self.sheet.lines[-1].opening, self.sitting.rounds[-1]

    @property
    def counted(self) -> list[Mapping[str, float]]:
        """What statistics count of every seat."""
        return [result.counts for result in results(self.rulebook, self.sitting, self.sheet)]

    def verdict(self, played: Any) -> Verdict:
        """What the rules say of one more round."""
        return verdict(self.rulebook, self.sitting, played)

    @property
    def starters(self) -> list[str | None]:
        """Who started each round, and who starts the next if there is one."""
        return [self.name(opening.starter) for opening in self._openings]

    @property
    def dealers(self) -> list[str | None]:
        """Who dealt each round, and who deals the next if there is one."""
        return [self.name(opening.dealer) for opening in self._openings]

    @property
    def why_starting(self) -> str:
        """Why it is the next starter."""
        assert self.sheet.next is not None, "the game is over"
        return said(self.sheet.next.starter.reason)

    @property
    def points(self) -> list[tuple[float, ...]]:
        """The points of every round."""
        return [line.points for line in self.sheet.lines]

    @property
    def ended_by(self) -> tuple[str, ...]:
        """Why it is over; empty while it is open."""
        return self.sheet.ending.keys if self.sheet.ending else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        return tuple(self.sitting.players[seat] for seat in (self.sheet.ending.winners if self.sheet.ending else ()))

    @property
    def why(self) -> list[str]:
        """Why the last round has its points."""
        return [said(reason) for reason in self.rulebook.explain(*self.last)]

    @property
    def why_over(self) -> list[str]:
        """Why the game is over."""
        return [said(reason) for reason in (self.sheet.ending.reasons if self.sheet.ending else ())]

    @property
    def _openings(self) -> list[Line | Opening]:
        return [*self.sheet.lines, *([self.sheet.next] if self.sheet.next else [])]


def a_match(starter: str = "Anne", **options: str) -> Evening:
    """Anne and Paul before their first game, with these house rules."""
    names = NAMES[:2]
    return Evening(FIELD, Sitting(names, names.index(starter), FIELD.defaults() | options))


def a_durak(players: int = 4, starter: str | None = "Anne", **options: Any) -> Evening:
    """So many people before their first deal. Without a ``starter`` the lowest trump decides who attacks."""
    names = NAMES[:players]
    first = None if starter is None else names.index(starter)
    return Evening(DURAK, Sitting(names, first, DURAK.defaults() | options))
