"""Sends a finished game to BG Stats, an app in which many people log their games, by a link that opens the app.

The link holds the game as JSON. A QR code of that link would be too fine to scan. So the QR code for other phones holds
a short address of this server, which redirects to the link.
"""

import json
from datetime import datetime, timedelta
from urllib.parse import quote

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.games.derive import best_is_lowest
from companion.games.message import say
from companion.games.players import same_name
from companion.store.journal.facts import Table
from companion.store.journal.history import measure_playtime
from companion.store.links import links
from companion.text import Catalogue, title, translate
from companion.web.app.language import words
from companion.web.exports.rows import Column, people
from companion.web.table.access import Opened, opaque, open_or_404, store
from companion.web.table.share import public

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Fool! companion"
# A game that took longer was interrupted: its length says nothing.
LONGEST = timedelta(hours=16)

blueprint = Blueprint("bg_stats", __name__, url_prefix="/t/<key>")


@blueprint.get("/bgstats")
def hand_on(key: str) -> ResponseReturnValue:
    """Redirect to BG Stats; to the table while its game is not over."""
    opened = open_or_404(key)
    return redirect(link(opened) if opened.table.sheet.ending else opened.address(), 303)


def link(opened: Opened) -> str:
    """Return the link that opens BG Stats with the game of a table that has ended."""
    play = as_play(opened.table, *measure_playtime(opened.table), words())
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def short_address(opened: Opened) -> str:
    """Return the address for other phones. Its key lets them watch the table, not keep score."""
    return public(url_for("bg_stats.hand_on", key=links.share_link(store(), opened.shown, links.WATCHER)))


def as_play(table: Table, began: datetime | None, ended: datetime | None, words: Catalogue) -> dict[str, object]:
    """Return the game in the form that BG Stats reads. BG Stats finds the game in its own list by the name."""
    sitting, sheet, rulebook = table.sitting, table.sheet, table.rulebook
    times: dict[str, str | int] = {}
    if ended:
        times["playDate"] = f"{ended:%Y-%m-%d %H:%M:%S}"
        if began and ended - began <= LONGEST:
            times["durationMin"] = max(1, round((ended - began) / timedelta(minutes=1)))
    return {
        "sourceName": SOURCE,
        "sourcePlayId": opaque(table.id, table.started_at),
        **times,
        "comments": " ".join(translate(reason, words) for reason in sheet.ending.reasons) if sheet.ending else "",
        "game": {
            "name": title(rulebook, sitting, words),
            "sourceGameId": table.game,
            "highestWins": not best_is_lowest(rulebook, sitting),
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": opaque("player", same_name(player.name)),
                "startPlayer": sheet.lines[0].opening.starting in player.seats,
                "rank": player.rank,
                "score": player.total,
                "winner": player.won,
                **_role(table, player, words),
            }
            for player in people(table)
            if sitting.has_sat(player.seats[0], len(sheet.lines))
        ],
    }


def _role(table: Table, player: Column, words: Catalogue) -> dict[str, str]:
    """Return whom a player plays together with, where there are teams: BG Stats shows it beside the name."""
    partners = tuple(table.sitting.players[seat] for seat in table.sheet.sides[player.side] if seat not in player.seats)
    return {"role": translate(say("with %(names)s", names=partners), words)} if partners else {}
