"""A round of Fool!: what everybody held at its end, what that costs, and whether it can be.

Source: rulebook, "End of the round" and "Scoring".
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.contract import Problem
from companion.games.fool import deck
from companion.games.fool.deck import WHOLE, Deck
from companion.games.message import Message, Signed, Value, say, say_n
from companion.games.reading import STRANGER, Unreadable, by_seat, seat_of, whole
from companion.games.sitting import Round

OUT = 10
OUT_BUT_BEFOOLED = 0
LIKELY = 6  # cards left at most, or one fewer with eight players
NO_HANDS = say("Here the hands of all players are expected.")
NO_HAND = say("The hand of this player is missing.")


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand left of a player: its faces in any order or, when they were not listed, only its total. None: out."""

    faces: tuple[int, ...] = ()
    only_total: int = 0

    @property
    def out(self) -> bool:
        """Whether the player went out."""
        return not self.faces and not self.only_total

    @property
    def cost(self) -> int:
        """Points this hand costs, as a positive number."""
        return self.only_total or sum(map(deck.points_in_hand, self.faces))

    @property
    def left(self) -> Message | str:
        """The hand on a sheet: its faces, its total (no formula, as ``=17`` would be), or that the player is out."""
        if self.out:
            # TRANSLATORS: in place of the cards left: nothing is left.
            return say("out")
        return f"Σ{self.only_total}" if self.only_total else " ".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class FoolRound(Round):
    """The hands left in seat order, and the seats that took a Fool! disc in the last trick."""

    hands: tuple[Hand, ...]
    fools: tuple[int, ...] = ()

    def points(self) -> tuple[int, ...]:
        """Points of every seat: minus the hand left, or 10 for going out, or 0 if befooled doing so."""
        return tuple(
            -hand.cost if not hand.out else OUT_BUT_BEFOOLED if seat in self.fools else OUT
            for seat, hand in enumerate(self.hands)
        )


def explain(players: tuple[str, ...], played: FoolRound, seat: int) -> Iterator[Message]:
    """Why a seat has its points of a round, in sentences."""
    hand, fool = played.hands[seat], seat in played.fools
    score: dict[str, Value] = {"name": players[seat], "points": Signed(played.points()[seat])}
    if hand.only_total:
        yield say_n(
            "%(name)s had %(n)s point left: %(points)s.",
            "%(name)s had %(n)s points left: %(points)s.",
            hand.only_total,
            **score,
        )
        yield say("Only the total was entered.")
    elif hand.faces:
        yield say("%(name)s had %(cards)s left: %(points)s.", cards=" ".join(map(str, hand.faces)), **score)
    elif fool:
        yield say("%(name)s went out, but took a Fool! disc: %(points)s.", **score)
    else:
        yield say("%(name)s went out: %(points)s.", **score)
    if deck.ONE in hand.faces:
        yield say("A 1 counts 5.")
    if fool and not hand.out:
        yield say("%(name)s also took a Fool! disc.", name=players[seat])


def impossible(players: tuple[str, ...], played: FoolRound, in_play: Deck) -> Iterator[Problem]:
    """What can't be about a round with these cards in play."""
    for seat, hand in enumerate(played.hands):
        yield from validate_hand(players, seat, hand, in_play)
    entered = Counter(face for hand in played.hands for face in hand.faces)
    for face, times in sorted(entered.items()):
        holders = [seat for seat, hand in enumerate(played.hands) if face in hand.faces]
        if len(holders) > 1:
            yield from _too_many(players, face, times, holders, in_play)
    out = sum(hand.out for hand in played.hands)
    if not out:
        yield Problem(say("Nobody went out. A round ends when somebody has played their last card."))
    if out == len(players):
        yield Problem(say("Everybody went out. Enter the cards that were left."))
    if any(seat not in range(len(players)) for seat in played.fools):
        yield Problem(say("Only somebody at the table can take a Fool! disc."))
    allowed = deck.discs(len(players))
    if len(played.fools) > allowed:
        fewer = say_n(
            "Only %(n)s player can take a Fool! disc: there is one in play.",
            "Only %(n)s players can take a Fool! disc: there are %(n)s in play.",
            allowed,
        )
        yield Problem(fewer)


