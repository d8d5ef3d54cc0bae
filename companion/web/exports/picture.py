"""The sheet as a picture to send around: who won, the ranking, and every round.

It is drawn from top to bottom as texts and boxes, which the template ``picture.svg`` writes down. Lengths are pixels of
a picture 1080 wide. The phone that shows it uses its own fonts, so widths are estimated: what may be too long is set
smaller and in lines.
"""

import textwrap
from collections.abc import Iterable, Sequence

from companion.games.message import Message, say_value
from companion.games.reasons import (
    describe_leaving,
    describe_win,
    list_changes,
    list_marks,
    list_possible_marks,
    list_tallies,
)
from companion.games.sitting import Line, Round
from companion.store.journal.facts import Table
from companion.text import Catalogue, format_cell, format_number, format_signed, name_played_game, translate
from companion.web.app.language import breadth

PICTURE_WIDTH, EDGE = 1080, 56
ROOM = PICTURE_WIDTH - 2 * EDGE
PICTURE_TOP = 272  # the fan of cards
BOLD_LETTER, BOLD_CAPITAL = 0.66, 0.95  # how wide they are at most in bold, of the font size
NUMBERS = 64  # the column with the numbers of the rounds
TALLIES, TOTALS = 220, 190  # the columns of the ranking, from the right
PADDING = 12  # at the sides of a cell
SCALES = ((1, 1), (0.8, 1), (0.7, 2), (0.53, 3))  # of what may be too long, and the lines it may take then
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_NOT_IN_XML = dict.fromkeys([0xFFFE, 0xFFFF], "\ufffd")


