"""What lies before the referee of The Fool's Field, and what a tap makes of it.

A tap says what it was meant to do when it was made, so one that comes twice does no harm: ``5`` puts the chosen
card on the fifth place, ``back-5`` takes back what lies there; ``SSHH`` chooses a card of the stock or takes it
into the hand, ``hand-SSHH`` chooses one of the hand, ``off-SSHH`` chooses it no longer, ``out-SSHH`` takes it out
of the hand; ``field`` and ``hand`` say what taps on the stock fill, and ``clear`` begins anew.
"""

from dataclasses import dataclass, replace

from companion.games.fools_field.cards import CARDS, NO_SUCH_CARD
from companion.games.fools_field.field import EMPTY, LARGEST_HAND, ON_THE_FIELD, Field, check_field, check_hand, judge
from companion.games.message import Message, say
from companion.web.forms.entering import Typed

NOTHING = "_"
BETWEEN = "."


@dataclass(frozen=True, slots=True)
class Board:
    """The field, my hand, the card that is chosen, and the place that was tapped last.

    ``holding`` says that taps on the stock fill the hand; ``said`` is what there is to say to the last tap.
    """

    field: Field = EMPTY
    hand: tuple[str, ...] = ()
    card: str | None = None
    place: int | None = None
    holding: bool = False
    said: Message | None = None

    @property
    def state(self) -> dict[str, str]:
        """Everything that the address has to keep, by name."""
        kept = {
            "field": BETWEEN.join(card or NOTHING for card in self.field) if any(self.field) else "",
            "hand": BETWEEN.join(self.hand),
            "card": self.card or "",
            "place": "" if self.place is None else str(self.place + 1),
            "fill": "hand" if self.holding else "",
        }
        return {name: value for name, value in kept.items() if value}


def read(asked: Typed) -> tuple[Board, tuple[Message, ...]]:
    """The board of an address, and what in the address cannot be; that is left out."""
    lying = tuple(None if code == NOTHING else code for code in _codes(asked, "field")) or EMPTY
    wrong = [fault.message for fault in check_field(lying) if len(lying) != 9 or not set(lying) <= {None, *CARDS}]
    field = tuple(card if card in CARDS else None for card in (*lying, *EMPTY)[:9])
    held = _codes(asked, "hand")
    wrong += [fault.message for fault in check_hand(field, held)]
    hand = tuple(card for card in dict.fromkeys(held) if card in CARDS and card not in field)[:LARGEST_HAND]
    card = asked.get("card") or None
    if card is not None and (card not in CARDS or card in field):
        wrong.append(ON_THE_FIELD if card in field else NO_SUCH_CARD)
        card = None
    return Board(field, hand, card, _place(asked.get("place", "")), asked.get("fill") == "hand"), tuple(wrong)


def tapped(board: Board, tap: str) -> Board:
    """The board after a tap; the same board after one that says nothing."""
    verb, _, what = tap.rpartition("-")
    place = _place(what)
    if place is not None:
        return _tapped_place(board, verb, place)
    if what in CARDS:
        return _tapped_card(board, verb, what)
    if tap in ("field", "hand"):
        return replace(board, holding=tap == "hand", card=None, place=None)
    return Board(holding=board.holding) if tap == "clear" else board


def _codes(asked: Typed, name: str) -> tuple[str, ...]:
    codes = asked.get(name, "").upper()
    return tuple(codes.split(BETWEEN)) if codes else ()


def _place(number: str) -> int | None:
    return int(number) - 1 if number in tuple("123456789") else None


def _tapped_place(board: Board, verb: str, place: int) -> Board:
    """Take back what lies there, to put it elsewhere; or put the chosen card there if it may, else ask why not."""
    lying = board.field[place]
    if lying and verb == "back":
        return replace(board, field=_with(board.field, place, None), card=lying, place=None)
    if lying or verb == "back":
        return board
    if not board.card:
        return replace(board, place=None, said=say("Choose a card first."))
    if not judge(board.field, board.card, place).may:
        return replace(board, place=place)
    field, hand = _with(board.field, place, board.card), _without(board.hand, board.card)
    return replace(board, field=field, hand=hand, card=None, place=place)


def _with(field: Field, place: int, card: str | None) -> Field:
    return (*field[:place], card, *field[place + 1 :])


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(held for held in hand if held != card)


def _tapped_card(board: Board, verb: str, card: str) -> Board:
    """Choose a card, take it into the hand, or neither any more."""
    untouched = replace(board, card=None, place=None)
    if verb == "off":
        return untouched
    if verb == "out":
        return replace(untouched, hand=_without(board.hand, card))
    if verb == "hand" or not board.holding:
        return replace(untouched, said=ON_THE_FIELD) if card in board.field else replace(untouched, card=card)
    hand = (*_without(board.hand, card), card)
    fault = next(check_hand(board.field, hand), None)
    return replace(untouched, said=fault.message) if fault else replace(untouched, hand=hand)
