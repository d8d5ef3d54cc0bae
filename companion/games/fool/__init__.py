"""Fool!, the trick-taking game for 4–8 players: its rulebook.

At the end of a round everybody writes down what is left in hand as minus points, each 1 at 5. Who went
out scores 10, or 0 if befooled in that last trick. The game ends at a total of −80 or at six +10s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fool import deck
from companion.games.fool import round as rounds
from companion.games.fool.options import OPTIONS
from companion.games.fool.round import FoolRound, Hand
from companion.games.fool.sheet import derive
from companion.games.message import Message, say
from companion.games.rulebook import Check, Figure, Rulebook, Sheet, Sitting, Unreadable


class Fool(Rulebook[FoolRound]):
    """The rulebook of Fool!."""

    key = "fool"
    title = "Fool!"
    seats = deck.SEATS
    options = OPTIONS
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Went out"), "outs"),
        Figure(say("Went out, of all rounds"), "outs", per="rounds", share=True),
        Figure(say("+10s"), "tens"),
        Figure(say("Befooled at the end"), "befooled"),
        Figure(say("Points left"), "left"),
        Figure(say("Points left per round"), "left", per="rounds"),
    )
    starting = say("Who starts a round goes out")

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards each, cards in play, Fool! discs."""
        each = deck.cards_dealt(players)
        return (
            (say("Cards each"), each),
            (say("Cards in play"), each * players),
            (say("Fool! discs"), deck.discs(players)),
        )

    def check(self, sitting: Sitting[FoolRound], played: FoolRound) -> Check:
        """See ``companion.games.fool.round.check``."""
        return rounds.check(sitting.players, played)

    def points(self, played: FoolRound) -> tuple[float, ...]:
        """See ``FoolRound.points``."""
        return played.points()

    def explain(self, sitting: Sitting[FoolRound], played: FoolRound) -> tuple[Message, ...]:
        """See ``companion.games.fool.round.explain``."""
        return rounds.explain(sitting.players, played)

    def derive(self, sitting: Sitting[FoolRound]) -> Sheet:
        """See ``companion.games.fool.sheet.derive``."""
        return derive(sitting)

    def counts(self, sitting: Sitting[FoolRound], sheet: Sheet) -> tuple[Mapping[str, float], ...]:
        """Rounds, times out, +10s, times befooled, points left in hand; a round started is won by going out."""
        counting = [(line, sitting.rounds[line.number - 1]) for line in sheet.lines if line.counts]
        return tuple(
            {
                "rounds": len(counting),
                "outs": sum(played.hands[seat].out for _, played in counting),
                "tens": sum(seat in line.tens for line, _ in counting),
                "befooled": sum(seat in played.fools for _, played in counting),
                "left": sum(played.hands[seat].cost for _, played in counting),
                "starts": sum(line.starter.seat == seat for line, _ in counting),
                "starts_won": sum(line.starter.seat == seat and played.hands[seat].out for line, played in counting),
            }
            for seat in range(len(sitting.players))
        )

    def read_round(self, raw: Mapping[str, Any], seats: Sequence[str], place: str) -> FoolRound:
        """A round as ``{"hands": {seat: [faces] or total}, "fools": [seat]}``; every seat has a hand."""
        hands = raw.get("hands")
        if not isinstance(hands, Mapping):
            raise Unreadable(f"{place}.hands", say("Here the hands of all players are expected."))
        for seat in hands:
            if seat not in seats:
                raise Unreadable(f"{place}.hands.{seat}", say("This player is not at the table."))
        for seat in seats:
            if seat not in hands:
                raise Unreadable(f"{place}.hands.{seat}", say("The hand of this player is missing."))
        fools = raw.get("fools", [])
        if not isinstance(fools, list):
            raise Unreadable(f"{place}.fools", say("Here a list of players is expected."))
        for index, seat in enumerate(fools):
            if not isinstance(seat, str) or seat not in seats:
                raise Unreadable(f"{place}.fools[{index}]", say("This player is not at the table."))
            if seat in fools[:index]:
                raise Unreadable(f"{place}.fools[{index}]", say("This player is listed twice."))
        return FoolRound(
            tuple(_hand(hands[seat], f"{place}.hands.{seat}") for seat in seats),
            tuple(sorted(list(seats).index(seat) for seat in fools)),
        )

    def write_round(self, played: FoolRound, seats: Sequence[str]) -> dict[str, Any]:
        """The form that ``read_round`` reads."""
        return {
            "hands": {
                seat: hand.only_total or list(hand.faces) for seat, hand in zip(seats, played.hands, strict=True)
            },
            "fools": [seats[fool] for fool in played.fools],
        }


def _hand(raw: object, place: str) -> Hand:
    if _whole(raw):
        return Hand(only_total=raw)  # type: ignore[arg-type]
    if not isinstance(raw, list):
        raise Unreadable(place, say("A hand is a list of faces or a whole number, its total."))
    for index, face in enumerate(raw):
        if not _whole(face):
            raise Unreadable(f"{place}[{index}]", say("A face is a whole number."))
    return Hand(tuple(raw))


def _whole(raw: object) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) < 10_000
