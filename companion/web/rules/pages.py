"""The rules of each game in our own words: at a table with the way back there, or on their own."""

from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.message import Message
from companion.games.option import Option
from companion.games.option import house_rules as house_rules_of
from companion.games.reasons import explain_round
from companion.games.sitting import Sheet, Sitting
from companion.web.app.parts import for_offline
from companion.web.games import GAMES
from companion.web.table.access import Opened, open_or_404

blueprint = Blueprint("rules", __name__)


class Example(NamedTuple):
    """Rounds to show how a game is scored: what happened, the sheet, and the reasons, round by round."""

    sitting: Sitting
    sheet: Sheet
    reasons: tuple[tuple[Message, ...], ...]


class HouseRule(NamedTuple):
    """A house rule: its ways as (label, is usual, is in force), and this table's if it isn't the usual one."""

    key: str
    question: Message
    ways: list[tuple[Message, bool, bool]]
    changed: Message | None


@blueprint.get("/rules/<game>")
@blueprint.get("/t/<key>/rules", endpoint="show_at_table")
@for_offline
def show(game: str = "", key: str = "") -> ResponseReturnValue:
    """Show the rules of a game, or of a table's game with its house rules."""
    opened = open_or_404(key) if key else None
    game = opened.table.game if opened else game
    if game not in GAMES or GAMES[game].example is None:
        abort(404)
    rulebook, sitting = RULEBOOKS[game], opened.table.sitting if opened else None
    others = [other.rulebook for other in GAMES.values() if other.example and other.rulebook is not rulebook]
    return render_template(
        f"games/{GAMES[game].folder}/rules.html",
        rulebook=rulebook,
        opened=opened,
        referee=_referee(game, opened),
        example=example_of(game),
        house_rules=[_house_rule(option, sitting) for option in house_rules_of(rulebook.options)],
        others=[] if opened else others,
    )


def _referee(game: str, opened: Opened | None) -> str | None:
    """Return the address of a game's referee, with the cards if the reader comes from there; None if it has none."""
    if GAMES[game].referee is None:
        return None
    address = opened.address("referee.show_at_table") if opened else url_for("referee.show", game=game)
    try:
        came = urlsplit(request.referrer or "")
    except ValueError:  # no address at all
        return address
    return f"{address}?{came.query}" if came.query and came.path == address else address


@cache
def example_of(game: str) -> Example:
    """Return the example of a game by its key, scored by its rulebook under the usual house rules."""
    rulebook, example = RULEBOOKS[game], GAMES[game].example or {}
    about = {"format": sheetfile.SHEET_FORMAT, "version": sheetfile.FORMAT_VERSION, "game": game}
    sitting = sheetfile.read_sheet({**about, **example}).sitting
    sheet = derive(rulebook, sitting)
    return Example(sitting, sheet, tuple(explain_round(rulebook, sitting, sheet, line) for line in sheet.lines))


def _house_rule(option: Option, sitting: Sitting | None) -> HouseRule:
    """Return a house rule's choices, the usual one, and at a table the one in force."""
    usual = in_force = option.typed(option.default)
    labels = dict(option.choices) or {usual: option.describe(option.default, ())}
    if sitting:
        value = sitting.with_rules_at(len(sitting.rounds) + 1).options.get(option.key, option.default)
        in_force = option.typed(value)
        labels[in_force] = option.describe(value, sitting.players)
    ways = [(label, way == usual, sitting is not None and way == in_force) for way, label in labels.items()]
    return HouseRule(option.key, option.question, ways, None if in_force == usual else labels[in_force])
