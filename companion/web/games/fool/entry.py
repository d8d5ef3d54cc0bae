"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total, nothing at all means that the player went out, or that the hand
counts which that player has laid from a phone; ``0`` always means out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.fool.round import FoolRound, Hand, check_hand
from companion.games.message import Message, Signed, say, say_n
from companion.games.rulebook import Problem
from companion.store.journal.replay import Laid, Table
from companion.web.app.language import short
from companion.web.games.fool.hand import HandEntry, HandForm, faces, in_play, read_hand, same_hand, typed_hand
from companion.web.rounds.judged import Judged

MISFIT = say(
    "The hands that were laid do not fit together with the others: a card or a disc is there too often. "
    "Compare them at the table."
)
UNLIKELY = say("Among the hands that were laid, something is unlikely. Compare them at the table. Is that right?")


class Entry(Judged):
    """The entry form of round ``number``. ``errors`` and ``questions`` are filled by ``judge``.

    ``laid`` are the hands, by seat, that players laid for this round. They are covered: nothing of them is
    shown before it is saved. ``played`` fills the form; one that was undone leaves room for hands laid since.
    """

    template = "games/fool/entry.html"

    def __init__(
        self,
        table: Table,
        number: int,
        formdata: Any = None,
        played: FoolRound | None = None,
        *,
        editing: bool = False,
    ) -> None:
        self.table = table
        self.players = table.sitting.players
        self.laid: Mapping[int, Laid] = {} if editing else table.laid.get(number, {})
        undone = table.redoable.seq if table.redoable else 0
        since = {seat for seat, laid in self.laid.items() if laid.seq > undone}
        self.hands = [
            HandForm(
                formdata,
                prefix=f"seat-{seat + 1}",
                data=typed_hand(played.hands[seat], seat in played.fools) if played and seat not in since else None,
            )
            for seat in range(len(self.players))
        ]
        self.seen = formdata.get("version", 0, type=int) if formdata else table.version
        self.filled = played is not None
        self.waiting = _waiting(formdata, self.hands, self.laid)

    @property
    def faces(self) -> list[dict[str, Any]]:
        """The keys of the card pad."""
        return faces(in_play(self.table))

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose own laid hand counts, since nothing was typed for them here."""
        return tuple(seat for seat in sorted(self.laid) if not self.hands[seat].cards.data)

    def judge(self, *, trying: bool = False) -> FoolRound | None:
        """The round as typed and checked; None where something is wrong, which ``errors`` then tell.

        Whoever is only ``trying`` out what saving would do is not told what covered hands would do to it.
        """
        hands = [self._hand(seat) for seat in range(len(self.players))]
        self.errors = tuple(Problem(hand, seat) for seat, hand in enumerate(hands) if isinstance(hand, Message))
        if self.errors:
            return None
        played = FoolRound(
            tuple(hand for hand in hands if isinstance(hand, Hand)),
            tuple(seat for seat in range(len(self.players)) if self._took_disc(seat)),
        )
        if trying and self.covered:
            typed = (seat for seat in range(len(self.players)) if seat not in self.covered)
            self.errors = tuple(
                problem
                for seat in typed
                for problem in check_hand(self.players, seat, played.hands[seat], in_play(self.table))
            )
        else:
            self.errors, self.questions = self._check(played)
        if not self.errors:
            self.questions = (*self._laid_meanwhile(), *self._did_they_go_out(), *self.questions)
        return None if self.errors else played

    def told(self, played: FoolRound) -> Message:
        """Everybody's points: Anne −17, Paul 0. Those of covered seats are not told: Ben is in."""
        return say(
            "%(scores)s",
            scores=tuple(
                say("%(name)s is in", name=short(name))
                if seat in self.covered
                else say("%(name)s %(points)s", name=short(name), points=Signed(points))
                for seat, (name, points) in enumerate(zip(self.players, played.points(), strict=True))
            ),
        )

    @property
    def missing(self) -> tuple[str, ...]:
        """Players nobody has got to yet. The last one of all, when nobody is out so far, must be out."""
        entered = (self._hand(seat) for seat in range(len(self.players)) if seat not in self.waiting)
        somebody_out = any(isinstance(hand, Hand) and hand.out for hand in entered)
        if len(self.waiting) == 1 and not self.covered and not somebody_out:
            return ()
        return tuple(self.players[seat] for seat in self.waiting)

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name as it counts, laid hands included: for a form that sends a saved round again."""
        for seat, form in enumerate(self.hands):
            hand = typed_hand(self._hand(seat), self._took_disc(seat))
            yield form.cards.name, hand["cards"] or "0"
            if hand["disc"]:
                yield form.disc.name, "y"

    def says(self, saved: FoolRound) -> bool:
        """Whether this form says the same as a saved round; the order of cards in a hand says nothing."""
        return all(
            same_hand(typed_hand(self._hand(seat), self._took_disc(seat)), typed_hand(hand, seat in saved.fools))
            for seat, hand in enumerate(saved.hands)
        )

    def put(self, hand: HandEntry) -> None:
        """Put one hand in the place of what this form has for its seat."""
        self.hands[hand.seat].cards.data, self.hands[hand.seat].disc.data = hand.form.cards.data, hand.form.disc.data

    def _hand(self, seat: int) -> Hand | Message:
        return read_hand(self.laid[seat].hand["cards"] if seat in self.covered else self.hands[seat].cards.data or "")

    def _took_disc(self, seat: int) -> bool:
        return bool(self.hands[seat].disc.data or (seat in self.covered and self.laid[seat].hand["disc"]))

    def _check(self, played: FoolRound) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
        """Errors and questions of the rules. Those that come of covered hands don't say what is in them."""
        check = self.table.rulebook.check(self.table.sitting, played)
        if not self.covered:
            return check.errors, check.questions
        known = self.table.rulebook.check(
            self.table.sitting,
            FoolRound(
                tuple(
                    Hand(only_total=hand.cost) if seat in self.covered else hand
                    for seat, hand in enumerate(played.hands)
                ),
                tuple(seat for seat in played.fools if self.hands[seat].disc.data),
            ),
        )
        errors = tuple(problem for problem in check.errors if problem in known.errors)
        if errors != check.errors:
            errors = (*errors, Problem(MISFIT))
        questions = tuple(problem for problem in check.questions if problem.seat not in (None, *self.covered))
        if questions != check.questions:
            questions = (*questions, Problem(UNLIKELY))
        return errors, questions

    def _laid_meanwhile(self) -> list[Problem]:
        """Hands that were laid after this form was opened, where something was typed here as well."""
        return [
            Problem(say("%(name)s has laid a hand since. Save yours instead?", name=self.players[seat]), seat)
            for seat, laid in sorted(self.laid.items())
            if laid.seq > self.seen and seat not in self.covered
        ]

    def _did_they_go_out(self) -> list[Problem]:
        if not self.missing:
            return []
        return [
            Problem(
                say_n(
                    "Nothing is entered for %(names)s. Did this player go out?",
                    "Nothing is entered for %(names)s. Did they all go out?",
                    len(self.missing),
                    names=self.missing,
                )
            )
        ]


def _waiting(formdata: Any, hands: list[HandForm], laid: Mapping[int, Laid]) -> tuple[int, ...]:
    """The seats the phone says nobody has got to, as far as they are indeed empty."""
    listed = formdata.get("waiting", "").split() if formdata else []
    return tuple(
        seat
        for seat, form in enumerate(hands)
        if str(seat + 1) in listed and seat not in laid and not form.cards.data and not form.disc.data
    )
