"""An attack in Durak: what is beaten, and how many cards can be added.

The defender has to beat the card played in front of him and all others used in the attack. An attack has six
cards at most, and not more than the defender had cards when it began, since each needs one to beat it. Whether
added cards must match ranks that already lie there, the rules do not say; so neither do we.

Source: summary of the rules, "The attack is initiated".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.durak.cards import PlayingCard, beats
from companion.games.message import Message, say, say_n

MAX_CARDS = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """An attacking card, the card that was laid to beat it, if any, and whether it does, and why."""

    attack: PlayingCard
    defence: PlayingCard | None
    beaten: bool
    reason: Message

    @property
    def allowed(self) -> bool:
        """Return whether what was laid may lie there; nothing always may."""
        return self.beaten or self.defence is None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of an attack: each pair, whether all is beaten (``complete``) and ``allowed``, a summary.

    ``room`` is how many attacking cards can be added, ``why_room`` why not more; None if there are too many.
    """

    pairs: tuple[Pair, ...]
    complete: bool
    allowed: bool
    summary: Message
    room: int
    why_room: Message | None


def judge_attack(laid: Sequence[tuple[PlayingCard, PlayingCard | None]], trump: str, began: int) -> Judgement:
    """Return the ruling on attacking cards and what was laid on each, for a defender who ``began`` with so many."""
    pairs = tuple(_judge_pair(attack, defence, trump) for attack, defence in laid)
    room, why_room = find_room(len(pairs), began)
    if len(pairs) > min(MAX_CARDS, began):
        return Judgement(pairs, False, False, why_room, room, None)
    complete, allowed = all(pair.beaten for pair in pairs), all(pair.allowed for pair in pairs)
    return Judgement(pairs, bool(pairs) and complete, allowed, _summarize(pairs, room), room, why_room)


def find_room(cards: int, began: int) -> tuple[int, Message]:
    """Return how many attacking cards can be added to ``cards``, and why, if the defender began with ``began``."""
    left = max(0, min(MAX_CARDS, began) - cards)
    limit = say("an attack has at most %(most)s", most=MAX_CARDS)
    if began < MAX_CARDS:
        limit = say("the defender had %(began)s", began=began)
    if not left:
        return 0, say("No more cards: %(limit)s.", limit=limit)
    more = say_n("Up to %(n)s more card: %(limit)s.", "Up to %(n)s more cards: %(limit)s.", left, limit=limit)
    return left, more


def _judge_pair(attack: PlayingCard, defence: PlayingCard | None, trump: str) -> Pair:
    if defence is None:
        return Pair(attack, None, False, say("Still to beat: %(cards)s.", cards=attack.face))
    return Pair(attack, defence, *beats(defence, attack, trump))


def _summarize(pairs: Sequence[Pair], room: int) -> Message:
    if not pairs:
        return say("No cards on the table yet.")
    faces = [(pair.beaten, {"card": pair.defence.face, "other": pair.attack.face}) for pair in pairs if pair.defence]
    if len(pairs) == len(faces) == 1:
        beaten, both = faces[0]
        no = say("No: %(card)s doesn’t beat %(other)s.", **both)
        return say("Yes: %(card)s beats %(other)s.", **both) if beaten else no
    forbidden = tuple(say("%(card)s on %(other)s", **both) for beaten, both in faces if not beaten)
    if forbidden:
        return say("Not allowed: %(cards)s.", cards=forbidden)
    still = tuple(pair.attack.face for pair in pairs if not pair.beaten)
    if still:
        return say("Still to beat: %(cards)s.", cards=still)
    if room:
        return say("All cards are beaten. Unless somebody adds one, the attack is repelled.")
    return say("All cards are beaten and none can be added: the attack is repelled.")
