"""The ends that many games have: at a total, and after so many rounds."""

from companion.games.message import Message, say, say_n
from companion.games.sitting import End, Standing


def at_total(names: tuple[str, ...], standing: Standing, limit: int, label: Message, *, level: bool = True) -> End:
    """Return the end that is reached when the total of a side is at ``limit`` or past it, away from 0.

    ``names`` are those of the sides. Unless ``level`` may be, it is not reached while the best are equal.
    """
    totals = standing.of_present(standing.totals)
    nearest = max(totals) if limit > 0 else min(totals)
    there = tuple(names[side] for side in standing.present if standing.totals[side] / limit >= 1)
    return End(
        "score",
        say("%(names)s reached %(limit)s.", names=there, limit=limit),
        label,
        nearest,
        limit,
        sides=standing.totals,
        of_totals=True,
        reached=None if level else nearest / limit >= 1 and totals.count(nearest) == 1,
    )


def after_rounds(standing: Standing, rounds: int, *, final: bool = False) -> End:
    """Return the end that is reached after so many rounds; it is ``final`` where no more can be played."""
    played = say_n("%(n)s round was played.", "%(n)s rounds were played.", standing.rounds)
    return End("rounds", played, say("Rounds"), standing.rounds, rounds, names_rounds=True, final=final)
