"""A group by itself: the link that it shares, its name, its files, and deleting it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import text
from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files import sheets
from companion.store.files.imports import Destination, Imported, import_file
from companion.store.groups import groups, results
from companion.store.groups import tables as group_tables
from companion.store.groups.players import list_players
from companion.store.groups.statistics import COUNTED_IN_EVERY_GAME
from companion.store.links.links import LinkEnded
from companion.text import Catalogue
from companion.web.app.language import get_catalogue
from companion.web.app.limits import begin
from companion.web.app.parts import download
from companion.web.app.security import MAX_FILE_BYTES
from companion.web.exports.rows import csv_file, escape_formula, local_time
from companion.web.groups.access import GroupForm, OpenedGroup, open_group_or_404
from companion.web.table.access import make_opener, store, write_key
from companion.web.table.forms import read_name

MAX_ROUNDS_PER_FILE = 20_000  # in all its tables; by ``companion import`` any number

blueprint = Blueprint("group_settings", __name__, url_prefix="/g/<key>")
blueprint.before_request(make_opener(open_group_or_404, "replace", "delete"))


@blueprint.get("/share")
def share(opened: OpenedGroup) -> ResponseReturnValue:
    """Show the link for all who belong to the group, and its QR code."""
    return render_template("groups/share.html", opened=opened)


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """Replace the group's link: the old one ends, and this phone gets the new one."""
    new = groups.replace_link(store(), key, write_key()) or abort(404)
    return redirect(url_for("group_settings.share", key=new, replaced=key), 303)


@blueprint.get("/settings")
@blueprint.post("/names", endpoint="rename")
def show(opened: OpenedGroup) -> ResponseReturnValue:
    """Show name, files and deleting, after an import also how many tables were added; or rename the group."""
    form = GroupForm(request.form or None, data={"name": opened.group.name})
    if request.method == "POST" and form.validate():
        groups.rename_group(store(), opened.group.id, read_name(form.name.data))
        return redirect(opened.address(), 303)
    return _page(opened, form)


@blueprint.get("/deletion")
def ask_to_delete(opened: OpenedGroup) -> ResponseReturnValue:
    """Ask whether to delete the group, and say what is deleted with it."""
    tables = sum(group_tables.count_games(store(), opened.group.id).values())
    players = len(list_players(store(), opened.group.id))
    return render_template("groups/delete.html", opened=opened, tables=tables, players=players)


@blueprint.post("/deletion")
def delete(key: str) -> ResponseReturnValue:
    """Delete the group for good; repeated, the answer is the same."""
    try:
        group_tables.delete_group(store(), open_group_or_404(key).group.id)
    except LinkEnded as ended:
        if not ended.deleted:  # the group's link was replaced
            raise
    return redirect(url_for("home.show", deleted=key), 303)


@blueprint.get("/group.json")
def as_json(opened: OpenedGroup) -> ResponseReturnValue:
    """Return the whole group as one file."""
    return download(sheets.write_group(store(), opened.group), "application/json", "group.json")


@blueprint.get("/results.csv")
def as_csv(opened: OpenedGroup) -> ResponseReturnValue:
    """Return a row for every player of every finished table."""
    rows = _list_rows(results.list_results(store(), opened.group.id), get_catalogue())
    return download(csv_file(rows), "text/csv", "results.csv")


@blueprint.post("/imports")
def import_tables(opened: OpenedGroup) -> ResponseReturnValue:
    """Import a group file or a sheet file: add the tables that the group does not have yet."""
    try:
        found = import_sent(Destination(into=opened.key))
    except Unreadable as error:
        return _page(opened, GroupForm(data={"name": opened.group.name}), error)
    counts = {"added": str(found.added), "known": str(found.tables - found.added)}
    return redirect(opened.address("group_settings.show", **counts), 303)


def import_sent(destination: Destination) -> Imported:
    """Import the uploaded file. Raises Unreadable, also where no file was sent, and LinkEnded."""
    begin("imports")
    sent = request.files.get("file")
    raw = sent.read() if sent else request.form.get("sheet", "").encode()
    if not raw:
        raise Unreadable("", say("Choose a file first."))
    if len(raw) > MAX_FILE_BYTES:
        abort(413)
    return import_file(store(), raw, destination, MAX_ROUNDS_PER_FILE)


def _page(opened: OpenedGroup, form: GroupForm, error: Unreadable | None = None) -> ResponseReturnValue:
    counts = {name: request.args.get(name, type=int) for name in ("added", "known")}
    page = render_template("groups/settings.html", opened=opened, form=form, error=error, **counts)
    return page, 422 if error or form.errors else 200


def _list_rows(found: list[dict[str, Any]], catalogue: Catalogue) -> Iterator[list[str | int]]:
    """Yield the head and the rows of results. Each count of any game has a column."""
    _ = catalogue.gettext
    own = {figure.key: figure.label for book in RULEBOOKS.values() for figure in book.figures if not figure.per_round}
    labels = COUNTED_IN_EVERY_GAME | own
    # What has no label of its own, such as the points of another game, stands in another column already.
    counts = [name for name in dict.fromkeys(name for row in found for name in row["counts"]) if name in labels]
    heads = [_("Table"), _("Started"), _("Game"), _("Title"), _("Player"), _("Name at the table")]
    heads += [_("Seat"), _("Rank"), _("Won"), _("Total")]
    yield [*heads, *(text.translate(labels[name], catalogue) for name in counts)]
    for row in found:
        title = row["title"] or catalogue.gettext(RULEBOOKS[row["game"]].title)
        names = [escape_formula(name) for name in (title, row["name"], row["at_the_table"])]
        started = str(local_time(datetime.fromisoformat(row["started_at"])))
        counted = [row["counts"].get(name, "") for name in counts]
        numbers = [row["seat"] + 1, row["rank"], row["won"], row["total"], *counted]
        yield [row["number"], started, row["game"], *names, *(str(number).removesuffix(".0") for number in numbers)]
