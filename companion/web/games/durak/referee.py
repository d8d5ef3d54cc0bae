"""The referee of Durak: is it beaten, how many cards may be added, and who is next.

What was asked stands in the address; ``tap`` (there may be several) is what was tapped since, in order: a card
(``H10``), or what it does and to which (``take-H10``, ``slot-3``, ``attacker-2``).
"""

from functools import cached_property
from urllib.parse import urlencode

from companion.games.durak.attack import Defence, Judgement, Over, Pair, Turn, check, judge, next_turn
from companion.games.durak.cards import DECK, RANKS, SUIT_NAMES, SUITS, Card, parse
from companion.games.message import Message, Refused, say
from companion.games.sitting import Sitting
from companion.web.forms import referee as referees
from companion.web.forms.entering import Typed
from companion.web.forms.referee import MOST_TAPS
from companion.web.games.durak.cards import LaidCards, Row
from companion.web.games.durak.seats import COUNTS, Seats

USUAL_HAND = 6


class Referee(referees.Referee):
    """An attack as it lies on the table, and how it ended."""

    suits = SUIT_NAMES
    deck = tuple((suit, DECK[number * len(RANKS) :][: len(RANKS)]) for number, suit in enumerate(SUITS))
    hands = range(1, USUAL_HAND + 1)
    counts = COUNTS

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        asked = self.asked
        self.trump = asked["trump"] if asked.get("trump") in SUITS else ""
        began = asked.get("began", USUAL_HAND, type=int)
        self.began = began if began in self.hands else USUAL_HAND
        self.cards = LaidCards(asked.get("cards", ""), asked.get("next", ""))
        self.seats = Seats(asked, self.players)
        self.notice: Message | None = None
        for tap in asked.getlist("tap")[:MOST_TAPS]:
            self.notice = self._tap(tap)

    @property
    def query(self) -> str:
        """Everything that is asked, to be put into an address."""
        began = "" if self.began == USUAL_HAND else str(self.began)
        laid = {"trump": self.trump, "began": began, "cards": self.cards.written, "next": self.cards.chosen}
        return urlencode({name: value for name, value in (laid | self.seats.written).items() if value})

    @cached_property
    def judgement(self) -> Judgement | None:
        """The ruling on the attack, once the trump is known."""
        if not self.trump:
            return None
        pairs = [Pair(row.attack, row.defence) for row in self.cards.rows if row.attack]
        return judge(pairs, self.trump, self.began)

    @property
    def rows(self) -> list[tuple[Row, Defence | None]]:
        """The pairs as they are drawn, and what the rules say of each, if they can."""
        rulings = iter(self.judgement.defences if self.judgement else ())
        return [(row, next(rulings, None) if row.attack else None) for row in self.cards.rows]

    @property
    def refusals(self) -> tuple[Message, ...]:
        """Why the attack can't have ended like that."""
        return tuple(check(self.seats.names, self.seats.attack))

    @property
    def turn(self) -> Turn | Over | None:
        """Who is next, or that the deal is over; None before it is told how the attack ended."""
        if not self.seats.ended or self.refusals:
            return None
        return next_turn(self.seats.names, self.seats.attack)

    @property
    def told(self) -> tuple[Message, ...]:
        """What the rules say of the attack that lies there, card by card, and who is next."""
        told: list[Message] = []
        if self.judgement and self.cards.lying:
            told += [self.judgement.summary, *self.judgement.errors[1:]]
            told += [defence.reason for _, defence in self.rows if defence]
        names, turn = self.seats.names, self.turn
        if isinstance(turn, Turn):
            parts = {"attacker": names[turn.attacker.seat], "defender": names[turn.defender.seat]}
            told.append(say("%(attacker)s attacks, %(defender)s defends.", **parts))
            told += [turn.attacker.reason, turn.defender.reason]
        elif turn:
            over = say("A draw.") if turn.fool is None else say("%(name)s is the fool.", name=names[turn.fool])
            told += [over, turn.reason]
        return tuple(told)

    def _tap(self, tap: str) -> Message | None:
        what, _, value = tap.rpartition("-")
        match what:
            case "":
                return self._put(value)
            case "take":
                self.cards.take(Card(value[:1], value[1:]))
            case "slot":
                self.cards.choose(value)
            case "clear":
                self.cards = LaidCards()
            case _:
                self.seats.tap(what, value)
        return None

    def _put(self, written: str) -> Message | None:
        try:
            return self.cards.put(parse(written))
        except Refused as refused:
            return refused.reason
