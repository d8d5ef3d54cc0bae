"""The rules of each game in our own words, and its referee: at a table with the way back there, or on their own.

A ruling can be shown to everybody at a table.
"""

from functools import cache
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.message import Message
from companion.games.option import Option
from companion.games.sitting import Sheet, Sitting
from companion.store.journal.changes import Change
from companion.web.app.parts import for_offline, part
from companion.web.games import GAMES
from companion.web.table.access import open_or_404, open_to_write
from companion.web.table.decisions import append_to

MAX_QUESTION_CHARACTERS = 1000

blueprint = Blueprint("rules", __name__)


class Example(NamedTuple):
    """Rounds to show how a game is scored: what happened, and the sheet."""

    sitting: Sitting
    sheet: Sheet


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
    referee = opened.address("rules.judge_at_table") if opened else url_for("rules.judge", game=game)
    others = [other.rulebook for other in GAMES.values() if other.example and other.rulebook is not rulebook]
    return render_template(
        f"games/{GAMES[game].folder}/rules.html",
        rulebook=rulebook,
        opened=opened,
        referee=referee if GAMES[game].referee else None,
        example=example_of(game),
        house_rules=[_house_rule(option, sitting) for option in rulebook.options],
        others=[] if opened else others,
    )


@blueprint.get("/referee/<game>")
@blueprint.get("/referee/<game>/ruling", endpoint="ruling")
@blueprint.get("/t/<key>/referee", endpoint="judge_at_table")
@blueprint.get("/t/<key>/referee/ruling", endpoint="ruling_at_table")
def judge(game: str = "", key: str = "") -> ResponseReturnValue:
    """Show the referee of a game or a table's game; or, as a fragment, its ruling on what is asked."""
    opened = open_or_404(key) if key else None
    game = opened.table.game if opened else game
    referee_of = (GAMES[game].referee if game in GAMES else None) or abort(404)
    referee = referee_of(request.args, opened.table.sitting if opened else None)
    template = "_ruling" if request.path.endswith("/ruling") else "referee"
    page = render_template(
        f"games/{GAMES[game].folder}/{template}.html",
        referee=referee,
        rulebook=RULEBOOKS[game],
        others=[other.rulebook for other in GAMES.values() if other.referee and other is not GAMES[game]],
        opened=opened,
        rules=GAMES[game].example is not None,
        address=opened.address("rules.judge_at_table") if opened else url_for("rules.judge", game=game),
    )
    return part(page, referee.readings) if template == "_ruling" else page


@blueprint.post("/t/<key>/rulings")
def show_ruling(key: str) -> ResponseReturnValue:
    """Show how the referee rules on the question that was sent, on every phone at the table and on the big screen."""
    opened = open_to_write(key)
    referee_of = opened.game_pages.referee or abort(404)
    referee = referee_of(request.form, opened.table.sitting)
    if not referee.sentences or len(referee.query) > MAX_QUESTION_CHARACTERS:
        return redirect(f"{opened.address('rules.judge_at_table')}?{referee.query[:MAX_QUESTION_CHARACTERS]}", 303)
    return append_to(opened, Change("ruling_shown", {"asked": referee.query}))


@cache
def example_of(game: str) -> Example:
    """Return the example of a game by its key, scored by its rulebook under the usual house rules."""
    rulebook, example = RULEBOOKS[game], GAMES[game].example or {}
    about = {"format": sheetfile.SHEET_FORMAT, "version": sheetfile.FORMAT_VERSION, "game": game}
    sitting = sheetfile.read_sheet({**about, **example}).sitting
    return Example(sitting, derive(rulebook, sitting))


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
