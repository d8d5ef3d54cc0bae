"""The referee of Durak: is it beaten, how many cards may be added, and who is next.

The cards lie in places: attack 1, what was laid on it, attack 2, and so on. In an address they stand in this order,
with a dot between two places: ``S7.S9.HA`` is one pair and a second attacking card, ``S7..HA`` lacks the defence.
``tap`` (there may be several) is what was tapped since, in order: a card (``H10``), or what it does and to which
(``take-H10``, ``slot-3``, ``attacker-2``).
"""

from collections.abc import Mapping

from companion.games.durak.attack import MAX_CARDS, Turn, judge_attack, next_turn, next_with_cards
from companion.games.durak.cards import DECK, RANKS, SUIT_NAMES, SUITS, PlayingCard
from companion.games.message import Message, Refused, say
from companion.games.sitting import Because, Sitting
from companion.web.forms.entry import Typed
from companion.web.forms.referee import Referee, number_players

USUAL_HAND = 6  # cards
CARD_PLACES = range(2 * MAX_CARDS)
NO_PLACE = -1
ENDINGS = ("repelled", "taken")
CARD_BY_CODE = {card.code: card for card in DECK}


class DurakReferee(Referee):
    """An attack as it lies on the table, and how it ended: ``ended`` is one of ``ENDINGS``, or empty so far.

    ``cards`` lie in their places, and ``place`` is where the next card goes (``NO_PLACE`` if all are taken). ``rows``
    are attack, defence and what the rules say of them, with a row for one more; ``judgement`` is about all of them,
    once the trump is known. ``turn`` is who is next, ``refusal`` why the attack can't have ended like that.
    """

    suits = SUIT_NAMES
    deck = tuple((suit, DECK[number * len(RANKS) :][: len(RANKS)]) for number, suit in enumerate(SUITS))
    hands = range(1, USUAL_HAND + 1)
    counts = range(2, 7)

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        self.trump = self.choose("trump", SUITS, "")
        self.began = self.choose("began", self.hands, USUAL_HAND)
        self.ended = self.choose("ended", ENDINGS, "")
        codes = typed.get("cards", "").split(".") + [""] * len(CARD_PLACES)
        self.cards = [CARD_BY_CODE.get(codes[place]) for place in CARD_PLACES]
        places = [place + 1 for place in self._open_places()]
        self.place = self.choose("next", places, next(iter(places), 0)) - 1
        numbers = range(1, len(self.names) + 1)
        self.attacker = self.choose("attacker", numbers, 1) - 1
        self.defender = self.choose("defender", numbers, (self.attacker + 1) % len(numbers) + 1) - 1
        self.out = {number - 1 for number in numbers if str(number) in typed.get("out", "").split(".")}
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
        self.turn: Turn | Because | None = None
        self.refusal: Message | None = None
        try:
            self.turn = next_turn(self.names, self.defender, self.ended == "taken", self.out) if self.ended else None
        except Refused as refused:
            self.refusal = refused.reason

    def _open_places(self, after: int = NO_PLACE) -> list[int]:
        """Return the places for a card, those after ``after`` first; a defence only where something attacks."""
        places = [place for place in CARD_PLACES if not self.cards[place] and (place % 2 == 0 or self.cards[place - 1])]
        return sorted(places, key=lambda place: place <= after)

    def _tap(self, what: str, value: str) -> Message | None:
        """Do what was tapped; return a sentence if it's impossible. Attacker and defender stay neighbours."""
        card = CARD_BY_CODE.get(value)
        seat = int(value) - 1 if value in map(str, range(1, len(self.names) + 1)) else None
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
            case "ended" if value in ENDINGS:
                self.ended = value
            case "players" if not self.is_at_table and value in map(str, self.counts):
                self.names = number_players(int(value))
                self.out &= set(range(len(self.names)))
                if max(self.attacker, self.defender) >= len(self.names):
                    self.attacker, self.defender = 0, 1
            case "out" if seat is not None:
                self.out.add(seat)
            case "in" if seat is not None:
                self.out.discard(seat)
            case "attacker" if seat is not None:
                self.attacker = seat
                self.defender = self.defender if self._face_each_other() else self._neighbour(seat, 1)
            case "defender" if seat is not None:
                self.defender = seat
                self.attacker = self.attacker if self._face_each_other() else self._neighbour(seat, -1)
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

    def _face_each_other(self) -> bool:
        """Return whether nobody with cards sits between the attacker and the defender, clockwise."""
        gap = (self.defender - self.attacker) % len(self.names)
        return gap > 0 and all((self.attacker + step) % len(self.names) in self.out for step in range(1, gap))

    def _neighbour(self, seat: int, step: int) -> int:
        other = next_with_cards(seat, len(self.names), self.out, step)
        return other if other != seat else (seat + step) % len(self.names)

    def write(self) -> Mapping[str, str]:
        """Return the question as fields of an address."""
        first_open = next(iter(self._open_places()), NO_PLACE)
        return {
            "trump": self.trump,
            "began": "" if self.began == USUAL_HAND else str(self.began),
            "cards": ".".join(card.code if card else "" for card in self.cards).rstrip("."),
            "next": "" if self.place == first_open else str(self.place + 1),
            "players": "" if self.is_at_table else str(len(self.names)),
            "attacker": str(self.attacker + 1),
            "defender": str(self.defender + 1),
            "out": ".".join(str(seat + 1) for seat in sorted(self.out)),
            "ended": self.ended,
        }

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What the rules say of the attack that lies there, card by card, and who is next."""
        sentences: list[Message] = []
        if self.judgement and any(self.cards):
            sentences += [self.judgement.summary, *(pair.reason for pair in self.judgement.pairs)]
        turn = self.turn
        if isinstance(turn, Turn):
            attacker, defender = (self.names[next_one.seat or 0] for next_one in (turn.attacker, turn.defender))
            sentences.append(say("%(attacker)s attacks, %(defender)s defends.", attacker=attacker, defender=defender))
            sentences += [turn.attacker.reason, turn.defender.reason]
        elif turn:
            draw = turn.seat is None
            fool = say("A draw.") if draw else say("%(name)s is the fool.", name=self.names[turn.seat or 0])
            sentences += [fool, turn.reason]
        return tuple(sentences)
