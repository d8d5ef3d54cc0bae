"""Who attacks and who defends next in Durak, once an attack has ended.

An attack that was repelled is answered: its defender attacks, and the player on the left defends. Who takes the
cards misses an attack; the rules do not say so, but most tables play it that way. Whoever has no cards left is
passed over. The last one with cards is the fool; if there is none, the deal is a draw. Partners in a team count
like anyone else.

Source: summary of the rules, "When an attack is completed" to "The person who has the cards". Seats are counted
from 0 in clockwise order, so the left is the next seat.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from companion.games.message import Message, say


@dataclass(frozen=True, slots=True)
class Ended:
    """An attack that ended: who attacked, who defended and took the cards or did not, and who is out of cards."""

    attacker: int
    defender: int
    took: bool
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """The seat that has a part in the next attack, and the reason as a sentence."""

    seat: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Turn:
    """Who attacks and who defends, with the reasons."""

    attacker: Part
    defender: Part


@dataclass(frozen=True, slots=True)
class Over:
    """The deal is over: the seat of the fool, or None for a draw."""

    fool: int | None
    reason: Message


def check(players: Sequence[str], ended: Ended) -> Iterator[Message]:
    """Yield what is impossible about the end of an attack."""
    if ended.attacker == ended.defender:
        yield say("%(name)s can’t attack and defend at once.", name=players[ended.attacker])
    if ended.took and ended.defender in ended.out:
        yield say("%(name)s took the cards, so can’t be out of cards.", name=players[ended.defender])


def next_turn(players: Sequence[str], ended: Ended) -> Turn | Over:
    """Return what comes after an attack that ``check`` finds possible."""
    left = [seat for seat in range(len(players)) if seat not in ended.out]
    if not left:
        return Over(None, say("Nobody has cards left: a draw. Some tables make the last defender the fool."))
    if len(left) == 1:
        return Over(left[0], say("Only %(name)s still has cards, and so is the fool.", name=players[left[0]]))
    attacker = _attacker(players, ended)
    return Turn(attacker, _defender(players, attacker.seat, ended.out))


def next_with_cards(seat: int, players: int, out: Collection[int], step: int = 1) -> int:
    """Return the next seat clockwise (with ``step`` −1 the other way) with cards; itself if none is."""
    around = ((seat + step * steps) % players for steps in range(1, players))
    return next((other for other in around if other not in out), seat)


def _attacker(players: Sequence[str], ended: Ended) -> Part:
    seat = next_with_cards(ended.defender, len(players), ended.out)
    names = {"defender": players[ended.defender], "name": players[seat]}
    if ended.took:
        why = say(
            "%(defender)s took the cards and so, at most tables, misses the attack. %(name)s is next clockwise.",
            **names,
        )
    elif ended.defender not in ended.out:
        seat, why = ended.defender, say("%(name)s repelled the attack.", name=players[ended.defender])
    else:
        why = say("%(defender)s repelled the attack but has no cards left. %(name)s is the next who has.", **names)
    return Part(seat, why)


def _defender(players: Sequence[str], attacker: int, out: Collection[int]) -> Part:
    seat = next_with_cards(attacker, len(players), out)
    neighbour = say("Sits on the left of %(name)s.", name=players[attacker])
    further = say("The next on the left of %(name)s who still has cards.", name=players[attacker])
    return Part(seat, neighbour if seat == (attacker + 1) % len(players) else further)
