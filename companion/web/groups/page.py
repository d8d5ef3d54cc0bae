"""The main page of a group: its tables, running ones first, and a new game. Also the form for a new group."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import text
from companion.games import RULEBOOKS
from companion.games.message import Message, say, say_n
from companion.games.players import clean_name
from companion.games.reasons import describe_state
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.players import suggest_names
from companion.store.groups.statistics import find_champion, list_played
from companion.store.journal.tables import load_table
from companion.web.app.language import words
from companion.web.app.limits import NotNow, begin
from companion.web.groups.access import asked_game, open_group_or_404, sent_name
from companion.web.table.access import store, write_key
from companion.web.table.share import public, qr

LAST_PAGE = 10_000

blueprint = Blueprint("group", __name__)


@blueprint.get("/groups/new")
def new() -> ResponseReturnValue:
    """Return the form for a new group."""
    return _form()


@blueprint.post("/groups")
def create() -> ResponseReturnValue:
    """Make a group. The random key of the form becomes the group's, so sending that twice makes one group."""
    name, problem = sent_name(say("Give the group a name."))
    if problem:
        return _form(problem), 422
    try:
        begin("groups")
    except NotNow as refused:
        return _form(refused.message), refused.status, refused.headers
    key = groups.start_group(store(), write_key(), name)
    return redirect(url_for("group.show", key=key), 303)


@blueprint.get("/g/<key>")
def show(key: str) -> ResponseReturnValue:
    """Show a page of the group's list of tables."""
    opened = open_group_or_404(key)
    player, game = clean_name(request.args.get("player", "")[:80]), asked_game()
    archived = request.args.get("archived") == "1"
    number = max(1, min(LAST_PAGE, request.args.get("page", 1, type=int)))
    found = group_tables.list_tables(store(), opened.group.id, player=player, game=game, archived=archived, page=number)
    tables = found[: group_tables.PAGE]
    running = {table.id: load_table(store(), table.id) for table in tables if not table.finished}
    return render_template(
        "groups/show.html",
        opened=opened,
        tables=tables,
        page=number,
        more=len(found) > len(tables),
        states={number: describe_state(table.sitting, table.sheet) for number, table in running.items()},
        asked={"player": player, "game": game, "archived": "1" if archived else None},
        has_archived=group_tables.has_archived(store(), opened.group.id),
        names=suggest_names(store(), opened.group.id),
        games={game for game, *_ in list_played(store(), opened.group.id)},
        rulebooks=RULEBOOKS,
        link_address=public(opened.address()),
        qr=qr,
    )


@blueprint.get("/g/<key>/state")
def state(key: str) -> ResponseReturnValue:
    """Return what a phone's first page says of a group: who won last, and who has won most."""
    group = open_group_or_404(key).group
    last, champion = group_tables.find_last_finished(store(), group.id), find_champion(store(), group.id)
    told = (
        [text.day(last.started_at, words()), text.translate(describe_state(last.sitting, last.sheet), words())]
        if last
        else []
    )
    if champion:
        name, wins, played = champion
        won = say_n(
            "%(name)s has won %(wins)s of %(n)s game",
            "%(name)s has won %(wins)s of %(n)s games",
            played,
            name=name,
            wins=wins,
        )
        told.append(text.translate(won, words()))
    return {"name": group.name, "told": " · ".join(told)}


def _form(problem: Message | None = None) -> str:
    typed = request.form.get("name", "")
    return render_template("groups/new.html", typed=typed, problem=problem, write_key=write_key())
