"""Links: the secret keys that open a table, as its host, to keep score or only to watch, and replacing them.

Only hashes of keys are stored. The links that the share screen shows are worked out from the key of who looks at it, so
that they can always be shown; a link by short code has a key of its own. A phone that says who it is gets a personal
link: one with a seat. The others are common, since everybody to whom they are handed on has the same.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.database import Store
from companion.store.links.ending import end_roles

HOST, SCORER, WATCHER = ROLES = ("host", "scorer", "watcher")  # each may do what those after it may
# What the first key of a table is worked out by. It says so since before there were hosts: no address changes.
FIRST = SCORER
MOST = 1000  # links that open a table, as far as phones get their own by themselves
_KINDS = ("links", "group_links")


@dataclass(eq=False)
class LinkEnded(Exception):
    """The link was a table's, and has been replaced, or the table was deleted."""

    deleted: bool = False


class TooManyLinks(Exception):
    """So many links open a table that who comes by himself gets none of his own."""


@dataclass(eq=False)
class MayNot(Exception):
    """The link does not let its holder do this; only one of this role would."""

    role: str


@dataclass(frozen=True, slots=True)
class Link:
    """What a key opens: a table at its current version (the ``seq`` of its last entry), and in which role.

    ``seat`` is who the phone has said it is, ``replaced`` how often the table's links to hand on were replaced, and
    ``changed_at`` when the last entry was written: of a file that was restored, a version says too little.
    """

    table_id: int
    role: str
    version: int
    seat: int | None
    replaced: int = 0
    changed_at: str = ""


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone that has said who it is. ``id`` opens nothing; ``since`` is UTC in ISO 8601."""

    id: str
    seat: int
    role: str
    since: str


def find(store: Store, key: str) -> Link | None:
    """What a key opens now; None if it never opened anything.

    Raises LinkEnded where it has been replaced or the table was deleted.
    """
    row = store.db.execute(
        """
        SELECT links.table_id, role, ended_at, seat, seq,
               (SELECT scorers_replaced + watchers_replaced FROM tables WHERE tables.id = links.table_id), at
        FROM links LEFT JOIN journal ON journal.table_id = links.table_id
               AND seq = (SELECT max(seq) FROM journal WHERE journal.table_id = links.table_id)
        WHERE key_hash = ?
        """,
        [hashed(key)],
    ).fetchone()
    if row is None:
        return None
    table_id, role, ended_at, seat, version, replaced, changed_at = row
    if ended_at is not None or version is None:
        raise LinkEnded(deleted=version is None)
    return Link(table_id, role, version, seat, replaced, changed_at)


def add(db: Database, table_id: int, key: str, role: str, through: str | None, seat: int | None = None) -> None:
    """Let a key open a table; inside a transaction. A link that is there already, ended or not, stays as it is.

    ``through`` is the hash of the key that opened it, a link's or a group's: it ends with that. None for the first link
    of a table without a group, and where somebody comes by the code. Raises LinkEnded where that key has ended.
    """
    if look_up(db, key) is None:
        if through is not None:
            check_live(db, through)
        row = {"key_hash": hashed(key), "table_id": table_id, "role": role, "created_at": now()}
        db.table("links").insert(row | {"through": through, "seat": seat})


def check_room(db: Database, table_id: int) -> None:
    """Raise TooManyLinks where no phone shall get one of its own any more. Replacing links makes room."""
    if db.table("links").count_where("table_id = ? AND ended_at IS NULL", [table_id]) >= MOST:
        raise TooManyLinks


def look_up(db: Database, key: str) -> dict[str, Any] | None:
    """The link of a key, ended or not; None if it never opened a table."""
    return next(db.table("links").rows_where("key_hash = ?", [hashed(key)]), None)


def check_live(db: Database, key_hash: str) -> None:
    """Raise LinkEnded unless the key with this hash opens a table or a group; inside a transaction that stays true."""
    if not any(db.table(kind).count_where("key_hash = ? AND ended_at IS NULL", [key_hash]) for kind in _KINDS):
        raise LinkEnded


def may(db: Database, key: str, role: str) -> dict[str, Any]:
    """The link of a key that gives at least this role; inside a transaction that stays true.

    Raises LinkEnded, and MayNot where it gives less.
    """
    link = look_up(db, key)
    if link is None or link["ended_at"] is not None:
        raise LinkEnded
    if ROLES.index(link["role"]) > ROLES.index(role):
        raise MayNot(role)
    return link


def shared_key(store: Store, key: str, role: str) -> str:
    """The key of the common link in a role that the holder of a key hands on; it opens the table from now on.

    Pages that show it are asked for again and again: only the first time anything is written. Raises LinkEnded and
    MayNot.
    """
    shared, is_new = _shared(store.db, key, role)
    if is_new:
        with store.writing() as db:
            shared, is_new = _shared(db, key, role)
            add(db, may(db, key, role)["table_id"], shared, role, hashed(key))
    return shared


def _shared(db: Database, key: str, role: str) -> tuple[str, bool]:
    """The key of a common link that goes with another key, and whether it still has to be added."""
    link = may(db, key, role)
    if link["role"] == role and link["seat"] is None:
        return key, False
    shared = derived(key, f"{role}:{times_replaced(db, link['table_id'], role)}")
    return shared, look_up(db, shared) is None


def times_replaced(db: Database, table_id: int, role: str) -> int:
    """How often the links of a table in a role have been replaced."""
    return int(db.table("tables").get(table_id)[f"{role}s_replaced"])


def is_closed(db: Database, table_id: int, role: str) -> bool:
    """Whether links that give a role at a table have been replaced: from then on nobody brings one along."""
    return any(times_replaced(db, table_id, each) for each in ROLES[: ROLES.index(role) + 1])


def replace(store: Store, key: str, role: str, times: int) -> None:
    """End all links of a table to keep score or to watch, unless they were replaced more than ``times`` times.

    With them ends all that they opened (see ``ending``). Hosts stay; the next link to hand on is another. Raises
    LinkEnded, and MayNot where the key is no host's.
    """
    with store.writing() as db:
        table_id = may(db, key, HOST)["table_id"]
        if times_replaced(db, table_id, role) == times:
            end_roles(db, table_id, role)
            _count_replaced(db, table_id, role)


def replace_hosts(store: Store, key: str, write_key: str) -> str:
    """End every link of a table, since a host hands on all of them, and return the key of the new one, a host's.

    The table leaves a group that it was put into later, unless the host came through that group himself. May be
    repeated with the same write key, also with the link that it ended: an answer that was lost must not lock the
    table's only host out. Raises LinkEnded, also where another host was quicker, and MayNot where the key is no host's.
    """
    new = derived(write_key, f"{HOST}:{key}")
    with store.writing() as db:
        if look_up(db, new) is None:
            link = may(db, key, HOST)
            table_id = link["table_id"]
            if came_through_group(db, key):
                _stay_in_group(db, table_id, new)
            end_roles(db, table_id, *ROLES)
            steps = [each["through"] for each in _opened_by(db, link)]
            outside = next(step for step in steps if not _is_of(db, step, table_id))
            add(db, table_id, new, HOST, outside, link["seat"])
            _count_replaced(db, table_id, HOST)
        may(db, new, HOST)
    return new


def give(store: Store, table_id: int, role: str, replaced: bool = False) -> str:
    """A new key for a table, for whoever runs the companion. It is as if a host that nobody else knows handed it on.

    ``replaced``: all links in this role end before, with all that they opened, as where a host replaces them. Raises
    LinkEnded where the table has been deleted.
    """
    host = new_key()
    with store.writing() as db:
        if not db.table("tables").count_where("id = ? AND deleted_at IS NULL", [table_id]):
            raise LinkEnded(deleted=True)
        add(db, table_id, host, HOST, None)
    if replaced and role == HOST:
        return replace_hosts(store, host, new_key())
    if replaced:
        replace(store, host, role, times_replaced(store.db, table_id, role))
    return shared_key(store, host, role)


def came_through_group(db: Database, key: str) -> bool:
    """Whether a link to a table was opened through the link of the group that the table is in, as it is now."""
    link = look_up(db, key)
    if link is None:
        return False
    live = "key_hash = ? AND ended_at IS NULL AND group_id = (SELECT group_id FROM tables WHERE id = ?)"
    first = _opened_by(db, link)[-1]["through"]  # what no table's link is, so a group's key or none
    return db.table("group_links").count_where(live, [first, link["table_id"]]) > 0


def _opened_by(db: Database, link: dict[str, Any]) -> list[dict[str, Any]]:
    """A link, the one that it was opened through, and so on back to the first."""
    found = [link]
    while before := next(db.table("links").rows_where("key_hash = ?", [found[-1]["through"]]), None):
        found.append(before)
    return found


def _is_of(db: Database, key_hash: str | None, table_id: int) -> bool:
    """Whether the key with this hash is one of the table's own links."""
    return db.table("links").count_where("key_hash = ? AND table_id = ?", [key_hash, table_id]) > 0


