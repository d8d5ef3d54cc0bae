"""The sheet as a picture to send around: who won, every round, and the sums.

It is laid out like the printed page, from top to bottom, as boxes and lines of text, which the template ``picture.svg``
writes down. Lengths are pixels of a picture 1080 wide. The phone that shows it uses its own fonts, so widths are
estimated: what may be too long is set smaller and in lines.
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.message import Message, say, say_value
from companion.games.reasons import describe_win, list_changes, list_marks, list_possible_marks
from companion.games.sitting import Line, Round
from companion.store.journal.facts import Table
from companion.text import Catalogue, format_cell, format_number, format_signed, name_played_game, translate
from companion.web.app.language import breadth

PICTURE_WIDTH, EDGE = 1080, 56
ROOM = PICTURE_WIDTH - 2 * EDGE
PICTURE_TOP = 272  # the fan of cards
BOLD_LETTER, BOLD_CAPITAL = 0.66, 0.95  # how wide they are at most in bold, of the font size
LEADING = 1.25  # from line to line, of the font size
NUMBERS = 76  # the column with the numbers of the rounds
PADDING = 12  # of a cell
SCALES = ((1, 1), (0.8, 1), (0.7, 2), (0.53, 3))  # of what may be too long, and the lines it may take then
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_NOT_IN_XML = dict.fromkeys([0xFFFE, 0xFFFF], "\ufffd")


class Words(NamedTuple):
    """A line of text with its font size and look."""

    text: str
    size: float
    look: str = ""


class Picture:
    """Draws a table as it is now; ``y`` is where it goes on.

    ``boxes`` are left, top, width, height, and look; a thin one is a rule. ``texts`` are lines: where the baseline
    begins or has its middle, the SVG ``text-anchor``, and the words.
    """

    def __init__(self, table: Table, catalogue: Catalogue) -> None:
        self.table, self.catalogue, self.sheet, self.rulebook = table, catalogue, table.sheet, table.rulebook
        self.game = name_played_game(table.rulebook, table.sitting, catalogue).translate(_NOT_IN_XML)
        self.width, self.edge, self.y = PICTURE_WIDTH, EDGE, float(PICTURE_TOP)
        self.column = (ROOM - NUMBERS) / len(self.sheet.sides)
        self.boxes: list[tuple[float, float, float, float, str]] = []
        self.texts: list[tuple[float, float, str, Words]] = []
        self._headline()
        self.summary = " ".join(words.text for *_, words in self.texts)
        self._rounds()
        self._sums()
        self._legend()
        self.height = self.y + 110

    def _write(self, lines: Sequence[Words], x: float, middle: float, anchor: str = "middle") -> None:
        """Write lines below each other around a height."""
        top = middle - height_of(lines) / 2
        for words in lines:
            self.texts.append((x, top + 0.98 * words.size, anchor, words._replace(text=isolate(words.text))))
            top += LEADING * words.size

    def _centre(self, lines: Sequence[Words]) -> None:
        self._write(lines, PICTURE_WIDTH / 2, self.y + height_of(lines) / 2)
        self.y += height_of(lines) + PADDING

    def _say(self, *sentences: Message) -> str:
        return " ".join(translate(sentence, self.catalogue, isolate) for sentence in sentences)

    def _headline(self) -> None:
        """Write who won, with how many points and why, or the number of rounds so far."""
        sheet, ending = self.sheet, self.sheet.ending
        played = ending.after if ending else len(sheet.lines)
        after = self.catalogue.ngettext("After %(n)s round.", "After %(n)s rounds.", played) % {"n": played}
        if ending is None:
            self._centre(fit_text(after, 80, "headline", ROOM))
        else:
            points = self.rulebook.total(sheet.totals[ending.winners[0]])
            names = say_value(tuple(sheet.names[side] for side in ending.winners))
            why = self._say(*ending.reasons) + ("" if ending.names_rounds else f" {after}")
            self._centre(fit_text(self._say(names), 116, "headline", ROOM))
            self._centre(wrap(self._say(describe_win(sheet, ending.winners), points), 50, "headline", ROOM))
            self._centre(wrap(why, 29, "quiet", ROOM))
        self.y += 40

    def _rounds(self) -> None:
        table, sheet = self.table, self.sheet
        self._row("", [fit_text(name, 26, "strong", self.column - PADDING) for name in sheet.names], "sunk")
        for line, played in zip(sheet.lines, table.sitting.rounds, strict=True):
            if line.number == sheet.first_uncounted:
                self._sentence(self.catalogue.gettext("Rounds after the end don’t count."))
            for change in list_changes(self.rulebook, table.sitting, line.number):
                self._sentence(self._say(change))
            gold = [side for side in line.present if line.tallied(side)]
            self._row(str(line.number), [self._cell(side, played, line) for side in range(len(sheet.sides))], gold=gold)
            if sheet.ending and line.number == sheet.ending.after:
                self._sentence(f"{self.catalogue.gettext('The end.')} {self._say(*sheet.ending.reasons)}")
        for change in list_changes(self.rulebook, table.sitting, len(sheet.lines) + 1):
            self._sentence(self._say(change))
        if table.begun is not None and sheet.next:
            self._row(str(sheet.next.number), [self._cell(side, table.begun) for side in range(len(sheet.sides))])

    def _cell(self, side: int, played: Round, line: Line | None = None) -> list[Words]:
        """Return the lines of a cell: the points with their marks, the total, and what else the game shows."""
        room, lines = self.column - PADDING, list[Words]()
        if line and side in line.present:
            marks = list_marks(self.rulebook, line, self.sheet.sides[side])
            signs = [format_cell(mark.sign, self.catalogue) for mark in marks if not mark.after]
            after = "".join(format_cell(mark.sign, self.catalogue) for mark in marks if mark.after)
            lines += fit_text(" ".join([*signs, format_signed(line.points[side]) + after]), 22, "quiet", room)
            lines += fit_text(format_number(line.totals[side]), 28, "strong", room) if line.counts else []
        cells = " · ".join(format_cell(cell, self.catalogue) for _name, cell in self.table.cells(played, side))
        return lines + wrap(cells, 18, "quiet", room)

    def _sums(self) -> None:
        """Draw the foot of the sheet: totals, tallies and ranks."""
        sheet, room = self.sheet, self.column - PADDING
        winners = sheet.ending.winners if sheet.ending else ()
        ranks = [str(sheet.find_place(side) or "–") for side in range(len(sheet.sides))]
        totals = [fit_text(format_number(total), 40, "strong", room) for total in sheet.totals]
        self._row(self.catalogue.gettext("Total"), totals, "sunk", winners)
        for tally in self.rulebook.tallies:
            counted = [[Words(str(number), 24)] for number in sheet.tallies[tally.key]]
            self._row(translate(tally.label, self.catalogue), counted)
        self._row(self.catalogue.gettext("Rank"), [[Words(rank, 24)] for rank in ranks])

    def _row(self, head: str, cells: Sequence[Sequence[Words]], look: str = "card", gold: Sequence[int] = ()) -> None:
        """Draw a row of the sheet: what it is called, and a cell for each side, some on gold."""
        height = max(map(height_of, cells)) + 2 * PADDING
        self.boxes += [(EDGE, self.y, ROOM, height, look), (EDGE, self.y, ROOM, 2, "rule")]
        self._write(fit_text(head, 24, "strong quiet", NUMBERS - PADDING), EDGE + NUMBERS / 2, self.y + height / 2)
        for side, lines in enumerate(cells):
            left = EDGE + NUMBERS + self.column * side
            if side in gold:
                self.boxes.append((left + 3, self.y + 4, self.column - 6, height - 7, "gold"))
            self._write(lines, left + self.column / 2, self.y + PADDING + height_of(lines) / 2)
        self.y += height

    def _sentence(self, text: str) -> None:
        """Write a sentence across the sheet."""
        lines = wrap(text, 23, "strong", ROOM - NUMBERS)
        height = height_of(lines) + 2 * PADDING
        self.boxes += [(EDGE, self.y, ROOM, height, "card"), (EDGE, self.y, ROOM, 2, "ink")]
        self._write(lines, EDGE + NUMBERS, self.y + height / 2, "start")
        self.y += height

    def _legend(self) -> None:
        marks, self.y = list_possible_marks(self.rulebook, self.table.sitting), self.y + 24
        meanings = [f"{format_cell(mark.sign, self.catalogue)} {self._say(mark.meaning)}" for mark in marks]
        meanings += [self._say(say("gold: %(what)s", what=tally.label)) for tally in self.rulebook.tallies]
        self._centre(wrap(" · ".join(meanings), 24, "quiet", ROOM))


def isolate(text: str) -> str:
    """Return a text without what XML doesn't allow, set apart: one in Arabic doesn't turn the text around it."""
    return f"{ISOLATE}{text.translate(_NOT_IN_XML)}{END_ISOLATE}"


def fit_text(text: str, size: float, look: str, room: float) -> list[Words]:
    """Return a text in no more lines than it may have, set smaller than ``size`` if it must be."""
    for scale, most in SCALES:
        lines = wrap(text, scale * size, look, room)
        if len(lines) <= most:
            break
    return lines


def wrap(text: str, size: float, look: str, room: float) -> list[Words]:
    """Return a text in lines that are as long as its letters on average allow."""
    longest = max(1, int(room * len(text) / max(1, width(text, size))))
    return [Words(line, size, look) for line in textwrap.wrap(text, longest)]


def height_of(lines: Iterable[Words]) -> float:
    """Return how high lines are together."""
    return sum(LEADING * words.size for words in lines)


def width(text: str, size: float) -> float:
    """Return about how wide a text is."""
    capitals = sum(letter.isupper() for letter in text)
    return size * (BOLD_LETTER * breadth(text) + (BOLD_CAPITAL - BOLD_LETTER) * capitals)
