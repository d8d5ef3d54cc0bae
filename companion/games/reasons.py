"""What there is to say of a sheet: why a round stands there as it does, what it comes to, who won."""

from collections.abc import Sequence

from companion.games.contract import Mark, Rulebook, Tally
from companion.games.message import Message, Signed, Value, say, say_n, say_of
from companion.games.option import Option, OptionValue
from companion.games.record import cells, has_begun
from companion.games.sheet import Line, Opening, Sheet
from companion.games.sitting import Round, Sitting

MOST_TOLD = 50  # rounds in one sentence


def reasons(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line) -> tuple[Message, ...]:
    """The reasons of a round as sentences: who started, who dealt, and the points of every side."""
    played = sitting.rounds[line.number - 1]
    told = (
        sentence for side in line.present for sentence in explain(rulebook, sitting, sheet, line.opening, played, side)
    )
    return (*opened(sitting.players, line), *dict.fromkeys(told))


def explain(
    rulebook: Rulebook, sitting: Sitting, sheet: Sheet, opening: Opening, played: Round, side: int
) -> tuple[Message, ...]:
    """Why a side has its points of a round: the game's sentences, or its points with what stands in its cells."""
    sitting = sitting.at(opening.number)
    told = rulebook.explain(sitting, opening, played, side)
    if told:
        return told
    about: dict[str, Value] = {
        "name": sheet.names[side],
        "points": Signed(rulebook.score(sitting, opening, played).points[side]),
    }
    shown = tuple(
        say_of(name, value or 0) for name, value in cells(rulebook, sitting.players, sheet.sides[side], side, played)
    )
    return (
        say("%(name)s: %(points)s (%(told)s).", **about, told=shown)
        if shown
        else say("%(name)s: %(points)s.", **about),
    )


def summarize(rulebook: Rulebook, sitting: Sitting, names: Sequence[str], opening: Opening, played: Round) -> Message:
    """What a round comes to, in few words; ``names`` are those of the sides, as they are to be told.

    Of a round that has only begun that is what is in everybody's cells.
    """
    sides = rulebook.sides(sitting)
    if has_begun(rulebook, played):
        each = (
            say("%(name)s %(cells)s", name=name, cells=tuple(say("%(shown)s", shown=shown or 0) for _, shown in here))
            for index, (name, side) in enumerate(zip(names, sides, strict=True))
            if (here := [*cells(rulebook, sitting.players, side, index, played)])
        )
        return say("%(scores)s", scores=tuple(each))
    sitting = sitting.at(opening.number)
    points, seated = rulebook.score(sitting, opening, played).points, sitting.seated(opening.number)
    scores = (
        say("%(name)s %(points)s", name=name, points=Signed(worth))
        for name, worth, seats in zip(names, points, sides, strict=True)
        if any(seat in seated for seat in seats)
    )
    return rulebook.summarize(sitting, opening, played) or say("%(scores)s", scores=tuple(scores))


def wins(sheet: Sheet, winners: Sequence[int]) -> Message:
    """What the sides that won do, said after their names: several share the win, a team wins together."""
    if len(winners) == 1 and len(sheet.sides[winners[0]]) > 1:
        return say("win together")
    # TRANSLATORS: stands after the names of the winners.
    return say_n("wins", "share the win", len(winners))


def lead(sheet: Sheet) -> Message | None:
    """By how much who won is ahead of whom; None where nobody is behind, or only by another measure than the total."""
    behind = [place for side, place in enumerate(sheet.ranks) if place > 1 and side not in sheet.gone]
    if sheet.ending is None or not behind:
        return None
    seconds = [side for side, place in enumerate(sheet.ranks) if place == min(behind)]
    ahead = abs(sheet.totals[sheet.ending.winners[0]] - sheet.totals[seconds[0]])
    return (
        say("%(n)s ahead of %(names)s", n=ahead, names=tuple(sheet.names[side] for side in seconds)) if ahead else None
    )


def marks_of(rulebook: Rulebook, line: Line, seats: Sequence[int]) -> tuple[Mark, ...]:
    """The marks of these seats in a round."""
    return tuple(mark for mark in rulebook.marks if any(line.has_mark(mark.key, seat) for seat in seats))


def marks_at(rulebook: Rulebook, sitting: Sitting) -> tuple[Mark, ...]:
    """The marks that a table's sheet may have."""
    keeps_starter = rulebook.opening(sitting, ()).starter is not None
    return tuple(mark for mark in rulebook.marks if keeps_starter or mark.key != "started")


def counted(rulebook: Rulebook, sheet: Sheet, side: int) -> tuple[Message, ...]:
    """The tallies of a side in words, but for those of which it has none."""
    return tuple(tally.count(n) for tally in rulebook.tallies if (n := sheet.tallies[tally.key][side]))


def why_points(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line, side: int) -> tuple[Message, ...]:
    """How the cell of a side and a round came about: the points, the total, and what else the side did in it."""
    if side not in line.present:
        return (say("%(name)s wasn’t playing.", name=sheet.names[side]),)
    told = [*explain(rulebook, sitting, sheet, line.opening, sitting.rounds[line.number - 1], side)]
    if line.counts:
        after = line.standing.totals[side]
        before = after - line.scored.points[side]
        told.append(say("Total: %(before)s before, %(after)s now.", before=before, after=after))
        for tally in rulebook.tallies:
            if _added(line, tally, side):
                told.append(say("So far: %(counted)s.", counted=tally.count(line.standing.tallies[tally.key][side])))
    else:
        told.append(say("The game was over: this round does not count."))
    return (*told, *opened(sitting.players, line, sheet.sides[side]))


