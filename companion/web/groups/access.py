"""Access to a group by the key in its address, which allows everything in the group."""

import re
from dataclasses import dataclass

from flask import abort, request, url_for

from companion.games import RULEBOOKS
from companion.games.message import Message
from companion.games.players import LONGEST_NAME, check_names, clean_name
from companion.store.groups.groups import Group, open_group
from companion.store.links.links import new_key
from companion.web.table.access import opaque, store


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
