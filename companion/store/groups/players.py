"""The players of a group: who somebody at a table is, and renaming and merging players.

The same name is the same person, until a player is renamed: then only the tables so far are theirs. A
spelling that was merged into a player stands for that player from then on. Two who sit at one table are two
people: whoever is called there like somebody who sits there already is a new player, "Al 2".
"""

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from companion.games.players import LONGEST_NAME, fold_name, sort_key
from companion.store.database import Store, insert

MAX_SUGGESTED_NAMES = 300
MAX_REGULARS = 12


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


def list_seated(db: Database, table_id: int) -> list[tuple[str, str]]:
    """Return the names of the players at a table of a group, clockwise: there, and in the group."""
    sql = "SELECT seats.name, players.name FROM seats JOIN players ON id = player_id WHERE table_id = ? ORDER BY seat"
    return db.execute(sql, [table_id]).fetchall()


def seat_players(db: Database, group_id: int, table_id: int, names: Sequence[str], called: Mapping[int, str]) -> None:
    """Save who sits where at a table of a group, adding new players; inside a transaction.

    A seat with the same name keeps its player, others get the player who is ``called`` so in the group, or of the name.
    Whose player sits there already gets the name with the first number that is free: players come before spellings.
    Players who no longer sit anywhere, such as typing mistakes, are deleted.
    """
    sql = "SELECT name, player_id FROM seats WHERE table_id = ? ORDER BY seat"
    before = db.execute(sql, [table_id]).fetchall()
    if [name for name, _ in before] == list(names):
        return
    sql = "SELECT folded, ifnull(same_as, id), same_as IS NOT NULL FROM players WHERE group_id = ?"
    rows = db.execute(sql, [group_id]).fetchall()
    people = {folded: player_id for folded, player_id, _ in rows}
    spellings = {folded for folded, _, is_spelling in rows if is_spelling}
    both = enumerate(zip(names, before, strict=False))
    sitting = {seat: player for seat, (name, (old, player)) in both if fold_name(name) == fold_name(old)}
    coming = [seat for seat in range(len(names)) if seat not in sitting]
    for seat in sorted(coming, key=lambda seat: (seat not in called, fold_name(names[seat]) in spellings)):
        name, number = called.get(seat, names[seat]), 1
        while people.get(fold_name(name)) in sitting.values():
            number += 1
            name = f"{names[seat][: LONGEST_NAME - len(' 999')].rstrip()} {number}"
        if fold_name(name) not in people:
            row = {"group_id": group_id, "name": name, "folded": fold_name(name)}
            people[fold_name(name)] = insert(db, "players", row)
        sitting[seat] = people[fold_name(name)]
    if before:
        db.execute("DELETE FROM seats WHERE table_id = ?", [table_id])
    seats = ((table_id, seat, name, sitting[seat]) for seat, name in enumerate(names))
    db.conn.executemany("INSERT INTO seats (table_id, seat, name, player_id) VALUES (?, ?, ?, ?)", seats)
    if before:
        _delete_unused(db, [player_id for _, player_id in before])


def add_players(db: Database, group_id: int, members: Iterable[tuple[str, str | None]], coming: Container[str]) -> None:
    """Add the members of a file that a group doesn't have, each with the name whose spelling it is; in a transaction.

    A group that has players gets spellings, and those who sit at the tables that come, by their folded names.
    """
    add = """
        INSERT OR IGNORE INTO players (group_id, name, folded, same_as) VALUES (
            :group, :name, :folded, (SELECT ifnull(same_as, id) FROM players WHERE group_id = :group AND folded = :of)
        )
    """
    present = {folded for (folded,) in db.execute("SELECT folded FROM players WHERE group_id = ?", [group_id])}
    is_empty = not present
    for name, person in members:
        if fold_name(name) not in present and (is_empty or person or fold_name(name) in coming):
            of = fold_name(person or name)
            db.execute(add, {"group": group_id, "name": person or name, "folded": of, "of": None})
            db.execute(add, {"group": group_id, "name": name, "folded": fold_name(name), "of": of})
            present |= {of, fold_name(name)}


def forget_seats(db: Database, where: str, *values: object) -> None:
    """Delete who sat at the tables that a condition finds, and how they came out; inside a transaction."""
    these = f"table_id IN (SELECT id FROM tables WHERE {where})"  # noqa: S608
    people = db.execute(f"SELECT DISTINCT player_id FROM seats WHERE {these}", values).fetchall()  # noqa: S608
    for of_group in ("results", "seats"):
        db.execute(f"DELETE FROM {of_group} WHERE {these}", values)  # noqa: S608
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