def validate_hand(players: tuple[str, ...], seat: int, hand: Hand, in_play: Deck = WHOLE) -> Iterator[Problem]:
    """What is impossible about one hand, whatever the others hold."""
    dealt, held, total = deck.cards_dealt(len(players)), len(hand.faces), hand.only_total
    for face in sorted({face for face in hand.faces if not in_play.copies(face)}):
        if WHOLE.copies(face):
            yield Problem(say("By what you noted of your Overview card, no %(face)s is in play.", face=face), seat)
        else:
            yield Problem(say("There is no %(face)s in the deck: faces go from 1 to 27.", face=face), seat)
    for face, times in sorted(Counter(hand.faces).items()):
        yield from _too_many(players, face, times, [seat], in_play)
    if held > dealt:
        too_many = say_n(
            "%(name)s can't hold %(n)s card: everybody was dealt %(dealt)s.",
            "%(name)s can't hold %(n)s cards: everybody was dealt %(dealt)s.",
            held,
            name=players[seat],
            dealt=dealt,
        )
        yield Problem(too_many, seat)
    most = deck.most_points(dealt, in_play)
    if total == 1:
        yield Problem(say("No hand costs 1 point: a 1 counts 5."), seat)
    elif not 0 <= total <= most:
        # TRANSLATORS: %(dealt)s is 11 or 12.
        no_hand = say_n(
            "No hand costs %(total)s point: the dearest %(dealt)s cards cost %(most)s.",
            "No hand costs %(total)s points: the dearest %(dealt)s cards cost %(most)s.",
            abs(total),
            total=total,
            dealt=dealt,
            most=most,
        )
        yield Problem(no_hand, seat)


def _too_many(players: tuple[str, ...], face: int, times: int, holders: list[int], in_play: Deck) -> Iterator[Problem]:
    if 0 < in_play.copies(face) < times:
        too_many = say_n(
            "There is only %(n)s card with the face %(face)s in the deck; %(times)s are entered, for %(names)s.",
            "There are only %(n)s cards with the face %(face)s in the deck; %(times)s are entered, for %(names)s.",
            in_play.copies(face),
            face=face,
            times=times,
            names=tuple(players[seat] for seat in holders),
        )
        yield Problem(too_many, holders[-1])


def improbable(players: tuple[str, ...], played: FoolRound) -> Iterator[Problem]:
    """What is unlikely about a round."""
    for seat, hand in enumerate(played.hands):
        yield from doubt_hand(players, seat, hand)
    sitting = deck.discs(len(players))
    out = tuple(players[seat] for seat, hand in enumerate(played.hands) if hand.out)
    if len(out) > len(players) - sitting:
        told: dict[str, Value] = {"names": out, "sitting": sitting}
        yield Problem(
            # TRANSLATORS: %(sitting)s is 2.
            say("%(names)s all went out, but %(sitting)s players sat out the last trick. Is that right?", **told)
        )


def doubt_hand(players: tuple[str, ...], seat: int, hand: Hand) -> Iterator[Problem]:
    """What is unlikely about one hand: nobody sits out twice running, so a player plays at least every other trick."""
    likely = LIKELY - 1 if len(players) == 8 else LIKELY
    if len(hand.faces) > likely:
        many = say_n(
            "%(name)s has %(n)s card left. Nobody sits out twice running, so more than "
            "%(likely)s is unlikely. Is that right?",
            "%(name)s has %(n)s cards left. Nobody sits out twice running, so more than "
            "%(likely)s is unlikely. Is that right?",
            len(hand.faces),
            name=players[seat],
            likely=likely,
        )
        yield Problem(many, seat)
    elif hand.only_total > deck.most_points(likely):
        # TRANSLATORS: %(likely)s is 5 or 6.
        dear = say_n(
            "%(name)s has %(n)s point left. Nobody sits out twice running, so more than "
            "%(likely)s cards are unlikely. Is that right?",
            "%(name)s has %(n)s points left. Nobody sits out twice running, so more than "
            "%(likely)s cards are unlikely. Is that right?",
            hand.only_total,
            name=players[seat],
            likely=likely,
        )
        yield Problem(dear, seat)


def read(raw: Mapping[str, object], names: Sequence[str], place: str) -> FoolRound:
    """A round as ``{"hands": {name: [faces] or total}, "fools": [name]}``; everybody has a hand. Raises Unreadable."""
    hands = by_seat(raw.get("hands"), names, f"{place}.hands", NO_HANDS, NO_HAND)
    fools = raw.get("fools", [])
    if not isinstance(fools, list):
        raise Unreadable(f"{place}.fools", say("Here a list of players is expected."))
    seats = [seat_of(name, names, f"{place}.fools[{index}]", STRANGER) for index, name in enumerate(fools)]
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise Unreadable(f"{place}.fools[{index}]", say("This player is listed twice."))
    return FoolRound(
        tuple(_hand(hand, f"{place}.hands.{name}") for hand, name in zip(hands, names, strict=True)),
        tuple(sorted(seats)),
    )


def write(played: FoolRound, names: Sequence[str]) -> dict[str, object]:
    """The form that ``read`` reads."""
    return {
        "hands": {name: hand.only_total or list(hand.faces) for name, hand in zip(names, played.hands, strict=True)},
        "fools": [names[seat] for seat in played.fools],
    }


def _hand(raw: object, place: str) -> Hand:
    total = whole(raw)
    if total is not None:
        return Hand(only_total=total)
    if not isinstance(raw, list):
        raise Unreadable(place, say("A hand is a list of faces or a whole number, its total."))
    for index, face in enumerate(raw):
        if whole(face) is None:
            raise Unreadable(f"{place}[{index}]", say("A face is a whole number."))
    return Hand(tuple(raw))
