"""Opens a group by the key in its address. Whoever has the key may do everything in the group."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import abort, request, url_for

from companion.games import RULEBOOKS
from companion.games.message import Message, say
from companion.games.players import LONGEST_NAME, check_names
from companion.store.groups.groups import Group, open_group
from companion.web.table.access import opaque, store

KEY = re.compile(r"[\w-]{22,64}", re.ASCII)


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
        """The address of one of the group's pages. Values that are None or empty are left out."""
        return url_for(endpoint, key=self.key, **{name: value for name, value in values.items() if value})  # type: ignore[arg-type]


def open_group_or_404(key: str) -> OpenedGroup:
    """Open the group of a key. An unknown key is answered by 404; a replaced one raises LinkEnded, answered by 410."""
    group = open_group(store(), key)
    if group is None:
        abort(404)
    return OpenedGroup(group, key)


def key_in(typed: str) -> str | None:
    """The key of a group in what was typed or pasted: a link, or the key itself."""
    found = re.search(r"/g/([\w-]+)", typed, re.ASCII)
    key = found[1] if found else typed.strip()
    return key if KEY.fullmatch(key) else None


def wrong_with(name: str) -> Message | None:
    """What is wrong with a group's name, after cleaning; None where it is right."""
    for problem in check_names([name]):
        return problem.message if len(name) > LONGEST_NAME else say("Give the group a name.")
    return None


def asked_game() -> str | None:
    """The game that the address asks for; None for all games."""
    game = request.args.get("game")
    return game if game in RULEBOOKS else None
