"""The Fool's Field, the duel of two neighbouring kings: the rulebook of its match.

A round is one game. A win is 1; a tie is 1 to the player who started the last battle and ½ to the other. First to 2
wins the match. Source: rulebook, "Game end conditions". A tie is both players out in the last battle, or agreed.
"""

from collections.abc import Sequence

from companion.games.contract import ROUNDS, STARTED, Figure, Rulebook, Starting, Step
from companion.games.fields import ask_who
from companion.games.fools_field.field import LARGEST_HAND, SOLDIER_CARDS
from companion.games.message import Message, say, say_n
from companion.games.option import Option
from companion.games.sitting import End, Line, Opening, Round, Scored, SeatAndReason, Sitting, Standing
from companion.games.usual import find_first_starter

WIN, TIE = 1, 0.5
MATCH = 2  # points


def tied(played: Round) -> bool:
    """Return whether a game was tied."""
    return played.get("winner") == "tie"


def won_game(played: Round, line: Line, seat: int) -> bool:
    """Return whether a seat won a game."""
    return bool(played["winner"] == seat)


WINNER = ask_who("winner", say("Winner"), question=say("Who won?"), choices={"tie": say("A tie")})
LAST_BATTLE = ask_who(
    "started_last_battle", say("Last battle"), question=say("If it’s a tie, who started the last battle?"), when=tied
)


class FoolsField(Rulebook):
    """The rulebook of The Fool's Field."""

    key = "fools-field"
    title = "The Fool’s Field"
    about = say("A duel: first to two wins")
    seats = range(2, 3)
    options = (
        Option(
            "tie_full_point",
            say("In a tie, 1 point for starting"),
            {"battle": say("The last battle"), "game": say("The game")},
        ),
        Option("two_all", say("At 2–2"), {"play-on": say("Play one more game"), "draw": say("Drawn match")}),
    )
    steps = (Step((WINNER, LAST_BATTLE)),)
    marks = (STARTED,)
    figures = (
        ROUNDS,
        Figure(say("Rounds won"), "won", won_game),
        Figure(say("Rounds won (share)"), "won", per_round=True, share=True),
    )
    starting = Starting(say("Starter wins the round"), won_game, loser_begins=True)

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Return cards each, cards in all."""
        return ((say("Cards each"), LARGEST_HAND), (say("Cards in play"), len(SOLDIER_CARDS)))

    def setup(self, players: int) -> tuple[Message, ...]:
        """Return how to sit down, shuffle, draw."""
        return (
            say("Sit opposite each other, the field between you."),
            # TRANSLATORS: %(cards)s is 23.
            say("Shuffle all %(cards)s cards into a face-down deck.", cards=len(SOLDIER_CARDS)),
            # TRANSLATORS: %(hand)s is 6.
            say("Take turns drawing until you each have %(hand)s cards. The starter goes first.", hand=LARGEST_HAND),
            say("Never rotate cards. Hold them with the small symbols at the top: they show all four sides."),
        )

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return the loser as starter; after a tie the table chooses, and the other player is proposed."""
        if not lines:
            return Opening(1, find_first_starter(sitting))
        last, played = lines[-1], sitting.rounds[lines[-1].number - 1]
        if not tied(played):
            loser = SeatAndReason(1 - played["winner"], say("Lost game %(number)s.", number=last.number))
            return Opening(last.number + 1, loser)
        started = last.starter_seat
        why = say("After a tie, you choose. %(name)s started the tied game.", name=sitting.players[started])
        other = SeatAndReason(
            started, say("%(name)s started the tied game and can start again.", name=sitting.players[started])
        )
        return Opening(last.number + 1, SeatAndReason(1 - started, why), other=other)

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return 1 and 0, or for a tie 1 and ½; the game's starter matters only by that house rule."""
        if not tied(played):
            return Scored(tuple(WIN * (seat == played["winner"]) for seat in sitting.seats))
        by_game = sitting.options.get("tie_full_point") == "game"
        full = opening.starting if by_game else played["started_last_battle"]
        return Scored(tuple(WIN if seat == full else TIE for seat in sitting.seats))

    def summarize(self, sitting: Sitting, opening: Opening, played: Round) -> Message | None:
        """Return who won; the points of a tie say it."""
        return (
            None
            if tied(played)
            else say_n("%(names)s won", "%(names)s won", 1, names=(sitting.players[played["winner"]],))
        )

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Return what the game came to, and for a tie who has the full point."""
        if not tied(played):
            return (say("%(name)s +1: won the game.", name=sitting.players[played["winner"]]),)
        points = self.score(sitting, opening, played).points
        names = {"full": sitting.players[points.index(WIN)], "other": sitting.players[points.index(TIE)]}
        if sitting.options.get("tie_full_point") == "game":
            return (say("A tie: %(full)s +1 (started the game), %(other)s +½.", **names),)
        return (say("A tie: %(full)s +1 (started the last battle), %(other)s +½.", **names),)

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return the ends: 2 points and more than the other win; at 2–2 play on, or by a house rule draw."""
        one, other = standing.totals
        winner, best, least = sitting.players[0 if one > other else 1], max(one, other), min(one, other)
        match = say("%(name)s wins the match %(best)s–%(least)s.", name=winner, best=best, least=least)
        drawn = say("The match is drawn at %(one)s–%(other)s.", one=one, other=other)
        level = one == other
        over, draw = best >= MATCH and not level, level and best >= MATCH and sitting.options.get("two_all") == "draw"
        return (
            End("match", match, say("Points"), best, MATCH, standing.totals, of_totals=True, reached=over),
            End("draw", drawn, reached=draw),
        )


RULEBOOK = FoolsField()
