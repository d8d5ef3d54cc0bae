"""Openings and ends that many games share."""

from collections.abc import Sequence

from companion.games.message import Message, say, say_n
from companion.games.sitting import End, Line, Opening, SeatAndReason, Sitting, Standing


def find_first_starter(sitting: Sitting, undecided: Message | None = None) -> SeatAndReason:
    """Return the starter of round 1, chosen by the table or drawn; else ``undecided`` says what decides it."""
    if sitting.first_starter is None and undecided:
        return SeatAndReason(None, undecided)
    return SeatAndReason(sitting.first_starter, say("Drawn by lot.") if sitting.drawn else say("Chosen at the table."))


def find_first_opening(sitting: Sitting, undecided: Message | None = None) -> Opening:
    """Return the opening of round 1, where the dealer sits right of the starter."""
    starter = find_first_starter(sitting, undecided)
    if starter.seat is None:
        return Opening(1, starter, starter)
    right = sitting.right_of(starter.seat, 1)
    return Opening(1, starter, SeatAndReason(right, say("Sits to the right of the starter.")))


def explain_tie(players: Sequence[str], equals: Sequence[int], points: float, previous: int) -> Message:
    """Return why the first of ``equals`` starts: the next clockwise from the previous starter."""
    return say(
        "%(names)s tie at %(points)s. %(name)s is next clockwise from %(last)s.",
        names=tuple(players[seat] for seat in sorted(equals)),
        points=points,
        name=players[equals[0]],
        last=players[previous],
    )


def deal_moves(sitting: Sitting, lines: Sequence[Line]) -> Opening:
    """Return the opening of a round in a game whose deal moves clockwise."""
    if not lines:
        return find_first_opening(sitting)
    number = lines[-1].number + 1
    dealer = sitting.deputy(lines[-1].starter_seat, number)
    starter = SeatAndReason(sitting.from_left_of(dealer, number)[0], say("Sits to the left of the dealer."))
    return Opening(number, starter, SeatAndReason(dealer, say("The deal passes clockwise.")), dealer_follows=True)


def end_at_total(
    names: tuple[str, ...], standing: Standing, limit: int, label: Message, *, ends_when_tied: bool = True
) -> End:
    """Return the end at a total of ``limit`` or beyond, away from 0.

    With ``ends_when_tied=False`` the game goes on while the leaders tie.
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
        reached=None if ends_when_tied else nearest / limit >= 1 and totals.count(nearest) == 1,
    )


def end_after_rounds(standing: Standing, rounds: int, *, final: bool = False) -> End:
    """Return the end that is reached after so many rounds; it is ``final`` where no more can be played."""
    played = say_n("After %(n)s round.", "After %(n)s rounds.", standing.rounds)
    return End("rounds", played, say("Rounds"), standing.rounds, rounds, names_rounds=True, final=final)
