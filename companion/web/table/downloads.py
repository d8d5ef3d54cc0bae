"""The sheet as files to take home, and a finished game for BG Stats, an app in which many people log their games."""

import json
from datetime import datetime, timedelta
from urllib.parse import quote

from flask import Blueprint, Response, render_template

from companion.games.derive import best_is_lowest
from companion.games.message import say
from companion.games.players import fold_name
from companion.store.files.sheets import write_table
from companion.store.journal.facts import Table
from companion.store.journal.history import list_times, measure_playtime
from companion.text import Catalogue, name_played_game, translate
from companion.web.app.language import get_catalogue
from companion.web.app.parts import download
from companion.web.exports.picture import Picture
from companion.web.exports.rows import Column, people, sheet_csv
from companion.web.exports.workbook import workbook
from companion.web.table.access import Opened, make_opener, opaque_id, open_or_404, store

MIMETYPES = {
    "json": "application/json",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
# A game that took longer was interrupted: its length says nothing.
MAX_PLAYTIME = timedelta(hours=16)

blueprint = Blueprint("downloads", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_or_404))


@blueprint.get("/sheet.<any(json, csv, xlsx):ending>")
def as_file(opened: Opened, ending: str) -> Response:
    """Return the sheet as a sheet file, as a table with a row a round, or as a workbook."""
    table = opened.table
    if ending == "json":
        written: str | bytes = json.dumps(write_table(store(), table), ensure_ascii=False, indent=1) + "\n"
    else:
        written = (sheet_csv if ending == "csv" else workbook)(table, list_times(table), get_catalogue())
    return download(written, MIMETYPES[ending], f"{table.game}-{table.started_at[:10]}.{ending}")


@blueprint.get("/sheet.svg")
def as_picture(opened: Opened) -> Response:
    """Return the sheet as a picture; the phone turns it into one that can be sent (see picture.js)."""
    drawn = render_template("exports/picture.svg", picture=Picture(opened.table, get_catalogue()))
    return Response(drawn, mimetype="image/svg+xml")


def link_to_bg_stats(opened: Opened) -> str:
    """Return the link that opens BG Stats, with the game of a table that has ended as JSON."""
    play = write_play(opened.table, *measure_playtime(opened.table), get_catalogue())
    return BG_STATS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def write_play(table: Table, began: datetime | None, ended: datetime | None, catalogue: Catalogue) -> dict[str, object]:
    """Return the game in the form that BG Stats reads. BG Stats finds the game in its own list by the name."""
    sitting, sheet, rulebook = table.sitting, table.sheet, table.rulebook
    times: dict[str, str | int] = {"playDate": f"{ended:%Y-%m-%d %H:%M:%S}"} if ended else {}
    if began and ended and ended - began <= MAX_PLAYTIME:
        times["durationMin"] = max(1, round((ended - began) / timedelta(minutes=1)))

    def write_role(player: Column) -> dict[str, str]:
        """Return a player's partners as the role that BG Stats shows beside the name; empty without teams."""
        partners = tuple(sitting.players[seat] for seat in sheet.sides[player.side] if seat != player.seat)
        return {"role": translate(say("with %(names)s", names=partners), catalogue)} if partners else {}

    return {
        "sourceName": "Fool! companion",
        "sourcePlayId": opaque_id(table.id, table.started_at),
        **times,
        "comments": " ".join(translate(reason, catalogue) for reason in sheet.ending.reasons) if sheet.ending else "",
        "game": {
            "name": name_played_game(rulebook, sitting, catalogue),
            "sourceGameId": table.game,
            "highestWins": not best_is_lowest(rulebook, sitting),
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": opaque_id("player", fold_name(player.name)),
                "startPlayer": sheet.lines[0].opening.starting == player.seat,
                **({"rank": player.rank} if player.rank else {}),
                "score": player.total,
                "winner": player.won,
                **write_role(player),
            }
            for player in people(table)
            if sitting.has_sat(player.seat, len(sheet.lines))
        ],
    }
