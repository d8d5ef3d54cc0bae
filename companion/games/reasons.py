"""Sentences about a sheet: why points are what they are, who starts and why, who leads or has won."""

from collections.abc import Sequence

from companion.games.contract import Mark, Rulebook
from companion.games.message import Message, Signed, Value, say, say_n, say_of, say_value
from companion.games.option import Option, OptionValue
from companion.games.record import has_begun, list_cells
from companion.games.sitting import Line, Opening, Round, Sheet, Sitting

MAX_LEADERS_BY_NAME = 2


def explain_round(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line) -> tuple[Message, ...]:
    """Return the reasons of a round as sentences: who started, who dealt, and the points of every side."""
    played = sitting.rounds[line.number - 1]
    sides = (explain_side(rulebook, sitting, sheet, line.opening, played, side) for side in line.present)
    return (
        *explain_opening(sitting.players, line.opening),
        *dict.fromkeys(sentence for sentences in sides for sentence in sentences),
    )


def explain_side(
    rulebook: Rulebook, sitting: Sitting, sheet: Sheet, opening: Opening, played: Round, side: int
) -> tuple[Message, ...]:
    """Return why a side has its points of a round: the game's sentences, or its points and what is in its cells."""
    sitting = sitting.with_rules_at(opening.number)
    sentences = rulebook.explain(sitting, opening, played, side)
    if sentences:
        return sentences
    name, points = sheet.names[side], Signed(rulebook.score(sitting, opening, played).points[side])
    in_cells = list_cells(rulebook, sitting, side, played)
    values = tuple(say_of(field, value or 0) for field, value in in_cells)
    if not values:
        return (say("%(name)s: %(points)s.", name=name, points=points),)
    return (say("%(name)s: %(points)s (%(told)s).", name=name, points=points, told=values),)


def summarize(rulebook: Rulebook, sitting: Sitting, names: Sequence[str], opening: Opening, played: Round) -> Message:
    """Return a short summary of a round, or of a begun one its cells; ``names`` are the sides'."""
    sitting, number = sitting.with_rules_at(opening.number), opening.number
    points: Sequence[float] = ()
    if not has_begun(rulebook, played):
        if summary := rulebook.summarize(sitting, opening, played):
            return summary
        points = rulebook.score(sitting, opening, played).points
    sentences = []
    for side, (name, seats) in enumerate(zip(names, rulebook.sides(sitting), strict=True)):
        cells = (say_value(value or 0) for _, value in list_cells(rulebook, sitting, side, played))
        values = (say_value(Signed(points[side])),) if points else tuple(cells)
        if values and not set(seats).isdisjoint(sitting.seated(number)):
            sentences.append(say("%(name)s %(points)s", name=name, points=values))
    return say_value(tuple(sentences))


def describe_state(sitting: Sitting, sheet: Sheet) -> Message:
    """Return who won, or the next round and who leads."""
    first = _list_first(sheet)
    if sheet.next is None:
        return say_n("%(names)s won", "%(names)s won", len(first), names=first)
    number = sheet.next.number
    if len(first) > MAX_LEADERS_BY_NAME or len(first) == len(sheet.ranked):
        return say("Round %(number)s", number=number)
    one, several = say("%(names)s leads", names=first), say("%(names)s lead", names=first)
    return say("Round %(number)s, %(who)s", number=number, who=one if len(first) == 1 else several)


