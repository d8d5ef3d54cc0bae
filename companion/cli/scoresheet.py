"""The score sheet as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabulate import tabulate

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.reasons import opened, opens
from companion.games.rulebook import Rulebook
from companion.games.sheet import Line, Sheet
from companion.games.sitting import Sitting
from companion.text import Catalogue, number, signed, tell

SYMBOLS = {"started": ">", "dealt": "D", "marked": "●", "uncounted": "*"}


def as_text(game: str, sitting: Sitting[Any], words: Catalogue) -> str:
    """The whole sheet: a row a round with points and running totals, then how things stand and why."""
    rulebook = RULEBOOKS[game]
    sheet = rulebook.derive(sitting)
    _ = words.gettext
    header = ["", *(f"{name}" for name in sitting.players)]
    rows = [[str(line.number), *_cells(line)] for line in sheet.lines]
    rows.append([_("Sum"), *map(number, sheet.totals)])
    if sheet.tens:
        rows.append(["+10", *map(number, sheet.tens)])
    table = tabulate(rows, header, tablefmt="presto", stralign="right", disable_numparse=True)
    why = [
        f"{line.number}. " + " ".join(tell(reason, words) for reason in reasons)
        for line in sheet.lines
        if (reasons := opened(sitting.players, line))
    ]
    return "\n".join(
        [
            rulebook.title,
            "",
            table,
            "",
            _legend(rulebook, words),
            "",
            *why,
            "",
            *_standing(sitting, sheet, words),
        ]
    )


def _legend(rulebook: Rulebook[Any], words: Catalogue) -> str:
    return ", ".join(
        f"{SYMBOLS[mark]} {tell(rulebook.marks[mark], words)}" for mark in SYMBOLS if mark in rulebook.marks
    )


def _cells(line: Line) -> Iterator[str]:
    for seat, points in enumerate(line.points):
        marks = "".join(SYMBOLS.get(mark, "") for mark in line.marks(seat))
        total = number(line.totals[seat]) if line.counts else "–"
        yield f"{marks} {signed(points)} ({total})".strip()


def _standing(sitting: Sitting[Any], sheet: Sheet, words: Catalogue) -> Iterator[str]:
    names = sitting.players
    if sheet.passed:
        yield " ".join(tell(reason, words) for reason in sheet.passed.reasons) + " " + words.gettext("Played on.")
    if sheet.ending:
        yield " ".join(tell(reason, words) for reason in sheet.ending.reasons)
        winners = tuple(names[seat] for seat in sheet.ending.winners)
        yield tell(say("Won by %(names)s.", names=winners), words)
    if sheet.next:
        yield from (tell(sentence, words) for sentence in opens(names, sheet.next))
