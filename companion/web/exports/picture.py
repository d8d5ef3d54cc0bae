"""The sheet as a picture to send around: who won, the ranking, and every round.

The template ``picture.svg`` draws what is laid out here. Lengths are pixels of a picture 1080 wide. What is too long is
set smaller and in lines. The phone that shows the picture uses its own fonts.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.message import Message
from companion.store.journal.replay import Table
from companion.text import Catalogue, number, title, translate
from companion.web.app.language import by_rank
from companion.web.exports.picture_grid import lay_out_grid
from companion.web.exports.text_width import BOLD, fit, isolate, width, wrap

WIDTH, EDGE = 1080, 56
ROOM = WIDTH - 2 * EDGE
TOP = 272  # the fan of cards
TOTAL = 150  # the column of totals in the ranking, at least
HEADLINES = ((116, 1), (96, 1), (80, 1), (96, 2), (80, 2), (64, 3))  # sizes, and the lines they may take
NAMES = ((36, 1), (29, 1), (25, 2), (19, 3))


class Text(NamedTuple):
    """A centred line of text: the height of its baseline, its font size, and what kind of text it is."""

    y: float
    size: float
    text: str
    kind: str = "headline"


class Place(NamedTuple):
    """A player's row in the ranking, from ``y`` down, the name in lines of a size.

    ``chip`` is as wide as the words about tallies.
    """

    y: float
    rank: int
    size: float
    name: tuple[str, ...]
    tallies: str
    chip: float
    total: str


def draw(table: Table, words: Catalogue) -> dict[str, object]:
    """Return what the template needs to draw a table as it is now; ``end`` is where the ranking ends."""
    headline = list(_headline(table, words))
    y = headline[-1].y + 56
    place = 76 if len(table.sitting.players) < 7 else 62
    total = max(TOTAL, *(35 * len(number(each)) + 20 for each in table.sheet.totals))
    ranking = list(_ranking(table, words, y, place, total))
    y += place * len(ranking)
    grid = lay_out_grid(table, words, EDGE, y + 48, ROOM) if table.sheet.lines or table.begun else None
    return {
        "rulebook": table.rulebook,
        "game": title(table.rulebook, table.sitting, words),
        "headline": headline,
        "ranking": ranking,
        "place": place,
        "grid": grid,
        "end": y,
        "width": WIDTH,
        "edge": EDGE,
        "room": ROOM,
        "total": total,
    }


def _headline(table: Table, words: Catalogue) -> Iterator[Text]:
    """Yield who won, with how many points, and why it ended; of an open game how many rounds it has so far."""
    ending = table.sheet.ending
    if ending is None:
        played = len(table.sheet.lines)
        said = words.ngettext("%(n)s round so far", "%(n)s rounds so far", played) % {"n": played}
        yield Text(TOP + 70, 80, said)
        return
    winners = tuple(table.sitting.players[seat] for seat in ending.winners)
    names = translate(Message("%(names)s", (("names", winners),)), words, isolate)
    size, lines = fit(names, ROOM, HEADLINES)
    y = TOP + 0.8 * size
    for line in lines:
        yield Text(y, size, line)
        y += 1.05 * size
    y += 74 - size
    yield Text(y, 62, translate(table.rulebook.wins(table.sitting, ending.winners), words))
    y += 66
    yield Text(y, 40, translate(table.rulebook.total(table.sheet.totals[ending.winners[0]]), words), "strong")
    y += 52
    rounds = words.ngettext("After %(n)s round.", "After %(n)s rounds.", ending.after) % {"n": ending.after}
    why = [translate(reason, words, isolate) for reason in ending.reasons] + (
        [] if "agreed" in ending.keys else [rounds]
    )
    for line in wrap(" ".join(why), 29, 860):
        yield Text(y, 29, line, "quiet")
        y += 40


def _ranking(table: Table, words: Catalogue, y: float, place: float, total: float) -> Iterator[Place]:
    sheet = table.sheet
    for row, seat in enumerate(by_rank(sheet.ranks)):
        said = ", ".join(translate(count, words) for count in table.rulebook.counted(sheet, seat))
        chip = width(said, 24) + 32 if said else 0
        size, lines = fit(table.sitting.players[seat], (ROOM - 84 - 24 - total - chip - 24) / BOLD, NAMES)
        name = tuple(map(isolate, lines))
        yield Place(y + row * place, sheet.ranks[seat], size, name, said, chip, number(sheet.totals[seat]))
