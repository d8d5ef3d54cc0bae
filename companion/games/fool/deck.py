"""The cards of Fool!, what a hand of them costs at the end of a round, and whether that can be.

82 cards in four colours and six 1s, 88 in all. Source: rulebook, "Contents", "Game preparation", "End of the round" and
"Scoring"; the colours' ranges are in the design notes. Which cards stay in the box with 4–7 players is printed on the
game's Overview cards and not known here.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.games.fields import HandLeft
from companion.games.message import Message, Problem, Signed, Value, say, say_n
from companion.games.sitting import Round

PLAYER_COUNTS = range(4, 9)
ONE = 1
ONES = 6
POINTS_FOR_A_ONE = 5
HIGHEST_FACE = {"green": 27, "red": 23, "yellow": 21, "blue": 15}
FACES = range(1, max(HIGHEST_FACE.values()) + 1)
OUT = 10
OUT_BUT_BEFOOLED = 0
MAX_LIKELY_CARDS_LEFT = 6  # or one fewer with eight players


def colours_of(face: int) -> tuple[str, ...]:
    """Return the colours that have this face; none for a 1, which is wild."""
    return tuple(colour for colour, highest in HIGHEST_FACE.items() if 2 <= face <= highest)


def count_copies(face: int) -> int:
    """Return how many cards with this face there are; 0 if there is no such face."""
    return ONES if face == ONE else len(colours_of(face))


def count_cards_dealt(players: int) -> int:
    """Return how many cards each player is dealt."""
    return 11 if players == 8 else 12


def count_discs(players: int) -> int:
    """Return how many Fool! discs are in play."""
    return 2 if players >= 7 else 1


def card_cost(face: int) -> int:
    """Return what a card left in hand costs, as a positive number of points."""
    return POINTS_FOR_A_ONE if face == ONE else face


@cache
def max_points(cards: int) -> int:
    """Return the highest cost of so many cards, in points."""
    costs = sorted((card_cost(face) for face in FACES for _ in range(count_copies(face))), reverse=True)
    return sum(costs[:cards])


def hand_cost(hand: HandLeft) -> int:
    """Return the points that a hand costs, as a positive number."""
    return hand.only_total or sum(map(card_cost, hand.faces))


def score_hands(played: Round) -> dict[int, int]:
    """Return the points by seat: minus the hand left, or 10 for going out, or 0 if befooled doing so."""
    fools = played["fools"]
    return {
        seat: -hand_cost(hand) if not hand.out else OUT_BUT_BEFOOLED if seat in fools else OUT
        for seat, hand in played["hands"].items()
    }


def explain_seat(players: tuple[str, ...], played: Round, seat: int) -> Iterator[Message]:
    """Yield why a seat has its points of a round, in sentences."""
    hand, fool = played["hands"][seat], seat in played["fools"]
    score: dict[str, Value] = {"name": players[seat], "points": Signed(score_hands(played)[seat])}
    if hand.only_total:
        yield say_n(
            "%(name)s had %(n)s point left: %(points)s.",
            "%(name)s had %(n)s points left: %(points)s.",
            hand.only_total,
            **score,
        )
    elif hand.faces:
        yield say("%(name)s had %(cards)s left: %(points)s.", cards=tuple(map(str, hand.faces)), **score)
    elif fool:
        yield say("%(name)s went out, but took a Fool! disc: %(points)s.", **score)
    else:
        yield say("%(name)s went out: %(points)s.", **score)
    if ONE in hand.faces:
        yield say("A 1 counts 5.")
    if fool and not hand.out:
        yield say("%(name)s also took a Fool! disc.", name=players[seat])


def find_errors(players: tuple[str, ...], played: Round) -> Iterator[Problem]:
    """Yield what can't be about a round."""
    hands, fools = played["hands"], played["fools"]
    for seat, hand in hands.items():
        yield from validate_hand(players, seat, hand, len(hands))
    entered = Counter(face for hand in hands.values() for face in hand.faces)
    for face, times in sorted(entered.items()):
        holders = [seat for seat, hand in hands.items() if face in hand.faces]
        if len(holders) > 1:
            yield from _too_many(players, face, times, holders)
    out = sum(hand.out for hand in hands.values())
    if not out:
        yield Problem(say("Nobody went out. A round ends when somebody does."))
    if out == len(hands):
        yield Problem(say("Everybody went out? Enter the cards left."))
    if len(fools) > count_discs(len(hands)):
        yield Problem(too_few_discs(len(hands)))


