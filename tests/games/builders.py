"""Builders with which tests read like the game.

``a_game(players=5).with_round("17", "", "13 1", "=22", "", fools=[1])`` is a table after one round: hands
left in seat order, written as on the entry screen (faces, or ``=`` and a total, or nothing for going out).
``a_game(players=4).scoring(10, -17, -13, 0)`` says only what the round was worth.

``a_match().won("Anne").tied("Paul")`` is a match of The Fool's Field after two games: Anne won the first, and Paul
started the last battle of a tie. ``a_durak(4).fool("Anne").draw()`` is an evening of Durak after two deals.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import pytest

from companion.games.contract import Rulebook
from companion.games.derive import derive, derive_results
from companion.games.durak import Durak
from companion.games.fields import HandLeft
from companion.games.fool import Fool
from companion.games.fools_field import FoolsField
from companion.games.message import Message, Problem, Refused, Signed, Verdict
from companion.games.option import defaults
from companion.games.reasons import explain_side
from companion.games.record import check_round
from companion.games.sitting import Opening, Round, SeatAndReason, Sheet, Sitting

FOOL, FIELD, DURAK = Fool(), FoolsField(), Durak()
NAMES = ("Anne", "Paul", "Rachel", "Camille", "Zoë", "Łukasz", "Dora", "O'Neil")
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def a_hand(written: str) -> HandLeft:
    """A hand left as typed: ``"13 1"`` are faces, ``"=22"`` is a total, ``""`` went out."""
    if written.startswith("="):
        return HandLeft(only_total=int(written[1:]))
    return HandLeft(tuple(int(face) for face in written.split()))


def a_deal(fool: int | str | None, **others: int | None) -> Round:
    """A deal of Durak: the seat of the fool or ``"draw"``, and what else is known of it."""
    return {"fool": fool} | {key: seat for key, seat in others.items() if seat is not None}


def a_round(*hands: str, fools: Iterable[int] = ()) -> Round:
    """A round by the hands left in seat order and the seats that took a disc."""
    return {"hands": dict(enumerate(map(a_hand, hands))), "fools": tuple(fools)}


@dataclass(frozen=True)
class Evening:
    rulebook: Rulebook
    sitting: Sitting

    def won(self, name: str) -> Self:
        return self.with_round({"winner": self.seat(name)})

    def tied(self, name: str) -> Self:
        """A tie whose last battle somebody started."""
        return self.with_round({"winner": "tie", "started_last_battle": self.seat(name)})

    def fool(self, name: str, first_out: str | None = None) -> Self:
        """A deal of Durak that leaves somebody with cards."""
        return self.with_round(a_deal(self.seat(name), first_out=self.seat(first_out)))

    def draw(self, last_defender: str | None = None, first_out: str | None = None) -> Self:
        """A deal whose last two go out together."""
        played = a_deal("draw", last_defender=self.seat(last_defender), first_out=self.seat(first_out))
        return self.with_round(played)

    def with_round(self, played: Any) -> Self:
        assert not self.verdict(played).errors
        return self.but(rounds=(*self.sitting.rounds, played))

    def corrected(self, number: int, as_in: Self) -> Self:
        """A round is corrected to the last one of another evening."""
        rounds = list(self.sitting.rounds)
        rounds[number - 1] = as_in.sitting.rounds[-1]
        return self.but(rounds=tuple(rounds))

    def starting(self, number: int, name: str) -> Self:
        return self.but(starters={**self.sitting.starters, number: self.seat(name)})

    def played_on(self, *ends: str) -> Self:
        return self.but(played_on=ends)

    def stopped(self) -> Self:
        return self.but(stopped=True)

    def but(self, **changes: Any) -> Self:
        """The same evening with something else in its sitting."""
        return replace(self, sitting=replace(self.sitting, **changes))

    def seat(self, name: str | None) -> int | None:
        return None if name is None else self.sitting.players.index(name)

    def name(self, because: SeatAndReason | None) -> str | None:
        """Whom the rules name; nobody where something at the table decides, or there is no such thing."""
        return None if because is None or because.seat is None else self.sitting.players[because.seat]

    @property
    def sheet(self) -> Sheet:
        return derive(self.rulebook, self.sitting)

    @property
    def last(self) -> tuple[Sitting, Opening, Any]:
        """The last round, as the rules ask for it: the sitting, how it was opened, and what was played."""
        return self.sitting, self.sheet.lines[-1].opening, self.sitting.rounds[-1]

    @property
    def counted(self) -> list[Mapping[str, float]]:
        return [result.counts for result in derive_results(self.rulebook, self.sitting, self.sheet)]

    def verdict(self, played: Any) -> Verdict:
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
        assert self.sheet.next is not None, "the game is over"
        return english(self.sheet.next.starter.reason)

    @property
    def points(self) -> list[tuple[float, ...]]:
        return [line.points for line in self.sheet.lines]

    @property
    def ended_by(self) -> tuple[str, ...]:
        """Why it is over; empty while it is open."""
        return self.sheet.ending.keys if self.sheet.ending else ()

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.sitting.players[seat] for seat in self.sheet.winners)

    @property
    def why(self) -> list[str]:
        """Why the sides have their points of the last round; what is said of several, once."""
        sitting, opening, played = self.last
        sides = range(len(self.sheet.sides))
        wording = (explain_side(self.rulebook, sitting, self.sheet, opening, played, side) for side in sides)
        return list(dict.fromkeys(english(reason) for reasons in wording for reason in reasons))

    @property
    def why_over(self) -> list[str]:
        return [english(reason) for reason in (self.sheet.ending.reasons if self.sheet.ending else ())]

    @property
    def _openings(self) -> list[Opening]:
        return [*(line.opening for line in self.sheet.lines), *([self.sheet.next] if self.sheet.next else [])]


class Game(Evening):
    def with_round(self, *hands: str, fools: Iterable[int] = ()) -> Self:
        assert len(hands) == len(self.sitting.players), "one hand per seat"
        return super().with_round(a_round(*hands, fools=fools))

    def scoring(self, *points: int) -> Self:
        """Play a round worth these points: 10 is out, 0 is out but befooled, the rest is minus points."""
        fools = [seat for seat, worth in enumerate(points) if worth == 0]
        return self.with_round(*("" if worth in (0, 10) else f"={-worth}" for worth in points), fools=fools)

    def with_starter(self, number: int, seat: int) -> Self:
        return self.starting(number, self.sitting.players[seat])

    def edited(self, number: int, *points: int) -> Self:
        return self.corrected(number, a_game(len(points)).scoring(*points))

    @property
    def next_starter(self) -> int:
        assert self.sheet.next is not None, "the game is over"
        return self.sheet.next.starter.seat


def a_game(players: int = 4, starter: int = 0, *, drawn: bool = False, **options: str | int) -> Game:
    """A table of Fool! before its first round, with these house rules."""
    return Game(FOOL, Sitting(NAMES[:players], starter, defaults(FOOL.options) | options, drawn=drawn))


def a_match(starter: str = "Anne", **options: str) -> Evening:
    """Anne and Paul before their first game, with these house rules."""
    names = NAMES[:2]
    return Evening(FIELD, Sitting(names, names.index(starter), defaults(FIELD.options) | options))


def a_durak(players: int = 4, starter: str | None = "Anne", **options: Any) -> Evening:
    """So many people before their first deal. Without a ``starter`` the lowest trump decides who attacks."""
    names = NAMES[:players]
    first = None if starter is None else names.index(starter)
    return Evening(DURAK, Sitting(names, first, defaults(DURAK.options) | options))


def verdict(rulebook: Rulebook, sitting: Sitting, played: Round) -> Verdict:
    """What the rules say of one more round, be the game over or not."""
    opening = rulebook.opening(sitting, derive(rulebook, sitting).lines)
    return check_round(rulebook, sitting, opening, played)


def checked(*hands: str, fools: Iterable[int] = ()) -> Verdict:
    """What the rules say of a round at a table with as many players as hands."""
    return verdict(FOOL, a_game(len(hands)).sitting, a_round(*hands, fools=fools))


def english(message: Message) -> str:
    """A message in English, every value in its place."""
    text = message.text if message.plural is None or message.count == 1 else message.plural
    return text % {name: _shown(value) for name, value in message.values}


def plain_english(message: Message) -> str:
    """The same, without the marks that keep symbols plain."""
    return english(message).replace("\ufe0e", "")


def _shown(value: object) -> str:
    if isinstance(value, Message):
        return english(value)
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    return f"{value.points:+}" if isinstance(value, Signed) else str(value)


def refusal(asking: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        asking(*arguments)
    sentence = english(refused.value.reason)
    assert sentence.endswith((".", "?"))
    return sentence


def sentences(problems: Iterable[Problem]) -> list[str]:
    """What is said about a round; fails if something said is no sentence."""
    spoken = [english(problem.message) for problem in problems]
    assert all(text[0].isupper() or text[0].isdigit() for text in spoken), spoken
    assert all(text.endswith((".", "?")) for text in spoken), spoken
    return spoken
