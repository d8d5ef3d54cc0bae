"""The form in which a player of Fool! lays their own hand."""

from companion.games.fool.deck import doubt_hand, validate_hand
from companion.games.message import Problem, Verdict, say
from companion.games.sitting import HandFields, Round
from companion.web.forms.entry import Entering
from companion.web.forms.fields import TypedRow, write_hand
from companion.web.forms.game import HandForm
from companion.web.games.fool.entry import KEYS, TypedHand


class FoolHand(HandForm):
    """The form of one player's own hand of Fool!."""

    def __init__(self, entering: Entering, seat: int) -> None:
        sitting = entering.table.sitting
        self.players, self.seat, self.faces = sitting.players, seat, KEYS
        self.seated = len(sitting.seated(entering.number))
        self.fill({f"seat-{seat + 1}": TypedRow(seat, TypedHand, label="")}, entering.typed, {})
        self.typed: TypedHand = self.rows[0].form
        self.is_filled = self.typed.is_filled

    def judge(self) -> Verdict:
        """Return what the rules say of the hand."""
        if not self.is_filled:
            return Verdict((Problem(say("Enter the cards left, or tap Out."), self.seat),))
        about = self.players, self.seat, self.typed.hand, self.seated
        # Who saves the round can't be asked: that would tell how large a covered hand is.
        return Verdict(tuple(validate_hand(*about)), tuple(doubt_hand(*about)))

    def read(self) -> HandFields:
        """Return the hand as the journal stores it."""
        return {"cards": write_hand(self.typed.hand), "disc": self.typed.disc.data}

    def put_into(self, played: Round) -> Round:
        """Return a round with this hand for the seat."""
        fools = set(played["fools"]) - {self.seat} | ({self.seat} if self.typed.disc.data else set())
        return {"hands": {**played["hands"], self.seat: self.typed.hand}, "fools": tuple(sorted(fools))}
