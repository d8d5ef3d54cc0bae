"""The record of a round, as it follows from the fields of a game: reading, writing, checking and showing it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.contract import Rulebook, Step
from companion.games.fields import CellValue, Field, Per, Split
from companion.games.message import Message, Problem, Verdict, say
from companion.games.reading import Part
from companion.games.sitting import Opening, Round, Sitting


def read_round(rulebook: Rulebook, sitting: Sitting, number: int, raw: Mapping[str, object], location: str) -> Round:
    """Return a round, or the first steps of a begun one, from a sheet file. Raises Unreadable with the location."""
    played: dict[str, object] = {}
    seats = {sitting.players[seat]: seat for seat in sitting.seated(number)}
    for index, step in enumerate(rulebook.steps):
        found = [(field, field.find(Part(raw, location))) for field in step.fields]
        if index and all(part.raw is None for _, part in found):
            break
        for field, part in found:
            asks = part.raw is not None or field.for_table is None or field.for_table(sitting)
            if asks and field.applies(played):
                value = field.read(part, seats, len(rulebook.sides(sitting)))
                played |= {} if value is None else {field.key: value}
    return played


def write_round(rulebook: Rulebook, played: Round, names: Sequence[str]) -> dict[str, object]:
    """Return a round, or a begun one, in the form that ``read_round`` reads."""
    written: dict[str, object] = {}
    for field in list_fields(rulebook):
        if field.key in played:
            written |= field.write(played[field.key], names)
    return written


def check_round(rulebook: Rulebook, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
    """Return what the fields and the rules of a game say of a round, also of one that has only begun."""
    sitting = sitting.with_rules_at(opening.number)
    errors = tuple(_find_impossible(rulebook, sitting, opening, played))
    return Verdict(errors) if errors else rulebook.check(sitting, opening, played)


def _find_impossible(rulebook: Rulebook, sitting: Sitting, opening: Opening, played: Round) -> Iterator[Problem]:
    """Yield what a field's values can't be, at their seat; of a side at its first."""
    for field in (each for each in list_fields(rulebook) if each.key in played):
        values = played[field.key]
        owned: Iterable[tuple[int | None, Any]] = values.items() if isinstance(values, Mapping) else [(None, values)]
        if field.per is Per.SIDE:
            owned = zip((side[0] for side in rulebook.sides(sitting)), values, strict=True)
        for seat, value in owned:
            if problem := field.problem(value, sitting, opening):
                yield Problem(problem, seat, field=field.key)
                if isinstance(field, Split):  # what one side has too much, the other has too little
                    break
        if isinstance(field, Split) and sum(values) != field.total:
            yield Problem(say("That adds up to %(sum)s, not %(total)s.", sum=sum(values), total=field.total))


def list_fields(rulebook: Rulebook) -> tuple[Field, ...]:
    """Return the fields of all steps."""
    return tuple(field for step in rulebook.steps for field in step.fields)


def count_steps(rulebook: Rulebook, played: Round) -> int:
    """Return how many steps of a round are entered, from the first on."""
    entered = [any(field.key in played for field in step.fields) for step in rulebook.steps]
    return entered.index(False) if False in entered[1:] else len(entered)


def find_next_step(rulebook: Rulebook, begun: Round | None) -> Step | None:
    """Return the next step to enter; None if all are entered, or the game has only one."""
    steps = rulebook.steps if len(rulebook.steps) > 1 else ()
    entered = 0 if begun is None else count_steps(rulebook, begun)
    return steps[entered] if entered < len(steps) else None


def has_begun(rulebook: Rulebook, played: Round) -> bool:
    """Return whether a step of a round is still missing."""
    return find_next_step(rulebook, played) is not None


def list_cell_fields(rulebook: Rulebook) -> tuple[Field, ...]:
    """Return the fields of seats or sides that the sheet shows besides points."""
    return tuple(field for field in list_fields(rulebook) if field.cell and field.per is not Per.ROUND)


def list_cells(rulebook: Rulebook, sitting: Sitting, side: int, played: Round) -> Iterator[tuple[Message, CellValue]]:
    """Yield a side's cells in a round as (field's name, value), seat by seat, without those that marks show.

    In a team the value has its player's name with it.
    """
    seats = rulebook.sides(sitting)[side]
    for field in list_cell_fields(rulebook):
        if field.mark or field.key not in played:
            continue
        for owner in (side,) if field.per is Per.SIDE else seats:
            value = field.show(field.value_of(played[field.key], owner), sitting.players)
            if value is not None:
                alone = len(seats) == 1 or field.per is Per.SIDE
                name = sitting.players[owner]
                yield field.name, value if alone else say("%(shown)s (%(name)s)", shown=value, name=name)
