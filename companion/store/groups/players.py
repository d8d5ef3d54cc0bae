"""The players of a group: who somebody at a table is, and renaming and merging players.

The same name is the same person, until a player is renamed: then only the tables so far are theirs. A
spelling that was merged into a player stands for that player from then on. Two who sit at one table are two
people: whoever is called there like somebody who sits there already is a new player, "Al 2".
"""

import json
import secrets
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from sqlite_utils import Database

from companion.games.players import LONGEST_NAME, fold_name, sort_key
from companion.store.database import Store

MAX_SUGGESTED_NAMES = 300
MAX_REGULARS = 12
NAMESAKE_NUMBERS = range(2, 100)  # after a name that somebody else at the table has


@dataclass(frozen=True, slots=True)
class Player:
    """A person of a group, who sat at so many ``tables``.

    ``spellings`` are other names for the same, by the ids of the players they once were.
    """

    id: int
    name: str
    tables: int
    spellings: dict[int, str]

    @property
    def names(self) -> dict[int, str]:
        """All names that stand for the player, by their ids."""
        return {self.id: self.name, **self.spellings}


@dataclass(eq=False)
class PlayerNameTaken(Exception):
    """Somebody else in the group has that name."""

    player_id: int


class SatTogether(Exception):
    """The two sat at the same table, so they cannot be one person."""


def list_players(store: Store, group_id: int) -> list[Player]:
    """Return everybody in a group, by name."""
    sql = "SELECT *, (SELECT count(*) FROM seats WHERE player_id = id) AS tables FROM players WHERE group_id = ?"
    rows = sorted(store.db.query(sql, [group_id]), key=lambda row: sort_key(row["name"]))
    found = {row["id"]: Player(row["id"], row["name"], row["tables"], {}) for row in rows if not row["same_as"]}
    for row in rows:
        if row["same_as"]:
            found[row["same_as"]].spellings[row["id"]] = row["name"]
    return list(found.values())


def find_player(store: Store, group_id: int, player_id: int) -> Player | None:
    """Return one player of a group, also by one of their spellings."""
    return next((found for found in list_players(store, group_id) if player_id in found.names), None)


def suggest_names(store: Store, group_id: int) -> list[str]:
    """Return the names to suggest while typing."""
    return [player.name for player in list_players(store, group_id)][:MAX_SUGGESTED_NAMES]


def list_regulars(store: Store, group_id: int) -> list[str]:
    """Return the names to choose from without typing: who sat at most tables first."""
    found = sorted(list_players(store, group_id), key=lambda player: -player.tables)
    return [player.name for player in found][:MAX_REGULARS]


class Roster:
    """Whom names at a group's tables mean, worked out without a lock: ``save_seats`` writes it.

    ``people`` are the folded names of the group, each with the folded name of the player for whom it stands; ``names``
    are those that were looked up, by folded name.
    """

    def __init__(self, people: Mapping[str, str]) -> None:
        self.people = dict(people)
        self.names: dict[str, str] = {}

    def look_up(self, name: str, same_as: str | None = None) -> str:
        """Return a name folded; where the group doesn't have it, it is a new player, or a spelling of ``same_as``."""
        folded = fold_name(name)
        self.names.setdefault(folded, name)
        if folded not in self.people:
            self.people[folded] = folded
            self.people[folded] = self.people[self.look_up(same_as)] if same_as else folded
        return folded

    def seat(self, names: Sequence[str], called: Mapping[int, str]) -> list[tuple[str, str]]:
        """Return each seat's name and its player's, folded. No two are one person: the second gets a numbered name.

        First come those whose names in the group are known by seat (``called``), then players, then spellings.
        """
        found = {seat: self.look_up(called.get(seat, name)) for seat, name in enumerate(names)}
        people: set[str] = set()
        for seat in sorted(found, key=lambda seat: (seat not in called, self.people[found[seat]] != found[seat])):
            if self.people[found[seat]] in people:
                found[seat] = self.look_up(self._number(names[seat], people))
            people.add(self.people[found[seat]])
        return list(zip(names, found.values(), strict=True))

    def _number(self, name: str, people: Container[str]) -> str:
        """Return the first numbered name of nobody at the table; after 99, with random letters in place of a number."""
        numbered = number_name(name)
        free = (called for folded, called in numbered.items() if self.people.get(folded, folded) not in people)
        return next(free, f"{name[: LONGEST_NAME - 9]} {secrets.token_hex(4)}")


def number_name(name: str) -> dict[str, str]:
    """Return a name with each number that it can get, by the folded name."""
    stem = name[: LONGEST_NAME - len(" 99")].rstrip()
    folded = fold_name(stem)
    return {f"{folded} {number}": f"{stem} {number}" for number in NAMESAKE_NUMBERS}


def read_roster(db: Database, group_id: int | None, folded: Iterable[str] | None = None) -> Roster:
    """Return the roster of a group, or as much of it as these folded names need."""
    some = "" if folded is None else "AND players.folded IN (SELECT value FROM json_each(:folded))"
    sql = f"""
        SELECT players.folded, ifnull(person.folded, players.folded)
        FROM players LEFT JOIN players AS person ON person.id = players.same_as WHERE players.group_id = :group {some}
    """  # noqa: S608
    return Roster(dict(db.execute(sql, {"group": group_id, "folded": json.dumps(list(folded or ()))}).fetchall()))


