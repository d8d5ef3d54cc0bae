"""The key in a group's address opens the group with everything in it, or there is no such page."""

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
        """What a phone remembers things of this group by; it opens nothing."""
        return opaque("group", self.group.id, self.group.uid)

    def address(self, endpoint: str = "group.show", **values: str | int | None) -> str:
        """The address of one of the group's pages; what is None is left out."""
        return url_for(endpoint, key=self.key, **{name: value for name, value in values.items() if value})  # type: ignore[arg-type]


def open_group_or_404(key: str) -> OpenedGroup:
    """The group of a key. Raises LinkEnded, which is answered by 410."""
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
    """What is wrong with the cleaned name of a group."""
    for problem in check_names([name]):
        return problem.message if len(name) > LONGEST_NAME else say("Give the group a name.")
    return None


def asked_game() -> str | None:
    """The game that the address asks for; None for any."""
    game = request.args.get("game")
    return game if game in RULEBOOKS else None
