"""Fool!, the trick-taking game for 4–8 players: its rulebook.

At the end of a round everybody writes down what is left in hand as minus points, each 1 at 5. Who went
out scores 10, or 0 if befooled in that last trick. The game ends at a total of −80 or at six +10s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fool import deck, ending, starting
from companion.games.fool import round as rounds
from companion.games.fool.options import OPTIONS, FoolOptions
from companion.games.fool.round import OUT, FoolRound, Hand
from companion.games.message import Message, Signed, say, say_n
from companion.games.rulebook import Check, Figure, Noting, Rulebook, Unreadable
from companion.games.sheet import Gauge, Line, Next, Scored, Sheet, Standing
from companion.games.sitting import Sitting


class Fool(Rulebook[FoolRound]):
    """The rulebook of Fool!."""

    key = "fool"
    title = "Fool!"
    about = say("Points for the cards left in hand")
    seats = deck.SEATS
    options = OPTIONS
    ends = ("score", "tens")
    marks = {  # noqa: RUF012
        "started": say("started"),
        "dealt": say("dealt"),
        "marked": say("befooled"),
        "uncounted": say("total only"),
        "ten": say("+10"),
    }
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

    noting = Noting(
        say("Your Overview card"),
        say("Note what it says, and no round takes a card that stayed in the box. Leave empty what you don’t know."),
    )

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards each, cards in play, Fool! discs."""
        each = deck.cards_dealt(players)
        return (
            (say("Cards each"), each),
            (say("Cards in play"), each * players),
            (say("Fool! discs"), deck.discs(players)),
        )

    def setup(self, players: int) -> tuple[Message, ...]:
        """Discs, cards, dealer; what is different with seven or eight."""
        discs, dealt = deck.discs(players), deck.cards_dealt(players)
        in_play = players * dealt
        return (
            say("Look up your number of players on the Overview card: it shows which cards stay in the box.")
            if in_play < deck.WHOLE.cards
            else say("All cards are in play: nothing stays in the box."),
            say_n(
                "Put %(n)s Fool! disc into the middle.",
                "Put %(n)s Fool! discs into the middle: with seven or eight, two are befooled in every trick.",
                discs,
            ),
            say("Shuffle the %(cards)s cards and deal %(dealt)s to everybody.", cards=in_play, dealt=dealt),
            say("Hold your cards so that all can see how many you have left."),
        )

    def on_noted(self, sitting: Sitting[FoolRound]) -> Message | None:
        """Whether the cards noted are as many as are dealt; nothing while some are not noted."""
        noted, dealt = _noted_and_dealt(sitting)
        if not noted:
            return None
        if noted == dealt:
            return say("That makes %(cards)s cards, as many as are dealt.", cards=noted)
        return say("Noted. That makes %(noted)s cards, but %(dealt)s are dealt: look again?", noted=noted, dealt=dealt)

    def against_noted(self, sitting: Sitting[FoolRound]) -> Message | None:
        """Fewer cards than are dealt cannot be."""
        noted, dealt = _noted_and_dealt(sitting)
        if not noted or noted >= dealt:
            return None
        return say("That makes %(noted)s cards, but %(dealt)s are dealt.", noted=noted, dealt=dealt)

    def check(self, sitting: Sitting[FoolRound], played: FoolRound) -> Check:
        """See ``companion.games.fool.round.check``."""
        return rounds.check(sitting.players, played, FoolOptions.of(sitting.options).deck)

    def points(self, sitting: Sitting[FoolRound], number: int, played: FoolRound) -> tuple[float, ...]:
        """See ``FoolRound.points``."""
        return played.points()

    def told(self, sitting: Sitting[FoolRound], number: int, played: FoolRound) -> Message:
        """Everybody's points: Anne −17, Paul 0."""
        return say(
            "%(scores)s",
            scores=tuple(
                say("%(name)s %(points)s", name=name, points=Signed(points))
                for name, points in zip(sitting.players, played.points(), strict=True)
            ),
        )

    def explain(self, sitting: Sitting[FoolRound], number: int, played: FoolRound) -> tuple[Message, ...]:
        """See ``companion.games.fool.round.explain``."""
        return rounds.explain(sitting.players, played)

    def total(self, points: float) -> Message:
        """So many points."""
        return say_n("with %(total)s point", "with %(total)s points", int(abs(points)), total=points)

    def opening(self, sitting: Sitting[FoolRound], lines: Sequence[Line]) -> Next:
        """See ``companion.games.fool.starting``."""
        return starting.opening(sitting, FoolOptions.of(sitting.options), lines)

    def score(self, sitting: Sitting[FoolRound], opening: Next, played: FoolRound) -> Scored:
        """Minus the hands left; +10s, befooled, and hands of which only the total is known."""
        points = played.points()
        return Scored(
            points,
            tens=tuple(seat for seat in sitting.seats if points[seat] == OUT),
            marked=played.fools,
            uncounted=tuple(seat for seat in sitting.seats if played.hands[seat].only_total),
        )

    def gauges(self, sitting: Sitting[FoolRound], standing: Standing) -> tuple[Gauge, ...]:
        """See ``companion.games.fool.ending``."""
        return ending.gauges(FoolOptions.of(sitting.options), standing)

    def reached(self, sitting: Sitting[FoolRound], standing: Standing) -> tuple[str, ...]:
        """A total of −80, six +10s."""
        return ending.reached(FoolOptions.of(sitting.options), standing)

    def reason(self, sitting: Sitting[FoolRound], standing: Standing, key: str) -> Message:
        """See ``companion.games.fool.ending``."""
        return ending.reason(sitting.players, FoolOptions.of(sitting.options), standing, key)

    def tens_break_ties(self, sitting: Sitting[FoolRound]) -> bool:
        """A house rule."""
        return FoolOptions.of(sitting.options).equal_totals == "tens"

    def ranks(self, sitting: Sitting[FoolRound], standing: Standing) -> tuple[int, ...]:
        """See ``companion.games.fool.ending``."""
        return ending.ranks(FoolOptions.of(sitting.options), standing)

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


RULEBOOK = Fool()


def _noted_and_dealt(sitting: Sitting[FoolRound]) -> tuple[int, int]:
    """How many cards the table's notes come to (0 while some are not noted), and how many are dealt."""
    players = len(sitting.players)
    all_noted = all(option.key in sitting.options for option in OPTIONS if option.noted)
    noted = FoolOptions.of(sitting.options).deck.cards if all_noted else 0
    return noted, players * deck.cards_dealt(players)


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
