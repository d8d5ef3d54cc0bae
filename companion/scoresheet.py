"""The score sheet as plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabulate import tabulate

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.reasons import reasons
from companion.games.rulebook import Line, Sheet, Sitting
from companion.text import Catalogue, number, signed, tell

LEGEND = say("> starts, D deals, ● befooled, * total only")


def as_text(game: str, sitting: Sitting[Any], words: Catalogue) -> str:
    """The whole sheet: a row a round with points and running totals, then how things stand and why."""
    rulebook = RULEBOOKS[game]
    sheet = rulebook.derive(sitting)
    _ = words.gettext
    header = ["", *(f"{name}" for name in sitting.players)]
    rows = [[str(line.number), *_cells(line)] for line in sheet.lines]
    rows.append([_("Sum"), *map(number, sheet.totals)])
    rows.append(["+10", *map(number, sheet.tens)])
    table = tabulate(rows, header, tablefmt="presto", stralign="right", disable_numparse=True)
    why = [
        f"{line.number}. " + " ".join(tell(reason, words) for reason in reasons(rulebook, sitting, line)[:2])
        for line in sheet.lines
    ]
    return "\n".join(
        [rulebook.title, "", table, "", tell(LEGEND, words), "", *why, "", *_standing(sitting, sheet, words)]
    )


def _cells(line: Line) -> Iterator[str]:
    for seat, points in enumerate(line.points):
        marks = "".join(
            mark
            for mark, shown in (
                (">", seat == line.starter.seat),
                ("D", line.dealer is not None and seat == line.dealer.seat),
                ("●", seat in line.marked),
                ("*", seat in line.uncounted),
            )
            if shown
        )
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
        starter, dealer = sheet.next.starter, sheet.next.dealer
        yield tell(
            say("%(name)s starts. %(why)s", name=names[starter.seat], why=starter.reason),
            words,
        )
        yield tell(say("%(name)s deals. %(why)s", name=names[dealer.seat], why=dealer.reason), words)
