"""The referee of The Fool’s Field: whether a card may go to a place, and whether one has to retreat.

A tap says what it was meant to do when it was made, so one that comes twice does no harm: ``5`` puts the chosen
card on the fifth place, ``back-5`` takes back what lies there; ``SSHH`` chooses a card of the stock or takes it
into the hand, ``hand-SSHH`` chooses one of the hand, ``off-SSHH`` chooses it no longer, ``out-SSHH`` takes it out
of the hand; ``field`` and ``hand`` say what taps on the stock fill, and ``clear`` begins anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.fools_field import field as rules
from companion.games.fools_field.field import EMPTY, PLACE_NAMES, SOLDIER_CARDS
from companion.games.message import Message, say, say_n, say_value
from companion.games.sitting import Sitting
from companion.web.forms.entry import Typed
from companion.web.forms.referee import Referee

EMPTY_PLACE = "_"
SEPARATOR = "."


@dataclass(frozen=True, slots=True)
class Reply:
    """The referee's reply: answer, reasons, and the question if it isn't the page's.

    ``tone`` is ``yes``, ``no``, or ``ask`` where something is to be tapped first.
    """

    tone: str
    answer: Message
    reasons: tuple[Message, ...] = ()
    question: Message | None = None


class FieldReferee(Referee):
    """The field, my ``hand``, the ``card`` that is chosen and the ``place`` that was tapped last, after the last tap.

    ``fills_hand`` says that taps on the stock fill the hand; ``notice`` is what there is to say to the last tap.
    ``rulings`` say of each place whether the chosen card may go there, ``hand_ruling`` what of my hand fits where;
    ``faults`` are by place what can't be about the field.
    """

    stock = SOLDIER_CARDS
    place_names = PLACE_NAMES
    name = staticmethod(rules.name)

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        lying, held = (self.read_cards(name).upper().split(SEPARATOR) for name in ("field", "hand"))
        places = enumerate(lying[: len(EMPTY)])
        field = [card if card in SOLDIER_CARDS and card not in lying[:place] else None for place, card in places]
        self.field: rules.FieldCards = (*field, *EMPTY[len(field) :])
        stock = [card for card in SOLDIER_CARDS if card not in self.field]
        self.hand = tuple(card for card in dict.fromkeys(held) if card in stock)[: rules.LARGEST_HAND]
        self.card = self.choose("card", stock, None)
        place = self.choose("place", range(1, len(PLACE_NAMES) + 1), 0)
        self.place = place - 1 if place else None
        self.fills_hand = typed.get("fill") == "hand"
        self.notice: Message | None = None
        for tap in self.taps:
            self.notice = self._tap(tap)
        self.rulings = tuple(rules.judge_place(self.field, self.card, place) for place in range(9)) if self.card else ()
        self.hand_ruling = rules.judge_hand(self.field, self.hand)
        self.faults = rules.find_faults(self.field)

    def _tap(self, tap: str) -> Message | None:
        verb, _, what = tap.rpartition("-")
        if what in SOLDIER_CARDS:
            return self._tap_card(verb, what)
        if what in tuple("123456789"):
            return self._tap_place(verb, int(what) - 1)
        if tap == "clear":
            self.field, self.hand, self.card, self.place = EMPTY, (), None, None
        elif tap in ("field", "hand"):
            self.fills_hand, self.card, self.place = tap == "hand", None, None
        return None

    def _tap_place(self, verb: str, place: int) -> Message | None:
        """Take back the card there, or put the chosen card there if it fits; else remember the place to explain it."""
        lying, card = self.field[place], self.card
        if lying and verb == "back":
            self._lay(place, None)
            self.card, self.place = lying, None
        elif not lying and verb != "back":
            self.place = place if card else None
            if not card:
                return say("Choose a card first.")
            if rules.judge_place(self.field, card, place).may:
                self._lay(place, card)
                self.hand, self.card = tuple(held for held in self.hand if held != card), None
        return None

    def _lay(self, place: int, card: str | None) -> None:
        self.field = (*self.field[:place], card, *self.field[place + 1 :])

    def _tap_card(self, verb: str, card: str) -> Message | None:
        self.card = self.place = None
        others = tuple(held for held in self.hand if held != card)
        if verb == "out":
            self.hand = others
        elif verb != "off":
            if card in self.field:
                return rules.ON_THE_FIELD
            if verb == "hand" or not self.fills_hand:
                self.card = card
            elif len(others) == rules.LARGEST_HAND:
                # TRANSLATORS: %(n)s is 6.
                return say("A hand has at most %(n)s cards.", n=rules.LARGEST_HAND)
            else:
                self.hand = (*others, card)
        return None

    def write(self) -> Mapping[str, str]:
        """Return the question as fields of an address."""
        return {
            "field": SEPARATOR.join(card or EMPTY_PLACE for card in self.field) if any(self.field) else "",
            "hand": SEPARATOR.join(self.hand),
            "card": self.card or "",
            "place": "" if self.place is None else str(self.place + 1),
            "fill": "hand" if self.fills_hand else "",
        }

    @staticmethod
    def where(places: tuple[int, ...]) -> Message:
        """Return places in words."""
        return say_value(tuple(PLACE_NAMES[place] for place in places))

    @property
    def reply(self) -> Reply:
        """The answer to the question so far."""
        if self.notice:
            return Reply("ask", self.notice)
        if self.faults:
            return Reply("no", say("This field is impossible."), tuple(dict.fromkeys(self.faults.values())))
        if self.place is not None and (self.card or self.field[self.place]):
            return self._reply_about_place(self.place)
        if self.card:
            return self._reply_about_card()
        if self.hand or self.fills_hand:
            return self._reply_about_hand()
        if any(self.field):
            return Reply("ask", say("Tap a card to see where it fits."))
        return Reply("ask", say("Tap a card, then its place."), (rules.FIRST_TO_THE_MIDDLE,))

    def _reply_about_place(self, place: int) -> Reply:
        if self.card:
            return Reply("no", say("No."), rules.judge_place(self.field, self.card, place).reasons)
        before = (*self.field[:place], None, *self.field[place + 1 :])
        return Reply("yes", say("Yes."), rules.judge_place(before, str(self.field[place]), place).reasons)

    def _reply_about_card(self) -> Reply:
        places = sum(ruling.may for ruling in self.rulings)
        if not places:
            return Reply("no", say("It doesn’t fit anywhere."), (say("Tap a place to see why."),))
        answer = say_n("It fits in one place.", "It fits in %(n)s places.", places)
        return Reply("yes", answer, (say("Tap a place to put it there or see why not."),))

    def _reply_about_hand(self) -> Reply:
        question, ruling = say("Must I retreat?"), self.hand_ruling
        if not self.hand:
            return Reply("ask", say("Tap the cards in your hand."), (ruling.reason,), question)
        if not any(places for _, places in ruling.fits):
            return Reply("no", say("Yes, retreat."), (ruling.reason,), question)
        return Reply(
            "yes", say("No, you can play."), (ruling.reason, say("Tap a card to see where it fits.")), question
        )

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The answer, to which card and which place, and why."""
        reply = self.reply
        card = self.card or (self.field[self.place] if self.place is not None else None)
        if reply.tone == "ask":
            return ()
        if self.faults or not card:
            return (reply.answer, *reply.reasons)
        about = say("Card: %(card)s.", card=rules.name(card))
        if self.place is not None:
            about = say("Card: %(card)s. Place: %(place)s.", card=rules.name(card), place=PLACE_NAMES[self.place])
        return (reply.answer, about, *reply.reasons)
