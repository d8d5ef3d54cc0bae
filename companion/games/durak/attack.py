"""An attack in Durak: what is beaten, how many cards can be added, and who is next.

The defender has to beat the card played in front of him and all others used in the attack. An attack has six
cards at most, and not more than the defender had cards when it began, since each needs one to beat it. Whether
added cards must match ranks that already lie there, the rules do not say; so neither do we.

An attack that was repelled is answered: its defender attacks, and the player on the left, the next seat, defends. Who
takes the cards misses an attack; the rules do not say so, but most tables play it that way. Whoever has no cards left
is passed over. The last one with cards is the fool; if there is none, the deal is a draw. Partners in a team count like
anyone else.

Source: summary of the rules, "The attack is initiated" to "The person who has the cards".
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.durak.cards import PlayingCard, beats
from companion.games.message import Message, Refused, say, say_n
from companion.games.sitting import Because

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


@dataclass(frozen=True, slots=True)
class Turn:
    """Who attacks and who defends next."""

    attacker: Because
    defender: Because


def next_turn(players: Sequence[str], defender: int, took: bool, out: Collection[int]) -> Turn | Because:
    """Return what comes after an attack: who is next, or the fool; no seat is a draw. Raises Refused.

    ``defender`` took the cards or repelled the attack, and ``out`` are out of cards.
    """
    if took and defender in out:
        raise Refused(say("%(name)s took the cards, so still has some.", name=players[defender]))
    left = [seat for seat in range(len(players)) if seat not in out]
    if not left:
        return Because(None, say("Nobody has cards left. Your house rule can make the last defender the fool."))
    if len(left) == 1:
        return Because(left[0], say("Only %(name)s still has cards.", name=players[left[0]]))
    seat = next_with_cards(defender, len(players), out)
    names = {"defender": players[defender], "name": players[seat]}
    if took:
        why = say("%(defender)s took the cards, so normally misses a turn. %(name)s is next clockwise.", **names)
    elif defender not in out:
        seat, why = defender, say("%(name)s repelled the attack.", name=players[defender])
    else:
        why = say("%(defender)s repelled the attack but is out. %(name)s is next clockwise.", **names)
    then = next_with_cards(seat, len(players), out)
    why_then = say("Sits to the left of %(name)s.", name=players[seat])
    if then != (seat + 1) % len(players):
        why_then = say("The next player with cards to the left of %(name)s.", name=players[seat])
    return Turn(Because(seat, why), Because(then, why_then))


def next_with_cards(seat: int, players: int, out: Collection[int], step: int = 1) -> int:
    """Return the next seat clockwise (with ``step`` −1 the other way) with cards; itself if none is."""
    around = ((seat + step * steps) % players for steps in range(1, players))
    return next((other for other in around if other not in out), seat)