def _list_first(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the sides that lead or have won."""
    return tuple(name for name, rank in zip(sheet.names, sheet.ranks, strict=True) if rank == 1)


def describe_win(sheet: Sheet, winners: Sequence[int]) -> Message:
    """Return “wins”, “share the win” or “win together”, to follow the winners' names."""
    if len(winners) == 1 and len(sheet.sides[winners[0]]) > 1:
        return say("win together")
    # TRANSLATORS: stands after the names of the winners.
    return say_n("wins", "share the win", len(winners))


def describe_lead(sheet: Sheet) -> Message | None:
    """Return how far ahead the winner is, and of whom; None if not by the total."""
    behind = [rank for side in sheet.ranked if (rank := sheet.ranks[side]) > 1]
    if sheet.ending is None or not behind:
        return None
    seconds = [side for side, rank in enumerate(sheet.ranks) if rank == min(behind)]
    ahead = abs(sheet.totals[sheet.ending.winners[0]] - sheet.totals[seconds[0]])
    names = tuple(sheet.names[side] for side in seconds)
    return say("%(n)s ahead of %(names)s", n=ahead, names=names) if ahead else None


def describe_differences(sitting: Sitting, before: Sheet, after: Sheet) -> tuple[Message, ...]:
    """Return what becomes of end, winners, next starter and points where the sheet ``after`` replaces ``before``."""
    was, now = (_list_first(sheet) for sheet in (before, after))
    over, goes_on = after.ending, before.ending and not after.ending
    sentences = [say("The game goes on.")] if goes_on else []
    if over and (before.ending is None or before.ending.after != over.after):
        sentences.append(say("The game is over after round %(number)s.", number=over.after))
    if over and (before.ending is None or was != now):
        sentences.append(say_n("%(names)s wins.", "%(names)s win.", len(now), names=now))
    elif was != now:
        sentences.append(say_n("%(names)s leads.", "%(names)s lead.", len(now), names=now))
    starts = [sheet.next.starting if sheet.next else None for sheet in (before, after)]
    if starts[1] is not None and starts[0] != starts[1]:
        sentences.append(say("%(name)s starts the next round.", name=sitting.players[starts[1]]))
    if [line.points for line in before.lines] != [line.points for line in after.lines]:
        sentences.append(say("Points change."))
    return tuple(sentences) or (say("Nothing else changes."),)


def list_marks(rulebook: Rulebook, line: Line, seats: Sequence[int]) -> tuple[Mark, ...]:
    """Return the marks of these seats in a round."""
    return tuple(mark for mark in rulebook.marks if any(line.has_mark(mark.key, seat) for seat in seats))


def list_possible_marks(rulebook: Rulebook, sitting: Sitting) -> tuple[Mark, ...]:
    """Return the marks that a table's sheet may have."""
    keeps_starter = rulebook.opening(sitting, ()).starter is not None
    return tuple(mark for mark in rulebook.marks if keeps_starter or mark.key != "started")


def list_tallies(rulebook: Rulebook, sheet: Sheet, side: int) -> tuple[Message, ...]:
    """Return the tallies of a side in words, without zeros."""
    return tuple(tally.count(n) for tally in rulebook.tallies if (n := sheet.tallies[tally.key][side]))


def explain_points(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line, side: int) -> tuple[Message, ...]:
    """Return why a side's cell in a round is what it is: points, total, start and deal."""
    if side not in line.present:
        return (say("%(name)s wasn’t playing.", name=sheet.names[side]),)
    total = say("Rounds after the end don’t count.")
    if line.counts:
        after, points = line.standing.totals[side], line.scored.points[side]
        total = say("Total: %(before)s before, %(after)s now.", before=after - points, after=after)
    return (
        *explain_side(rulebook, sitting, sheet, line.opening, sitting.rounds[line.number - 1], side),
        total,
        *explain_opening(sitting.players, line.opening, sheet.sides[side]),
    )


def explain_total(sheet: Sheet, side: int) -> tuple[Message, ...]:
    """Return how a side's total came about: points by round."""
    points = tuple(
        say_value(Signed(line.scored.points[side])) for line in sheet.lines if line.counts and side in line.present
    )
    if not points:
        return (say("No rounds yet."),)
    total: dict[str, Value] = {"name": sheet.names[side], "points": points, "total": sheet.totals[side]}
    after_end = (say("Rounds after the end don’t count."),) if sheet.first_uncounted else ()
    return (say("%(name)s, round by round: %(points)s. Total: %(total)s.", **total), *after_end)


def explain_opening(
    players: Sequence[str], opening: Opening, seats: Sequence[int] | None = None
) -> tuple[Message, ...]:
    """Return who starts a round and who deals it, as far as known, and why; only of these ``seats`` if given."""
    sentences, starter, dealer = [], opening.starter, opening.dealer
    if starter and starter.seat is None and starter.reason and seats is None:
        sentences.append(starter.reason)
    if starter and starter.seat is not None and (seats is None or starter.seat in seats):
        sentences.append(_add_reason(say("%(name)s starts.", name=players[starter.seat]), starter.reason))
    if dealer and dealer.seat is not None and (seats is None or dealer.seat in seats):
        sentences.append(_add_reason(say("%(name)s deals.", name=players[dealer.seat]), dealer.reason))
    return tuple(sentences)


def _add_reason(sentence: Message, reason: Message | None) -> Message:
    return say("%(what)s %(why)s", what=sentence, why=reason) if reason else sentence


def list_changes(rulebook: Rulebook, sitting: Sitting, number: int) -> tuple[Message, ...]:
    """Return which seats and house rules changed before round ``number``; before round 1, the totals from paper."""
    seats: tuple[Message, ...] = ()
    starts = (sitting.start_totals, *sitting.start_tallies.values())
    if number > 1:
        seats = describe_new_seats(sitting, sitting.seated(number - 1), sitting.seated(number), number)
    elif any(seat in start for start in starts for seat in sitting.seated(1)):
        seats = (say_of(say("Started on paper"), list_start_totals(rulebook, sitting)),)
    declared, rules = {option.key: option for option in rulebook.options}, sitting.rules.get(number, {}).items()
    return seats + tuple(describe_rule(declared[key], value, sitting.players) for key, value in rules)


def list_start_totals(rulebook: Rulebook, sitting: Sitting) -> tuple[Message, ...]:
    """Return the totals and tallies that those begin with who play round 1."""
    seats = sitting.seated(1)
    starts = [(seat, say_value(sitting.start_totals.get(seat, 0))) for seat in seats]
    for tally in rulebook.tallies:
        starts += [(seat, tally.count(n)) for seat, n in sitting.start_tallies.get(tally.key, {}).items()]
    names = sitting.players
    return tuple(say("%(name)s %(points)s", name=names[at], points=start) for at, start in starts if at in seats)


def describe_new_seats(sitting: Sitting, was: Sequence[int], now: Sequence[int], number: int) -> tuple[Message, ...]:
    """Return what a new seating from round ``number`` on changes, player by player."""
    names, sentences = sitting.players, []
    for seat in was:
        if seat not in now:
            left = say("%(name)s left after round %(number)s", name=names[seat], number=number - 1)
            sentences.append(left if number > 1 else say("%(name)s isn’t playing", name=names[seat]))
    for seat in now:
        if seat not in was and number > 1 and sitting.has_sat(seat, number - 1):
            sentences.append(say("%(name)s came back", name=names[seat]))
        elif seat not in was:
            total = sitting.start_totals.get(seat, 0)
            sentences.append(say("%(name)s joined with %(total)s", name=names[seat], total=total))
    stayed = [seat for seat in now if seat in was]
    before = [seat for seat in was if seat in now]
    turned = before[before.index(stayed[0]) :] + before[: before.index(stayed[0])] if stayed else []
    if stayed != turned:
        sentences.append(say("New order: %(names)s", names=tuple(names[seat] for seat in now)))
    return tuple(sentences)


def describe_leaving(sitting: Sitting, seat: int) -> Message:
    """Return after which round a seat left."""
    last = next((n for n in range(len(sitting.rounds), 0, -1) if seat in sitting.seated(n)), 0)
    return say("left after round %(number)s", number=last) if last else say("isn’t playing")


def describe_rule(option: Option, value: OptionValue, players: Sequence[str]) -> Message:
    """Return a house rule with its new value."""
    return say("%(what)s %(value)s", what=option.question, value=option.describe(value, players))
