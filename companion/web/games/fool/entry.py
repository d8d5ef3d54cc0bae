"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total; out is ticked, or typed as ``0``. If nothing is typed, the hand counts that
the player laid from a phone; without one, the form asks.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from wtforms import BooleanField, Field, Form

from companion.games.fields import HandLeft
from companion.games.fool import deck
from companion.games.fool.deck import OUT, OUT_BUT_BEFOOLED, hand_cost, score_hands
from companion.games.message import Answer, Message, Problem, Signed, Verdict, say, say_n, say_value
from companion.games.sitting import Round
from companion.web.app.language import short
from companion.web.forms.entry import Entering, EntryForm
from companion.web.forms.fields import HandField, TypedRow, Wrong, read_hand, write_hand

MISFIT = Problem(say("The hands sent don’t fit together. Check who is out and who has a disc."))


class TypedHand(Form):
    """What is typed for one player."""

    cards = HandField()
    out = BooleanField()
    disc = BooleanField()

    def validate_cards(self, cards: Field) -> None:
        """Refuse cards of somebody who is out."""
        if self.out.data and not self.hand.out:
            raise Wrong(say("Out, but cards entered? Take one back."))

    @property
    def is_filled(self) -> bool:
        """Return whether anything was typed or ticked about the hand."""
        return bool(self.cards.text or self.out.data)

    @property
    def hand(self) -> HandLeft:
        """The hand as typed; nothing typed is nothing left."""
        return self.cards.data if isinstance(self.cards.data, HandLeft) else HandLeft()


class Key:
    """A key of the card pad: its face, what it costs, the colours that have it."""

    def __init__(self, face: int) -> None:
        self.face, self.points, self.colours = face, deck.card_cost(face), deck.colours_of(face)


KEYS = tuple(map(Key, deck.FACES))


