"""Builders with which tests read like the game.

``a_game(players=5).with_round("17", "", "13 1", "=22", "", fools=[1])`` is a table after one round: hands
left in seat order, written as on the entry screen (faces, or ``=`` and a total, or nothing for going out).
``a_game(players=4).scoring(10, -17, -13, 0)`` says only what the round was worth.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.games.contract import Problem, Rulebook, Verdict
from companion.games.derive import derive
from companion.games.fool import Fool
from companion.games.fool.round import FoolRound, Hand
from companion.games.message import Message, Refused, Signed
from companion.games.sheet import Sheet
from companion.games.sitting import R, Sitting

FOOL = Fool()
NAMES = ("Anne", "Paul", "Rachel", "Camille", "Zoë", "Łukasz", "Dora", "O'Neil")
FEW = settings(max_examples=5 if settings.default.max_examples < 100 else settings.default.max_examples)
"""Hypothesis tries few examples in the first tier, and as many as ever in the thorough one."""
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def a_case(name: str) -> dict[str, Any]:
    """A game with known results, from ``tests/cases``."""
    return next(json.loads(path.read_text("utf-8")) for path in CASES if path.stem == name)


def a_hand(written: str) -> Hand:
    """A hand left as typed: ``"13 1"`` are faces, ``"=22"`` is a total, ``""`` went out."""
    if written.startswith("="):
        return Hand(only_total=int(written[1:]))
    return Hand(tuple(int(face) for face in written.split()))


def a_round(*hands: str, fools: Iterable[int] = ()) -> FoolRound:
    """A round by the hands left in seat order and the seats that took a disc."""
    return FoolRound(tuple(map(a_hand, hands)), tuple(fools))


@dataclass(frozen=True)
class Game:
    """A sitting of Fool! that is built up round by round."""

    sitting: Sitting[FoolRound]

    def with_round(self, *hands: str, fools: Iterable[int] = ()) -> Game:
        """Play a round that leaves these hands."""
        assert len(hands) == len(self.sitting.players), "one hand per seat"
        played = a_round(*hands, fools=fools)
        assert not verdict(FOOL, self.sitting, played).errors, "this round can't be"
        return self._with(rounds=(*self.sitting.rounds, played))

    def scoring(self, *points: int) -> Game:
        """Play a round worth these points: 10 is out, 0 is out but befooled, the rest is minus points."""
        fools = [seat for seat, worth in enumerate(points) if worth == 0]
        return self.with_round(*("" if worth in (0, 10) else f"={-worth}" for worth in points), fools=fools)

    def with_starter(self, number: int, seat: int) -> Game:
        """Let the table choose who starts a round."""
        return self._with(starters={**self.sitting.starters, number: seat})

    def played_on(self, *ends: str) -> Game:
        """Let the table play past these ends."""
        return self._with(played_on=ends)

    def stopped(self) -> Game:
        """Let the table stop here."""
        return self._with(stopped=True)

    def edited(self, number: int, *points: int) -> Game:
        """Correct the points of a round."""
        (corrected,) = a_game(len(points)).scoring(*points).sitting.rounds
        rounds = list(self.sitting.rounds)
        rounds[number - 1] = corrected
        return self._with(rounds=tuple(rounds))

    def _with(self, **changes: Any) -> Game:
        return Game(replace(self.sitting, **changes))

    @property
    def sheet(self) -> Sheet:
        """The sheet, derived anew."""
        return derive(FOOL, self.sitting)

    @property
    def next_starter(self) -> int:
        """The seat that starts the next round."""
        assert self.sheet.next is not None, "the game is over"
        return self.sheet.next.starter.seat

    @property
    def ended_by(self) -> tuple[str, ...]:
        """Why the game is over; empty while it is open."""
        return self.sheet.ending.keys if self.sheet.ending else ()


def a_game(players: int = 4, starter: int = 0, *, drawn: bool = False, **options: str | int) -> Game:
    """A table before its first round, with these house rules."""
    return Game(Sitting(NAMES[:players], starter, FOOL.defaults() | options, drawn=drawn))


def verdict(rulebook: Rulebook[R], sitting: Sitting[R], played: R) -> Verdict:
    """What the rules say of one more round, be the game over or not."""
    opening = rulebook.opening(sitting, derive(rulebook, sitting).lines)
    return rulebook.validate(sitting, opening, played)


def checked(*hands: str, fools: Iterable[int] = ()) -> Verdict:
    """What the rules say of a round at a table with as many players as hands."""
    return verdict(FOOL, a_game(len(hands)).sitting, a_round(*hands, fools=fools))


def said(message: Message) -> str:
    """A message in English, every value in its place."""
    text = message.text if message.plural is None or message.count == 1 else message.plural
    return text % {name: _shown(value) for name, value in message.values}


def _shown(value: object) -> str:
    if isinstance(value, Message):
        return said(value)
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    return f"{value.points:+}" if isinstance(value, Signed) else str(value)


def refusal(asking: Callable[..., object], *arguments: object) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(Refused) as refused:
        asking(*arguments)
    sentence = said(refused.value.reason)
    assert sentence.endswith((".", "?"))
    return sentence


def sentences(problems: Iterable[Problem]) -> list[str]:
    """What is said about a round; fails if something said is no sentence."""
    spoken = [said(problem.message) for problem in problems]
    assert all(text[0].isupper() or text[0].isdigit() for text in spoken), spoken
    assert all(text.endswith((".", "?")) for text in spoken), spoken
    return spoken
