"""Durak, the game without a winner: the rulebook of its marks, deal by deal.

A round is one deal. Whoever is left holding cards is the fool and has a mark, and so has the whole team. Fewest marks
lead. Open-ended, unless the table stops at so many marks or after so many deals. Source: summary ("the person who has
the cards when the opponent no longer has them loses").
"""

from collections.abc import Sequence

from companion.games.contract import DEALT, ROUNDS, STARTED, Figure, Mark, Rulebook, Starting, Step
from companion.games.durak.cards import DECK
from companion.games.fields import ask_who
from companion.games.message import Message, Problem, Verdict, say, say_n
from companion.games.option import LEFT_EARLY, Amount, Option, Teams
from companion.games.sitting import End, Line, Opening, Round, Scored, SeatAndReason, Sitting, Standing, name_sides
from companion.games.usual import find_first_opening

HAND_CARDS = 6
LOWEST_TRUMP = say("The lowest trump attacks first.")


def asks_last_defender(sitting: Sitting) -> bool:
    """Return whether the last defender is the fool when both go out."""
    return sitting.options.get("both_out") == "last-defender"


def asks_first_out(sitting: Sitting) -> bool:
    """Return whether the first player out attacks next. Between two players the fool tells who that was."""
    return sitting.options.get("first_attacker") == "previous-winner" and len(sitting.players) > 2


def first_out(sitting: Sitting, played: Round, number: int) -> int | None:
    """Return who was out first, if known; of two players, the one who isn't the fool."""
    fool = fool_of(sitting, played)
    first: int | None = played.get("first_out")
    if first is None and fool is not None and len(sitting.seated(number)) == 2:
        return sitting.from_left_of(fool, number)[0]
    return first


def fool_of(sitting: Sitting, played: Round) -> int | None:
    """Return who is the fool of a deal: nobody in a draw, unless that house rule names the last defender."""
    if played["fool"] == "draw":
        return played.get("last_defender") if sitting.options.get("both_out") == "last-defender" else None
    return int(played["fool"])


def got_away(played: Round, line: Line, seat: int) -> bool:
    """Return whether a seat got away without a mark."""
    return not line.has_mark("marked", seat)


FIRST_OUT = ask_who(
    "first_out", say("Out first"), question=say("Who went out first?"), default=None, for_table=asks_first_out
)
FOOL = ask_who(
    "fool",
    say("Fool"),
    question=say("Who still has cards?"),
    choices={"draw": say("Nobody: the last two went out together")},
)
LAST_DEFENDER = ask_who(
    "last_defender",
    say("Last defender"),
    question=say("Both out? Who defended last?"),
    default=None,
    for_table=asks_last_defender,
    when=lambda played: played.get("fool") == "draw",
)


