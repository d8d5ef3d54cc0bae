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

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from companion.games.durak.cards import PlayingCard, beats
from companion.games.message import Message, say, say_n

MAX_CARDS = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """An attacking card, and the card that was laid to beat it, if any."""

    attack: PlayingCard
    defence: PlayingCard | None = None


@dataclass(frozen=True, slots=True)
class Defence:
    """What the rules say of one pair. One that is not beaten is either open still, or the defence is not allowed."""

    pair: Pair
    beaten: bool
    reason: Message

    @property
    def allowed(self) -> bool:
        """Return whether what was laid may lie there; nothing always may."""
        return self.beaten or self.pair.defence is None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of an attack: errors, each defence, whether all is beaten (``complete``), a summary.

    ``room`` is how many attacking cards can be added, ``why_room`` why not more.
    """

    errors: tuple[Message, ...]
    defences: tuple[Defence, ...]
    complete: bool
    summary: Message
    room: int
    why_room: Message

    @property
    def allowed(self) -> bool:
        """Return whether every card that was laid to beat another may lie there."""
        return all(defence.allowed for defence in self.defences)


def judge_attack(pairs: Sequence[Pair], trump: str, began: int) -> Judgement:
    """Return the ruling on an attack against a defender who had ``began`` cards when it began."""
    errors = tuple(_impossible(pairs, began))
    defences = tuple(_judge_pair(pair, trump) for pair in pairs)
    complete = bool(defences) and not errors and all(defence.beaten for defence in defences)
    room, why_room = find_room(len(pairs), began)
    summary = errors[0] if errors else _summarize(defences, room)
    return Judgement(errors, defences, complete, summary, room, why_room)


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


def _impossible(pairs: Sequence[Pair], began: int) -> Iterator[Message]:
    lying = Counter(card for pair in pairs for card in (pair.attack, pair.defence) if card)
    for card, times in lying.items():
        if times > 1:
            yield say("%(card)s is on the table twice. The deck has only one.", card=card.face)
    if len(pairs) > min(MAX_CARDS, began):
        yield find_room(len(pairs), began)[1]


def _judge_pair(pair: Pair, trump: str) -> Defence:
    if pair.defence is None:
        return Defence(pair, False, say("Still to beat: %(cards)s.", cards=pair.attack.face))
    return Defence(pair, *beats(pair.defence, pair.attack, trump))


def _summarize(defences: Sequence[Defence], room: int) -> Message:
    if not defences:
        return say("No cards on the table yet.")
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
        return say("Still to beat: %(cards)s.", cards=still)
    if room:
        return say("All cards are beaten. Unless somebody adds one, the attack is repelled.")
    return say("All cards are beaten and none can be added: the attack is repelled.")


@dataclass(frozen=True, slots=True)
class Ended:
    """An attack that ended: who attacked, who defended and took the cards or did not, and who is out of cards."""

    attacker: int
    defender: int
    took: bool
    out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NextSeat:
    """The seat that has a part in the next attack, and the reason as a sentence."""

    seat: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Turn:
    """Who attacks and who defends next."""

    attacker: NextSeat
    defender: NextSeat


@dataclass(frozen=True, slots=True)
class Over:
    """The deal is over: the seat of the fool, or None for a draw."""

    fool: int | None
    reason: Message


def check_end(players: Sequence[str], ended: Ended) -> Iterator[Message]:
    """Yield what is impossible about the end of an attack."""
    if ended.attacker == ended.defender:
        yield say("%(name)s can’t attack and defend at once.", name=players[ended.attacker])
    if ended.took and ended.defender in ended.out:
        yield say("%(name)s took the cards, so still has some.", name=players[ended.defender])


def next_turn(players: Sequence[str], ended: Ended) -> Turn | Over:
    """Return what comes after an attack that ``check_end`` finds possible."""
    left = [seat for seat in range(len(players)) if seat not in ended.out]
    if not left:
        return Over(None, say("Nobody has cards left. Your house rule can make the last defender the fool."))
    if len(left) == 1:
        return Over(left[0], say("Only %(name)s still has cards.", name=players[left[0]]))
    seat = next_with_cards(ended.defender, len(players), ended.out)
    names = {"defender": players[ended.defender], "name": players[seat]}
    if ended.took:
        why = say("%(defender)s took the cards, so normally misses a turn. %(name)s is next clockwise.", **names)
    elif ended.defender not in ended.out:
        seat, why = ended.defender, say("%(name)s repelled the attack.", name=players[ended.defender])
    else:
        why = say("%(defender)s repelled the attack but is out. %(name)s is next clockwise.", **names)
    defender = next_with_cards(seat, len(players), ended.out)
    why_defender = say("Sits to the left of %(name)s.", name=players[seat])
    if defender != (seat + 1) % len(players):
        why_defender = say("The next player with cards to the left of %(name)s.", name=players[seat])
    return Turn(NextSeat(seat, why), NextSeat(defender, why_defender))


def next_with_cards(seat: int, players: int, out: Collection[int], step: int = 1) -> int:
    """Return the next seat clockwise (with ``step`` −1 the other way) with cards; itself if none is."""
    around = ((seat + step * steps) % players for steps in range(1, players))
    return next((other for other in around if other not in out), seat)
