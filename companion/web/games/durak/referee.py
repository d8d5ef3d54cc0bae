"""The referee of Durak: what is beaten, and how many cards can be added.

The cards lie in places: attack 1, what was laid on it, attack 2, and so on. In an address they stand in this order,
with a dot between two places: ``S7.S9.HA`` is one pair and a second attacking card, ``S7..HA`` lacks the defence.
``tap`` (there may be several) is what was tapped since, in order: a card (``H10``), or what it does and to which
(``take-H10``, ``slot-3``).
"""

from collections.abc import Mapping

from companion.games.durak.attack import MAX_CARDS, judge_attack
from companion.games.durak.cards import DECK, RANKS, SUIT_NAMES, SUITS, PlayingCard
from companion.games.message import Message, say
from companion.games.sitting import Sitting
from companion.web.forms.entry import Typed
from companion.web.forms.referee import Referee

USUAL_HAND = 6  # cards
CARD_PLACES = range(2 * MAX_CARDS)
NO_PLACE = -1
CARD_BY_CODE = {card.code: card for card in DECK}


class DurakReferee(Referee):
    """An attack as it lies on the table.

    ``cards`` lie in their places, and ``place`` is where the next card goes (``NO_PLACE`` if all are taken). ``rows``
    are attack, defence and what the rules say of them, with a row for one more; ``judgement`` is about all of them,
    once the trump is known.
    """

    suits = SUIT_NAMES
    deck = tuple((suit, DECK[number * len(RANKS) :][: len(RANKS)]) for number, suit in enumerate(SUITS))
    hands = range(1, USUAL_HAND + 1)

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        self.trump = self.choose("trump", SUITS, "")
        self.began = self.choose("began", self.hands, USUAL_HAND)
        codes = self.read_cards("cards").split(".") + [""] * len(CARD_PLACES)
        self.cards = [CARD_BY_CODE.get(codes[place]) for place in CARD_PLACES]
        places = [place + 1 for place in self._open_places()]
        self.place = self.choose("next", places, next(iter(places), 0)) - 1
        self.notice: Message | None = None
        for tap in self.taps:
            self.notice = self._tap(*tap.rpartition("-")[::2])
        laid = [(self.cards[place], self.cards[place + 1]) for place in CARD_PLACES[::2]]
        pairs = [(attack, defence) for attack, defence in laid if attack]
        self.judgement = judge_attack(pairs, self.trump, self.began) if self.trump else None
        rulings = iter(self.judgement.pairs if self.judgement else ())
        used = max((number for number, pair in enumerate(laid, start=1) if any(pair)), default=0)
        rows = laid[: max(used + 1, self.place // 2 + 1)]
        self.rows = [(attack, defence, next(rulings, None) if attack else None) for attack, defence in rows]

    def _open_places(self, after: int = NO_PLACE) -> list[int]:
        """Return the places for a card, those after ``after`` first; a defence only where something attacks."""
        places = [place for place in CARD_PLACES if not self.cards[place] and (place % 2 == 0 or self.cards[place - 1])]
        return sorted(places, key=lambda place: place <= after)

    def _tap(self, what: str, value: str) -> Message | None:
        """Do what was tapped; return a sentence if it's impossible."""
        card = CARD_BY_CODE.get(value)
        match what:
            case "" if card:
                return self._put(card)
            case "take" if card in self.cards:
                self.place = self.cards.index(card)
                self.cards[self.place] = None
            case "slot":
                self.place = next((place for place in self._open_places() if str(place + 1) == value), self.place)
            case "clear":
                self.cards, self.place = [None for _ in CARD_PLACES], 0
        return None

    def _put(self, card: PlayingCard) -> Message | None:
        """Lay a card in the next place; return a sentence if it can't be laid."""
        if card in self.cards:
            return say("%(card)s is on the table. Tap it there to take it back.", card=card.face)
        if self.place == NO_PLACE:
            return say("The table is full. Tap a card to take it back.")
        self.cards[self.place] = card
        self.place = next(iter(self._open_places(after=self.place)), NO_PLACE)
        return None

    def write(self) -> Mapping[str, str]:
        """Return the question as fields of an address."""
        first_open = next(iter(self._open_places()), NO_PLACE)
        return {
            "trump": self.trump,
            "began": "" if self.began == USUAL_HAND else str(self.began),
            "cards": ".".join(card.code if card else "" for card in self.cards).rstrip("."),
            "next": "" if self.place == first_open else str(self.place + 1),
        }

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What the rules say of the attack that lies there, card by card."""
        if not self.judgement or not any(self.cards):
            return ()
        return (self.judgement.summary, *(pair.reason for pair in self.judgement.pairs))
