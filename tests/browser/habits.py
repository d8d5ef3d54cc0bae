"""Hands that type a round of Fool! from habit, without looking: what they mean, and what they tap.

Habits: "Next player" after every hand, also where the pad has gone on by itself; digits without "Next player"; keys
that a thumb hits twice; a disc after the cards, where the pad may have gone on; a wrong key that is taken back; "Next
player" at the end; "Save" twice, and the last tap once more on whatever stands there by then; the button that says of
the last one missing "is out: save". A total of a hundred and more is typed with the key +100 by those who never tap
"Next player" on the totals, since they know that two digits go on by themselves; others type its three digits. (Three
digits without it can fit the players in another way, as 102 39 7 do in 10 23 97: no pad can tell.)
"""

from dataclasses import dataclass
from random import Random

from companion.games.fool import deck

CARDS, TOTALS = "cards", "totals"
ALWAYS, NEEDED, NEVER = "always", "needed", "never"
PACES = (250, 450, 700)  # milliseconds between two taps of a hand that means both


@dataclass(frozen=True)
class Evening:
    """What a round was, and the habits of who types it."""

    players: int
    hands: tuple[tuple[int, ...], ...]
    fools: tuple[int, ...]
    mode: str
    next: str
    bounce: float
    wrong: float
    next_at_end: bool
    saves: int
    offered: bool
    pace: int
    disc_last: bool

    @property
    def typed(self):
        """The seats whose hands are typed: who went out alone, and sits last, may be left to the button."""
        last = self.players - 1
        lone = self.hands.count(()) == 1 and not self.hands[last] and last not in self.fools
        return range(last if self.offered and lone else self.players)

    @property
    def points(self):
        """What should be saved, by seat."""
        return tuple(
            -sum(map(deck.points_in_hand, hand)) if hand else 0 if seat in self.fools else 10
            for seat, hand in enumerate(self.hands)
        )

    @property
    def careful(self):
        """Whether every tap was meant, and paced as the pad asks for."""
        singles = [seat for seat, points in enumerate(self.points) if -10 < points < 0]
        paced = self.next == ALWAYS or not singles or (self.next == NEEDED and singles[-1] < self.players - 1)
        plain = all(points > -100 for points in self.points)
        disc_first = not (self.fools and self.disc_last)
        return not self.bounce and not self.wrong and disc_first and (self.mode == CARDS or (paced and plain))


def an_evening(random):
    """A round of 4 to 8 players, and somebody's habits."""
    players = random.randint(4, 8)
    out = set(random.sample(range(players), random.choice((1, 1, 1, 2))))
    cards = [face for face in deck.FACES for _ in range(deck.WHOLE.copies(face))]
    random.shuffle(cards)
    held = [
        () if seat in out else tuple(cards.pop() for _ in range(random.choice((1, 1, 2, 2, 3, 6))))
        for seat in range(players)
    ]
    mode = random.choice((CARDS, TOTALS))
    return Evening(
        players,
        tuple(held),
        tuple(sorted(random.sample(range(players), random.choice((0, 0, 1))))),
        mode,
        random.choice((ALWAYS, NEEDED, NEVER) if mode == TOTALS else (ALWAYS, NEEDED)),
        random.choice((0, 0, 0.04, 0.15)),
        random.choice((0, 0, 0.1)),
        random.random() < 0.3,
        random.choice((1, 2, 3)),
        random.random() < 0.5,
        random.choice(PACES),
        random.random() < 0.3,
    )


def taps(evening, random):
    """What the hand taps, as ``[milliseconds since the tap before, what, which]``."""
    said = [["mode", evening.mode]]
    for seat in evening.typed:
        said += hand(evening, seat, random)
        last = seat == evening.players - 1
        if wants_next(evening, seat) and (not last or evening.next_at_end):
            said.append(["next", ""])
    tapped = []
    for what, which in said:
        tapped.append([evening.pace, what, which])
        if what != "mode" and random.random() < evening.bounce:
            # A card, a digit and ⌫ may be meant twice, but not as fast as a thumb bounces; other keys are not.
            most = 110 if what in ("face", "digit", "back") else 0.75 * evening.pace
            tapped.append([random.uniform(30, most), what, which])
    saves = "save" if len(evening.typed) == evening.players else "offered"
    return tapped + [[evening.pace, saves, ""]] + [[70, "save", ""]] * (evening.saves - 1)


def hand(evening, seat, random=None):
    """What says one player's hand: the cards, and a disc before or after them."""
    disc = [["disc", ""]] if seat in evening.fools else []
    cards = left(evening, seat, random)
    return cards + disc if evening.disc_last else disc + cards


def left(evening, seat, random):
    """What says what a player has left."""
    held, said = evening.hands[seat], []
    if not held:
        return [["out", ""]]
    if evening.mode == CARDS:
        for face in held:
            if random and random.random() < evening.wrong:
                said += [["face", str(random.choice(deck.FACES))], ["back", ""]]
            said.append(["face", str(face)])
        return said
    total = -evening.points[seat]
    if total >= 100 and evening.next == NEVER:
        said += [["hundred", ""]] * (total // 100)
        digits = f"{total % 100:02}"
    else:
        digits = str(total)
    for digit in digits:
        if random and random.random() < evening.wrong:
            said += [["digit", str(random.randint(0, 9))], ["back", ""]]
        said.append(["digit", digit])
    return said


def wants_next(evening, seat):
    """Whether the hand taps "Next player" after a player's hand."""
    if evening.next == NEEDED:
        if not evening.hands[seat]:
            return False
        return evening.mode == CARDS or not 10 <= -evening.points[seat] < 100
    return evening.next == ALWAYS


def evenings(seed, count):
    """So many evenings with their taps, the same for the same seed; and how each hand would be typed by itself."""
    random = Random(seed)
    for _ in range(count):
        evening = an_evening(random)
        yield evening, taps(evening, random), [hand(evening, seat) for seat in range(evening.players)]
