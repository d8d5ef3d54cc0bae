"""Access to a group by the key in its address, which allows everything in the group; and the group of a table.

Only a host adds a table to a group: who has the link of the group is a host of the table from then on.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests
from wtforms import Form

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.sitting import Sitting
from companion.store.groups import tables
from companion.store.groups.groups import Group, Home, list_groups_of_host, open_group
from companion.store.links.links import HOST, LinkEnded, new_key
from companion.store.tables.writing import derive_write_key
from companion.web.app.language import gettext as _
from companion.web.app.limits import begin
from companion.web.app.parts import UnknownLink
from companion.web.table.access import Opened, make_opener, opaque_id, open_page, presence, store, write_key
from companion.web.table.cookies import RANDOM_KEY, ensure_secret, find_secret
from companion.web.table.forms import make_name_field

blueprint = Blueprint("added", __name__, url_prefix="/t/<key>/group")
blueprint.before_request(make_opener(lambda key: open_page(key, HOST)))


@dataclass(frozen=True, slots=True)
class OpenedGroup:
    """A group that was opened by its key."""

    group: Group
    key: str

    @property
    def token(self) -> str:
        """An id under which a phone stores things of this group. It opens nothing."""
        return opaque_id("group", self.group.id, self.group.uid)

    def address(self, endpoint: str = "group.show", **values: str | int | None) -> str:
        """Return the address of one of the group's pages. Values that are None or empty are left out."""
        return url_for(endpoint, key=self.key, **{name: value for name, value in values.items() if value})  # type: ignore[arg-type]


def open_group_or_404(key: str) -> OpenedGroup:
    """Open the group of a key. An unknown key is answered by 404; a replaced one raises LinkEnded, answered by 410."""
    group = open_group(store(), key)
    if group is None:
        raise UnknownLink
    if find_secret():
        presence().see(find_secret())
    elif request.method == "GET":
        ensure_secret()  # with which its tables know the phone as a host
    return OpenedGroup(group, key)


def sent_key() -> str:
    """Return the key of a group in the form, where it or a link was typed or pasted; empty if there is none."""
    return parse_group_key(request.form.get("group", ""))


def new_group_key() -> str:
    """Return the key that a form has for a group that it starts; a random one for a new form."""
    return parse_group_key(request.form.get("new_group", "")) or new_key()


def parse_group_key(typed: str) -> str:
    """Return the key of a group in what was typed or pasted; empty if there is none."""
    found = re.search(r"/g/([\w-]+)", typed, re.ASCII)
    key = found[1] if found else typed.strip()
    return key if RANDOM_KEY.fullmatch(key) else ""


class GroupForm(Form):
    """The name of a group."""

    name = make_name_field(say("Give the group a name."))


def find_game() -> str | None:
    """Return the game that the address asks for; None for all games."""
    game = request.args.get("game")
    return game if game in RULEBOOKS else None


# The group of a table


@blueprint.route("", methods=["GET", "POST"])
def add(opened: Opened) -> ResponseReturnValue:
    """Offer the groups that this phone knows, and a new one; or add the table to one."""
    if "new_group" in request.form:
        _gather("", opened.table.id)
        return redirect(opened.address("table.shared", done="group"), 303)
    typed, problem = request.form.get("chosen", request.form.get("group", ""))[:400], None
    if request.method == "POST":
        group = find_group(parse_group_key(typed))
        if group and tables.add_to_group(store(), group.group.id, opened.credential):
            return redirect(opened.address(), 303)
        problem = say("This table is in another group. Remove it there first.")
        if not group:
            problem = say("This link doesn’t open a group. Copy it from the group’s share page.")
    groups = list_groups_of_host(store(), find_secret())
    page = render_template("groups/add.html", opened=opened, groups=groups, typed=typed, problem=problem)
    return page, 422 if problem else 200


@blueprint.post("/removal")
def remove(opened: Opened) -> ResponseReturnValue:
    """Take the table out of the group that it was added to later."""
    # Who came through the group would lock himself out: that is for the group's own page.
    if not tables.came_through_group(store(), opened.link):
        tables.remove_from_group(store(), opened.credential)
    return redirect(opened.address("table.shared", done="group"), 303)


def may_choose(opened: Opened) -> bool:
    """Return whether this phone may choose a rematch's group: only a host, if all phones come along."""
    has_group = tables.rematch_home(store(), opened.link) is not None
    return not has_group and (opened.is_host or not opened.table.sheet.ending)


def find_group(key: str) -> OpenedGroup | None:
    """Return the group of a key; None if it opens none, or its link has ended."""
    with suppress(LinkEnded):
        group = open_group(store(), key)
        return OpenedGroup(group, key) if group else None
    return None


def home_of(secret: str) -> Home | None:
    """Return the group whose key is in the form, else a new one with the games that the phone of this secret began.

    None if it has begun no other game: a group of one game is of no use. Raises LinkEnded, also where the key is
    unknown.
    """
    return _open_home(sent_key() or _gather(secret))


def choose_rematch_home(opened: Opened, sitting: Sitting) -> Home | None:
    """Return the group of a rematch: its table's, else where it may be chosen that in the form. Raises LinkEnded.

    With the first rematch a group begins, whoever starts that.
    """
    if home := tables.rematch_home(store(), opened.link, sitting.players):
        return home
    if not opened.table.sheet.ending:
        return home_of(ensure_secret())
    key, secret = (sent_key(), find_secret()) if opened.is_host else ("", "")
    home = _open_home(key or _gather(secret, opened.table.id))
    return replace(home, added=True) if home else None


def _gather(secret: str, table_id: int = 0) -> str:
    """Return the key of a new group with a table and the games that a phone began; empty if none, or not now."""
    with suppress(TooManyRequests):
        begin("groups")
        made_by = derive_write_key(write_key(), "group")
        return tables.gather(store(), secret, _("Game night"), made_by, table_id)
    return ""


def _open_home(key: str) -> Home | None:
    """Return the group of a key, None without a key. Raises LinkEnded where it opens none."""
    if not key:
        return None
    if group := open_group(store(), key):
        return Home(group.id)
    raise LinkEnded
