"""Why a round stands on the sheet as it does: who started, who dealt, and everybody's points."""

from collections.abc import Sequence

from companion.games.contract import Rulebook, Tally
from companion.games.message import Message, Signed, Value, say, say_n
from companion.games.sheet import Line, Opening, Sheet
from companion.games.sitting import R, Sitting

MOST_TOLD = 50  # rounds in one sentence


def reasons(rulebook: Rulebook[R], sitting: Sitting[R], line: Line) -> tuple[Message, ...]:
    """The reasons of a round as sentences."""
    played = sitting.rounds[line.number - 1]
    return (*opened(sitting.players, line), *rulebook.explain(sitting, line.opening, played))


def why_points(rulebook: Rulebook[R], sitting: Sitting[R], line: Line, seat: int) -> tuple[Message, ...]:
    """How the cell of a seat and a round came about: the points, the total, and what else the seat did in it."""
    told = [*rulebook.explain_seat(sitting, line.opening, sitting.rounds[line.number - 1], seat)]
    if line.counts:
        before, after = line.totals[seat] - line.points[seat], line.totals[seat]
        told.append(say("Total: %(before)s before, %(after)s now.", before=before, after=after))
        for tally in rulebook.tallies:
            if _added(line, tally, seat):
                told.append(say("So far: %(counted)s.", counted=tally.count(line.standing.tallies[tally.key][seat])))
    else:
        told.append(say("The game was over: this round does not count."))
    return (*told, *opened(sitting.players, line, seat))


def why_total(rulebook: Rulebook[R], sitting: Sitting[R], sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """How the total of a seat came about: the points of every round that counts, and what was counted beside them."""
    counted = [line for line in sheet.lines if line.counts]
    name, total = sitting.players[seat], sheet.totals[seat]
    if not counted:
        return (say("No round yet."),)
    latest = counted[-MOST_TOLD:]
    points = tuple(say("%(points)s", points=Signed(line.points[seat])) for line in latest)
    told = [say("%(name)s, round by round: %(points)s. Together %(total)s.", name=name, points=points, total=total)]
    if len(latest) < len(counted):
        before = counted[-MOST_TOLD - 1].totals[seat]
        about: dict[str, Value] = {"name": name, "before": before, "points": points, "total": total}
        told = [say("%(name)s had %(before)s, then round by round: %(points)s. Together %(total)s.", **about)]
    for tally in rulebook.tallies:
        rounds = tuple(say("%(number)s", number=line.number) for line in counted if _added(line, tally, seat))
        if len(rounds) > MOST_TOLD:
            told.append(say("%(counted)s.", counted=tally.count(sheet.tallies[tally.key][seat])))
        elif rounds:
            there: dict[str, Value] = {"counted": tally.count(sheet.tallies[tally.key][seat]), "rounds": rounds}
            told.append(
                say_n("%(counted)s, in round %(rounds)s.", "%(counted)s, in rounds %(rounds)s.", len(rounds), **there)
            )
    if len(counted) < len(sheet.lines):
        told.append(say("Rounds after the end do not count."))
    return tuple(told)


def opened(players: Sequence[str], line: Line, seat: int | None = None) -> tuple[Message, ...]:
    """Who started a round and who dealt it, as far as that is known, and why; or only what this seat did of it."""
    told, starter, dealer = [], line.starter, line.dealer
    if starter and starter.seat is not None and seat in (None, starter.seat):
        told.append(say("%(name)s started. %(why)s", name=players[starter.seat], why=starter.reason))
    if dealer and dealer.seat is not None and seat in (None, dealer.seat):
        told.append(say("%(name)s dealt. %(why)s", name=players[dealer.seat], why=dealer.reason))
    return tuple(told)


def _added(line: Line, tally: Tally, seat: int) -> int:
    added = line.scored.tallied.get(tally.key)
    return added[seat] if added else 0


def opens(players: Sequence[str], opening: Opening) -> tuple[Message, ...]:
    """Who starts the next round and who deals it, and why."""
    told = []
    starter, dealer = opening.starter, opening.dealer
    if starter and starter.seat is None:
        told.append(starter.reason)
    elif starter and starter.seat is not None:
        told.append(say("%(name)s starts. %(why)s", name=players[starter.seat], why=starter.reason))
    if dealer and dealer.seat is not None:
        told.append(say("%(name)s deals. %(why)s", name=players[dealer.seat], why=dealer.reason))
    return tuple(told)