class Picture:
    """Draws a table as it is now; ``y`` is where it goes on.

    ``boxes`` are left, top, width, height, and look; a thin one is a rule. ``texts`` are lines: where the baseline
    begins, ends or has its middle, the font size, the words, the look, and the SVG ``text-anchor``.
    """

    def __init__(self, table: Table, catalogue: Catalogue) -> None:
        self.table, self.catalogue, self.sheet, self.rulebook = table, catalogue, table.sheet, table.rulebook
        self.names = self.sheet.names
        self.game = name_played_game(table.rulebook, table.sitting, catalogue).translate(_NOT_IN_XML)
        self.width, self.edge, self.y = PICTURE_WIDTH, EDGE, float(PICTURE_TOP)
        self.column = (ROOM - NUMBERS) / len(self.names)
        self.down = 0 if len(self.names) < 7 else 20  # below the marks, where a column is narrow
        self.boxes: list[tuple[float, float, float, float, str]] = []
        self.texts: list[tuple[float, float, float, str, str, str]] = []
        self._headline()
        self.summary = " ".join(words for *_, words, _look, _anchor in self.texts)
        self._ranking()
        if table.sheet.lines or table.begun:
            self._rounds()
            self._legend()
        self.height = self.y + 110

    def _text(self, x: float, y: float, size: float, text: str, look: str = "", anchor: str = "start") -> None:
        self.texts.append((x, y, size, text, look, anchor))

    def _row(self, height: float, look: str, rule: str = "") -> None:
        self.boxes.append((EDGE, self.y, ROOM, height, look))
        if rule:
            self.boxes.append((EDGE, self.y, ROOM, 2, rule))

    def _centre(self, lines: Sequence[str], size: float, look: str) -> None:
        for line in lines:
            self.y += 0.8 * size
            self._text(PICTURE_WIDTH / 2, self.y, size, line, look, "middle")
            self.y += 0.35 * size
        self.y += 14

    def _around(
        self, lines: Sequence[str], x: float, middle: float, size: float, look: str, anchor: str = "start"
    ) -> None:
        for at, line in enumerate(lines):
            down = 0.36 + 1.2 * (at - (len(lines) - 1) / 2)
            self._text(x, middle + size * down, size, line, look, anchor)

    def _number(self, x: float, y: float, size: float, room: float, text: str, look: str) -> None:
        self._text(x, y, min(size, room / max(1, width(text, 1))), text, look, "end")

    def _headline(self) -> None:
        """Write who won, with how many points and why, or the number of rounds so far."""
        catalogue, ending = self.catalogue, self.sheet.ending
        played = ending.after if ending else len(self.sheet.lines)
        after = catalogue.ngettext("After %(n)s round.", "After %(n)s rounds.", played) % {"n": played}
        if ending is None:
            self._centre([after], 80, "headline")
        else:
            names = tuple(self.names[side] for side in ending.winners)
            size, lines = fit_text(translate(say_value(names), catalogue, isolate), 116, ROOM)
            self._centre(lines, size, "headline")
            self._centre([translate(describe_win(self.sheet, ending.winners), catalogue)], 62, "headline")
            points = self.rulebook.total(self.sheet.totals[ending.winners[0]])
            self._centre([translate(points, catalogue)], 40, "strong")
            why = self._join(ending.reasons) + ("" if ending.names_rounds else f" {after}")
            self._centre(wrap(why, 29, 860), 29, "quiet")
        self.y += 40

    def _join(self, reasons: Iterable[Message]) -> str:
        return " ".join(translate(reason, self.catalogue, isolate) for reason in reasons)

    def _ranking(self) -> None:
        height, right = 76 if len(self.names) < 7 else 62, PICTURE_WIDTH - EDGE - 24
        for side in self.sheet.ranking:
            middle, place = self.y + height / 2, self.sheet.find_place(side)
            first = place == 1
            box = (self.y + 3, ROOM, height - 6, "gold") if first else (self.y + height - 2, ROOM, 2, "rule")
            self.boxes.append((EDGE, *box))
            self._text(EDGE + 42, middle + 13, 34, str(place or "–"), "rank", "middle")
            size, lines = fit_text(self.names[side], 36, ROOM - 84 - TALLIES - TOTALS)
            self._around([*map(isolate, lines)], EDGE + 84, middle, size, "strong" if first else "")
            about = [*list_tallies(self.rulebook, self.sheet, side)]
            if side in self.sheet.absent:
                about.insert(0, describe_leaving(self.table.sitting, self.sheet.sides[side][0]))
            size, lines = fit_text(", ".join(translate(each, self.catalogue) for each in about), 24, TALLIES)
            self._around(lines, right - TOTALS, middle, size, "strong", "end")
            self._number(right, middle + 16, 46, TOTALS, format_number(self.sheet.totals[side]), "strong")
            self.y += height
        self.y += 48

    def _rounds(self) -> None:
        table, sheet = self.table, self.sheet
        names = [fit_text(name, 26, self.column - PADDING) for name in self.names]
        head = max(60, *(1.2 * size * len(lines) + 24 for size, lines in names))
        self._row(head, "sunk")
        for at, (size, lines) in enumerate(names):
            middle = EDGE + NUMBERS + self.column * (at + 0.5)
            self._around([*map(isolate, lines)], middle, self.y + head / 2, size, "strong", "middle")
        self.y += head
        for line, played in zip(sheet.lines, table.sitting.rounds, strict=True):
            if line.number == sheet.first_uncounted:
                self._sentence(self.catalogue.gettext("Rounds after the end don’t count."))
            for change in list_changes(self.rulebook, table.sitting, line.number):
                self._sentence(translate(change, self.catalogue, isolate))
            self._round(line.number, played, line)
            if sheet.ending and line.number == sheet.ending.after:
                self._sentence(f"{self.catalogue.gettext('The end.')} {self._join(sheet.ending.reasons)}")
        if sheet.next:
            for change in list_changes(self.rulebook, table.sitting, sheet.next.number):
                self._sentence(translate(change, self.catalogue, isolate))
            if table.begun is not None:
                self._round(sheet.next.number, table.begun)

    def _sentence(self, text: str) -> None:
        lines = wrap(text, 23, ROOM - NUMBERS)
        height = 28 * len(lines) + 28
        self._row(height, "card", "ink")
        self._around(lines, EDGE + NUMBERS, self.y + height / 2, 23, "strong")
        self.y += height

    def _round(self, round_number: int, played: Round, line: Line | None = None) -> None:
        details = []
        for side in range(len(self.names)):
            found = self.table.cells(played, side)
            text = " · ".join(format_cell(cell, self.catalogue) for _name, cell in found)
            details.append(wrap(text, 18, self.column - 2 * PADDING))
        above = self.down + 66 if line else 8
        height = above + 23 * max(map(len, details)) + 8
        self._row(height, "card", "rule")
        self._text(EDGE + NUMBERS / 2, self.y + height / 2 + 8, 24, str(round_number), "strong quiet", "middle")
        for side, lines in enumerate(details):
            left = EDGE + NUMBERS + self.column * side
            right = left + self.column - PADDING
            if line:
                self._score(line, side, left, right, height)
            for at, text in enumerate(lines, start=1):
                self._text(right, self.y + above + 23 * at - 7, 18, text, "quiet", "end")
        self.y += height

    def _score(self, line: Line, side: int, left: float, right: float, height: float) -> None:
        if line.tallied(side):
            self.boxes.append((left + 3, self.y + 4, self.column - 6, height - 7, "gold"))
        marks = list_marks(self.rulebook, line, self.sheet.sides[side])
        before, after = (
            [format_cell(mark.sign, self.catalogue) for mark in marks if mark.after is behind]
            for behind in (False, True)
        )
        for at, sign in enumerate(before):
            self._text(left + PADDING + 20 * at, self.y + 26, 18, sign, "red" if sign == "●" else "strong quiet")
        y, room = self.y + self.down, self.column - 2 * PADDING
        self._number(right, y + 28, 22, room, format_signed(line.points[side]) + "".join(after), "quiet")
        if line.counts:
            self._number(right, y + 60, 28, room, format_number(line.totals[side]), "strong")

    def _legend(self) -> None:
        catalogue, gold = self.catalogue, self.catalogue.gettext("gold: %(what)s")
        marks = list_possible_marks(self.rulebook, self.table.sitting)
        meanings = [f"{format_cell(mark.sign, catalogue)} {translate(mark.meaning, catalogue)}" for mark in marks]
        meanings += [gold % {"what": translate(tally.label, catalogue)} for tally in self.rulebook.tallies]
        self.y += 24
        self._centre(wrap(" · ".join(meanings), 24, ROOM), 24, "quiet")


def isolate(name: str) -> str:
    """Return a name without what XML doesn't allow, set apart: one in Arabic doesn't turn the text around it."""
    return f"{ISOLATE}{name.translate(_NOT_IN_XML)}{END_ISOLATE}"


def fit_text(text: str, size: float, room: float) -> tuple[float, Sequence[str]]:
    """Return the font size, at most ``size``, in which a text needs no more lines than it may have, and the lines."""
    for scale, most in SCALES:
        lines = wrap(text, scale * size, room)
        if len(lines) <= most:
            break
    return scale * size, lines


def wrap(text: str, size: float, room: float) -> Sequence[str]:
    """Break a text into lines that are as long as its letters on average allow."""
    return textwrap.wrap(text, max(1, int(room * len(text) / max(1, width(text, size)))))


def width(text: str, size: float) -> float:
    """Return about how wide a text is."""
    capitals = sum(letter.isupper() for letter in text)
    return size * (BOLD_LETTER * breadth(text) + (BOLD_CAPITAL - BOLD_LETTER) * capitals)
