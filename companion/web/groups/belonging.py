"""Which group a table belongs to: a new one, a rematch, and one that is put into a group later.

To put a table into a group, one needs the link to keep score and the link of the group.
"""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.games.players import same_name
from companion.games.sitting import Round, Sitting
from companion.store.groups.groups import start_group
from companion.store.groups.tables import add_to_group, group_of, list_seats
from companion.store.journal.tables import Home, open_table
from companion.store.links.links import SCORER, LinkEnded
from companion.web.app.language import gettext as _
from companion.web.groups.access import OpenedGroup, find_group, sent_key
from companion.web.table.access import Opened, open_to_write, store

blueprint = Blueprint("taken_in", __name__, url_prefix="/t/<key>/group")


@blueprint.get("")
def ask(key: str) -> ResponseReturnValue:
    """The form for the group's link."""
    return render_template("groups/take_in.html", opened=open_to_write(key), typed="", problem=None)


@blueprint.post("")
def take(key: str) -> ResponseReturnValue:
    """Put the table into the group whose link was typed."""
    opened, typed = open_to_write(key), request.form.get("group", "")[:400]
    found = group_asked_for()
    if found and add_to_group(store(), found.group.id, opened.table):
        return redirect(opened.address(), 303)
    unknown = say("This link opens no group. Copy it from the group's share screen.")
    problem = say("This table belongs to a group already, or this group has it from a file.") if found else unknown
    return render_template("groups/take_in.html", opened=opened, typed=typed, problem=problem), 422


def belongs(opened: Opened) -> bool:
    """Whether a rematch of this table belongs to the table's group: if it has one, and only for who may keep score."""
    return opened.may_write and group_of(store(), opened.table.id) is not None


def group_asked_for() -> OpenedGroup | None:
    """The group whose key is in the form; None where there is no key or its link has ended."""
    return find_group(sent_key())


def made_group() -> OpenedGroup | None:
    """The group whose key is in the form, made now where the key is new; None without a key. Raises LinkEnded."""
    key = sent_key()
    return OpenedGroup(start_group(store(), key, _("Game night")), key) if key else None


def home_of(sitting: Sitting[Round]) -> Home | None:
    """The group that a new table belongs to.

    A rematch stays in its table's group, and the same names are the same players. Any other table belongs to the group
    whose key is in the form; the first game on a phone sends a new key, and the group is made now. Raises LinkEnded.
    """
    again = _rematch_home(request.form.get("rematch_of", ""), sitting)
    made = None if again else made_group()
    return Home(made.group.id, key=made.key) if made else again


def _rematch_home(key: str, sitting: Sitting[Round]) -> Home | None:
    with suppress(LinkEnded):
        table, role = open_table(store(), key) or (None, None)
        group_id = group_of(store(), table.id) if table and role == SCORER else None
        if table and group_id is not None:
            before = list_seats(store(), table.id)
            names = {seat: same_name(name) for seat, name in enumerate(sitting.players)}
            return Home(group_id, {seat: before[name] for seat, name in names.items() if name in before})
    return None
