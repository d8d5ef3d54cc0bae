"""The referee of The Fool’s Field: whether a card may go to a place, and whether one has to retreat."""

from dataclasses import dataclass
from urllib.parse import urlencode

from companion.games.fools_field import cards
from companion.games.fools_field.field import PLACES, Fault, HandRuling, Ruling, check_field, judge, judge_hand
from companion.games.message import Message, say, say_n
from companion.games.sitting import Sitting
from companion.web.forms import referee as referees
from companion.web.forms.entering import Typed
from companion.web.forms.referee import MOST_TAPS
from companion.web.games.fools_field.board import read, tapped


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says: the question where it is another than the page's, the answer, and why.

    ``tone`` is ``yes``, ``no``, or ``ask`` where something is to be tapped first.
    """

    tone: str
    answer: Message
    reasons: tuple[Message, ...] = ()
    question: Message | None = None


class Referee(referees.Referee):
    """The board as it was asked about, after the last tap."""

    stock = cards.CARDS
    place_names = PLACES
    name = staticmethod(cards.name)

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        self.board, self.refused = read(self.asked)
        for tap in self.asked.getlist("tap")[:MOST_TAPS]:
            self.board = tapped(self.board, tap)
        self.faults: tuple[Fault, ...] = tuple(check_field(self.board.field))

    @property
    def query(self) -> str:
        """Everything that is asked, to be put into an address."""
        return urlencode(self.board.state)

    @staticmethod
    def where(places: tuple[int, ...]) -> Message:
        """Places in words."""
        return say("%(places)s", places=tuple(PLACES[place] for place in places))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Whether the chosen card may go to each place; none if no card is chosen."""
        return tuple(judge(self.board.field, self.board.card, place) for place in range(9)) if self.board.card else ()

    @property
    def hand(self) -> HandRuling:
        """What of my hand fits where."""
        return judge_hand(self.board.field, self.board.hand)

    @property
    def doubtful(self) -> frozenset[int]:
        """The places of what cannot be about the field."""
        return frozenset(place for fault in self.faults for place in fault.places)

    @property
    def verdict(self) -> Verdict:
        """The answer to what is asked by now."""
        board = self.board
        if self.refused:
            return Verdict("no", say("That can’t be."), self.refused)
        if board.said:
            return Verdict("ask", board.said)
        if self.faults:
            return Verdict("no", say("The field can’t be like this."), tuple(fault.message for fault in self.faults))
        if board.place is not None and (board.card or board.field[board.place]):
            return self._about_a_place(board.place)
        if board.card:
            return self._about_a_card()
        return self._about_the_hand() if board.hand or board.holding else self._at_the_beginning()

    @property
    def told(self) -> tuple[Message, ...]:
        """The answer, to which card and which place, and why."""
        board, verdict = self.board, self.verdict
        card = board.card or (board.field[board.place] if board.place is not None else None)
        if verdict.tone == "ask":
            return ()
        if self.refused or self.faults or not card:
            return (verdict.answer, *verdict.reasons)
        about = say("Card: %(card)s.", card=cards.name(card))
        if board.place is not None:
            about = say("Card: %(card)s. Place: %(place)s.", card=cards.name(card), place=PLACES[board.place])
        return (verdict.answer, about, *verdict.reasons)

    def _about_a_place(self, place: int) -> Verdict:
        """About the card that was just put there, or the chosen one that may not go there."""
        field, card = self.board.field, self.board.card
        if card:
            return Verdict("no", say("No, not there."), judge(field, card, place).reasons)
        before = (*field[:place], None, *field[place + 1 :])
        return Verdict("yes", say("Yes, it may lie there."), judge(before, str(field[place]), place).reasons)

    def _about_a_card(self) -> Verdict:
        places = sum(ruling.may for ruling in self.rulings)
        if not places:
            return Verdict("no", say("It may go nowhere."), (say("Tap a place to see why."),))
        answer = say_n("It may go to one place.", "It may go to %(n)s places.", places)
        return Verdict("yes", answer, (say("Tap a place to put it there, or to see why not."),))

    def _about_the_hand(self) -> Verdict:
        question = say("Must I retreat?")
        if not self.board.hand:
            return Verdict("ask", say("Tap the cards in your hand."), (self.hand.reason,), question)
        if self.hand.must_retreat:
            return Verdict("no", say("Yes, you retreat."), (self.hand.reason,), question)
        how = say("Tap one to see where.")
        return Verdict("yes", say("No, you can play on."), (self.hand.reason, how), question)

    def _at_the_beginning(self) -> Verdict:
        if any(self.board.field):
            return Verdict("ask", say("Tap a card: the field shows where it may go."))
        return Verdict("ask", say("Tap a card, then its place."), (say("Begin with the middle, as the battle did."),))
