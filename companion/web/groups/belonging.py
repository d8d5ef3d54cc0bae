"""Which group a new table belongs to."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.games.players import same_name
from companion.games.sitting import Sitting
from companion.store.groups.groups import open_group, start_group
from companion.store.groups.tables import group_of, list_seats
from companion.store.journal.tables import Home, open_table
from companion.store.links.links import SCORER, LinkEnded
from companion.web.app.language import gettext as _
from companion.web.groups.access import OpenedGroup, key_in
from companion.web.table.access import Opened, store


def belongs(opened: Opened) -> bool:
    """Whether a rematch of this table belongs to the table's group: if it has one, and only for who may keep score."""
    return opened.may_write and group_of(store(), opened.table.id) is not None


def group_asked_for() -> OpenedGroup | None:
    """The group whose key is in the form; None where there is no key or its link has ended."""
    key = key_in(request.form.get("group", ""))
    try:
        group = open_group(store(), key) if key else None
    except LinkEnded:
        group = None
    return OpenedGroup(group, key) if group and key else None


def home_of(sitting: Sitting[Any]) -> Home | None:
    """The group that a new table belongs to.

    A rematch stays in its table's group, and the same names are the same players. Any other table belongs to the group
    whose key is in the form; the first game on a phone sends a new key, and the group is made now. Raises LinkEnded.
    """
    again = _rematch_home(request.form.get("rematch_of", ""), sitting)
    key = key_in(request.form.get("group", ""))
    if again or not key:
        return again
    return Home(start_group(store(), key, _("Game night")).id, key=key)


def _rematch_home(key: str, sitting: Sitting[Any]) -> Home | None:
    try:
        found = open_table(store(), key) if key else None
    except LinkEnded:
        found = None
    group_id = group_of(store(), found[0].id) if found and found[1] == SCORER else None
    if found is None or group_id is None:
        return None
    before = list_seats(store(), found[0].id)
    known = {seat: before[same_name(name)] for seat, name in enumerate(sitting.players) if same_name(name) in before}
    return Home(group_id, known)
