"""Fool!, the trick-taking game for 4–8 players: its rulebook.

At the end of a round everybody writes down what is left in hand as minus points, each 1 at 5. Who went
out scores 10, or 0 if befooled in that last trick. The game ends at a total of −80 or at six +10s.
"""

from collections.abc import Sequence

from companion.games.contract import (
    DEALT,
    ROUNDS,
    STARTED,
    Figure,
    Mark,
    Noting,
    Rulebook,
    Starting,
    Step,
    Tally,
    Verdict,
)
from companion.games.fields import Flag, Hand
from companion.games.fool import deck
from companion.games.fool import round as rounds
from companion.games.fool import starting as starters
from companion.games.fool.options import LIMIT, OPTIONS, TENS, cards_in_play
from companion.games.fool.round import OUT, cost, points_of
from companion.games.message import Message, say, say_n
from companion.games.sheet import End, Line, Opening, Scored, Standing
from companion.games.sitting import Round, Sitting


def went_out(played: Round, line: Line, seat: int) -> bool:
    """Whether a seat went out."""
    out: bool = played["hands"][seat].out
    return out


def tell_notes(sitting: Sitting) -> Message | None:
    """Whether the cards noted are as many as are dealt; nothing while some are not noted."""
    noted, dealt = _noted_and_dealt(sitting)
    if noted == dealt:
        return say_n(
            "That makes %(n)s card, as many as are dealt.", "That makes %(n)s cards, as many as are dealt.", noted
        )
    more = say_n(
        "Noted. That makes %(n)s card, but %(dealt)s are dealt: look again?",
        "Noted. That makes %(n)s cards, but %(dealt)s are dealt: look again?",
        noted,
        dealt=dealt,
    )
    return more if noted else None


def refuse_notes(sitting: Sitting) -> Message | None:
    """Fewer cards than are dealt cannot be."""
    noted, dealt = _noted_and_dealt(sitting)
    fewer = say_n(
        "That makes %(n)s card, but %(dealt)s are dealt.",
        "That makes %(n)s cards, but %(dealt)s are dealt.",
        noted,
        dealt=dealt,
    )
    return fewer if 0 < noted < dealt else None


def _noted_and_dealt(sitting: Sitting) -> tuple[int, int]:
    """How many cards the table's notes come to (0 while some are not noted), and how many are dealt."""
    all_noted = all(option.key in sitting.options for option in OPTIONS if option.noted)
    noted = cards_in_play(sitting.options).cards if all_noted else 0
    seated = len(sitting.seated_next)
    return noted, seated * deck.cards_dealt(seated)


class Fool(Rulebook):
    """The rulebook of Fool!."""

    key = "fool"
    title = "Fool!"
    about = say("Points for the cards left in hand")
    seats = deck.SEATS
    options = OPTIONS
    steps = (Step((Hand("hands", say("Cards left")), Flag("fools", say("Fool! disc"), mark="befooled"))),)
    marks = (
        STARTED,
        DEALT,
        Mark("befooled", "●", say("took a Fool! disc")),
        Mark("uncounted", "*", say("only the total (Σ) is known"), after=True),
    )
    tallies = (Tally("tens", say("+10"), lambda n: say_n("%(n)s× +10", "%(n)s× +10", n), points=OUT),)
    figures = (
        ROUNDS,
        Figure(say("Went out"), "outs", went_out),
        Figure(say("Went out, of all rounds"), "outs", per_round=True, share=True),
        Figure(say("+10s"), "tens", lambda played, line, seat: line.tallied(seat)),
        Figure(say("Befooled at the end"), "befooled", lambda played, line, seat: seat in played["fools"]),
        Figure(say("Points left"), "left", lambda played, line, seat: cost(played["hands"][seat])),
        Figure(say("Points left per round"), "left", per_round=True),
    )
    starting = Starting(say("Who starts a round goes out"), went_out)
    noting = Noting(
        say("Your Overview card"),
        say("Note what it says, and no round takes a card that stayed in the box. Leave empty what you don’t know."),
        tell_notes,
        refuse_notes,
    )

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards each, cards in play, Fool! discs."""
        each, discs = deck.cards_dealt(players), deck.discs(players)
        return (say("Cards each"), each), (say("Cards in play"), each * players), (say("Fool! discs"), discs)

    def setup(self, players: int) -> tuple[Message, ...]:
        """Discs, cards, dealer; what is different with seven or eight."""
        dealt, in_play = deck.cards_dealt(players), players * deck.cards_dealt(players)
        return (
            say("Look up your number of players on the Overview card: it shows which cards stay in the box.")
            if in_play < deck.WHOLE.cards
            else say("All cards are in play: nothing stays in the box."),
            say_n(
                "Put %(n)s Fool! disc into the middle.",
                "Put %(n)s Fool! discs into the middle: with seven or eight, two are befooled in every trick.",
                deck.discs(players),
            ),
            say_n(
                "Shuffle the %(n)s card and deal %(dealt)s to everybody.",
                "Shuffle the %(n)s cards and deal %(dealt)s to everybody.",
                in_play,
                dealt=dealt,
            ),
            say("Hold your cards so that all can see how many you have left."),
        )

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """See ``starting``."""
        return starters.opening(sitting, lines)

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Cards that can't be, and hands that are too large to be likely."""
        errors = tuple(rounds.impossible(sitting.players, played, cards_in_play(sitting.options)))
        return Verdict(errors, () if errors else tuple(rounds.improbable(sitting.players, played)))

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Minus the hands left; +10s, befooled, and hands of which only the total is known."""
        by_seat = points_of(played)
        points = tuple(by_seat.get(seat, 0) for seat in sitting.seats)
        tens = tuple(int(each == OUT) for each in points)
        uncounted = tuple(seat for seat, hand in played["hands"].items() if hand.only_total)
        return Scored(points, {"tens": tens}, {"befooled": played["fools"], "uncounted": uncounted})

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """What the player had left."""
        return tuple(rounds.explain(sitting.players, played, side))

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """A total of −80, and six +10s. Source: rulebook, "Game end"."""
        totals, tens = standing.totals, standing.tallies["tens"]
        limit, enough = sitting.amount("end_score") or LIMIT, sitting.amount("tens_to_end") or TENS
        together = sitting.options.get("tens_counted") != "each"
        low = tuple(sitting.players[side] for side in standing.present if totals[side] <= limit)
        reached = say_n(
            "%(names)s reached %(limit)s point or lower.",
            "%(names)s reached %(limit)s points or lower.",
            abs(limit),
            names=low,
            limit=limit,
        )
        counted = sum(tens) if together else max(standing.of_present(tens))
        if together:
            scored = say_n("+10 was scored once.", "+10 was scored %(n)s times.", counted)
        else:
            names = tuple(sitting.players[side] for side in standing.present if tens[side] >= enough)
            scored = say_n("%(names)s scored +10 once.", "%(names)s scored +10 %(n)s times.", enough, names=names)
        return (
            End("score", reached, say("Lowest total"), min(standing.of_present(totals)), limit, totals, of_totals=True),
            End("tens", scored, say("+10s"), counted, enough, tens),
        )

    def tie_break(self, sitting: Sitting) -> str | None:
        """+10s, by that house rule."""
        return "tens" if sitting.options.get("equal_totals") == "tens" else None


RULEBOOK = Fool()
