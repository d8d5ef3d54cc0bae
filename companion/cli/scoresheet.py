"""The command that prints a sheet file: as plain text for a terminal, or whole, with everything derived."""

import json
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import click
from tabulate import tabulate

from companion.cli.words import english, reason, warn, where_and_why
from companion.games import RULEBOOKS, sheetfile
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import Message
from companion.games.reading import Unreadable
from companion.games.reasons import opened, opens
from companion.games.sheet import Line, Sheet
from companion.games.sitting import Round, Sitting
from companion.text import ENGLISH, number, show, signed, title


@click.command
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the full sheet file with everything derived.")
def score(file: BinaryIO, as_json: bool) -> None:
    """Print the score sheet of a sheet FILE (- for standard input)."""
    try:
        sheet = sheetfile.loads(file.read())
    except Unreadable as error:
        raise click.ClickException(where_and_why(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file.name}: {reason(error)}") from error
    for warning in sheet.warnings:
        warn(english(warning))
    if as_json:
        written = json.dumps(sheetfile.write(sheet.game, sheet.sitting), ensure_ascii=False, indent=1)
        click.echo(written.encode())  # whatever the terminal can show
    else:
        click.echo(as_text(sheet.game, sheet.sitting))


def as_text(game: str, sitting: Sitting[Round]) -> str:
    """Write the whole sheet: a row for each round with points and totals, then the reasons and the standing."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    rows = [[str(line.number), *_cells(rulebook, sitting, line)] for line in sheet.lines]
    if sitting.begun is not None and sheet.next:
        rows.append([str(sheet.next.number), *(_beside(rulebook, sitting.begun, seat) for seat in sitting.seats)])
    rows.append(["Sum", *map(number, sheet.totals)])
    rows += [[english(tally.label), *map(number, sheet.tallies[tally.key])] for tally in rulebook.tallies]
    table = tabulate(rows, ["", *sitting.players], tablefmt="presto", stralign="right", disable_numparse=True)
    legend = ", ".join(f"{show(mark.sign, ENGLISH)} {english(mark.meaning)}" for mark in rulebook.marks_at(sitting))
    reasons = [(line.number, _tell_all(opened(sitting.players, line))) for line in sheet.lines]
    why = [f"{played}. {told}" for played, told in reasons if told]
    return "\n".join(
        [title(rulebook, sitting, ENGLISH), "", table, "", legend, "", *why, "", *_standing(sitting, sheet)]
    )


def _cells(rulebook: Rulebook[Round], sitting: Sitting[Round], line: Line) -> Iterator[str]:
    """The cell of every seat: marks, points and total, and below them what else the game shows."""
    played = sitting.rounds[line.number - 1]
    for seat, points in enumerate(line.points):
        marks = "".join(show(mark.sign, ENGLISH) for mark in rulebook.marks_of(line, seat))
        total = number(line.totals[seat]) if line.counts else "–"
        below = _beside(rulebook, played, seat)
        yield "\n".join(filter(None, (f"{marks} {signed(points)} ({total})".strip(), below)))


def _beside(rulebook: Rulebook[Round], played: Round, seat: int) -> str:
    return " · ".join(show(shown, ENGLISH) for shown in rulebook.cells_beside_marks(played, seat))


def _tell_all(sentences: Iterable[Message]) -> str:
    return " ".join(map(english, sentences))


def _standing(sitting: Sitting[Round], sheet: Sheet) -> Iterator[str]:
    names = sitting.players
    if sheet.passed:
        yield f"{_tell_all(sheet.passed.reasons)} Played on."
    if sheet.ending:
        yield _tell_all(sheet.ending.reasons)
        winners = tuple(names[seat] for seat in sheet.ending.winners)
        listed = english(Message("%(names)s", (("names", winners),)))
        yield f"{listed} share the win." if winners == names else f"Won by {listed}."
    if sheet.next:
        yield from map(english, opens(names, sheet.next))
