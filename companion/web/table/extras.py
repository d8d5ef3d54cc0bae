"""What pages of a table show besides its sheet: why a number is what it is, a ruling, what a phone remembers."""

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from companion.games.message import Message, say
from companion.games.reasons import describe_state, explain_points, explain_total
from companion.store.database import since
from companion.store.groups.groups import require_group
from companion.store.journal.facts import Table
from companion.store.journal.loading import load_table
from companion.store.links.links import DEPUTY, HOST, SCORER
from companion.store.links.phones import NEW_PHONE, list_phones
from companion.store.tables.rematches import find_rematch
from companion.web.app.language import in_words, language, name_game
from companion.web.table.access import Opened, store

MAX_LINES_AT_FIRST = 50
"""How many rounds of a sheet, or entries of a history, are shown at first: the latest."""
ROUNDS_AHEAD = 3
"""For how many rounds after the next one a phone has forms while there is no connection."""
RULING_LASTS = timedelta(minutes=10)
ORDER = "order"
"""Of the standings, in an address and in the cookie by which a phone remembers it: by rank or by seats."""
BY_RANK, BY_SEATS = "rank", "seats"
_WHY = re.compile(r"(?:([1-9][0-9]{0,3})-)?([1-9][0-9]?)")


class Excerpt(NamedTuple):
    """What is shown of something numbered from 1 to ``last``: from ``first`` to the end."""

    first: int
    last: int
    is_unfolded: bool
    """Return whether the address asks for everything by ``?all=1``."""


def find_excerpt(count: int, number: int | None = None) -> Excerpt:
    """Return the latest part, or everything where the address asks for that or for an earlier ``number``."""
    latest = max(1, count - MAX_LINES_AT_FIRST + 1)
    is_unfolded = latest > 1 and (request.args.get("all") == "1" or (number or latest) < latest)
    return Excerpt(1 if is_unfolded else latest, count, is_unfolded)


@dataclass(frozen=True, slots=True)
class Why:
    """A number that was asked about: how the address says it, its round (None: the total), and how it came about."""

    key: str
    number: int | None
    side: int
    sentences: tuple[Message, ...]


def find_why(table: Table) -> Why | None:
    """Return the number that the address asks about: ``?why=3-2`` is round 3 of side 2, ``?why=2`` its total."""
    found, lines = _WHY.fullmatch(request.args.get("why", "")), table.sheet.lines
    if found is None or int(found[2]) > len(table.sheet.sides) or int(found[1] or 0) > len(lines):
        return None
    side = int(found[2]) - 1
    if not found[1]:
        return Why(found[0], None, side, explain_total(table.sheet, side))
    number = int(found[1])
    line = replace(lines[number - 1], opening=table.opening_as_played(number))
    reasons = explain_points(table.rulebook, table.sitting, table.sheet, line, side)
    return Why(found[0], number, side, reasons)


def find_order() -> str:
    """Return the order that the address asks for, ``?order=seats``, else the one that this phone asked for last."""
    order = request.args.get(ORDER) or request.cookies.get(ORDER)
    return BY_SEATS if order == BY_SEATS else BY_RANK


def sort_sides(table: Table) -> list[int]:
    """Return the sides in the order in which the standings list them; by seats while a round is entered."""
    sheet = table.sheet
    if find_order() == BY_RANK and not table.begun:
        return [*sheet.ranking]
    return [*sheet.standing.present, *sheet.absent]


def find_ruling(opened: Opened) -> tuple[Message, ...]:
    """Return the ruling shown at a table, answer first; empty if there is none in the last ten minutes."""
    entry, referee = opened.table.ruling, opened.game_pages.referee
    if entry is None or referee is None or since(entry.at) > RULING_LASTS:
        return ()
    return referee(MultiDict(parse_qsl(entry.payload["asked"])), opened.table.sitting).sentences


@dataclass(frozen=True, slots=True)
class Asking:
    """What phones ask of who keeps score (``requests``), and whom the only host may make host, too (``heir``).

    ``deputies`` stood in for a host who is back.
    """

    requests: tuple[dict[str, Any], ...] = ()
    heir: dict[str, Any] | None = None
    deputies: tuple[dict[str, Any], ...] = ()


def find_asking(opened: Opened) -> Asking:
    """Return the requests that this page's reader can answer."""
    if not opened.may_write:
        return Asking()
    phones = list_phones(store(), opened.table.id)
    answered = (NEW_PHONE, SCORER, HOST) if opened.is_host else (NEW_PHONE, SCORER)
    hosts = [phone for phone in phones if phone["role"] == HOST]
    seats = [phone["seat"] for phone in phones]  # of who says to be somebody with a phone, nobody knows who it is
    scorers = (phone for phone in phones if phone["role"] == SCORER and phone["seat"] is not None)
    named = (phone for phone in scorers if seats.count(phone["seat"]) == 1)
    is_alone = opened.is_host and len(hosts) == 1 and not hosts[0]["offer_declined"]
    return Asking(
        tuple(phone for phone in phones if phone["asks"] in answered),
        next(named, None) if is_alone else None,
        tuple(phone for phone in phones if phone["role"] == DEPUTY) if opened.is_host else (),
    )


def describe_for_phone(opened: Opened) -> dict[str, object]:
    """Return what a phone remembers of a table, so that its first page can lead back, and its own role and seat."""
    table, rematch = opened.table, describe_rematch(opened.table)
    # The group of the table as its hosts may open it: it is theirs.
    group = require_group(store().db, opened.link.home) if opened.is_host and opened.link.home else None
    return {
        "role": opened.role,
        "me": None if opened.seat is None else opened.seat + 1,
        "game": name_game(table),
        "lang": language(),
        "state": in_words(describe_state(table.sitting, table.sheet)),
        "over": table.sheet.next is None,
        "played": table.last_at,
        "rematch": in_words(say("Rematch: %(what)s", what=rematch)) if rematch else None,
        "group": {"href": url_for("group.show", key=group.key), "name": group.name} if group else None,
    }


def list_ahead(opened: Opened) -> list[str]:
    """Return the pages of a table that a phone that keeps score fetches ahead, for when the Wi-Fi goes."""
    pages = ["table.show", "table.sheet", "table.chart", "table.history"]
    if opened.table.sheet.next:
        pages.append("rounds.new")
    if opened.game_pages.referee:
        pages.append("rules.judge_at_table")
    if opened.game_pages.example:
        pages.append("rules.show_at_table")
    is_simple = opened.table.sheet.next and len(opened.table.rulebook.steps) == 1
    ahead = [opened.address("rounds.new", ahead=number) for number in range(1, ROUNDS_AHEAD + 1)] if is_simple else []
    return [*map(opened.address, pages), *ahead]


def describe_rematch(table: Table) -> Message | None:
    """Describe how the rematch of a finished table stands, or who starts there; None if there is none."""
    table_id = find_rematch(store(), table.id)
    if table_id is None:
        return None
    rematch = load_table(store(), table_id)
    starter = rematch.sheet.next.starting if rematch.sheet.next and not rematch.sheet.lines else None
    if starter is None:
        return describe_state(rematch.sitting, rematch.sheet)
    return say("%(name)s starts", name=rematch.sitting.players[starter])
