"""The group of a table: of a new one, of a rematch, and of one that is put into a group later.

To put a table into a group, one needs a host's link and the link of the group: who has that is a host from then on.
"""

from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.sitting import Sitting
from companion.store.groups import tables
from companion.store.groups.groups import open_group
from companion.store.journal.tables import Home, derive_write_key
from companion.store.links.links import LinkEnded
from companion.web.app.language import gettext as _
from companion.web.app.limits import NotNow, begin
from companion.web.groups.access import OpenedGroup, sent_key
from companion.web.table.access import Opened, find_secret, make_opener, open_as_host, store, write_key

blueprint = Blueprint("taken_in", __name__, url_prefix="/t/<key>/group")
blueprint.before_request(make_opener(open_as_host))


@blueprint.get("")
def new(opened: Opened) -> ResponseReturnValue:
    """Return the form for the group's link."""
    return render_template("groups/take_in.html", opened=opened, typed="", problem=None)


@blueprint.post("")
def take(opened: Opened) -> ResponseReturnValue:
    """Put the table into the group whose link was typed."""
    typed, group = request.form.get("group", "")[:400], find_sent_group()
    if group and tables.add_to_group(store(), group.group.id, opened.credential):
        return redirect(opened.address(), 303)
    problem = _why_not(opened) if group else say("This link doesn’t open a group. Copy it from the group’s share page.")
    return render_template("groups/take_in.html", opened=opened, typed=typed, problem=problem), 422


def _why_not(opened: Opened) -> Message:
    membership = tables.membership_of(store(), opened.table.id)
    if membership is None:
        return say("This table was added to the group from a file.")
    if not membership.put_in:
        return say("This table started in a group and stays there.")
    return say("This table is in another group. Remove it there first.")


@blueprint.post("/removal")
def remove(opened: Opened) -> ResponseReturnValue:
    """Take the table out of the group that it was put into later."""
    if not opened.link.group_id:  # who did would lock himself out: that is for the group's own page
        tables.take_out(store(), opened.credential)
    return redirect(opened.address("table.shared", done="group"), 303)


def may_choose(opened: Opened) -> bool:
    """Return whether this phone may choose a rematch's group: only a host, if all phones come along."""
    has_group = tables.rematch_home(store(), opened.link) is not None
    return not has_group and (opened.is_host or not opened.table.sheet.ending)


def find_sent_group() -> OpenedGroup | None:
    """Return the group whose key is in the form; None if there is no key or its link has ended."""
    key = sent_key()
    with suppress(LinkEnded):
        group = open_group(store(), key)
        return OpenedGroup(group, key) if group else None
    return None


def home_of() -> Home | None:
    """Return the group whose key is in the form, else a new one with the games before, as a new table's.

    None if this phone has begun no other game: a group of one game is of no use. Raises LinkEnded, also where
    the key is unknown.
    """
    key = sent_key()
    if not key:
        with suppress(NotNow):
            begin("groups")
            key = tables.gather(store(), find_secret(), _("Game night"), derive_write_key(write_key(), "group"))
    if not key:
        return None
    group = open_group(store(), key)
    if group is None:
        raise LinkEnded
    return Home(group.id)


def choose_rematch_home(opened: Opened, sitting: Sitting) -> Home | None:
    """Return the group of a rematch: its table's, else where it may be chosen that in the form. Raises LinkEnded."""
    home = tables.rematch_home(store(), opened.link, sitting.players)
    if home or not may_choose(opened):
        return home
    chosen = home_of()
    return replace(chosen, put_in=bool(opened.table.sheet.ending)) if chosen else None
