"""The command that prints a sheet file: as plain text for a terminal, or whole, with everything derived."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator

from tabulate import tabulate

from companion.cli.words import english, read_file, warn
from companion.games import RULEBOOKS, sheetfile
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import Message
from companion.games.reasons import changes, marks_at, marks_of, opened, opens
from companion.games.record import cells
from companion.games.sheet import Line, Sheet
from companion.games.sitting import Round, Sitting
from companion.text import ENGLISH, number, show, signed, title


def score(options: Namespace) -> None:
    """Print the score sheet of a sheet file (- for standard input)."""
    sheet = sheetfile.loads(read_file(options.file))
    for warning in sheet.warnings:
        warn(english(warning))
    if options.json:
        written = json.dumps(sheetfile.write(sheet.game, sheet.sitting), ensure_ascii=False, indent=1)
        sys.stdout.buffer.write(f"{written}\n".encode())  # whatever the terminal can show
    else:
        print(as_text(sheet.game, sheet.sitting))


def as_text(game: str, sitting: Sitting) -> str:
    """Write the whole sheet: a row for each round with points and totals, then the reasons and the standing."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    rows = [[str(line.number), *_cells(rulebook, sitting, sheet, line)] for line in sheet.lines]
    if sitting.begun is not None and sheet.next:
        begun = sitting.begun
        shown = (_beside(rulebook, sitting, seats, side, begun) for side, seats in enumerate(sheet.sides))
        rows.append([str(sheet.next.number), *shown])
    rows.append(["Sum", *map(number, sheet.totals)])
    rows += [[english(tally.label), *map(number, sheet.tallies[tally.key])] for tally in rulebook.tallies]
    table = tabulate(rows, ["", *sheet.names], tablefmt="presto", stralign="right", disable_numparse=True)
    legend = ", ".join(f"{show(mark.sign, ENGLISH)} {english(mark.meaning)}" for mark in marks_at(rulebook, sitting))
    changed = {line.number: changes(rulebook, sitting, line.number) for line in sheet.lines}
    reasons = [
        (n, " ".join((*(f"{english(told)}." for told in changed[n]), _tell_all(opened(sitting.players, line)))))
        for n, line in enumerate(sheet.lines, start=1)
    ]
    why = [f"{played}. {told}" for played, told in reasons if told]
    return "\n".join(
        [title(rulebook, sitting, ENGLISH), "", table, "", legend, "", *why, "", *_standing(sitting, sheet)]
    )


def _cells(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line) -> Iterator[str]:
    """The cell of every side: marks, points and total, and below them what else the game shows."""
    played = sitting.rounds[line.number - 1]
    for side, (seats, points) in enumerate(zip(sheet.sides, line.points, strict=True)):
        if side not in line.present:
            yield ""
            continue
        marks = "".join(show(mark.sign, ENGLISH) for mark in marks_of(rulebook, line, seats))
        total = number(line.totals[side]) if line.counts else "–"
        below = _beside(rulebook, sitting, seats, side, played)
        yield "\n".join(filter(None, (f"{marks} {signed(points)} ({total})".strip(), below)))


def _beside(rulebook: Rulebook, sitting: Sitting, seats: tuple[int, ...], side: int, played: Round) -> str:
    shown = (show(cell, ENGLISH) for _name, cell in cells(rulebook, sitting.players, seats, side, played))
    return " · ".join(shown)


def _tell_all(sentences: Iterable[Message]) -> str:
    return " ".join(map(english, sentences))


def _standing(sitting: Sitting, sheet: Sheet) -> Iterator[str]:
    names = sitting.players
    if sheet.passed:
        yield f"{_tell_all(sheet.passed.reasons)} Played on."
    if sheet.ending:
        yield _tell_all(sheet.ending.reasons)
        winners = tuple(names[seat] for seat in sheet.winners)
        listed = english(Message("%(names)s", (("names", winners),)))
        yield f"{listed} share the win." if winners == names else f"Won by {listed}."
    if sheet.next:
        yield from map(english, opens(names, sheet.next))
