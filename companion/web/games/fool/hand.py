"""Typing in one hand of Fool!: ``5 12 1`` are faces, ``=17`` is a total; out is a box to tick, or ``0``."""

import re
from collections.abc import Iterator
from functools import lru_cache

from wtforms import BooleanField, Form

from companion.games.contract import Entering, HandFields, Problem
from companion.games.fool import deck
from companion.games.fool.options import FoolOptions
from companion.games.fool.round import FoolRound, Hand, doubt_hand, validate_hand
from companion.games.message import say
from companion.games.sitting import Sitting
from companion.web.forms.entry import Problems
from companion.web.forms.fields import TypedField, problems_of

LONGEST_HAND = 120  # characters
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


class HandField(TypedField):
    """A hand left. ``data`` is the ``Hand``, None where nothing was typed."""

    def read(self, typed: str) -> Hand:
        """The hand. Raises ValueError with a message."""
        return read_hand(typed)

    def write(self, value: object) -> str:
        """Its faces, or its total."""
        return write_hand(value) if isinstance(value, Hand) else str(value)


class HandForm(Form):
    """What is typed for one player."""

    cards = HandField(say("Cards left"))
    out = BooleanField()
    disc = BooleanField()

    @property
    def said(self) -> bool:
        """Whether anything was said about the hand."""
        return bool(self.cards.text or self.out.data)

    @property
    def hand(self) -> Hand:
        """The hand as typed; nothing typed is nothing left."""
        return self.cards.data if isinstance(self.cards.data, Hand) else Hand()

    def problems(self, seat: int | None = None) -> Iterator[Problem]:
        """What can't be read, and cards of somebody who is out."""
        yield from problems_of(self, seat)
        if self.out.data and not self.hand.out:
            yield Problem(say("Out, and cards left? Take one of them back."), seat)


class FoolHand(Problems):
    """The entry form of one player's own hand."""

    def __init__(self, entering: Entering[FoolRound], seat: int) -> None:
        self.entering = entering
        self.players = entering.sitting.players
        self.seat = seat
        self.faces = keys_of(cards_in_play(entering.sitting))
        self.form = HandForm(entering.typed, prefix=f"seat-{seat + 1}")
        laid = entering.laid.get(seat)
        typed = entering.typed
        given = "".join(typed.getlist("seen")[:1]) if typed is not None else str(laid.seq if laid else 0)
        self.seen = int(given) if given.isdecimal() and len(given) <= 6 else 0

    def validate(self) -> HandFields | None:
        """The hand as typed and checked; None where ``errors`` tell what is wrong."""
        self.errors = tuple(self.form.problems(self.seat))
        if not self.form.said:
            self.errors = (Problem(say("Which cards are left? Or are you out?"), self.seat),)
        if not self.errors:
            cards = cards_in_play(self.entering.sitting)
            self.errors = tuple(validate_hand(self.players, self.seat, self.form.hand, cards))
        # Who saves the round can't be asked: that would tell how large a covered hand is.
        self.questions = () if self.errors else tuple(doubt_hand(self.players, self.seat, self.form.hand))
        return None if self.errors else {"cards": write_hand(self.form.hand), "disc": self.form.disc.data}

    def put_into(self, played: FoolRound) -> FoolRound:
        """A round with this hand in the place of what it has for the seat."""
        hands, fools = list(played.hands), set(played.fools) - {self.seat}
        hands[self.seat] = self.form.hand
        return FoolRound(tuple(hands), tuple(sorted(fools | ({self.seat} if self.form.disc.data else set()))))


class Key:
    """A key of the card pad: its face, what it costs, the colours that have it."""

    def __init__(self, face: int, cards: deck.Deck) -> None:
        self.face, self.points, self.colours = face, deck.points_in_hand(face), cards.colours_of(face)


@lru_cache(maxsize=20)
def keys_of(cards: deck.Deck) -> tuple[Key, ...]:
    """The keys of the card pad, where these cards are in play."""
    return tuple(Key(face, cards) for face in deck.FACES if cards.copies(face))


def cards_in_play(sitting: Sitting[FoolRound]) -> deck.Deck:
    """The cards in play as far as the table has noted them."""
    return FoolOptions.of(sitting.options).deck


def read_hand(typed: str) -> Hand:
    """A hand as it was typed. Raises ValueError with a message."""
    if len(typed) > LONGEST_HAND:
        raise ValueError(say("That is too long for a hand of cards."))
    if total := _TOTAL.fullmatch(typed):
        return Hand(only_total=int(total[1]))
    faces = [part for part in _BETWEEN_FACES.split(typed) if part]
    wrong = [part for part in faces if not (part.isdecimal() and len(part) <= 6)]
    if wrong:
        told = typed if typed.startswith("=") else wrong[0]
        raise ValueError(
            say("“%(typed)s” is no card and no total. Type faces like 5 12 1, or a total like =17.", typed=told)
        )
    # A lone 0 is how many write that nothing is left.
    return Hand() if faces == ["0"] else Hand(tuple(int(part) for part in faces))


def write_hand(hand: Hand) -> str:
    """A hand as it would be typed; nothing left is nothing typed."""
    return f"={hand.only_total}" if hand.only_total else " ".join(map(str, hand.faces))


def read_laid(laid: HandFields) -> tuple[Hand, bool]:
    """A hand that was laid, and whether its player took a disc."""
    return read_hand(str(laid["cards"])), bool(laid["disc"])


def same_hand(one: Hand, other: Hand) -> bool:
    """Whether two hands say the same: the order of their cards says nothing."""
    return one.only_total == other.only_total and sorted(one.faces) == sorted(other.faces)
