"""Access to a group by the key in its address, which allows everything in the group; and the group of a table.

To add a table to a group, one needs a host's link and the link of the group: who has that is a host from then on.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.message import Message, say
from companion.games.players import LONGEST_NAME, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.groups import tables
from companion.store.groups.groups import Group, open_group
from companion.store.journal.tables import Home, derive_write_key
from companion.store.links.links import HOST, LinkEnded, new_key
from companion.web.app.language import gettext as _
from companion.web.app.limits import NotNow, begin
from companion.web.table.access import Opened, find_secret, make_opener, opaque, open_page, store, write_key

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
        return opaque("group", self.group.id, self.group.uid)

    def address(self, endpoint: str = "group.show", **values: str | int | None) -> str:
        """Return the address of one of the group's pages. Values that are None or empty are left out."""
        return url_for(endpoint, key=self.key, **{name: value for name, value in values.items() if value})  # type: ignore[arg-type]


def open_group_or_404(key: str) -> OpenedGroup:
    """Open the group of a key. An unknown key is answered by 404; a replaced one raises LinkEnded, answered by 410."""
    return OpenedGroup(open_group(store(), key) or abort(404), key)


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
    return key if re.fullmatch(r"[\w-]{22,64}", key, re.ASCII) else ""


def sent_name(blank: Message) -> tuple[str, Message | None]:
    """Return the name in the form, and what is wrong with it: ``blank`` where nothing readable was typed."""
    name = clean_name(request.form.get("name", ""))
    problem = next((found.message for found in check_names([name])), None)
    return name, blank if problem and len(name) <= LONGEST_NAME else problem


def find_game() -> str | None:
    """Return the game that the address asks for; None for all games."""
    game = request.args.get("game")
    return game if game in RULEBOOKS else None


# The group of a table


@blueprint.route("", methods=["GET", "POST"])
def add(opened: Opened) -> ResponseReturnValue:
    """Return the form for the group's link, or add the table to that group."""
    if request.method != "POST":
        return render_template("groups/add.html", opened=opened, typed="", problem=None)
    typed, group = request.form.get("group", "")[:400], find_sent_group()
    if group and tables.add_to_group(store(), group.group.id, opened.credential):
        return redirect(opened.address(), 303)
    membership = tables.find_membership(store(), opened.table.id)
    if not group:
        problem = say("This link doesn’t open a group. Copy it from the group’s share page.")
    elif membership is None:
        problem = say("This table was added to the group from a file.")
    elif membership["added_at"]:
        problem = say("This table is in another group. Remove it there first.")
    else:
        problem = say("This table started in a group and stays there.")
    return render_template("groups/add.html", opened=opened, typed=typed, problem=problem), 422


@blueprint.post("/removal")
def remove(opened: Opened) -> ResponseReturnValue:
    """Take the table out of the group that it was added to later."""
    if not opened.link.group_id:  # who did would lock himself out: that is for the group's own page
        tables.remove_from_group(store(), opened.credential)
    return redirect(opened.address("table.shared", done="group"), 303)


def may_choose(opened: Opened) -> bool:
    """Return whether this phone may choose a rematch's group: only a host, if all phones come along."""
    has_group = tables.rematch_home(store(), opened.link) is not None
    return not has_group and (opened.is_host or not opened.table.sheet.ending)


def find_sent_group() -> OpenedGroup | None:
    """Return the group whose key is in the form; None if there is no key or its link has ended."""
    with suppress(LinkEnded):
        group = open_group(store(), sent_key())
        return OpenedGroup(group, sent_key()) if group else None
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
    return replace(chosen, added=bool(opened.table.sheet.ending)) if chosen else None
