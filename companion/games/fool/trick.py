"""A trick of Fool!: who wins it, who is befooled, whether a card of it was allowed, and why.

The highest card of the lead colour wins. The lead colour is that of the first card that is no 1; a 1 always
follows it and is its lowest card. The worst card is befooled: of the cards that were shed (neither 1 nor lead
colour) the lowest, of equal ones the later; if nobody shed, the lowest of the lead colour, of several 1s the
later. With two discs, the second is found by the same rule without the first card; the lead colour stays. In a
trick of only 1s the first wins and the last is befooled.

The lead colour must be followed by whoever has a card of it. A 1 always may be played and never must be. As long as
there is no lead colour, every card may be played.

Source: rulebook, "Playing the game" and "Beware of the 1s". Positions count from 0 in the order of play.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.fool import deck
from companion.games.fool.card import WILD, Card, refuse_copies
from companion.games.message import Message, Refused, say, say_n
from companion.games.players import check_count

ALONE = say("Nobody else played.")


@dataclass(frozen=True, slots=True)
class Following:
    """A judgement of one card: allowed or not, None while that depends on the hand, and why."""

    card: Card
    allowed: bool | None
    reason: Message


@dataclass(frozen=True, slots=True)
class Named:
    """A position in the trick that the rules name, and the reason as a sentence."""

    position: int
    reason: Message


@dataclass(frozen=True, slots=True)
class TrickRuling:
    """What the rules say of a trick; of the befooled, who sit out the next, the worst is first."""

    lead: str | None  # None after only 1s
    lead_reason: Message
    winner: Named
    fools: tuple[Named, ...]


def judge_trick(trick: Sequence[Card], players: int, sitting_out: int = 0) -> TrickRuling:
    """Judge a trick in the order of play. Raises Refused for what can't be."""
    if players not in deck.PLAYER_COUNTS:
        raise Refused(check_count(players, deck.PLAYER_COUNTS)[0].message)
    if not trick:
        raise Refused(say("No cards have been played."))
    refuse_copies(trick)
    playing = players - sitting_out
    if len(trick) > playing:
        too_many = say_n(
            "That’s %(n)s card for %(players)s players.",
            "That’s %(n)s cards for %(players)s players.",
            len(trick),
            players=playing,
        )
        raise Refused(too_many)
    lead = lead_colour(trick)
    return TrickRuling(
        lead, _why_lead(trick), _winner(trick, lead), tuple(_fools(trick, lead, deck.count_discs(players)))
    )


def lead_colour(trick: Sequence[Card]) -> str | None:
    """Return the colour of the first card that is no 1."""
    return next((card.colour for card in trick if card.colour), None)


def turns(players: int, led: int, sitting_out: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the seats that play a trick, clockwise from who led, past who sits out. Raises Refused."""
    if led in sitting_out:
        raise Refused(say("A player who sits out can’t lead."))
    around = ((led + step) % players for step in range(players))
    return tuple(seat for seat in around if seat not in sitting_out)


def judge_card(trick: Sequence[Card], position: int, rest: Sequence[Card] | None, players: int) -> Following:
    """Judge a card of a trick by the rest of the hand it came from, None if not known. Raises Refused."""
    card, before = trick[position], trick[:position]
    unplayed = rest or ()
    refuse_copies((*trick, *unplayed))
    dealt = deck.count_cards_dealt(players)
    if len(unplayed) >= dealt:
        more = say_n(
            "%(n)s more card is impossible: everybody gets %(dealt)s.",
            "%(n)s more cards are impossible: everybody gets %(dealt)s.",
            len(unplayed),
            dealt=dealt,
        )
        raise Refused(more)
    lead = lead_colour(before)
    held = tuple(other.spoken for other in unplayed if other.colour == lead)
    if card == WILD:
        return Following(card, True, say("You can always play a 1."))
    if not before:
        return Following(card, True, say("You can lead any card."))
    if lead is None:
        return Following(card, True, say("Only 1s were played: there’s no lead colour."))
    if card.colour == lead:
        return Following(card, True, say("The %(card)s follows the lead colour.", card=card.spoken))
    if rest is None:
        return Following(card, None, say("Only if the hand had no card of the lead colour."))
    if held:
        return Following(card, False, say("The hand had the lead colour: %(cards)s.", cards=held))
    if WILD in rest:
        return Following(card, True, say("The hand had no card of the lead colour. A 1 is never forced."))
    return Following(card, True, say("The hand had no card of the lead colour."))


def _winner(trick: Sequence[Card], lead: str | None) -> Named:
    if lead is None or len(trick) == 1:
        return Named(0, ALONE if len(trick) == 1 else say("Only 1s were played: the first wins."))
    position = max(range(len(trick)), key=lambda at: trick[at].face if trick[at].colour == lead else 0)
    card = trick[position]
    return Named(position, say("The %(card)s is the highest card of the lead colour.", card=card.spoken))


def _fools(trick: Sequence[Card], lead: str | None, discs: int) -> list[Named]:
    """Return the befooled, worst first; the winner only if nobody else played."""
    left = list(range(len(trick)))
    fools: list[Named] = []
    for _ in range(max(1, min(discs, len(trick) - 1))):
        worst = min(left, key=lambda at: (trick[at].colour in (None, lead), trick[at].face, -at))
        reason = ALONE if len(trick) == 1 else _why_worst([trick[at] for at in left], lead, trick[worst])
        if fools:
            first = trick[fools[0].position]
            reason = say("Judged again without the %(card)s. %(why)s", card=first.spoken, why=reason)
        fools.append(Named(worst, reason))
        left.remove(worst)
    return fools


def _why_lead(trick: Sequence[Card]) -> Message:
    first = next((card for card in trick if card.colour), None)
    if first is None:
        return say("Only 1s were played: there’s no lead colour.")
    after = say("The %(card)s was the first card after the 1s.", card=first.spoken)
    return say("The %(card)s was led.", card=first.spoken) if first == trick[0] else after


def _why_worst(cards: Sequence[Card], lead: str | None, worst: Card) -> Message:
    if lead is None:
        return say("Only 1s were played: the last is worst.")
    shed = [card for card in cards if card.colour not in (None, lead)]
    if not shed and worst == WILD and cards.count(WILD) > 1:
        return say("All cards follow. 1s are lowest, and the last 1 is worst.")
    if not shed and worst == WILD:
        return say("All cards follow, and a 1 is lowest.")
    if not shed:
        return say("All cards follow, and the %(card)s is lowest.", card=worst.spoken)
    equal = tuple(card.spoken for card in shed if card.face == worst.face)
    if len(equal) == 1:
        return say("The %(card)s is the lowest card shed.", card=worst.spoken)
    return say("Lowest cards shed: %(cards)s. The last of them is worst.", cards=equal)
