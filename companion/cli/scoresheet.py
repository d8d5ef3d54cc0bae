"""The commands that need no database: print a sheet file as text or whole, and judge one trick of Fool!."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click
from tabulate import tabulate

from companion.cli.words import english
from companion.games import RULEBOOKS, message, sheetfile
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.fool.card import COLOUR_NAMES, letter, read_cards
from companion.games.fool.trick import judge_trick
from companion.games.message import Message
from companion.games.reasons import (
    describe_next_opening,
    explain_opening,
    list_changes,
    list_marks,
    list_possible_marks,
)
from companion.games.record import list_cells
from companion.games.sitting import Line, Round, Sheet, Sitting
from companion.store.folder import CommandRefused
from companion.text import ENGLISH, format_cell, format_number, format_signed, name_played_game


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
    except message.Refused as refused:
        raise CommandRefused(english(refused.reason)) from refused
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
    """Return the whole sheet: a row for each round with points and totals, then the reasons and the standing."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    rows = [[str(line.number), *_cells(rulebook, sitting, sheet, line)] for line in sheet.lines]
    if sitting.begun is not None and sheet.next:
        begun = (_fields(rulebook, sitting, side, sitting.begun) for side in range(len(sheet.sides)))
        rows.append([str(sheet.next.number), *begun])
    rows.append(["Total", *map(format_number, sheet.totals)])
    rows += [[english(tally.label), *map(format_number, sheet.tallies[tally.key])] for tally in rulebook.tallies]
    table = tabulate(rows, ["", *sheet.names], tablefmt="presto", stralign="right", disable_numparse=True)
    legend = ", ".join(
        f"{format_cell(mark.sign, ENGLISH)} {english(mark.meaning)}" for mark in list_possible_marks(rulebook, sitting)
    )
    why = []
    for number in range(1, len(sheet.lines) + (2 if sheet.next else 1)):
        changed = (f"{english(change)}." for change in list_changes(rulebook, sitting, number))
        opened = explain_opening(sitting.players, sheet.lines[number - 1].opening) if number <= len(sheet.lines) else ()
        if reasons := " ".join((*changed, *map(english, opened))):
            why.append(f"{number}. {reasons}")
    heading = name_played_game(rulebook, sitting, ENGLISH)
    return "\n".join([heading, "", table, "", legend, "", *why, "", *_standing(sitting, sheet)])


def _cells(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, line: Line) -> Iterator[str]:
    """Yield each side's cell: marks, points and total, and the game's other values below."""
    played = sitting.rounds[line.number - 1]
    for side, (seats, points) in enumerate(zip(sheet.sides, line.points, strict=True)):
        if side not in line.present:
            yield ""
            continue
        marks = "".join(format_cell(mark.sign, ENGLISH) for mark in list_marks(rulebook, line, seats))
        total = format_number(line.totals[side]) if line.counts else "–"
        below = _fields(rulebook, sitting, side, played)
        yield "\n".join(filter(None, (f"{marks} {format_signed(points)} ({total})".strip(), below)))


def _fields(rulebook: Rulebook, sitting: Sitting, side: int, played: Round) -> str:
    found = list_cells(rulebook, sitting, side, played)
    return " · ".join(format_cell(cell, ENGLISH) for _name, cell in found)


def _standing(sitting: Sitting, sheet: Sheet) -> Iterator[str]:
    names = sitting.players
    if sheet.passed:
        yield " ".join([*map(english, sheet.passed.reasons), "Played on."])
    if sheet.ending:
        yield " ".join(map(english, sheet.ending.reasons))
        winners = tuple(names[seat] for seat in sheet.winners)
        listed = english(Message("%(names)s", (("names", winners),)))
        is_shared_by_all = len(winners) > 1 and len(sheet.ending.winners) == len(sheet.ranked)
        yield f"{listed} share the win." if is_shared_by_all else f"Won by {listed}."
    if sheet.next:
        yield from map(english, describe_next_opening(names, sheet.next))
