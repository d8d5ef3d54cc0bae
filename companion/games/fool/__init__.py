"""Fool!, the trick-taking game for 4–8 players: its rulebook.

At the end of a round everybody writes down what is left in hand as minus points, each 1 at 5. Who went
out scores 10, or 0 if befooled in that last trick. The game ends at a total of −80 or at six +10s.
"""

from collections.abc import Mapping, Sequence

from companion.games.contract import DEALT, ROUNDS, STARTED, Figure, Mark, Rulebook, Starting, Step, Tally
from companion.games.fields import Flag, Hand
from companion.games.fool import deck
from companion.games.fool.deck import OUT
from companion.games.message import Message, Value, Verdict, say, say_n
from companion.games.option import LEFT_EARLY, Amount, Option
from companion.games.sitting import End, Line, Opening, Round, Scored, SeatAndReason, Sitting, Standing
from companion.games.usual import explain_tie, find_first_opening

END_SCORE, TENS_TO_END = -80, 6

FOOL_OPTIONS: tuple[Option, ...] = (
    Amount("end_score", say("Total that ends the game"), usual=END_SCORE, low=-500, high=-10),
    Amount("tens_to_end", say("+10s that end the game"), usual=TENS_TO_END, low=1, high=60),
    Option(
        "tens_counted",
        say("Whose +10s count?"),
        {"together": say("All players’ together"), "each": say("Each player’s alone")},
    ),
    Option(
        "starter_by",
        say("Who starts the next round?"),
        {"total": say("Most minus points overall"), "round": say("Most minus points in the last round")},
    ),
    Option(
        "starter_tie",
        say("Tie for starter"),
        {"left-first": say("Next player clockwise"), "self-first": say("The same starter, otherwise clockwise")},
    ),
    Option("equal_totals", say("Tie for the win"), {"shared": say("Shared win"), "tens": say("Most +10s wins")}),
    LEFT_EARLY,
)


def went_out(played: Round, line: Line, seat: int) -> bool:
    """Return whether a seat went out."""
    return bool(played["hands"][seat].out)


