"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total; who went out is ticked, or typed as ``0``. Nothing at all means that the hand
counts which that player has laid from a phone; where there is none, nobody has said anything yet, and it is asked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from companion.games.contract import Entering, Problem
from companion.games.fool.round import OUT, OUT_BUT_BEFOOLED, FoolRound, Hand, validate_hand
from companion.games.message import Message, Signed, say, say_n
from companion.web.app.language import short
from companion.web.forms.entry import SeatsEntry
from companion.web.games.fool.hand import HandForm, cards_in_play, keys_of, read_laid, same_hand, write_hand

MISFIT = say(
    "The hands that were sent do not fit with the others: nobody is out, or everybody, or a disc is there too often. "
    "Compare them at the table."
)
HELD = Hand(only_total=2)  # any hand of somebody who is not out


class FoolEntry(SeatsEntry[FoolRound]):
    """The entry form of a round.

    Laid hands are covered: nothing of them is shown before the round is saved. A round that fills the form because it
    was undone leaves room for hands that were laid since.
    """

    seat_form = HandForm
    seats: list[HandForm]

    def __init__(self, entering: Entering[FoolRound]) -> None:
        self.laid = {} if entering.editing else entering.laid
        self.since = {seat for seat, laid in self.laid.items() if laid.seq > entering.undone}
        super().__init__(entering)
        self.faces = keys_of(cards_in_play(entering.sitting))
        self.mine = self._settle()
        self.saved: FoolRound | None = None

    def _settle(self) -> set[int]:
        """The seats whose typed hand counts although one was laid, as answered; forget it where the laid one does."""
        typed = self.entering.typed
        answers = (*typed.getlist("mine"), *typed.getlist("use")) if typed is not None else ()
        mine = set()
        for seat in self.laid:
            if f"sent-{seat + 1}" in answers:
                self.seats[seat] = HandForm(prefix=f"seat-{seat + 1}")
            elif f"mine-{seat + 1}" in answers:
                mine.add(seat)
        return mine

    def write(self, played: FoolRound | None, seat: int) -> dict[str, object] | None:
        """A seat's hand and disc."""
        if played is None or seat in self.since:
            return None
        hand = played.hands[seat]
        return {"cards": None if hand.out else hand, "out": hand.out, "disc": seat in played.fools}

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose own laid hand counts, since nothing was typed for them here."""
        return tuple(seat for seat in sorted(self.laid) if not self.seats[seat].said)

    @property
    def clashes(self) -> tuple[int, ...]:
        """The seats of which a hand was laid and typed. Also the same: else who guesses would learn what was laid."""
        return tuple(seat for seat in sorted(self.laid) if self.seats[seat].said and seat not in self.mine)

    @property
    def missing(self) -> tuple[str, ...]:
        """Players of whom nobody has said anything."""
        return tuple(self.players[seat] for seat in self._unsaid())

    def _unsaid(self) -> list[int]:
        return [seat for seat, form in enumerate(self.seats) if seat not in self.laid and not form.said]

    @property
    def last_out(self) -> int | None:
        """The only one of whom nothing is said, where nobody else is out. Laid hands would tell of themselves."""
        unsaid = self._unsaid()
        others = any(form.said and form.hand.out for form in self.seats)
        return unsaid[0] if len(unsaid) == 1 and not self.laid and not others else None

    def misread(self) -> Iterator[Problem]:
        """What can't be read, seat by seat."""
        for seat, form in enumerate(self.seats):
            yield from form.problems(seat)

    def read(self) -> FoolRound:
        """The round with the covered hands in it.

        A covered hand counts by its total alone where one of its cards is there too often in the round: a refusal would
        tell whoever saves which cards others hold, so that who guesses would learn them.
        """
        hands = [self._hand(seat) for seat in range(len(self.players))]
        times, cards = Counter(face for hand, _ in hands for face in hand.faces), cards_in_play(self.entering.sitting)
        too_often = {face for face in times if times[face] > cards.copies(face)}
        settled = [
            Hand(only_total=hand.cost) if seat in self.covered and too_often.intersection(hand.faces) else hand
            for seat, (hand, _) in enumerate(hands)
        ]
        return FoolRound(tuple(settled), tuple(seat for seat, (_, disc) in enumerate(hands) if disc))

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
            self.questions = (*self._doubt_missing(), *self.questions)
        return None if self.errors else played

    def scores(self, played: FoolRound) -> Sequence[tuple[str, Message, str]]:
        """Everybody's points; of covered seats only that their hand was sent."""
        kinds = {OUT: "is-out", OUT_BUT_BEFOOLED: "is-befooled"}
        return [
            # TRANSLATORS: in place of the points of somebody whose hand was sent from a phone.
            (short(name), say("sent"), "is-sent")
            if seat in self.covered
            else (
                short(name),
                say("%(points)s", points=Signed(points)),
                kinds.get(points) or ("has-disc" if seat in played.fools else ""),
            )
            for seat, (name, points) in enumerate(zip(self.players, played.points(), strict=True))
        ]

    def summarize(self, played: FoolRound) -> Message:
        """The same in a line: Anne −17, Paul 0."""
        scores = (say("%(name)s %(points)s", name=name, points=points) for name, points, _ in self.scores(played))
        return say("%(scores)s", scores=tuple(scores))

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name as it counts, laid hands included: for a form that sends a saved round again."""
        for seat, form in enumerate(self.seats):
            hand, disc = self._hand(seat)
            yield (form.out.name, "y") if hand.out else (form.cards.name, write_hand(hand))
            if disc:
                yield form.disc.name, "y"

    def beside(self, saved: FoolRound) -> FoolRound:
        """The round as typed, to stand beside a saved one: what is covered, and may stay so, is as it was saved."""
        self.saved = saved
        return self.read()

    def says(self, saved: FoolRound) -> bool:
        """Whether this form says the same as a saved round; the order of cards in a hand says nothing."""
        mine = self.read()
        hands = zip(mine.hands, saved.hands, strict=True)
        return mine.fools == saved.fools and all(same_hand(one, other) for one, other in hands)

    def _hand(self, seat: int) -> tuple[Hand, bool]:
        """The hand that counts for a seat, and whether its player took a disc."""
        form = self.seats[seat]
        if seat in self.covered and self.saved:
            return self.saved.hands[seat], seat in self.saved.fools
        hand, disc = read_laid(self.laid[seat].hand) if seat in self.covered else (form.hand, False)
        return hand, disc or form.disc.data

    def _validate(self, played: FoolRound) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
        """Errors and questions of the rules. Nothing that is wrong or doubtful here tells anything of covered hands.

        Only where all that was typed is right, covered hands can be what refuses it, and no more than by who is out and
        who has a disc: that lies open on the table.
        """
        rulebook, sitting = self.entering.rulebook, self.entering.sitting
        if not self.covered:
            verdict = rulebook.validate(sitting, self.opening, played)
            return verdict.errors, verdict.questions
        held, out = (rulebook.validate(sitting, self.opening, self._uncovered(played, hand)) for hand in (HELD, Hand()))
        errors = tuple(problem for problem in held.errors if problem in out.errors)
        misfit = bool(not errors and rulebook.validate(sitting, self.opening, played).errors)
        # Whether a covered hand is too large to be likely was asked when it was sent.
        about_hands = (question for question in out.questions if question.seat is not None)
        about_all = (question for question in held.questions if question.seat is None)
        return (Problem(MISFIT),) if misfit else errors, (*about_hands, *about_all)

    def _uncovered(self, played: FoolRound, hand: Hand) -> FoolRound:
        """The round with this hand in the place of every covered one."""
        hands = (hand if seat in self.covered else typed for seat, typed in enumerate(played.hands))
        return FoolRound(tuple(hands), tuple(seat for seat in played.fools if self.seats[seat].disc.data))

    def _doubt_missing(self) -> Iterator[Problem]:
        """Ask whether all who are missing went out."""
        if self.missing:
            out = say_n(
                "Nothing is entered for %(names)s. Did this player go out?",
                "Nothing is entered for %(names)s. Did they all go out?",
                len(self.missing),
                names=self.missing,
            )
            yield Problem(out)