def _stay_in_group(db: Database, table_id: int, key: str) -> None:
    """Let a table that was put into a group, and its rematches there, belong to it by another link from now on."""
    table = db.table("tables").get(table_id)
    db.execute(
        "UPDATE tables SET taken_in_by = ? WHERE taken_in_at IS NOT NULL"
        " AND (id = ? OR group_id = ? AND taken_in_by = ?)",
        [hashed(key), table_id, table["group_id"], table["taken_in_by"]],
    )


def say_who(store: Store, key: str, seat: int | None, write_key: str) -> str:
    """Let a phone that keeps score say who it is, or that it is nobody's (None); the key that it goes on with.

    On a common link it gets a personal one, which nobody else with that link can work out; the same write key always
    gives the same. A personal link keeps its address. Raises LinkEnded, and MayNot for who only watches.
    """
    with store.writing() as db:
        link = may(db, key, SCORER)
        if link["seat"] is None and seat is not None:
            common, key = key, derived(write_key, f"phone:{key}")
            check_room(db, link["table_id"])
            add(db, link["table_id"], key, link["role"], hashed(common), seat)
        db.table("links").update(hashed(key), {"seat": seat})
    return key


def list_phones(store: Store, table_id: int) -> list[KnownPhone]:
    """The phones at a table that have said who they are, in seat order, the earlier first."""
    rows = store.db.table("links").rows_where(
        "table_id = ? AND seat IS NOT NULL AND ended_at IS NULL", [table_id], order_by="seat, created_at"
    )
    return [KnownPhone(_id_of(row), row["seat"], row["role"], row["created_at"]) for row in rows]


