"""Typing in one hand of Fool!: ``5 12 1`` are faces, ``=17`` is a total; out is a box to tick, or ``0``."""

from collections.abc import Iterator
from functools import lru_cache

from wtforms import BooleanField, Form

from companion.games.contract import Problem
from companion.games.fields import HandLeft
from companion.games.fool import deck
from companion.games.fool.deck import cards_in_play, doubt_hand, validate_hand
from companion.games.message import say
from companion.games.sitting import HandFields, Round
from companion.web.forms import game as games
from companion.web.forms.entering import Entering
from companion.web.forms.fields import LONGEST_HAND, TypedField, problems_in, read_hand, write_hand


class HandForm(Form):
    """What is typed for one player."""

    cards = TypedField(read_hand, write_hand, longest=LONGEST_HAND)
    out = BooleanField()
    disc = BooleanField()

    @property
    def said(self) -> bool:
        """Whether anything was said about the hand."""
        return bool(self.cards.text or self.out.data)

    @property
    def hand(self) -> HandLeft:
        """The hand as typed; nothing typed is nothing left."""
        return self.cards.data if isinstance(self.cards.data, HandLeft) else HandLeft()

    @property
    def readings(self) -> dict[str, str]:
        """What was typed, and how the card pad would have typed it; empty where it can't be read."""
        return {} if self.cards.data is None else {self.cards.text: write_hand(self.cards.data)}

    def problems(self, seat: int | None = None) -> Iterator[Problem]:
        """What can't be read, and cards of somebody who is out."""
        self.validate()
        for problem in problems_in(self.cards):
            yield Problem(problem, seat)
        if self.out.data and not self.hand.out:
            yield Problem(say("Out, and cards left? Take one of them back."), seat)


class FoolHand(games.HandForm):
    """The entry form of one player's own hand."""

    def __init__(self, entering: Entering, seat: int) -> None:
        self.entering = entering
        self.players = entering.sitting.players
        self.seat = seat
        self.seated = len(entering.sitting.seated(entering.opening.number))
        self.faces = keys_of(cards_in_play(entering.sitting.options))
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
            cards = cards_in_play(self.entering.sitting.options)
            self.errors = tuple(validate_hand(self.players, self.seat, self.form.hand, cards, self.seated))
        # Who saves the round can't be asked: that would tell how large a covered hand is.
        self.questions = () if self.errors else tuple(doubt_hand(self.players, self.seat, self.form.hand, self.seated))
        return None if self.errors else {"cards": write_hand(self.form.hand), "disc": self.form.disc.data}

    @property
    def said(self) -> bool:
        """Whether anything was said about the hand."""
        return self.form.said

    @property
    def readings(self) -> dict[str, str]:
        """What was typed, and how the card pad would have typed it."""
        return self.form.readings

    def put_into(self, played: Round) -> Round:
        """A round with this hand in the place of what it has for the seat."""
        fools = set(played["fools"]) - {self.seat} | ({self.seat} if self.form.disc.data else set())
        return {"hands": {**played["hands"], self.seat: self.form.hand}, "fools": tuple(sorted(fools))}


class Key:
    """A key of the card pad: its face, what it costs, the colours that have it."""

    def __init__(self, face: int, cards: deck.Deck) -> None:
        self.face, self.points, self.colours = face, deck.points_in_hand(face), cards.colours_of(face)


@lru_cache(maxsize=20)
def keys_of(cards: deck.Deck) -> tuple[Key, ...]:
    """The keys of the card pad, where these cards are in play."""
    return tuple(Key(face, cards) for face in deck.FACES if cards.copies(face))


def read_laid(laid: HandFields) -> tuple[HandLeft, bool]:
    """A hand that was laid, and whether its player took a disc."""
    return read_hand(str(laid["cards"])), bool(laid["disc"])
