"""How fast a trick of Fool! is judged, in process: in microseconds, and against the plain sorting of its cards.

    python benchmarks/referee.py [--tricks 20000] [--repeats 5]

For every number of players it takes random tricks with a card of everybody, and for each prints the best of the
repeats: judging with all reasons as messages, the same with the reasons told in English, and sorting the same
cards by face, which is the yardstick. The three take turns, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from operator import attrgetter

from companion.games.fool.card import CARDS, ONE, Card
from companion.games.fool.trick import Ruling, judge
from companion.text import catalogue, translate

WORDS = catalogue([])
DECK = [*CARDS, *[ONE] * 5]
Trick = Sequence[Card]


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tricks", type=int, default=20_000)
    options.add_argument("--repeats", type=int, default=5)
    chosen = options.parse_args()
    chance = random.Random(1)
    for players in range(4, 9):
        tricks = [chance.sample(DECK, players) for _ in range(chosen.tricks)]
        ways: dict[str, Callable[[Trick], object]] = {
            "sorted": lambda trick: sorted(trick, key=attrgetter("face")),
            "judged": lambda trick, players=players: judge(trick, players),
            "judged and told": lambda trick, players=players: told(judge(trick, players)),
        }
        best = dict.fromkeys(ways, float("inf"))
        for _ in range(chosen.repeats):
            for name, way in ways.items():
                best[name] = min(best[name], measured(way, tricks))
        for name, taken in best.items():
            print(f"{players} players, {name:16} {taken:7.2f} µs   ÷ {taken / best['sorted']:5.1f}")


def measured(way: Callable[[Trick], object], tricks: Sequence[Trick]) -> float:
    """Microseconds a trick, on average."""
    began = time.perf_counter()
    for trick in tricks:
        way(trick)
    return (time.perf_counter() - began) / len(tricks) * 1_000_000


def told(ruling: Ruling) -> list[str]:
    """Every reason as a sentence."""
    reasons = [ruling.lead_reason, ruling.winner.reason, *(fool.reason for fool in ruling.fools)]
    return [translate(reason, WORDS) for reason in reasons]


if __name__ == "__main__":
    main()
