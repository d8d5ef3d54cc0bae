"""Typing in one hand of Fool!: ``5 12 1`` are faces, ``=17`` is a total, ``0`` or nothing is out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, StringField

from companion.games.fool import deck
from companion.games.fool.options import FoolOptions
from companion.games.fool.round import Hand, check_hand
from companion.games.message import Message, say
from companion.games.rulebook import Problem
from companion.store.journal.replay import Table
from companion.web.rounds.judged import Judged

LONGEST_HAND = 120  # characters
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


class HandForm(Form):
    """What is typed for one player."""

    cards = StringField(filters=[lambda typed: (typed or "").strip()])
    disc = BooleanField()


class HandEntry(Judged):
    """The entry form of one player's own hand. ``errors`` are filled by ``judge``.

    ``seen`` is the entry of the hand that it would replace; 0 if there is none.
    """

    template = "games/fool/hand.html"

    def __init__(self, table: Table, seat: int, formdata: Any = None) -> None:
        self.table = table
        self.players = table.sitting.players
        self.seat = seat
        laid = table.hands.get(seat)
        self.seen = formdata.get("seen", 0, type=int) if formdata else laid.seq if laid else 0
        self.form = HandForm(formdata, prefix=f"seat-{seat + 1}")

    @property
    def faces(self) -> list[dict[str, Any]]:
        """The keys of the card pad."""
        return faces(in_play(self.table))

    def says(self, laid: Mapping[str, Any]) -> bool:
        """Whether this form says the same as a hand that is laid."""
        hand = read_hand(self.form.cards.data or "")
        return isinstance(hand, Hand) and same_hand(typed_hand(hand, bool(self.form.disc.data)), laid)

    def judge(self) -> dict[str, Any] | None:
        """The hand as typed and checked, as ``Laid.hand`` has it; None where ``errors`` tell what is wrong."""
        hand = read_hand(self.form.cards.data or "")
        if self.seen and not self.form.cards.data:
            # An empty form that was opened by mistake must not take the place of a hand.
            hand = say("This hand is in already. To replace it by nothing left, type 0.")
        if isinstance(hand, Message):
            self.errors = (Problem(hand, self.seat),)
            return None
        self.errors = check_hand(self.players, self.seat, hand, in_play(self.table))
        return None if self.errors else typed_hand(hand, bool(self.form.disc.data))


def in_play(table: Table) -> deck.Deck:
    """The cards in play as far as the table has noted them."""
    return FoolOptions.of(table.sitting.options).deck


def faces(cards: deck.Deck) -> list[dict[str, Any]]:
    """The keys of the card pad: each face, what it costs, the colours that have it."""
    return [
        {"face": face, "points": deck.points_in_hand(face), "colours": cards.colours_of(face)}
        for face in deck.FACES
        if cards.copies(face)
    ]


def typed_hand(hand: Hand | Message, disc: bool) -> dict[str, Any]:
    """A hand in the one form that fields and laid hands have."""
    if isinstance(hand, Message):
        return {}
    return {"cards": f"={hand.only_total}" if hand.only_total else " ".join(map(str, hand.faces)), "disc": disc}


def same_hand(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two hands say the same: the order of their cards says nothing."""
    return bool(one["disc"] == other["disc"]) and sorted(one["cards"].split()) == sorted(other["cards"].split())


def read_hand(typed: str) -> Hand | Message:
    """A hand as it was typed, or what is wrong with it."""
    if len(typed) > LONGEST_HAND:
        return say("That is too long for a hand of cards.")
    total = _TOTAL.fullmatch(typed)
    if total:
        return Hand(only_total=int(total[1]))
    faces = [part for part in _BETWEEN_FACES.split(typed) if part]
    wrong = [part for part in faces if not (part.isdecimal() and len(part) <= 6)]
    if wrong:
        shown = typed if typed.startswith("=") else wrong[0]
        return say("“%(typed)s” is no card and no total. Type faces like 5 12 1, or a total like =17.", typed=shown)
    # A lone 0 is how many write that nothing is left.
    return Hand() if faces == ["0"] else Hand(tuple(int(part) for part in faces))
