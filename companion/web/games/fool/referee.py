"""The referee of Fool!: who is befooled in a trick, and whether a card was allowed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar
from urllib.parse import urlencode

from companion.games.fool import deck
from companion.games.fool.card import CARDS, COLOUR_NAMES, ONE, Card, from_source, read_card, split, to_source
from companion.games.fool.card import read_cards as read_source
from companion.games.fool.deck import cards_in_play
from companion.games.fool.trick import Following, Ruling, follow, judge, turns
from companion.games.message import Message, Refused, say, say_n
from companion.games.sitting import Sitting
from companion.web.app.language import pgettext
from companion.web.forms import referee as referees
from companion.web.forms.entering import Typed
from companion.web.games.fool.question import Question

MOST_SHOWN = 12  # cards
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies or is to lie: the seat that plays there (None: nobody does), and the card as written."""

    seat: int | None
    written: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    """Whether the card of a seat was allowed."""

    seat: int
    card: Card
    following: Following


class Referee(referees.Referee):
    """A trick that is asked about and what the rules say of it; ``problems`` are by field."""

    counts = deck.SEATS
    colours = COLOUR_NAMES
    one = ONE

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        self.question = Question(self.asked, len(self.players))
        self.names = self.players or referees.numbered(self.question.count)
        self.discs = deck.discs(self.question.count)
        self.problems: dict[str, Message] = {}
        self.written = split(self.question.cards)
        asked, count = self.question, self.question.count
        self.turns = self._answer("sits", lambda: turns(count, asked.led, asked.sits)) or turns(count, asked.led)
        self.judged: Ruling | None = None
        self.allowed: Allowed | None = None
        if self.written and not self.problems:
            sitting_out = count - len(self.turns)
            self.judged = self._answer("cards", lambda: judge(read_cards(asked.cards), count, sitting_out))
        if self.judged and (asked.hand or asked.about is not None):
            self.allowed = self._answer("hand", self._allowed)

    @property
    def pad(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The cards of each colour, as far as the table has noted which are in play."""
        highest = dict(cards_in_play(self.options).highest)
        cards = [card for card in CARDS if card.colour and card.face <= highest[card.colour]]
        return tuple((colour, tuple(card for card in cards if card.colour == colour)) for colour in COLOUR_NAMES)

    @property
    def places(self) -> tuple[Place, ...]:
        """Everybody's place in the order of play, then the cards that nobody can have played."""
        shown = [(card, _readable(card)) for card in self.written[:MOST_SHOWN]]
        return tuple(Place(seat, *(card or ())) for seat, card in zip_longest(self.turns, shown))

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats still to play."""
        return self.turns[len(self.written) :]

    @property
    def may_have_sat_out(self) -> bool:
        """Whether there are discs enough for all who have not played."""
        return 0 < len(self.missing) <= self.discs - len(self.question.sits)

    @property
    def decided(self) -> bool:
        """Whether winner and worst can be told: not of the first card, which others are to follow."""
        return self.judged is not None and len(self.written) > 1

    @property
    def readings(self) -> dict[str, str]:
        """What was typed, and how the keys of the pad would have typed it."""
        return {typed: self.canonical(typed) for typed in (self.question.cards, self.question.hand) if typed}

    def canonical(self, typed: str) -> str:
        """A field as the keys of the pad would have typed it; what is no card stays as it is."""
        return " ".join(self.key(card) if (card := _readable(part)) else part for part in split(typed))

    def key(self, card: Card) -> str:
        """What a key of the pad types."""
        return from_source(card, pgettext)

    def at(self, *positions: int) -> list[str]:
        """The names of who played at these positions."""
        return [self.names[self.turns[position]] for position in positions]

    @property
    def query(self) -> str:
        """Everything that is asked, to be put into an address."""
        asked = self.question
        cards, hand = (to_source(typed, pgettext) for typed in (asked.cards, asked.hand))
        fields = {"cards": cards, "hand": hand, "led": str(asked.led + 1)}
        fields |= {} if self.players else {"players": str(asked.count)}
        fields |= {} if asked.about is None else {"about": str(asked.about + 1)}
        sits = [("sits", str(seat + 1)) for seat in asked.sits]
        return urlencode([*((name, value) for name, value in fields.items() if value), *sits])

    @property
    def told(self) -> tuple[Message, ...]:
        """Whether the card was allowed that is asked about; of a whole trick who is befooled and who wins; and why."""
        judged, told = self.judged, list(self._told_allowed())
        if judged and self.decided and not self.missing:
            fools, winner = tuple(fool.position for fool in judged.fools), judged.winner.position
            names, wins = tuple(self.at(*fools)), self.at(winner)[0]
            befooled = say_n("%(names)s is befooled", "%(names)s are befooled", len(fools), names=names)
            told.append(say("%(befooled)s, %(winner)s wins.", befooled=befooled, winner=wins))
            told += [fool.reason for fool in judged.fools] + [judged.winner.reason]
        return (*told, self._cards_played()) if told else ()

    def _told_allowed(self) -> Iterator[Message]:
        if self.allowed:
            name, card = self.names[self.allowed.seat], self.allowed.card.spoken
            match self.allowed.following.allowed:
                case True:
                    yield say("%(name)s was allowed to play the %(card)s.", name=name, card=card)
                case False:
                    yield say("%(name)s was not allowed to play the %(card)s.", name=name, card=card)
                case _:
                    yield say("It depends on whether %(name)s was allowed to play the %(card)s.", name=name, card=card)
            yield self.allowed.following.reason

    def _cards_played(self) -> Message:
        played = [(place.seat, place.card) for place in self.places if place.card and place.seat is not None]
        cards = [say("%(name)s %(card)s", name=self.names[seat], card=card.spoken) for seat, card in played]
        return say("Played: %(cards)s.", cards=tuple(cards))

    @property
    def next_trick(self) -> list[tuple[str, int]]:
        """What the address says of the next trick, before its first card."""
        if self.judged is None or not self.decided:
            return []
        players = [] if self.players else [("players", self.question.count)]
        sits = [("sits", self.turns[named.position] + 1) for named in self.judged.fools]
        return [*players, ("led", self.turns[self.judged.winner.position] + 1), *sits]

    def _answer(self, field: str, ask: Callable[[], T]) -> T | None:
        """What is asked, or else what is wrong with a field."""
        try:
            return ask()
        except Refused as refused:
            self.problems[field] = refused.reason
            return None

    def _allowed(self) -> Allowed:
        asked = self.question
        seat = self.turns[len(self.written) - 1] if asked.about is None else asked.about
        if seat not in self.turns[: len(self.written)]:
            raise Refused(say("%(name)s has played no card in this trick.", name=self.names[seat]))
        trick, position = read_cards(asked.cards), self.turns.index(seat)
        return Allowed(seat, trick[position], follow(trick, position, read_cards(asked.hand) or None, asked.count))


def read_cards(written: str) -> tuple[Card, ...]:
    """The cards of a line, written in the reader's language. Raises Refused for what is none."""
    return read_source(to_source(written, pgettext))


def _readable(written: str) -> Card | None:
    try:
        return read_card(to_source(written, pgettext))
    except Refused:
        return None
