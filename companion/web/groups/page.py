"""A new group; the main page of one, with its tables, running ones first; and what it can do with one of them."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import text
from companion.games.message import say_n
from companion.games.players import clean_name
from companion.games.reasons import describe_state
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.players import suggest_names
from companion.store.groups.statistics import find_champion, list_finished
from companion.store.journal.loading import load_table
from companion.web.app.language import get_catalogue, in_words
from companion.web.app.limits import begin
from companion.web.groups.access import GroupForm, OpenedGroup, find_game, open_group_or_404
from companion.web.table.access import make_opener, store, write_key
from companion.web.table.cookies import ask_for_cookie, find_secret
from companion.web.table.forms import read_name

MAX_PAGES = 10_000
TABLE = "/g/<key>/tables/<int(max=9007199254740991):table_id>"

blueprint = Blueprint("group", __name__)
blueprint.before_request(make_opener(open_group_or_404))


@blueprint.get("/groups/new", endpoint="new")
@blueprint.post("/groups")
def create() -> ResponseReturnValue:
    """Return the form for a new group, or make it. The form's random key becomes its key: sent twice, it makes one."""
    form = GroupForm(request.form)
    if request.method != "POST" or not form.validate():
        return render_template("groups/new.html", form=form), 422 if form.errors else 200
    begin("groups")
    return redirect(url_for("group.show", key=groups.start_group(store(), write_key(), read_name(form.name.data))), 303)


@blueprint.get("/g/<key>")
def show(opened: OpenedGroup) -> ResponseReturnValue:
    """Show a page of the group's list of tables."""
    group_id, game = opened.group.id, find_game()
    player, number = clean_name(request.args.get("player", "")[:80]), request.args.get("page", 1, type=int)
    number = max(1, min(MAX_PAGES, number))
    found = group_tables.list_group_tables(store(), group_id, player=player, game=game, page=number)
    tables = found[: group_tables.PAGE]
    running = [load_table(store(), table["id"]) for table in tables if not table["finished"]]
    return render_template(
        "groups/show.html",
        opened=opened,
        tables=tables,
        page=number,
        more=len(found) > len(tables),
        states={table.id: describe_state(table.sitting, table.sheet) for table in running},
        query={"player": player, "game": game},
        names=suggest_names(store(), group_id),
        games={game for game, *_ in list_finished(store(), group_id)},
    )


@blueprint.get("/g/<key>/state")
def state(opened: OpenedGroup) -> ResponseReturnValue:
    """Return who won last in a group and who has won most, for a phone's first page."""
    group, news = opened.group, list[str]()
    if last := group_tables.find_last_finished(store(), group.id):
        outcome = in_words(describe_state(last.sitting, last.sheet))
        news += [text.format_day(last.started_at, get_catalogue()), outcome]
    if champion := find_champion(store(), group.id):
        name, wins, played = champion
        won = say_n(
            "%(name)s has won %(wins)s of %(n)s game",
            "%(name)s has won %(wins)s of %(n)s games",
            played,
            name=name,
            wins=wins,
        )
        news.append(in_words(won))
    return {"name": group.name, "told": " · ".join(news)}


@blueprint.get(TABLE)
@blueprint.get(TABLE + "/rematch", endpoint="rematch")
def go_to_table(opened: OpenedGroup, table_id: int) -> ResponseReturnValue:
    """Redirect to the table, or to the form of a rematch, with a host's link."""
    ask_for_cookie()
    key = groups.open_group_table(store(), opened.key, table_id, find_secret()) or abort(404)
    return redirect(url_for("new_game.rematch" if request.endpoint == "group.rematch" else "table.show", key=key), 303)


@blueprint.get(TABLE + "/more", endpoint="more")
@blueprint.get(TABLE + "/deletion", endpoint="ask_to_delete")
def show_table(opened: OpenedGroup, table_id: int) -> ResponseReturnValue:
    """Show all that can be done with the table; or ask whether to delete it, and say what is deleted with it."""
    table = group_tables.find_table(store(), opened.group.id, table_id) or abort(404)
    rounds = len(load_table(store(), table_id).sitting.rounds)
    template = "groups/table.html" if request.endpoint == "group.more" else "groups/delete_table.html"
    return render_template(template, opened=opened, table=table, rounds=rounds)


@blueprint.post(TABLE + "/deletion")
def delete(opened: OpenedGroup, table_id: int) -> ResponseReturnValue:
    """Delete the table for good; repeated, the answer is the same."""
    group_tables.delete_group_table(store(), opened.group.id, table_id)
    return redirect(opened.address(), 303)