class FoolForm(EntryForm):
    """The form of a round of Fool!. Laid hands are covered until the round is saved.

    A round that was undone fills the form, except hands that were laid since.
    """

    idle = ()
    saved: Round | None = None

    def __init__(self, entering: Entering) -> None:
        super().__init__(entering)
        laid = {} if entering.editing else entering.table.laid.get(entering.number, {})
        self.laid = {seat: hand for seat, hand in laid.items() if seat in self.seats}
        self.faces = KEYS
        seats = {f"seat-{seat + 1}": seat for seat in self.seats}
        rows = {name: TypedRow(seat, TypedHand, label=self.players[seat]) for name, seat in seats.items()}
        self.fill(rows, entering.typed, {name: self._find_hand(seat) for name, seat in seats.items()})
        typed = entering.typed
        answers = {*typed.getlist("mine"), *typed.getlist("use")} if typed else set()
        sent = {seat for seat in self.laid if f"sent-{seat + 1}" in answers}
        for row in self.rows:
            if row.seat in sent:
                row.process(None)
        self.hands: dict[int, TypedHand] = {row.seat: row.form for row in self.rows}
        # Their typed hands count although others were laid; the laid hands count where nothing is typed.
        self.mine = {seat for seat in self.laid if f"mine-{seat + 1}" in answers} - sent
        self.covered = tuple(seat for seat in sorted(self.laid) if not self.hands[seat].is_filled)

    def _find_hand(self, seat: int) -> dict[str, object]:
        """Return the hand that fills the form, if one was played and none was laid since."""
        played, undone = self.entering.played, self.entering.table.redoable
        is_newer = seat in self.laid and self.laid[seat].seq > (undone.seq if undone else 0)
        if played is None or is_newer or seat not in played["hands"]:
            return {}
        hand = played["hands"][seat]
        return {"cards": None if hand.out else hand, "out": hand.out, "disc": seat in played["fools"]}

    @property
    def missing(self) -> tuple[str | Message, ...]:
        """The players of whom nothing is entered."""
        return tuple(self.players[seat] for seat in self._silent_seats)

    @property
    def _silent_seats(self) -> list[int]:
        return [seat for seat, typed in self.hands.items() if seat not in self.laid and not typed.is_filled]

    def read(self) -> dict[str, object]:
        """Return the round with the covered hands in it.

        If the round has a card of a covered hand too often, the hand counts by its total alone: a refusal would reveal
        its cards.
        """
        both = {seat: self._read_hand(seat) for seat in self.seats}
        times = Counter(face for hand, _ in both.values() for face in hand.faces)
        too_often = {face for face in times if times[face] > deck.count_copies(face)}
        hands = {
            seat: HandLeft(only_total=hand_cost(hand))
            if seat in self.covered and too_often.intersection(hand.faces)
            else hand
            for seat, (hand, _) in both.items()
        }
        return {"hands": hands, "fools": tuple(sorted(seat for seat, (_, disc) in both.items() if disc))}

    def _read_hand(self, seat: int) -> tuple[HandLeft, bool]:
        typed = self.hands[seat]
        if seat not in self.covered:
            return typed.hand, typed.disc.data
        if self.saved:
            return self.saved["hands"][seat], seat in self.saved["fools"]
        laid = self.laid[seat].hand
        return read_hand(str(laid["cards"])), bool(laid["disc"]) or typed.disc.data

    def judge(self) -> Verdict:
        """Return what the rules say of the round and what else to ask, without revealing covered hands.

        Hands that don't fit together may do so once it is said which of two counts.
        """
        verdict, clashes = self._cover(super().judge()), tuple(self._find_clashes())
        errors = () if clashes and verdict.errors == (MISFIT,) else verdict.errors
        return Verdict(errors, (*self._doubt_missing(), *clashes, *verdict.questions))

    def _cover(self, verdict: Verdict) -> Verdict:
        """Return a verdict that tells nothing of covered hands.

        They can only refuse a round by who is out or has a disc, which everybody sees at the table.
        """
        if not self.covered:
            return verdict
        hidden = (None, *self.covered)
        discs = [seat for seat, hand in self.hands.items() if hand.disc.data and seat not in self.covered]
        errors = tuple(error for error in verdict.errors if error.seat not in hidden)
        if not errors and len(discs) > deck.count_discs(len(self.seats)):
            errors = (Problem(deck.too_few_discs(len(self.seats))),)
        questions = tuple(question for question in verdict.questions if question.seat not in hidden)
        return Verdict(errors or (verdict.errors and (MISFIT,)), questions)

    def _doubt_missing(self) -> Iterator[Problem]:
        """Yield the question whether all without an entry went out; with a button if that is likely."""
        silent = self._silent_seats
        if not silent:
            return
        out = say_n(
            "Nothing entered for %(names)s. Out?",
            "Nothing entered for %(names)s. All out?",
            len(silent),
            names=tuple(self.players[seat] for seat in silent),
        )
        others = any(typed.is_filled and typed.hand.out for typed in self.hands.values())
        # Laid hands would tell of themselves.
        if len(silent) == 1 and not self.laid and not others:
            label = say("%(name)s is out: save", name=(short(self.players[silent[0]]),))
            yield Problem(out, answers=(Answer(self.hands[silent[0]].out.name, "y", label),))
        else:
            yield Problem(out)

    def _find_clashes(self) -> Iterator[Problem]:
        """Yield the question which hand counts, laid or typed; also of equal ones, or guessing would reveal one."""
        for seat in sorted(self.laid):
            if self.hands[seat].is_filled and seat not in self.mine:
                name = (self.players[seat],)
                theirs = Answer("use", f"sent-{seat + 1}", say("Use %(name)s’s", name=name))
                mine = Answer("use", f"mine-{seat + 1}", say("Use mine"))
                yield Problem(say("%(name)s also sent a hand. Which is right?", name=name), None, (theirs, mine))

    def scores(self, played: Round) -> Sequence[tuple[str, Message, str]]:
        """Return everybody's points; of covered seats only that their hand was sent."""
        styles = {OUT: "is-out", OUT_BUT_BEFOOLED: "is-befooled"}
        scores = []
        for seat, points in score_hands(played).items():
            score = say_value(Signed(points))
            style = styles.get(points) or ("has-disc" if seat in played["fools"] else "")
            if seat in self.covered:
                # TRANSLATORS: in place of the points of somebody whose hand was sent from a phone.
                score, style = say("sent"), "is-sent"
            scores.append((short(self.players[seat]), score, style))
        return scores

    @property
    def sent_fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name as it counts, laid hands included: for a form that sends a saved round again."""
        for seat, typed in self.hands.items():
            hand, disc = self._read_hand(seat)
            yield (typed.out.name, "y") if hand.out else (typed.cards.name, write_hand(hand))
            if disc:
                yield typed.disc.name, "y"

    def cover_as(self, saved: Round) -> Round:
        """Return the round as typed, with covered hands from ``saved``."""
        self.saved = saved
        return self.read()
