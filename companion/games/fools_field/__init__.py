"""The Fool's Field, the duel of two neighbouring kings: the rulebook of its match.

A round is one game. A win is 1; a tie is 1 to the player who started the last battle and ½ to the other.
First to 2 wins the match.
"""

from collections.abc import Mapping, Sequence

from companion.games.contract import Figure, Mark, Problem, Rulebook, Verdict, first_starter
from companion.games.fools_field.cards import CARDS
from companion.games.fools_field.field import LARGEST_HAND
from companion.games.fools_field.game import TIE, WIN, FieldGame, read, write
from companion.games.fools_field.options import OPTIONS
from companion.games.message import Message, say
from companion.games.sheet import Because, Gauge, Line, Opening, Scored, Standing
from companion.games.sitting import Sitting

MATCH = 2  # points


class FoolsField(Rulebook[FieldGame]):
    """The rulebook of The Fool's Field."""

    key = "fools-field"
    title = "The Fool’s Field"
    about = say("A duel: first to two games")
    seats = range(2, 3)
    options = OPTIONS
    ends = ("match", "draw")
    marks = (Mark("started", "▸", say("started")),)
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Rounds won"), "won"),
        Figure(say("Rounds won, of all"), "won", per="rounds", share=True),
    )
    starting = say("Who starts a round wins it")
    loser_begins = True

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards in all, cards each."""
        return ((say("Cards each"), LARGEST_HAND), (say("Cards in play"), len(CARDS)))

    def setup(self, players: int) -> tuple[Message, ...]:
        """Sit down, shuffle, draw."""
        return (
            say("Sit face to face: the field is between you."),
            # TRANSLATORS: %(cards)s is 23.
            say("Shuffle all %(cards)s cards into a deck, face down.", cards=len(CARDS)),
            # TRANSLATORS: %(hand)s is 6.
            say("Take turns drawing until you hold %(hand)s cards each; the starter draws first.", hand=LARGEST_HAND),
            say("Hold the small symbols in the corners on top, and never turn a card round."),
        )

    def opening(self, sitting: Sitting[FieldGame], lines: Sequence[Line]) -> Opening:
        """The loser of a game starts the next; after a tie the table chooses, and the other player is proposed."""
        if not lines:
            return Opening(1, first_starter(sitting))
        last, played = lines[-1], sitting.rounds[lines[-1].number - 1]
        if played.winner is not None:
            loser = Because(1 - played.winner, say("Lost game %(number)s.", number=last.number))
            return Opening(last.number + 1, loser)
        started = last.known_starter
        why = say("After a tie you choose: %(name)s started it.", name=sitting.players[started])
        other = Because(started, say("%(name)s, who started it, can start again.", name=sitting.players[started]))
        return Opening(last.number + 1, Because(1 - started, why), other=other)

    def validate(self, sitting: Sitting[FieldGame], opening: Opening, played: FieldGame) -> Verdict:
        """A game has a winner at the table, or a last battle that one of the two started."""
        unknown = played.winner is None and played.started_last_battle is None
        return Verdict((Problem(say("Say who started the last battle of a tie.")),) if unknown else ())

    def score(self, sitting: Sitting[FieldGame], opening: Opening, played: FieldGame) -> Scored:
        """1 and 0, or of a tie 1 and ½; who started the game matters only by that house rule."""
        if played.winner is not None:
            return Scored(tuple(WIN if seat == played.winner else 0 for seat in sitting.seats))
        by_game = sitting.options.get("tie_full_point") == "game"
        full = opening.starting if by_game else played.started_last_battle
        return Scored(tuple(WIN if seat == full else TIE for seat in sitting.seats))

    def summarize(self, sitting: Sitting[FieldGame], opening: Opening, played: FieldGame) -> Message:
        """Who won, or the points of a tie."""
        if played.winner is not None:
            return say("%(name)s won", name=sitting.players[played.winner])
        return say("tie, %(scores)s", scores=(super().summarize(sitting, opening, played),))

    def explain(self, sitting: Sitting[FieldGame], opening: Opening, played: FieldGame) -> tuple[Message, ...]:
        """What the game came to, and for a tie who has the full point."""
        if played.winner is not None:
            return (say("%(name)s +1: won the game.", name=sitting.players[played.winner]),)
        points = self.score(sitting, opening, played).points
        names = {"full": sitting.players[points.index(WIN)], "other": sitting.players[points.index(TIE)]}
        if sitting.options.get("tie_full_point") == "game":
            return (say("A tie: %(full)s +1 for starting the game, %(other)s +½.", **names),)
        return (say("A tie: %(full)s +1 for starting the last battle, %(other)s +½.", **names),)

    def explain_seat(
        self, sitting: Sitting[FieldGame], opening: Opening, played: FieldGame, seat: int
    ) -> tuple[Message, ...]:
        """What the game came to, also for who lost it."""
        if played.winner is not None and seat != played.winner:
            return (say("%(name)s 0: lost the game.", name=sitting.players[seat]),)
        return self.explain(sitting, opening, played)

    read_round = staticmethod(read)
    write_round = staticmethod(write)

    def gauges(self, sitting: Sitting[FieldGame], standing: Standing) -> tuple[Gauge, ...]:
        """How near both are to winning the match."""
        return (Gauge("match", say("Points"), standing.totals, max(standing.totals), MATCH, of_totals=True),)

    def reached(self, sitting: Sitting[FieldGame], standing: Standing) -> tuple[str, ...]:
        """First to 2; with both there, the higher total. At 2–2 the match goes on, or is drawn."""
        one, other = standing.totals
        if max(one, other) >= MATCH and one != other:
            return ("match",)
        return ("draw",) if one >= MATCH and sitting.options.get("two_all") == "draw" else ()

    def reason(self, sitting: Sitting[FieldGame], standing: Standing, key: str) -> Message:
        """The match is won, or drawn."""
        one, other = standing.totals
        if key == "draw":
            return say("The match is drawn at %(one)s–%(other)s.", one=one, other=other)
        winner = sitting.players[0 if one > other else 1]
        best, least = max(one, other), min(one, other)
        return say("%(name)s wins the match %(best)s–%(least)s.", name=winner, best=best, least=least)

    def count(self, played: FieldGame, line: Line, seat: int) -> Mapping[str, float]:
        """Games won."""
        return {"won": played.winner == seat}

    def won(self, played: FieldGame, line: Line, seat: int) -> bool:
        """By winning the game."""
        return played.winner == seat


RULEBOOK = FoolsField()