def change_role(store: Store, key: str, phone: str, role: str) -> None:
    """Give the phone of this id another role; repeated, or where there is no such phone by now, it does nothing.

    Who shall only watch knows the common links to keep score: they go on as watchers' links. Hosts stay hosts: only
    ``replace_hosts`` ends that. Raises LinkEnded, and MayNot where the key is no host's.
    """
    with store.writing() as db:
        table_id = may(db, key, HOST)["table_id"]
        known = list(db.table("links").rows_where("table_id = ? AND seat IS NOT NULL AND role != ?", [table_id, HOST]))
        for link in known:
            if _id_of(link) == phone and link["role"] != role and link["ended_at"] is None:
                # Who is made host no longer keeps score by the common link, and does not go with it.
                through = hashed(key) if role == HOST else link["through"]
                db.table("links").update(link["key_hash"], {"role": role, "through": through})
                if role == WATCHER:
                    common = "table_id = ? AND role = ? AND seat IS NULL AND ended_at IS NULL"
                    db.execute(f"UPDATE links SET role = ? WHERE {common}", [WATCHER, table_id, SCORER])  # noqa: S608
                    _count_replaced(db, table_id, SCORER)


def _count_replaced(db: Database, table_id: int, role: str) -> None:
    db.table("tables").update(table_id, {f"{role}s_replaced": times_replaced(db, table_id, role) + 1})


def _id_of(link: dict[str, Any]) -> str:
    return str(link["key_hash"])[:16]


def hashed(key: str) -> str:
    """What is stored of a key: who reads the file can't open a table with it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_key() -> str:
    """A random key of 128 bits."""
    return secrets.token_urlsafe(16)


def derived(key: str, use: str) -> str:
    """A key of 128 bits that only the holder of ``key`` can work out; always the same for the same use."""
    digest = hashlib.blake2b(f"{use}:{key}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
