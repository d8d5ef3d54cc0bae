"""The players of a group: who somebody at a table is, and renaming, merging and hiding players.

The same name is the same person, until a player is renamed: then only the tables so far are theirs. A
spelling that was merged into a player stands for that player from then on. Two who sit at one table are two
people: whoever is called there like somebody who sits there already is a new player, "Al 2".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from sqlite_utils import Database

from companion.games.players import LONGEST_NAME, fold_name, sort_key
from companion.store.database import Store

MAX_SUGGESTED_NAMES = 300
MAX_REGULARS = 12


@dataclass(slots=True)
class Player:
    """A person of a group. ``spellings`` are other names for the same, by the ids of the players they once were."""

    id: int
    name: str
    hidden: bool
    spellings: dict[int, str]
    tables: int = 0

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
    found = {row["id"]: Player(row["id"], row["name"], bool(row["hidden"]), {}) for row in rows if not row["same_as"]}
    for row in rows:
        player = found[row["same_as"] or row["id"]]
        player.tables += row["tables"]
        if row["same_as"]:
            player.spellings[row["id"]] = row["name"]
    return list(found.values())


def find_player(store: Store, group_id: int, player_id: int) -> Player | None:
    """Return one player of a group, also by one of their spellings."""
    return next((found for found in list_players(store, group_id) if player_id in found.names), None)


def suggest_names(store: Store, group_id: int) -> list[str]:
    """Return the names to suggest while typing."""
    return [player.name for player in list_players(store, group_id) if not player.hidden][:MAX_SUGGESTED_NAMES]


def list_regulars(store: Store, group_id: int) -> list[str]:
    """Return the names to choose from without typing: who sat at most tables first, hidden players left out."""
    found = sorted(list_players(store, group_id), key=lambda player: -player.tables)
    return [player.name for player in found if not player.hidden][:MAX_REGULARS]


class Roster:
    """The players of a group by the names that stand for them, while tables come into it; inside one transaction."""

    def __init__(self, db: Database, group_id: int) -> None:
        self.db, self.group_id = db, group_id
        rows = db.execute("SELECT folded, id, same_as FROM players WHERE group_id = ?", [group_id]).fetchall()
        self.names: dict[str, int] = {folded: player_id for folded, player_id, _ in rows}
        self._same_as: dict[int, int | None] = {player_id: same_as for _, player_id, same_as in rows}

    def look_up(self, name: str) -> int:
        """Return the id of the player with this name, added if nobody has it."""
        folded = fold_name(name)
        if folded not in self.names:
            row = {"group_id": self.group_id, "folded": folded, "name": name}
            new: Any = self.db.table("players").insert(row).last_pk
            self.names[folded], self._same_as[new] = new, None
        return self.names[folded]

    def seat(
        self, names: Sequence[str], by_seat: Mapping[int, int], stay: Mapping[int, int] | None = None
    ) -> dict[int, int]:
        """Return a player for each seat, no two the same person: a second one gets a numbered name.

        First come those who ``stay``, then ``by_seat``, then players by their own name, then by a spelling.
        """
        sitting = dict(stay or {})
        people = {self._person(player_id) for player_id in sitting.values()}
        coming = {
            seat: by_seat.get(seat) or self.look_up(name) for seat, name in enumerate(names) if seat not in sitting
        }
        for seat in sorted(coming, key=lambda seat: (seat not in by_seat, self._person(coming[seat]) != coming[seat])):
            namesakes = (self.look_up(f"{names[seat][: LONGEST_NAME - 4]} {number}") for number in count(2))
            sitting[seat] = next(one for one in chain([coming[seat]], namesakes) if self._person(one) not in people)
            people.add(self._person(sitting[seat]))
        return sitting

    def add(self, name: str, hidden: bool, same_as: str | None) -> None:
        """Add a player of this name, maybe as a spelling of another, unless there is one."""
        if fold_name(name) not in self.names:
            player_id, person = self.look_up(name), None
            if same_as is not None and fold_name(same_as) != fold_name(name):
                person = self._person(self.look_up(same_as))
            self.db.table("players").update(player_id, {"hidden": int(hidden), "same_as": person})
            self._same_as[player_id] = person

    def _person(self, player_id: int) -> int:
        return self._same_as[player_id] or player_id


def seat_players(db: Database, group_id: int, table_id: int, names: Sequence[str], by_seat: Mapping[int, int]) -> None:
    """Save who sits where at a table of a group, adding new players; inside a transaction.

    A seat with the same name keeps its player, others get that of ``by_seat`` or of the name. Players who no longer sit
    anywhere, such as typing mistakes, are deleted.
    """
    before = list(db.table("seats").rows_where("table_id = ?", [table_id], order_by="seat"))
    if [row["name"] for row in before] == list(names):
        return
    same = (row for row in before if fold_name(row["name"]) in map(fold_name, names[row["seat"] : row["seat"] + 1]))
    stay = {row["seat"]: row["player_id"] for row in same}
    db.table("seats").delete_where("table_id = ? AND seat >= ?", [table_id, len(names)])
    seats = Roster(db, group_id).seat(names, by_seat, stay)
    rows = ({"table_id": table_id, "seat": seat, "name": names[seat], "player_id": seats[seat]} for seat in seats)
    db.table("seats").upsert_all(rows, pk=("table_id", "seat"))
    delete_unused_players(db, {row["player_id"] for row in before})


def delete_unused_players(db: Database, people: Iterable[int]) -> None:
    """Delete those of these players who sit at no table and have no other spelling; inside a transaction."""
    for player_id in people:
        db.table("players").delete_where(
            """
            id = ? AND same_as IS NULL AND NOT EXISTS (SELECT 1 FROM seats WHERE player_id = players.id)
            AND NOT EXISTS (SELECT 1 FROM players AS others WHERE others.same_as = players.id)
            """,
            [player_id],
        )


def rename_player(store: Store, group_id: int, player_id: int, name: str) -> None:
    """Rename a player of the group; sheets stay as they are. Raises PlayerNameTaken."""
    with store.writing() as db:
        player = find_player(store, group_id, player_id)
        if player is None or player.id != player_id:
            return
        other = next(db.table("players").rows_where("group_id = ? AND folded = ?", [group_id, fold_name(name)]), None)
        if other and other["id"] not in player.names:
            raise PlayerNameTaken(other["same_as"] or other["id"])
        called = other["id"] if other else player_id
        if called != player_id:  # one of the player's own spellings: from now on that one stands for all of them
            db.execute(
                "UPDATE players SET same_as = nullif(:called, id), hidden = :hidden"
                " WHERE id = :player OR same_as = :player",
                {"called": called, "hidden": int(player.hidden), "player": player_id},
            )
        db.table("players").update(called, {"name": name, "folded": fold_name(name)})


def hide_player(store: Store, group_id: int, player_id: int, hidden: bool) -> None:
    """Hide a player, or show them again."""
    with store.writing() as db:
        db.execute("UPDATE players SET hidden = ? WHERE id = ? AND group_id = ?", [int(hidden), player_id, group_id])


def merge_players(store: Store, group_id: int, player_id: int, into: int) -> None:
    """Merge a player into another, of whom they are a spelling from now on. Raises SatTogether."""
    both = {"one": player_id, "other": into}
    with store.writing() as db:
        if player_id == into or not {player_id, into} <= {found.id for found in list_players(store, group_id)}:
            return
        if db.execute(
            """
            SELECT 1 FROM seats AS one JOIN seats AS other USING (table_id)
            WHERE one.player_id IN (SELECT id FROM players WHERE id = :one OR same_as = :one)
            AND other.player_id IN (SELECT id FROM players WHERE id = :other OR same_as = :other) LIMIT 1
            """,
            both,
        ).fetchone():
            raise SatTogether
        db.execute("UPDATE players SET same_as = :other WHERE id = :one OR same_as = :one", both)


def separate_player(store: Store, group_id: int, spelling: int) -> None:
    """Make a spelling a player again, with its own tables."""
    with store.writing() as db:
        db.execute("UPDATE players SET same_as = NULL WHERE id = ? AND group_id = ?", [spelling, group_id])