class Durak(Rulebook):
    """The rulebook of Durak."""

    key = "durak"
    title = say("Durak").text
    about = say("Find the fool, deal by deal")
    seats = range(2, 7)
    options = (
        Teams(
            "teams",
            say("Who plays together?"),
            {
                "alone": say("No teams"),
                "2": say("Two teams, sitting alternately"),
                "3": say("Three teams, sitting alternately"),
            },
        ),
        Option(
            "both_out",
            say("If the last two go out together"),
            {"draw": say("Nobody is the fool"), "last-defender": say("The last defender is the fool")},
        ),
        Option(
            "first_attacker",
            say("Who attacks first in the next deal?"),
            {
                "loser": say("The fool"),
                "right-of-loser": say("The player to the fool’s right"),
                "left-of-loser": say("The player to the fool’s left"),
                "previous-winner": say("The first player out"),
                "lowest-trump": say("The lowest trump"),
            },
        ),
        Amount("stop_at_marks", say("Stop at this many marks"), low=1, high=100, without=say("never")),
        Amount("stop_after_deals", say("Stop after this many deals"), low=1, high=500, without=say("never")),
        LEFT_EARLY,
    )
    steps = (Step((FIRST_OUT, FOOL, LAST_DEFENDER)),)
    marks = (STARTED, DEALT, Mark("fool", "●", say("left with cards")))
    figures = (
        ROUNDS,
        Figure(say("Times the fool"), "fool", lambda played, line, seat: line.has_mark("fool", seat)),
        Figure(say("Fool (share of rounds)"), "fool", per_round=True, share=True),
        Figure(say("Marks"), "marks", lambda played, line, seat: line.has_mark("marked", seat)),
    )
    starting = Starting(say("First attacker gets away"), got_away, True, say("The lowest trump"))
    lowest_wins = True

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Return cards each, cards in all."""
        return ((say("Cards each"), HAND_CARDS), (say("Cards in play"), len(DECK)))

    def setup(self, players: int) -> tuple[Message, ...]:
        """Return what to do with cards, trump and stock."""
        trump = say("Turn up the next card: its suit is trumps. Lay the stock across it.")
        if players * HAND_CARDS == len(DECK):
            # TRANSLATORS: %(players)s is 6.
            trump = say(
                "With %(players)s players there’s no stock. Show the last card dealt: its suit is trumps.",
                players=players,
            )
        return (
            # TRANSLATORS: %(cards)s is 36.
            say("Use %(cards)s cards: 6 to ace.", cards=len(DECK)),
            say("Shuffle. Deal each player %(hand)s cards, one at a time.", hand=HAND_CARDS),
            trump,
        )

    def sides(self, sitting: Sitting) -> tuple[tuple[int, ...], ...]:
        """Return the teams, if the table plays in teams."""
        teams = sitting.options.get("teams")
        return teams if isinstance(teams, tuple) else super().sides(sitting)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return who deals and who attacks first: by house rule the fool, a neighbour, who was out first, or chance.

        Source: the design notes; the summary only says that the loser begins. Somebody at the left is the next seat.
        """
        if not lines:
            return find_first_opening(sitting, LOWEST_TRUMP)
        number, played = lines[-1].number, sitting.rounds[lines[-1].number - 1]
        fool = fool_of(sitting, played)
        if fool is None:
            stays = SeatAndReason(
                lines[-1].opening.dealing, say("Dealt round %(number)s, which had no fool.", number=number)
            )
            return Opening(number + 1, SeatAndReason(None, LOWEST_TRUMP), stays)
        was_fool = SeatAndReason(fool, say("Was the fool in round %(number)s.", number=number))
        name, first = sitting.players[fool], first_out(sitting, played, number)
        left, right = sitting.from_left_of(fool, number + 1)[0], sitting.right_of(fool, number + 1)
        by_trump = SeatAndReason(None, LOWEST_TRUMP)
        went_out = SeatAndReason(first, say("Went out first in round %(number)s.", number=number))
        attackers = {
            "loser": was_fool,
            "right-of-loser": SeatAndReason(right, say("Sits to the right of %(name)s, the fool.", name=name)),
            "left-of-loser": SeatAndReason(left, say("Sits to the left of %(name)s.", name=name)),
            "previous-winner": by_trump if first is None else went_out,
            "lowest-trump": by_trump,
        }
        return Opening(number + 1, attackers[str(sitting.options.get("first_attacker", "loser"))], was_fool)

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Return an error if the fool was out first, or if a house rule needs a name that is missing."""
        fool = fool_of(sitting, played)
        if fool is None and asks_last_defender(sitting):
            return Verdict((Problem(say("Enter who defended last: your house rule makes them the fool.")),))
        if fool is not None and played.get("first_out") == fool:
            return Verdict((Problem(say("The fool can’t be first out."), fool),))
        wanted = sitting.options.get("first_attacker") == "previous-winner" and fool is not None
        if wanted and first_out(sitting, played, opening.number) is None:
            return Verdict(questions=(Problem(say("The first player out attacks next. Save without a name?")),))
        return Verdict()

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return a mark for the fool's side."""
        fool, sides = fool_of(sitting, played), self.sides(sitting)
        marked = tuple(seat for side in sides if fool in side for seat in side)
        points = tuple(int(fool in side) for side in sides)
        return Scored(points, marked={"fool": () if fool is None else (fool,), "marked": marked})

    def summarize(self, sitting: Sitting, opening: Opening, played: Round) -> Message:
        """Return who was the fool."""
        fool = fool_of(sitting, played)
        return say("nobody is the fool") if fool is None else say("%(name)s is the fool", name=sitting.players[fool])

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Return who was left with cards and who shares the mark, or that it was a draw."""
        fool, sides = fool_of(sitting, played), self.sides(sitting)
        if fool is None:
            return (say("A draw."),)
        name = sitting.players[fool]
        why = say("%(name)s is the fool.", name=name)
        if fool not in sides[side]:
            return (why,)
        if played["fool"] == "draw":
            why = say("%(name)s is the fool: the last two went out, and %(name)s defended last.", name=name)
        partners = tuple(sitting.players[seat] for seat in sides[side] if seat != fool)
        more = say_n("%(names)s also gets a mark.", "%(names)s also get a mark.", len(partners), names=partners)
        return (why, more) if partners else (why,)

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return the ends at a number of marks or deals, if the table chose them."""
        marks, deals, ends = sitting.amount("stop_at_marks"), sitting.amount("stop_after_deals"), []
        if marks:
            most, names = int(max(standing.of_present(standing.totals))), name_sides(sitting, self.sides(sitting))
            there = tuple(names[side] for side in standing.present if standing.totals[side] == most)
            reached = say_n("%(names)s reached %(n)s mark.", "%(names)s reached %(n)s marks.", most, names=there)
            ends.append(End("marks", reached, say("Marks"), most, marks, standing.totals, of_totals=True))
        if deals:
            reason = say_n("%(n)s deal played.", "%(n)s deals played.", standing.rounds)
            ends.append(End("deals", reason, say("Deals"), standing.rounds, deals, names_rounds=True))
        return tuple(ends)

    def total(self, points: float) -> Message:
        """Return the marks with their unit."""
        return say_n("with %(total)s mark", "with %(total)s marks", int(points), total=points)


RULEBOOK = Durak()
