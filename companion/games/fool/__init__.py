"""Fool!, the trick-taking game for 4–8 players: its rulebook.

At the end of a round everybody writes down what is left in hand as minus points, each 1 at 5. Who went
out scores 10, or 0 if befooled in that last trick. The game ends at a total of −80 or at six +10s.
"""

from collections.abc import Mapping

from companion.games.contract import Cell, Figure, Mark, Noting, Rulebook, Shown, Tally, Verdict
from companion.games.fool import deck
from companion.games.fool import round as rounds
from companion.games.fool import starting as starters
from companion.games.fool.options import OPTIONS, FoolOptions
from companion.games.fool.round import OUT, FoolRound
from companion.games.message import Message, say, say_n
from companion.games.sheet import Gauge, Line, Opening, Scored, Standing
from companion.games.sitting import Sitting


class Fool(Rulebook[FoolRound]):
    """The rulebook of Fool!."""

    key = "fool"
    title = "Fool!"
    about = say("Points for the cards left in hand")
    seats = deck.SEATS
    options = OPTIONS
    ends = ("score", "tens")
    marks = (
        Mark("started", "▸", say("started")),
        # TRANSLATORS: what the sign D in a cell of the sheet means.
        # TRANSLATORS: the sign of the dealer on the sheet, a letter
        Mark("dealt", say("D"), say("dealt")),
        Mark("befooled", "●", say("took a Fool! disc")),
        Mark("uncounted", "*", say("only the total (Σ) is known"), after=True),
    )
    tallies = (Tally("tens", say("+10"), lambda n: say_n("%(n)s× +10", "%(n)s× +10", n), points=OUT),)
    cells = (Cell("left", say("Cards left")), Cell("disc", say("Fool! disc"), mark="befooled"))
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

    def notes_summary(self, sitting: Sitting[FoolRound]) -> Message | None:
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

    def notes_problem(self, sitting: Sitting[FoolRound]) -> Message | None:
        """Fewer cards than are dealt cannot be."""
        noted, dealt = _noted_and_dealt(sitting)
        fewer = say_n(
            "That makes %(n)s card, but %(dealt)s are dealt.",
            "That makes %(n)s cards, but %(dealt)s are dealt.",
            noted,
            dealt=dealt,
        )
        return fewer if 0 < noted < dealt else None

    def validate(self, sitting: Sitting[FoolRound], opening: Opening, played: FoolRound) -> Verdict:
        """Cards that can't be, and hands that are too large to be likely."""
        errors = tuple(rounds.impossible(sitting.players, played, FoolOptions.of(sitting.options).deck))
        return Verdict(errors, () if errors else tuple(rounds.improbable(sitting.players, played)))

    def score(self, sitting: Sitting[FoolRound], opening: Opening, played: FoolRound) -> Scored:
        """Minus the hands left; +10s, befooled, and hands of which only the total is known."""
        points = played.points()
        tens = tuple(int(each == OUT) for each in points)
        uncounted = tuple(seat for seat in sitting.seats if played.hands[seat].only_total)
        return Scored(points, {"tens": tens}, {"befooled": played.fools, "uncounted": uncounted})

    def show(self, played: FoolRound, seat: int) -> tuple[Shown, ...]:
        """The cards left, and whether the player took a disc."""
        return (played.hands[seat].left, "●" if seat in played.fools else None)

    def explain(self, sitting: Sitting[FoolRound], opening: Opening, played: FoolRound) -> tuple[Message, ...]:
        """What everybody had left."""
        return tuple(told for seat in sitting.seats for told in rounds.explain(sitting.players, played, seat))

    def explain_seat(
        self, sitting: Sitting[FoolRound], opening: Opening, played: FoolRound, seat: int
    ) -> tuple[Message, ...]:
        """What the seat had left."""
        return tuple(rounds.explain(sitting.players, played, seat))

    def gauges(self, sitting: Sitting[FoolRound], standing: Standing) -> tuple[Gauge, ...]:
        """How near the table is to −80, and to six +10s. Source: rulebook, "Game end"."""
        options, totals, tens = FoolOptions.of(sitting.options), standing.totals, standing.tallies["tens"]
        counted = sum(tens) if options.tens_counted == "together" else max(tens)
        return (
            Gauge("score", say("Lowest total"), totals, min(totals), options.end_score, of_totals=True),
            Gauge("tens", say("+10s"), tens, counted, options.tens_to_end),
        )

    def reason(self, sitting: Sitting[FoolRound], standing: Standing, key: str) -> Message:
        """Who is at −80, or how many +10s there are."""
        options, tens = FoolOptions.of(sitting.options), standing.tallies["tens"]
        limit, enough = options.end_score, options.tens_to_end
        if key == "score":
            low = tuple(name for name, total in zip(sitting.players, standing.totals, strict=True) if total <= limit)
            return say_n(
                "%(names)s reached %(limit)s point or lower.",
                "%(names)s reached %(limit)s points or lower.",
                abs(limit),
                names=low,
                limit=limit,
            )
        if options.tens_counted == "together":
            return say_n("+10 was scored once.", "+10 was scored %(n)s times.", sum(tens))
        names = tuple(name for name, ten in zip(sitting.players, tens, strict=True) if ten >= enough)
        return say_n("%(names)s scored +10 once.", "%(names)s scored +10 %(n)s times.", enough, names=names)

    def tie_break(self, sitting: Sitting[FoolRound]) -> str | None:
        """+10s, by that house rule."""
        return "tens" if FoolOptions.of(sitting.options).equal_totals == "tens" else None

    def count(self, played: FoolRound, line: Line, seat: int) -> Mapping[str, float]:
        """Times out, +10s, times befooled, points left in hand."""
        hand = played.hands[seat]
        return {"outs": hand.out, "tens": line.tallied(seat), "befooled": seat in played.fools, "left": hand.cost}

    def won(self, played: FoolRound, line: Line, seat: int) -> bool:
        """By going out."""
        return played.hands[seat].out

    opening = staticmethod(starters.opening)
    read_round = staticmethod(rounds.read)
    write_round = staticmethod(rounds.write)


RULEBOOK = Fool()


def _noted_and_dealt(sitting: Sitting[FoolRound]) -> tuple[int, int]:
    """How many cards the table's notes come to (0 while some are not noted), and how many are dealt."""
    all_noted = all(option.key in sitting.options for option in OPTIONS if option.noted)
    noted = FoolOptions.of(sitting.options).deck.cards if all_noted else 0
    return noted, len(sitting.players) * deck.cards_dealt(len(sitting.players))
