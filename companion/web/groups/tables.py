"""What a group can do with one of its tables: open it, start a rematch, archive it, delete it."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.journal.tables import load_table
from companion.web.groups.access import open_group_or_404
from companion.web.table.access import store

blueprint = Blueprint("group_tables", __name__, url_prefix="/g/<key>/tables/<int(max=9007199254740991):table_id>")


@blueprint.get("")
@blueprint.get("/rematch", endpoint="rematch")
def open_table(key: str, table_id: int) -> ResponseReturnValue:
    """Redirect to the table, or to the form of a rematch, with a host's link."""
    there = groups.table_key(store(), open_group_or_404(key).group, key, table_id) or abort(404)
    to = "new_game.rematch" if request.endpoint == "group_tables.rematch" else "table.show"
    return redirect(url_for(to, key=there), 303)


@blueprint.get("/more")
def more(key: str, table_id: int) -> ResponseReturnValue:
    """Show all that can be done with the table."""
    return _page("groups/table.html", key, table_id)


@blueprint.post("/archive")
def archive(key: str, table_id: int) -> ResponseReturnValue:
    """Archive the table, or put it back into the list."""
    opened = open_group_or_404(key)
    if not group_tables.find_table(store(), opened.group.id, table_id):
        abort(404)
    group_tables.archive(store(), opened.group.id, table_id, request.form.get("archived") == "1")
    return redirect(opened.address(), 303)


@blueprint.get("/deletion")
def ask_to_delete(key: str, table_id: int) -> ResponseReturnValue:
    """Ask whether to delete the table, and say what is deleted with it."""
    return _page("groups/delete_table.html", key, table_id)


@blueprint.post("/deletion")
def delete(key: str, table_id: int) -> ResponseReturnValue:
    """Delete the table for good; repeated, the answer is the same."""
    opened = open_group_or_404(key)
    group_tables.delete(store(), opened.group.id, table_id)
    return redirect(opened.address(), 303)


def _page(template: str, key: str, table_id: int) -> str:
    opened = open_group_or_404(key)
    table = group_tables.find_table(store(), opened.group.id, table_id) or abort(404)
    rounds = len(load_table(store(), table.id).sitting.rounds)
    return render_template(template, opened=opened, table=table, rounds=rounds, rulebooks=RULEBOOKS)
