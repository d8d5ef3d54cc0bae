"""The score sheet as plain text, for a terminal."""

from collections.abc import Iterable, Iterator

from tabulate import tabulate

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import Message, say
from companion.games.reasons import opened, opens
from companion.games.sheet import Line, Sheet
from companion.games.sitting import Round, Sitting
from companion.text import Catalogue, number, show, signed, title, translate


def as_text(game: str, sitting: Sitting[Round], words: Catalogue) -> str:
    """Write the whole sheet: a row for each round with points and totals, then the reasons and the standing."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    _ = words.gettext
    rows = [[str(line.number), *_cells(rulebook, sitting, line, words)] for line in sheet.lines]
    if sitting.begun is not None and sheet.next:
        begun = [_beside(rulebook, sitting.begun, seat, words) for seat in sitting.seats]
        rows.append([str(sheet.next.number), *begun])
    rows.append([_("Sum"), *map(number, sheet.totals)])
    rows += [[translate(tally.label, words), *map(number, sheet.tallies[tally.key])] for tally in rulebook.tallies]
    table = tabulate(rows, ["", *sitting.players], tablefmt="presto", stralign="right", disable_numparse=True)
    marks = rulebook.marks_at(sitting)
    legend = ", ".join(f"{show(mark.sign, words)} {translate(mark.meaning, words)}" for mark in marks)
    reasons = [(line.number, _tell_all(opened(sitting.players, line), words)) for line in sheet.lines]
    why = [f"{played}. {told}" for played, told in reasons if told]
    standing = _standing(sitting, sheet, words)
    return "\n".join([title(rulebook, sitting, words), "", table, "", legend, "", *why, "", *standing])


def _cells(rulebook: Rulebook[Round], sitting: Sitting[Round], line: Line, words: Catalogue) -> Iterator[str]:
    """The cell of every seat: marks, points and total, and below them what else the game shows."""
    played = sitting.rounds[line.number - 1]
    for seat, points in enumerate(line.points):
        marks = "".join(show(mark.sign, words) for mark in rulebook.marks_of(line, seat))
        total = number(line.totals[seat]) if line.counts else "–"
        below = _beside(rulebook, played, seat, words)
        yield "\n".join(filter(None, (f"{marks} {signed(points)} ({total})".strip(), below)))


def _beside(rulebook: Rulebook[Round], played: Round, seat: int, words: Catalogue) -> str:
    return " · ".join(show(shown, words) for shown in rulebook.cells_beside_marks(played, seat))


def _tell_all(sentences: Iterable[Message], words: Catalogue) -> str:
    return " ".join(translate(sentence, words) for sentence in sentences)


def _standing(sitting: Sitting[Round], sheet: Sheet, words: Catalogue) -> Iterator[str]:
    names = sitting.players
    if sheet.passed:
        yield _tell_all((*sheet.passed.reasons, say("Played on.")), words)
    if sheet.ending:
        yield _tell_all(sheet.ending.reasons, words)
        winners = tuple(names[seat] for seat in sheet.ending.winners)
        everybody = say("%(names)s share the win.", names=winners)
        yield translate(everybody if winners == names else say("Won by %(names)s.", names=winners), words)
    if sheet.next:
        yield from (translate(sentence, words) for sentence in opens(names, sheet.next))