class Fool(Rulebook):
    """The rulebook of Fool!."""

    key = "fool"
    title = "Fool!"
    about = say("Minus points for cards left")
    seats = deck.PLAYER_COUNTS
    options = FOOL_OPTIONS
    former_options = ("highest_green", "highest_red", "highest_yellow", "highest_blue", "ones")
    group_option = "starter_by"
    steps = (Step((Hand("hands", say("Cards left")), Flag("fools", say("Fool! disc"), mark="befooled"))),)
    marks = (
        STARTED,
        DEALT,
        Mark("befooled", "●", say("took a Fool! disc")),
        Mark("uncounted", "*", say("total only (Σ)"), after=True),
    )
    tallies = (Tally("tens", say("+10"), lambda n: say_n("%(n)s× +10", "%(n)s× +10", n), points=OUT),)
    figures = (
        ROUNDS,
        Figure(say("Went out"), "outs", went_out),
        Figure(say("Went out (share of rounds)"), "outs", per_round=True, share=True),
        Figure(say("+10s"), "tens", lambda played, line, seat: line.tallied(seat)),
        Figure(say("Befooled in the last trick"), "befooled", lambda played, line, seat: seat in played["fools"]),
        Figure(say("Points left"), "left", lambda played, line, seat: deck.hand_cost(played["hands"][seat])),
        Figure(say("Points left per round"), "left", per_round=True),
    )
    starting = Starting(say("Starter goes out"), went_out)

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Return cards each, cards in play, Fool! discs."""
        each, discs = deck.count_cards_dealt(players), deck.count_discs(players)
        return (say("Cards each"), each), (say("Cards in play"), each * players), (say("Fool! discs"), discs)

    def setup(self, players: int) -> tuple[Message, ...]:
        """Return what to do with discs and cards, and what is different with seven or eight."""
        dealt, in_play = deck.count_cards_dealt(players), players * deck.count_cards_dealt(players)
        return (
            say("Your Overview card shows which cards stay in the box.")
            if in_play < sum(map(deck.count_copies, deck.FACES))
            else say("All cards are in play."),
            say_n(
                "Put %(n)s Fool! disc in the middle.", "Put %(n)s Fool! discs in the middle.", deck.count_discs(players)
            ),
            say_n(
                "Shuffle the %(n)s card and deal each player %(dealt)s.",
                "Shuffle the %(n)s cards and deal each player %(dealt)s.",
                in_play,
                dealt=dealt,
            ),
            say("Hold your cards so that everybody can count them."),
        )

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return who starts and deals, and who would start by the other reading of the rule.

        Source: rulebook, "Game preparation" (the dealer sits right of the first starter) and "The next round".
        """
        if not lines:
            return find_first_opening(sitting)
        last, players = lines[-1], sitting.players
        number, previous = last.number, sitting.deputy(last.starter_seat, last.number + 1)
        around = sitting.from_left_of(previous, number + 1)
        if sitting.options.get("starter_tie") == "self-first":
            around = (previous, *around[:-1])
        totals = {seat: last.standing.totals[seat] for seat in around}
        # Only players of that round; if none is left, everybody.
        points = {seat: last.scored.points[seat] for seat in around if seat in last.present} or dict.fromkeys(around, 0)
        least, lowest = min(points.values()), min(totals.values())
        why = say("Most minus points in round %(number)s: %(points)s.", number=number, points=least)
        by_round = _find_starter(players, points, previous, why)
        by_total = _find_starter(players, totals, previous, say("Lowest total: %(points)s.", points=lowest))
        starter, other, name = by_total, by_round.seat, players[by_round.seat or 0]
        why = say("By round %(n)s alone, %(name)s would start: %(points)s.", n=number, name=name, points=least)
        if sitting.options.get("starter_by") == "round":
            starter, other, name = by_round, by_total.seat, players[by_total.seat or 0]
            why = say("By total, %(name)s would start: %(points)s.", name=name, points=lowest)
        dealer = SeatAndReason(last.starter_seat, say("Started round %(number)s.", number=number))
        return Opening(number + 1, starter, dealer, None if other == starter.seat else SeatAndReason(other, why))

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Return cards that can't be, and hands that are too large to be likely."""
        errors = tuple(deck.find_errors(sitting.players, played))
        return Verdict(errors, () if errors else tuple(deck.find_doubts(sitting.players, played)))

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return minus the hands left, the +10s, and marks for befooled and for hands known by total only."""
        by_seat = deck.score_hands(played)
        points = tuple(by_seat.get(seat, 0) for seat in sitting.seats)
        tens = tuple(int(each == OUT) for each in points)
        uncounted = tuple(seat for seat, hand in played["hands"].items() if hand.only_total)
        return Scored(points, {"tens": tens}, {"befooled": played["fools"], "uncounted": uncounted})

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Return what the player had left."""
        return tuple(deck.explain_seat(sitting.players, played, side))

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return a total of −80, and six +10s. Source: rulebook, "Game end"."""
        totals, tens = standing.totals, standing.tallies["tens"]
        limit, enough = sitting.amount("end_score") or END_SCORE, sitting.amount("tens_to_end") or TENS_TO_END
        together = sitting.options.get("tens_counted") != "each"
        low = tuple(sitting.players[side] for side in standing.present if totals[side] <= limit)
        reached = say_n(
            "%(names)s fell to %(limit)s point or lower.",
            "%(names)s fell to %(limit)s points or lower.",
            abs(limit),
            names=low,
            limit=limit,
        )
        counted = sum(tens) if together else max(standing.of_present(tens))
        if together:
            scored = say_n("+10 was scored once.", "+10 was scored %(n)s times.", counted)
        else:
            names = tuple(sitting.players[side] for side in standing.present if tens[side] >= enough)
            scored = say_n("%(names)s scored +10 %(n)s time.", "%(names)s scored +10 %(n)s times.", enough, names=names)
        return (
            End("score", reached, say("Lowest total"), min(standing.of_present(totals)), limit, totals, of_totals=True),
            End("tens", scored, say("+10s"), counted, enough, tens),
        )

    def tie_break(self, sitting: Sitting) -> str | None:
        """Return the +10s, by that house rule."""
        return "tens" if sitting.options.get("equal_totals") == "tens" else None


def _find_starter(players: Sequence[str], points: Mapping[int, float], previous: int, why: Message) -> SeatAndReason:
    """Return the seat with the fewest points, of equal ones the first, which follows ``previous`` or is it."""
    tied = [seat for seat in points if points[seat] == min(points.values())]
    if len(tied) > 1:
        why = explain_tie(players, tied, points[tied[0]], previous)
    if len(tied) > 1 and tied[0] == previous:
        names, name = tuple(players[seat] for seat in sorted(tied)), players[previous]
        about: dict[str, Value] = {"names": names, "points": points[previous], "name": name}
        why = say("%(names)s tie at %(points)s. %(name)s started the last round.", **about)
    return SeatAndReason(tied[0], why)


RULEBOOK = Fool()
