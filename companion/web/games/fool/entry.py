"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total, nothing at all means that the player went out, or that the hand
counts which that player has laid from a phone; ``0`` always means out.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from companion.games.contract import Entering, Problem
from companion.games.fool.round import FoolRound, Hand, validate_hand
from companion.games.message import Message, Signed, say, say_n
from companion.web.app.language import short
from companion.web.games.fool.hand import HandForm, cards_in_play, keys_of, read_laid, same_hand, write_hand
from companion.web.rounds.entry import SeatsEntry

MISFIT = say(
    "The hands that were laid do not fit together with the others: a card or a disc is there too often. "
    "Compare them at the table."
)
UNLIKELY = say("Among the hands that were laid, something is unlikely. Compare them at the table. Is that right?")


class FoolEntry(SeatsEntry[FoolRound]):
    """The entry form of a round.

    Laid hands are covered: nothing of them is shown before the round is saved. A round that fills the form because it
    was undone leaves room for hands that were laid since.
    """

    seat_form = HandForm
    seats: Sequence[HandForm]

    def __init__(self, entering: Entering[FoolRound]) -> None:
        self.laid = {} if entering.editing else entering.laid
        self.since = {seat for seat, laid in self.laid.items() if laid.seq > entering.undone}
        super().__init__(entering)
        self.faces = keys_of(entering.sitting)
        self.seen = entering.version if entering.typed is None else next(iter(self._typed_numbers("version")), 0)
        # The seats the phone says nobody has got to, as far as they are indeed empty.
        listed = {number - 1 for number in self._typed_numbers("waiting")} - self.laid.keys()
        self.waiting = [
            seat for seat, form in enumerate(self.seats) if seat in listed and not (form.cards.text or form.disc.data)
        ]

    def write(self, played: FoolRound | None, seat: int) -> dict[str, object] | None:
        """A seat's hand and disc."""
        if played is None or seat in self.since:
            return None
        hand = played.hands[seat]
        return {"cards": None if hand.out else hand, "disc": seat in played.fools}

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose own laid hand counts, since nothing was typed for them here."""
        return tuple(seat for seat in sorted(self.laid) if not self.seats[seat].cards.text)

    def read(self) -> FoolRound:
        """The round with the covered hands in it."""
        hands = [self._hand(seat) for seat in range(len(self.players))]
        return FoolRound(tuple(hand for hand, _ in hands), tuple(seat for seat, (_, disc) in enumerate(hands) if disc))

    def validate(self, *, trying: bool = False) -> FoolRound | None:
        """The round as typed and checked; None where something is wrong, which ``errors`` then tell.

        Whoever is only ``trying`` out what saving would do is not told what covered hands would do to it.
        """
        self.errors = tuple(self.misread())
        if self.errors:
            return None
        played = self.read()
        if trying and self.covered:
            typed = [(seat, hand) for seat, hand in enumerate(played.hands) if seat not in self.covered]
            cards = cards_in_play(self.entering.sitting)
            self.errors = tuple(chain(*(validate_hand(self.players, seat, hand, cards) for seat, hand in typed)))
        else:
            self.errors, self.questions = self._validate(played)
        if not self.errors:
            self.questions = (*self._doubts(), *self.questions)
        return None if self.errors else played

    def summarize(self, played: FoolRound) -> Message:
        """Everybody's points: Anne −17, Paul 0. Those of covered seats are not told: Ben is in."""
        scores = zip(map(short, self.players), played.points(), strict=True)
        told = [say("%(name)s %(points)s", name=name, points=Signed(points)) for name, points in scores]
        for seat in self.covered:
            told[seat] = say("%(name)s is in", name=short(self.players[seat]))
        return say("%(scores)s", scores=tuple(told))

    @property
    def missing(self) -> tuple[str, ...]:
        """Players nobody has got to yet. The last one of all, when nobody is out so far, must be out."""
        if len(self.waiting) == 1 and not self.covered:
            typed = [form for seat, form in enumerate(self.seats) if seat not in self.waiting]
            if not any(form.hand.out and not form.cards.process_errors for form in typed):
                return ()
        return tuple(self.players[seat] for seat in self.waiting)

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name as it counts, laid hands included: for a form that sends a saved round again."""
        for seat, form in enumerate(self.seats):
            hand, disc = self._hand(seat)
            yield form.cards.name, write_hand(hand) or "0"
            if disc:
                yield form.disc.name, "y"

    def says(self, saved: FoolRound) -> bool:
        """Whether this form says the same as a saved round; the order of cards in a hand says nothing."""
        mine = self.read()
        hands = zip(mine.hands, saved.hands, strict=True)
        return mine.fools == saved.fools and all(same_hand(one, other) for one, other in hands)

    def _hand(self, seat: int) -> tuple[Hand, bool]:
        """The hand that counts for a seat, and whether its player took a disc."""
        form = self.seats[seat]
        hand, disc = read_laid(self.laid[seat].hand) if seat in self.covered else (form.hand, False)
        return hand, disc or form.disc.data

    def _validate(self, played: FoolRound) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
        """Errors and questions of the rules. Those that come of covered hands don't say what is in them."""
        rulebook, sitting = self.entering.rulebook, self.entering.sitting
        verdict = rulebook.validate(sitting, self.opening, played)
        if not self.covered:
            return verdict.errors, verdict.questions
        hands = [Hand(only_total=hand.cost) if seat in self.covered else hand for seat, hand in enumerate(played.hands)]
        known = FoolRound(tuple(hands), tuple(seat for seat in played.fools if self.seats[seat].disc.data))
        told = rulebook.validate(sitting, self.opening, known).errors
        errors = tuple(problem for problem in verdict.errors if problem in told)
        questions = tuple(problem for problem in verdict.questions if problem.seat not in (None, *self.covered))
        misfit = () if errors == verdict.errors else (Problem(MISFIT),)
        unlikely = () if questions == verdict.questions else (Problem(UNLIKELY),)
        return errors + misfit, questions + unlikely

    def _doubts(self) -> Iterator[Problem]:
        """Whose hand was laid after this form was opened, where something was typed here as well; who is missing."""
        for seat, laid in sorted(self.laid.items()):
            if laid.seq > self.seen and seat not in self.covered:
                yield Problem(say("%(name)s has laid a hand since. Save yours instead?", name=self.players[seat]), seat)
        if self.missing:
            out = say_n(
                "Nothing is entered for %(names)s. Did this player go out?",
                "Nothing is entered for %(names)s. Did they all go out?",
                len(self.missing),
                names=self.missing,
            )
            yield Problem(out)

    def _typed_numbers(self, name: str) -> list[int]:
        """The numbers in a hidden field."""
        typed = self.entering.typed
        written = " ".join(typed.getlist(name)[:1]) if typed is not None else ""
        return [int(number) for number in written.split() if number.isdecimal() and len(number) < 10]
