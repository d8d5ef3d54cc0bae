"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total, nothing at all means that the player went out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, StringField

from companion.games.fool import deck
from companion.games.fool.round import FoolRound, Hand
from companion.games.message import Message, say, say_n
from companion.games.rulebook import Problem
from companion.store.replay import Table

LONGEST_HAND = 120  # characters
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


class HandForm(Form):
    """What is typed for one player."""

    cards = StringField(filters=[lambda typed: (typed or "").strip()])
    disc = BooleanField()


class FoolEntry:
    """The entry form of a round. ``errors`` and ``questions`` are filled by ``judge``."""

    template = "entry/fool.html"

    def __init__(self, table: Table, formdata: Any = None, played: FoolRound | None = None) -> None:
        self.table = table
        self.players = table.sitting.players
        self.hands = [
            HandForm(formdata, prefix=f"seat-{seat + 1}", data=_typed(played, seat) if played else None)
            for seat in range(len(self.players))
        ]
        self.filled = played is not None
        self.waiting = _waiting(formdata, self.hands)
        self.errors: tuple[Problem, ...] = ()
        self.questions: tuple[Problem, ...] = ()

    @property
    def faces(self) -> list[dict[str, Any]]:
        """The keys of the card pad: each face, what it costs, the colours that have it."""
        return [
            {"face": face, "points": deck.points_in_hand(face), "colours": deck.colours_of(face)} for face in deck.FACES
        ]

    def judge(self) -> FoolRound | None:
        """The round as typed and checked; None where something is wrong, which ``errors`` then tell."""
        hands = [_read(form.cards.data or "") for form in self.hands]
        self.errors = tuple(Problem(hand, seat) for seat, hand in enumerate(hands) if isinstance(hand, Message))
        if self.errors:
            return None
        played = FoolRound(
            tuple(hand for hand in hands if isinstance(hand, Hand)),
            tuple(seat for seat, form in enumerate(self.hands) if form.disc.data),
        )
        check = self.table.rulebook.check(self.table.sitting, played)
        self.errors, self.questions = check.errors, check.questions
        if self.missing and not self.errors:
            self.questions = (self._did_they_go_out(), *self.questions)
        return None if self.errors else played

    @property
    def missing(self) -> tuple[str, ...]:
        """Players nobody has got to yet. The last one of all, when nobody is out so far, must be out."""
        entered = (_read(form.cards.data or "") for seat, form in enumerate(self.hands) if seat not in self.waiting)
        somebody_out = any(isinstance(hand, Hand) and hand.out for hand in entered)
        if len(self.waiting) == 1 and not somebody_out:
            return ()
        return tuple(self.players[seat] for seat in self.waiting)

    def problems_at(self, seat: int) -> list[Message]:
        """The errors about one seat."""
        return [problem.message for problem in self.errors if problem.seat == seat]

    def doubtful(self, seat: int) -> bool:
        """Whether an error or a question is about this seat."""
        return any(problem.seat == seat for problem in (*self.errors, *self.questions))

    @property
    def doubt(self) -> str:
        """A mark of the questions, which "save anyway" carries: it answers these and no others."""
        asked = repr([question.message for question in self.questions])
        return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _did_they_go_out(self) -> Problem:
        return Problem(
            say_n(
                "Nothing is entered for %(names)s. Did this player go out?",
                "Nothing is entered for %(names)s. Did they all go out?",
                len(self.missing),
                names=self.missing,
            )
        )


def _typed(played: FoolRound, seat: int) -> Mapping[str, Any]:
    hand = played.hands[seat]
    cards = f"={hand.only_total}" if hand.only_total else " ".join(map(str, hand.faces))
    return {"cards": cards, "disc": seat in played.fools}


def _waiting(formdata: Any, hands: list[HandForm]) -> tuple[int, ...]:
    """The seats the phone says nobody has got to, as far as they are indeed empty."""
    listed = formdata.get("waiting", "").split() if formdata else []
    return tuple(
        seat
        for seat, form in enumerate(hands)
        if str(seat + 1) in listed and not form.cards.data and not form.disc.data
    )


def _read(typed: str) -> Hand | Message:
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