def too_few_discs(players: int) -> Message:
    """Return how many players can take a Fool! disc or sit out."""
    return say_n("Only %(n)s Fool! disc is in play.", "Only %(n)s Fool! discs are in play.", count_discs(players))


def validate_hand(players: tuple[str, ...], seat: int, hand: HandLeft, seated: int) -> Iterator[Problem]:
    """Yield what is impossible about one hand, apart from the others', with ``seated`` players."""
    dealt, held, total = count_cards_dealt(seated), len(hand.faces), hand.only_total
    for face in sorted({face for face in hand.faces if not count_copies(face)}):
        yield Problem(say("There’s no %(face)s in the deck: cards go from 1 to 27.", face=face), seat)
    for face, times in sorted(Counter(hand.faces).items()):
        yield from _too_many(players, face, times, [seat])
    if held > dealt:
        too_many = say_n(
            "%(name)s can’t have %(n)s card: everybody was dealt %(dealt)s.",
            "%(name)s can’t have %(n)s cards: everybody was dealt %(dealt)s.",
            held,
            name=players[seat],
            dealt=dealt,
        )
        yield Problem(too_many, seat)
    most = max_points(dealt)
    if total == 1:
        yield Problem(say("A total of 1 is impossible: a 1 counts 5."), seat)
    elif not 0 <= total <= most:
        # TRANSLATORS: %(dealt)s is 11 or 12.
        no_hand = say_n(
            "A total of %(total)s is impossible: %(dealt)s cards can’t cost more than %(most)s.",
            "A total of %(total)s is impossible: %(dealt)s cards can’t cost more than %(most)s.",
            abs(total),
            total=total,
            dealt=dealt,
            most=most,
        )
        yield Problem(no_hand, seat)


def _too_many(players: tuple[str, ...], face: int, times: int, holders: list[int]) -> Iterator[Problem]:
    if 0 < count_copies(face) < times:
        too_many = say_n(
            "The deck has only %(n)s card numbered %(face)s. You entered %(times)s, for %(names)s.",
            "The deck has only %(n)s cards numbered %(face)s. You entered %(times)s, for %(names)s.",
            count_copies(face),
            face=face,
            times=times,
            names=tuple(players[seat] for seat in holders),
        )
        yield Problem(too_many, holders[-1])


def find_doubts(players: tuple[str, ...], played: Round) -> Iterator[Problem]:
    """Yield what is unlikely about a round."""
    hands = played["hands"]
    for seat, hand in hands.items():
        yield from doubt_hand(players, seat, hand, len(hands))
    sitting = count_discs(len(hands))
    out = tuple(players[seat] for seat, hand in hands.items() if hand.out)
    if len(out) > len(hands) - sitting:
        # TRANSLATORS: %(sitting)s is 2.
        all_out = say(
            "%(names)s all went out, but %(sitting)s players sat out the last trick. Is that right?",
            names=out,
            sitting=sitting,
        )
        yield Problem(all_out)


def doubt_hand(players: tuple[str, ...], seat: int, hand: HandLeft, seated: int) -> Iterator[Problem]:
    """Yield what is unlikely about one hand: nobody sits out twice running, so a player plays every other trick."""
    likely = MAX_LIKELY_CARDS_LEFT - 1 if seated == 8 else MAX_LIKELY_CARDS_LEFT
    if len(hand.faces) > likely:
        many = say_n(
            "%(name)s has %(n)s card left. Is that right?",
            "%(name)s has %(n)s cards left. Is that right?",
            len(hand.faces),
            name=players[seat],
        )
        yield Problem(many, seat)
    elif hand.only_total > max_points(likely):
        much = say_n(
            "%(name)s has %(n)s point left. Is that right?",
            "%(name)s has %(n)s points left. Is that right?",
            hand.only_total,
            name=players[seat],
        )
        yield Problem(much, seat)
