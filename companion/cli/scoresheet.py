"""The commands that need no database: print a sheet file as text or whole, and judge one trick of Fool!."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click
from tabulate import tabulate

from companion.games import RULEBOOKS, sheetfile
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.fool.card import COLOUR_NAMES, letter, read_cards
from companion.games.fool.trick import judge_trick
from companion.games.message import Message, Refused
from companion.games.reasons import describe_state, explain_opening, list_marks, list_possible_marks
from companion.games.record import list_cells
from companion.games.sitting import Line, Sheet, Sitting
from companion.text import ENGLISH, format_cell, format_number, format_signed, name_played_game, translate


def english(message: Message) -> str:
    """Return a message in English."""
    return translate(message, ENGLISH)


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="print the full sheet file with everything derived")
def score(file: BinaryIO, as_json: bool) -> None:
    """Print the score sheet of a sheet file (- for standard input)."""
    sheet = sheetfile.parse_sheet(file.read())
    if as_json:
        written = json.dumps(sheetfile.write_sheet(sheet.game, sheet.sitting), ensure_ascii=False, indent=1)
        sys.stdout.buffer.write(f"{written}\n".encode())  # whatever the terminal can show
    else:
        print(as_text(sheet.game, sheet.sitting))


@click.command("judge")
@click.argument("cards", nargs=-1, metavar="CARD...")
@click.option("--players", required=True, type=int, help="number of players, 4 to 8")
@click.option("--json", "as_json", is_flag=True, help="print lead colour, winner and befooled as JSON")
def print_ruling(cards: tuple[str, ...], players: int, as_json: bool) -> None:
    """Judge one trick: cards in order of play, like G12 1 R3 Y20 (G, R, Y or B and a number, or 1)."""
    try:
        ruling = judge_trick(read_cards(" ".join(cards)), players)
    except Refused as refused:
        raise click.UsageError(english(refused.reason)) from refused
    if as_json:
        lead = letter(ruling.lead) if ruling.lead else None
        fools = [fool.position + 1 for fool in ruling.fools]
        print(json.dumps({"lead": lead, "winner": ruling.winner.position + 1, "fools": fools}))
        return
    lead = english(COLOUR_NAMES[ruling.lead]) if ruling.lead else "none"
    print(f"Lead colour: {lead}. {english(ruling.lead_reason)}")
    print(f"Position {ruling.winner.position + 1} wins. {english(ruling.winner.reason)}")
    for fool in ruling.fools:
        print(f"Position {fool.position + 1} is befooled. {english(fool.reason)}")


def as_text(game: str, sitting: Sitting) -> str:
    """Return the whole sheet: a row for each round with marks, points, totals and the game's values; how it stands."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    rows = [[str(line.number), *_cells(rulebook, sitting, sheet, line)] for line in sheet.lines]
    rows.append(["Total", *map(format_number, sheet.totals)])
    rows += [[english(tally.label), *map(format_number, sheet.tallies[tally.key])] for tally in rulebook.tallies]
    table = tabulate(rows, ["", *sheet.names], tablefmt="presto", stralign="right", disable_numparse=True)
    marks = list_possible_marks(rulebook, sitting)
    legend = ", ".join(f"{format_cell(mark.sign, ENGLISH)} {english(mark.meaning)}" for mark in marks)
    reasons = sheet.ending.reasons if sheet.ending else ()
    opening = explain_opening(sitting.players, sheet.next) if sheet.next else ()
    state = f"{english(describe_state(sitting, sheet))}."
    heading = name_played_game(rulebook, sitting, ENGLISH)
    return "\n".join([heading, "", table, "", legend, "", *map(english, reasons), state, *map(english, opening)])


def _cells(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line) -> Iterator[str]:
    """Yield each side's cell: marks, points and total, and the game's other values below."""
    for side, (seats, points) in enumerate(zip(sheet.sides, line.points, strict=True)):
        marks = "".join(format_cell(mark.sign, ENGLISH) for mark in list_marks(rulebook, line, seats))
        total = format_number(line.totals[side]) if line.counts else "–"
        values = list_cells(rulebook, sitting, side, sitting.rounds[line.number - 1])
        below = " · ".join(format_cell(value, ENGLISH) for _name, value in values)
        yield f"{marks} {format_signed(points)} ({total})\n{below}".strip() if side in line.present else ""