def why_total(rulebook: Rulebook, sheet: Sheet, side: int) -> tuple[Message, ...]:
    """How the total of a side came about: the points of every round that counts, and what was counted beside them."""
    counted = [line for line in sheet.lines if line.counts and side in line.present]
    name, total = sheet.names[side], sheet.totals[side]
    if not counted:
        return (say("No round yet."),)
    latest = counted[-MOST_TOLD:]
    points = tuple(say("%(points)s", points=Signed(line.scored.points[side])) for line in latest)
    told = [say("%(name)s, round by round: %(points)s. Together %(total)s.", name=name, points=points, total=total)]
    if len(latest) < len(counted):
        before = counted[-MOST_TOLD - 1].standing.totals[side]
        about: dict[str, Value] = {"name": name, "before": before, "points": points, "total": total}
        told = [say("%(name)s had %(before)s, then round by round: %(points)s. Together %(total)s.", **about)]
    for tally in rulebook.tallies:
        rounds = tuple(say("%(number)s", number=line.number) for line in counted if _added(line, tally, side))
        if len(rounds) > MOST_TOLD:
            told.append(say("%(counted)s.", counted=tally.count(sheet.tallies[tally.key][side])))
        elif rounds:
            there: dict[str, Value] = {"counted": tally.count(sheet.tallies[tally.key][side]), "rounds": rounds}
            told.append(
                say_n("%(counted)s, in round %(rounds)s.", "%(counted)s, in rounds %(rounds)s.", len(rounds), **there)
            )
    if sheet.first_uncounted:
        told.append(say("Rounds after the end do not count."))
    return tuple(told)


def opened(players: Sequence[str], line: Line, seats: Sequence[int] | None = None) -> tuple[Message, ...]:
    """Who started a round and who dealt it, as far as that is known, and why; or only what these seats did of it."""
    told, starter, dealer = [], line.starter, line.dealer
    if starter and starter.seat is not None and (seats is None or starter.seat in seats):
        told.append(say("%(name)s started. %(why)s", name=players[starter.seat], why=starter.reason))
    if dealer and dealer.seat is not None and (seats is None or dealer.seat in seats):
        told.append(say("%(name)s dealt. %(why)s", name=players[dealer.seat], why=dealer.reason))
    return tuple(told)


def _added(line: Line, tally: Tally, side: int) -> int:
    added = line.scored.tallied.get(tally.key)
    return added[side] if added else 0


def changes(rulebook: Rulebook, sitting: Sitting, number: int) -> tuple[Message, ...]:
    """Who left, came or sits elsewhere since the round before ``number``, and the house rules that changed.

    Before round 1 that is what the table has on paper.
    """
    told: tuple[Message, ...] = ()
    starts = (sitting.start_totals, *sitting.start_tallies.values())
    if number > 1:
        told = changed_seats(sitting, sitting.seated(number - 1), sitting.seated(number), number)
    elif any(seat in start for start in starts for seat in sitting.seated(1)):
        told = (say("Begun on paper: %(totals)s", totals=begun_with(rulebook, sitting)),)
    changed = next((each.options for each in sitting.rules if each.number == number), {})
    known = {option.key: option for option in rulebook.options}
    return told + tuple(changed_rule(known[key], value, sitting.players) for key, value in changed.items())


def begun_with(rulebook: Rulebook, sitting: Sitting) -> tuple[Message, ...]:
    """The totals and tallies that those begin with who play round 1."""
    names, seats = sitting.players, sitting.seated(1)
    totals = (say("%(name)s %(points)s", name=names[seat], points=sitting.start_totals.get(seat, 0)) for seat in seats)
    tallies = (
        say("%(name)s %(points)s", name=names[seat], points=tally.count(n))
        for tally in rulebook.tallies
        for seat, n in sitting.start_tallies.get(tally.key, {}).items()
        if seat in seats
    )
    return (*totals, *tallies)


def changed_seats(sitting: Sitting, was: Sequence[int], now: Sequence[int], number: int) -> tuple[Message, ...]:
    """What another seating from round ``number`` on means, player by player."""
    names, told = sitting.players, []
    for seat in was:
        if seat not in now:
            left = say("%(name)s left after round %(number)s", name=names[seat], number=number - 1)
            told.append(left if number > 1 else say("%(name)s isn’t playing", name=names[seat]))
    for seat in now:
        if seat in was:
            continue
        if number > 1 and sitting.has_sat(seat, number - 1):
            told.append(say("%(name)s came back", name=names[seat]))
        else:
            total = sitting.start_totals.get(seat, 0)
            told.append(say("%(name)s joined with %(total)s", name=names[seat], total=total))
    stayed = [seat for seat in now if seat in was]
    before = [seat for seat in was if seat in now]
    turned = before[before.index(stayed[0]) :] + before[: before.index(stayed[0])] if stayed else []
    if stayed != turned:
        told.append(say("New order: %(names)s", names=tuple(names[seat] for seat in now)))
    return tuple(told)


def left_after(sitting: Sitting, seat: int) -> Message:
    """Since when a seat does not play any more."""
    last = next((n for n in range(len(sitting.rounds), 0, -1) if seat in sitting.seated(n)), 0)
    return say("left after round %(number)s", number=last) if last else say("isn’t playing")


def changed_rule(option: Option, value: OptionValue, players: Sequence[str]) -> Message:
    """A house rule with its new value."""
    return say("%(what)s %(value)s", what=option.question, value=option.describe(value, players))


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