def seat_players(db: Database, group_id: int, table_id: int, names: Sequence[str], called: Mapping[int, str]) -> None:
    """Save who sits where at a table of a group, adding new players; inside a transaction.

    A seat with the same name keeps its player, others get the player who is ``called`` so in the group, or of the name.
    Players who no longer sit anywhere, such as typing mistakes, are deleted.
    """
    sql = "SELECT seat, seats.name, players.name, id FROM seats JOIN players ON id = player_id WHERE table_id = ?"
    before = db.execute(f"{sql} ORDER BY seat", [table_id]).fetchall()
    if [name for _, name, _, _ in before] == list(names):
        return
    same = {seat: player for seat, name, player, _ in before if fold_name(name) in map(fold_name, names[seat:][:1])}
    called = {**called, **same}
    namesakes = chain.from_iterable(map(number_name, names))
    roster = read_roster(db, group_id, [*map(fold_name, [*names, *called.values()]), *namesakes])
    seats = enumerate(roster.seat(names, called))
    db.execute("DELETE FROM seats WHERE table_id = ?", [table_id])
    save_seats(db, group_id, roster, ((table_id, seat, *both) for seat, both in seats))
    _delete_unused(db, [player_id for *_, player_id in before])


def save_seats(db: Database, group_id: int, roster: Roster, seats: Iterable[tuple[int, int, str, str]]) -> None:
    """Add a roster's new players, and seats as (table, seat, name there, player's folded name); inside a transaction.

    ``executemany``, since a file may have thousands. A player who was deleted since the roster was read comes back.
    """
    add_player = """
        INSERT OR IGNORE INTO players (group_id, folded, name, same_as)
        VALUES (?, ?, ?, (SELECT ifnull(same_as, id) FROM players WHERE group_id = ? AND folded = ?))
    """
    people = [(group_id, folded, name, group_id, roster.people[folded]) for folded, name in roster.names.items()]
    people.sort(key=lambda row: row[1] != row[-1])  # spellings last
    db.conn.executemany(add_player, people)
    add_seat = """
        INSERT INTO seats (table_id, seat, name, player_id)
        SELECT ?, ?, ?, ifnull(same_as, id) FROM players WHERE folded = ? AND group_id = ?
    """
    db.conn.executemany(add_seat, ((*seat, group_id) for seat in seats))


def forget_seats(db: Database, table_ids: Sequence[int]) -> None:
    """Delete who sat at these tables of a group and how they came out; inside a transaction."""
    ids, there = json.dumps(table_ids), "table_id IN (SELECT value FROM json_each(?))"
    people = db.execute(f"SELECT DISTINCT player_id FROM seats WHERE {there}", [ids]).fetchall()  # noqa: S608
    for of_group in ("results", "seats"):
        db.execute(f"DELETE FROM {of_group} WHERE {there}", [ids])  # noqa: S608
    _delete_unused(db, [player_id for (player_id,) in people])


def _delete_unused(db: Database, player_ids: Sequence[int]) -> None:
    """Delete those of these players who sit at no table and have no other spelling."""
    db.execute(
        """
        DELETE FROM players WHERE id IN (SELECT value FROM json_each(?)) AND same_as IS NULL
        AND NOT EXISTS (SELECT 1 FROM seats WHERE player_id = players.id)
        AND NOT EXISTS (SELECT 1 FROM players AS others WHERE others.same_as = players.id)
        """,
        [json.dumps(player_ids)],
    )


def rename_player(store: Store, group_id: int, player_id: int, name: str) -> None:
    """Rename a player of the group; sheets stay as they are. Raises PlayerNameTaken."""
    folded = fold_name(name)
    with store.writing() as db:
        players = db.table("players")
        other = next(players.rows_where("group_id = ? AND folded = ?", [group_id, folded]), None)
        if other and player_id not in (other["id"], other["same_as"]):
            raise PlayerNameTaken(other["same_as"] or other["id"])
        if other and other["same_as"]:  # a spelling of this player: now that one stands for all of them
            players.update(other["id"], {"same_as": None})
            _merge(db, player_id, other["id"])
            player_id = other["id"]
        players.update(player_id, {"name": name, "folded": folded})


def merge_players(store: Store, group_id: int, player_id: int, into: int) -> None:
    """Merge a player into another, of whom they are a spelling from now on. Raises SatTogether."""
    people = "group_id = ? AND id IN (?, ?) AND same_as IS NULL"
    together = "player_id = ? AND table_id IN (SELECT table_id FROM seats WHERE player_id = ?)"
    with store.writing() as db:
        if db.table("players").count_where(people, [group_id, player_id, into]) < 2:
            return
        if db.table("seats").count_where(together, [player_id, into]):
            raise SatTogether
        _merge(db, player_id, into)


def _merge(db: Database, player_id: int, into: int) -> None:
    db.execute("UPDATE seats SET player_id = ? WHERE player_id = ?", [into, player_id])
    db.execute("UPDATE players SET same_as = ? WHERE id = ? OR same_as = ?", [into, player_id, player_id])
