"""An attack in Durak: what lies on the table, whether all of it is beaten, and how much may still be added.

The defender has to beat the card played in front of him and all others used in the attack. An attack has six
cards at most, and not more than the defender had cards when it began, since each needs one to beat it. Whether
added cards must match ranks that already lie there, the rules do not say; so neither do we.

Source: summary of the rules, "The attack is initiated" to "used to defend".
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.durak.cards import Card, beats
from companion.games.message import Message, say, say_n

MAX_CARDS = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """An attacking card, and the card that was laid to beat it, if any."""

    attack: Card
    defence: Card | None = None


@dataclass(frozen=True, slots=True)
class Defence:
    """What the rules say of one pair. One that is not beaten is either open still, or the defence is not allowed."""

    pair: Pair
    beaten: bool
    reason: Message

    @property
    def allowed(self) -> bool:
        """Whether what was laid may lie there; nothing always may."""
        return self.beaten or self.pair.defence is None


@dataclass(frozen=True, slots=True)
class Room:
    """How many attacking cards may still be added, and why not more."""

    cards: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of an attack: what is impossible, if all is beaten (``complete``), or what is in the way."""

    errors: tuple[Message, ...]
    defences: tuple[Defence, ...]
    complete: bool
    summary: Message
    room: Room

    @property
    def allowed(self) -> bool:
        """Whether every card that was laid to beat another may lie there."""
        return all(defence.allowed for defence in self.defences)


def judge(pairs: Sequence[Pair], trump: str, began: int) -> Judgement:
    """Return the ruling on an attack against a defender who had ``began`` cards when it began."""
    errors = tuple(_impossible(pairs, began))
    defences = tuple(_judge_pair(pair, trump) for pair in pairs)
    complete = bool(defences) and not errors and all(defence.beaten for defence in defences)
    room = find_room(len(pairs), began)
    return Judgement(errors, defences, complete, errors[0] if errors else _summarize(defences, room), room)


def find_room(cards: int, began: int) -> Room:
    """Return how many may be added to so many attacking cards against a defender who began with ``began`` cards."""
    left = max(0, min(MAX_CARDS, began) - cards)
    limit = say("an attack has %(most)s at most", most=MAX_CARDS)
    if began < MAX_CARDS:
        limit = say("the defender began with %(began)s", began=began)
    if not left:
        return Room(0, say("None may be added: %(limit)s.", limit=limit))
    more = say_n("%(n)s more may be added: %(limit)s.", "%(n)s more may be added: %(limit)s.", left, limit=limit)
    return Room(left, more)


def _impossible(pairs: Sequence[Pair], began: int) -> Iterator[Message]:
    lying = Counter(card for pair in pairs for card in (pair.attack, pair.defence) if card)
    for card, times in lying.items():
        if times > 1:
            yield say("%(card)s lies there more than once; the deck has it only once.", card=card.face)
    if len(pairs) > MAX_CARDS:
        yield say_n(
            "An attack with %(n)s card is too large: it has %(most)s at most.",
            "An attack with %(n)s cards is too large: it has %(most)s at most.",
            len(pairs),
            most=MAX_CARDS,
        )
    elif len(pairs) > began:
        yield say_n(
            "An attack with %(n)s card is too large: the defender began with %(began)s.",
            "An attack with %(n)s cards is too large: the defender began with %(began)s.",
            len(pairs),
            began=began,
        )


def _judge_pair(pair: Pair, trump: str) -> Defence:
    if pair.defence is None:
        return Defence(pair, False, say("%(card)s is not beaten yet.", card=pair.attack.face))
    beaten = beats(pair.defence, pair.attack, trump)
    return Defence(pair, beaten.holds, beaten.reason)


def _summarize(defences: Sequence[Defence], room: Room) -> Message:
    if not defences:
        return say("No card lies on the table yet.")
    pairs = [(each.beaten, each.pair.defence, each.pair.attack) for each in defences]
    faces = [(beaten, {"card": card.face, "other": other.face}) for beaten, card, other in pairs if card]
    if len(defences) == len(faces) == 1:
        beaten, pair = faces[0]
        no = say("No: %(card)s doesn’t beat %(other)s.", **pair)
        return say("Yes: %(card)s beats %(other)s.", **pair) if beaten else no
    forbidden = tuple(say("%(card)s on %(other)s", **pair) for beaten, pair in faces if not beaten)
    if forbidden:
        return say("Not allowed: %(cards)s.", cards=forbidden)
    still = tuple(defence.pair.attack.face for defence in defences if not defence.beaten)
    if still:
        return say("Still to be beaten: %(cards)s.", cards=still)
    if room.cards:
        return say("Everything is beaten. If nobody adds a card, the attack is repelled.")
    return say("Everything is beaten and nothing can be added: the attack is repelled.")
