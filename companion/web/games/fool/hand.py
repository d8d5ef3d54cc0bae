"""The form in which a player of Fool! lays their own hand."""

from companion.games.fool.deck import doubt_hand, validate_hand
from companion.games.message import Problem, say
from companion.games.sitting import HandFields, Round
from companion.web.forms.entry import Entering, write_hand
from companion.web.forms.game import HandForm
from companion.web.games.fool.entry import KEYS, TypedHand


class FoolHand(HandForm):
    """The form of one player's own hand of Fool!."""

    def __init__(self, entering: Entering, seat: int) -> None:
        sitting = entering.table.sitting
        self.players = sitting.players
        self.seat = seat
        self.seated = len(sitting.seated(entering.number))
        self.faces = KEYS
        self.form = TypedHand(entering.typed, prefix=f"seat-{seat + 1}")
        self.is_filled, self.readings = self.form.is_filled, self.form.readings

    def validate(self) -> HandFields | None:
        """Return the hand as typed; None if something is wrong, which ``errors`` tell."""
        hand = self.form.hand
        self.errors = tuple(self.form.problems(self.seat))
        if not self.is_filled:
            self.errors = (Problem(say("Enter the cards left, or tap Out."), self.seat),)
        if not self.errors:
            self.errors = tuple(validate_hand(self.players, self.seat, hand, self.seated))
        # Who saves the round can't be asked: that would tell how large a covered hand is.
        self.questions = () if self.errors else tuple(doubt_hand(self.players, self.seat, hand, self.seated))
        return None if self.errors else {"cards": write_hand(hand), "disc": self.form.disc.data}

    def put_into(self, played: Round) -> Round:
        """Return a round with this hand for the seat."""
        fools = set(played["fools"]) - {self.seat} | ({self.seat} if self.form.disc.data else set())
        return {"hands": {**played["hands"], self.seat: self.form.hand}, "fools": tuple(sorted(fools))}
