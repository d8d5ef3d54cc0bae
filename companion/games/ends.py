"""The ends that many games have: at a total, and after so many rounds."""

from companion.games.message import Message, say, say_n
from companion.games.sheet import End, Standing


def at_total(names: tuple[str, ...], standing: Standing, limit: int, label: Message, *, level: bool = True) -> End:
    """Return the end that is reached when the total of a side is at ``limit`` or past it, away from 0.

    ``names`` are those of the sides. Unless ``level`` may be, it is not reached while the best are equal.
    """
    nearest = max(standing.totals) if limit > 0 else min(standing.totals)
    there = tuple(name for name, total in zip(names, standing.totals, strict=True) if total / limit >= 1)
    return End(
        "score",
        say("%(names)s reached %(limit)s.", names=there, limit=limit),
        label,
        nearest,
        limit,
        sides=standing.totals,
        of_totals=True,
        reached=None if level else nearest / limit >= 1 and len(standing.at(nearest)) == 1,
    )


def after_rounds(standing: Standing, rounds: int, *, final: bool = False) -> End:
    """Return the end that is reached after so many rounds; it is ``final`` where no more can be played."""
    played = say_n("%(n)s round was played.", "%(n)s rounds were played.", standing.rounds)
    return End("rounds", played, say("Rounds"), standing.rounds, rounds, says_rounds=True, final=final)
