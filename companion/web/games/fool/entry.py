"""Typing in a round of Fool!: for every player the cards left and whether they took a disc.

``5 12 1`` are faces, ``=17`` is a total; who went out is ticked, or typed as ``0``. Nothing at all means that the hand
counts which that player has laid from a phone; where there is none, nobody has said anything yet, and it is asked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from wtforms.form import BaseForm

from companion.games.contract import Answer, Problem
from companion.games.fields import HandLeft
from companion.games.fool.deck import OUT, OUT_BUT_BEFOOLED, cards_in_play, points_of, validate_hand
from companion.games.message import Message, Signed, say, say_n
from companion.games.record import check_round
from companion.games.sitting import Round
from companion.web.app.language import short
from companion.web.forms.entry import RoundForm
from companion.web.forms.fields import write_hand
from companion.web.games.fool.hand import HandForm, keys_of, read_laid

MISFIT = say(
    "The hands that were sent do not fit with the others: nobody is out, or everybody, or a disc is there too often. "
    "Compare them at the table."
)
HELD = HandLeft(only_total=2)  # any hand of somebody who is not out


class FoolForm(RoundForm):
    """The form of a round of Fool!.

    Laid hands are covered: nothing of them is shown before the round is saved. A round that fills the form because it
    was undone leaves room for hands that were laid since.
    """

    saved: Round | None = None

    def _form(self) -> BaseForm:
        entering = self.entering
        self.laid = (
            {} if entering.editing else {seat: laid for seat, laid in entering.laid.items() if seat in self.seats}
        )
        since = {seat for seat, laid in self.laid.items() if laid.seq > entering.undone}
        self.hands = {seat: self._hand_form(seat, seat in since) for seat in self.seats}
        self.cards = cards_in_play(entering.sitting.options)
        self.faces = keys_of(self.cards)
        self.mine = self._settle()
        return BaseForm({})

    def _hand_form(self, seat: int, laid_since: bool) -> HandForm:
        played = None if laid_since else self.entering.played
        data = None
        if played is not None and seat in played["hands"]:
            hand = played["hands"][seat]
            data = {"cards": None if hand.out else hand, "out": hand.out, "disc": seat in played["fools"]}
        return HandForm(self.entering.typed, prefix=f"seat-{seat + 1}", data=data)

    def _settle(self) -> set[int]:
        """The seats whose typed hand counts although one was laid, as answered; forget it where the laid one does."""
        typed = self.entering.typed
        answers = (*typed.getlist("mine"), *typed.getlist("use")) if typed is not None else ()
        mine = set()
        for seat in self.laid:
            if f"sent-{seat + 1}" in answers:
                self.hands[seat] = HandForm(prefix=f"seat-{seat + 1}")
            elif f"mine-{seat + 1}" in answers:
                mine.add(seat)
        return mine

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose own laid hand counts, since nothing was typed for them here."""
        return tuple(seat for seat in sorted(self.laid) if not self.hands[seat].said)

    @property
    def missing(self) -> tuple[str | Message, ...]:
        """Players of whom nobody has said anything."""
        return tuple(self.players[seat] for seat in self._silent())

    def _silent(self) -> list[int]:
        return [seat for seat, form in self.hands.items() if seat not in self.laid and not form.said]

    def _misread(self) -> Iterator[Problem]:
        for seat, form in self.hands.items():
            yield from form.problems(seat)

    def read(self) -> dict[str, object]:
        """Return the round with the covered hands in it.

        A covered hand counts by its total alone where one of its cards is there too often in the round: a refusal would
        tell whoever saves which cards others hold, so that who guesses would learn them.
        """
        both = {seat: self._hand(seat) for seat in self.seats}
        times = Counter(face for hand, _ in both.values() for face in hand.faces)
        too_often = {face for face in times if times[face] > self.cards.copies(face)}
        hands = {
            seat: HandLeft(only_total=-points_of({"hands": {seat: hand}, "fools": ()})[seat])
            if seat in self.covered and too_often.intersection(hand.faces)
            else hand
            for seat, (hand, _) in both.items()
        }
        return {"hands": hands, "fools": tuple(sorted(seat for seat, (_, disc) in both.items() if disc))}

    def validate(self, *, trying: bool = False) -> Round | None:
        """Return the round as typed and checked; None where something is wrong, which ``errors`` then tell.

        Whoever is only ``trying`` out what saving would do is not told what covered hands would do to it.
        """
        self.errors = tuple(self._misread())
        if self.errors:
            return None
        played = self.read()
        if trying and self.covered:
            typed = [(seat, form.hand) for seat, form in self.hands.items() if seat not in self.covered]
            checked = (validate_hand(self.players, seat, hand, self.cards, len(self.seats)) for seat, hand in typed)
            self.errors = tuple(chain(*checked))
        else:
            self.errors, self.questions = self._check(played)
        clashes = tuple(self._clashes())
        if clashes and self.errors == (Problem(MISFIT),):
            self.errors = ()  # they may fit once it is said which hand counts
        if not self.errors:
            self.questions = (*self._doubt_missing(), *clashes, *self.questions)
        return None if self.errors else played

    def _check(self, played: Round) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
        """Errors and questions of the rules. Nothing that is wrong or doubtful here tells anything of covered hands.

        Only where all that was typed is right, covered hands can be what refuses it, and no more than by who is out and
        who has a disc: that lies open on the table.
        """
        rulebook, sitting = self.entering.rulebook, self.entering.sitting
        verdict = check_round(rulebook, sitting, self.opening, played)
        if not self.covered:
            return verdict.errors, verdict.questions
        held, out = (
            check_round(rulebook, sitting, self.opening, self._uncovered(played, hand)) for hand in (HELD, HandLeft())
        )
        errors = tuple(problem for problem in held.errors if problem in out.errors)
        misfit = bool(not errors and verdict.errors)
        # Whether a covered hand is too large to be likely was asked when it was sent.
        about_hands = (question for question in out.questions if question.seat is not None)
        about_all = (question for question in held.questions if question.seat is None)
        return (Problem(MISFIT),) if misfit else errors, (*about_hands, *about_all)

    def _uncovered(self, played: Round, hand: HandLeft) -> Round:
        """The round with this hand in the place of every covered one."""
        hands = {seat: hand if seat in self.covered else typed for seat, typed in played["hands"].items()}
        return {"hands": hands, "fools": tuple(seat for seat in played["fools"] if self.hands[seat].disc.data)}

    def _doubt_missing(self) -> Iterator[Problem]:
        """Ask whether all who are missing went out. Of the only one, where nobody else is out, that is likely."""
        silent = self._silent()
        if not silent:
            return
        out = say_n(
            "Nothing is entered for %(names)s. Did this player go out?",
            "Nothing is entered for %(names)s. Did they all go out?",
            len(silent),
            names=tuple(self.players[seat] for seat in silent),
        )
        others = any(form.said and form.hand.out for form in self.hands.values())
        # Laid hands would tell of themselves.
        if len(silent) == 1 and not self.laid and not others:
            name = short(self.players[silent[0]])
            answer = Answer(self.hands[silent[0]].out.name, "y", say("%(name)s is out: save", name=(name,)))
            yield Problem(out, answers=(answer,))
        else:
            yield Problem(out)

    def _clashes(self) -> Iterator[Problem]:
        """Ask which hand counts that was laid and typed. Also the same: else who guesses would learn what was laid."""
        for seat in sorted(self.laid):
            if self.hands[seat].said and seat not in self.mine:
                name = (self.players[seat],)
                theirs = Answer("use", f"sent-{seat + 1}", say("Use %(name)s’s", name=name))
                mine = Answer("use", f"mine-{seat + 1}", say("Use mine"))
                yield Problem(say("%(name)s sent a hand too. Which counts?", name=name), None, (theirs, mine))

    def scores(self, played: Round) -> Sequence[tuple[str, Message, str]]:
        """Return everybody's points; of covered seats only that their hand was sent."""
        kinds = {OUT: "is-out", OUT_BUT_BEFOOLED: "is-befooled"}
        return [
            # TRANSLATORS: in place of the points of somebody whose hand was sent from a phone.
            (short(self.players[seat]), say("sent"), "is-sent")
            if seat in self.covered
            else (
                short(self.players[seat]),
                say("%(points)s", points=Signed(points)),
                kinds.get(points) or ("has-disc" if seat in played["fools"] else ""),
            )
            for seat, points in points_of(played).items()
        ]

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name as it counts, laid hands included: for a form that sends a saved round again."""
        for seat, form in self.hands.items():
            hand, disc = self._hand(seat)
            yield (form.out.name, "y") if hand.out else (form.cards.name, write_hand(hand))
            if disc:
                yield form.disc.name, "y"

    @property
    def readings(self) -> dict[str, str]:
        """What was typed in its fields, and how a pad would have typed it."""
        return {typed: keys for form in self.hands.values() for typed, keys in form.readings.items()}

    def beside(self, saved: Round) -> Round:
        """Return the round as typed, to stand beside a saved one: what is covered, and may stay so, as it was saved."""
        self.saved = saved
        return self.read()

    def _hand(self, seat: int) -> tuple[HandLeft, bool]:
        """The hand that counts for a seat, and whether its player took a disc."""
        form = self.hands[seat]
        if seat in self.covered and self.saved:
            return self.saved["hands"][seat], seat in self.saved["fools"]
        hand, disc = read_laid(self.laid[seat].hand) if seat in self.covered else (form.hand, False)
        return hand, disc or form.disc.data
