"""The players of a group: who somebody at a table is, and renaming, merging and hiding players.

The same name is the same person, until a player is renamed: then only the tables so far are theirs. A
spelling that was merged into a player stands for that player from then on. Two who sit at one table are two
people: whoever is called there like somebody who sits there already is a new player, "Al 2".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any

from sqlite_utils import Database

from companion.games.players import LONGEST_NAME, alphabetical, same_name
from companion.store.database import Store

MOST_SUGGESTED = 300


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name that stands for a player; ``id`` is that of the player it once was."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """A person of a group. A hidden one is not suggested, and not in the group's statistics."""

    id: int
    name: str
    hidden: bool
    spellings: tuple[Spelling, ...] = ()


@dataclass(eq=False)
class NameTaken(Exception):
    """Somebody else in the group has that name."""

    player_id: int


class SatTogether(Exception):
    """The two sat at the same table, so they cannot be one person."""


def list_players(store: Store, group_id: int) -> list[Player]:
    """Everybody in a group, by name."""
    rows = sorted(store.db.table("players").rows_where("group_id = ?", [group_id]), key=_by_name)
    spellings: dict[int, list[Spelling]] = {}
    for row in rows:
        spellings.setdefault(row["same_as"], []).append(Spelling(row["id"], row["name"]))
    return [
        Player(row["id"], row["name"], bool(row["hidden"]), tuple(spellings.get(row["id"], ())))
        for row in rows
        if row["same_as"] is None
    ]


def find_player(store: Store, group_id: int, player_id: int) -> Player | None:
    """One player of a group, also by one of their spellings."""
    everybody = list_players(store, group_id)
    return next(
        (found for found in everybody if player_id in (found.id, *(other.id for other in found.spellings))), None
    )


def suggest_names(store: Store, group_id: int) -> list[str]:
    """The names to suggest while typing: of those who have played, since an import may know others."""
    rows = store.db.table("players").rows_where(
        """
        group_id = ? AND same_as IS NULL AND NOT hidden AND EXISTS (
            SELECT 1 FROM players AS names JOIN seats ON player_id = names.id
            WHERE names.id = players.id OR names.same_as = players.id
        )
        """,
        [group_id],
    )
    return [row["name"] for row in sorted(rows, key=_by_name)[:MOST_SUGGESTED]]


def _by_name(row: Mapping[str, Any]) -> tuple[str, str]:
    return alphabetical(row["name"])


def seat_players(
    db: Database, group_id: int, table_id: int, names: Sequence[str], known: Mapping[int, int] | None = None
) -> None:
    """Write down who sits where at a table of a group, adding players who are new; inside a transaction.

    A seat whose name is as it was keeps its player; who sits nowhere any more is deleted (a typing mistake that was
    corrected, say). ``known`` gives, by seat, players who are known already.
    """
    before = {
        row["seat"]: (row["name"], row["player_id"]) for row in db.table("seats").rows_where("table_id = ?", [table_id])
    }
    if {seat: name for seat, (name, _) in before.items()} == dict(enumerate(names)):
        return
    stay = {seat: player_id for seat, (was, player_id) in before.items() if same_name(was) == same_name(names[seat])}
    seats = _sit_down(names, stay, known or {}, partial(lookup_player, db, group_id), partial(_person, db))
    db.table("seats").upsert_all(
        ({"table_id": table_id, "seat": seat, "name": names[seat], "player_id": seats[seat]} for seat in seats),
        pk=("table_id", "seat"),
    )
    delete_unused_players(db, {player_id for _, player_id in before.values()})


def _sit_down(
    names: Sequence[str],
    stay: Mapping[int, int],
    known: Mapping[int, int],
    look_up: Callable[[str], int],
    person: Callable[[int], int],
) -> dict[int, int]:
    """A player for every seat, no two of them the same person.

    Whoever stays comes first, then who is known, then players by their own name, then by a spelling. Who
    would be somebody that sits there already is somebody else of that name.
    """
    sitting = dict(stay)
    people = {person(player_id) for player_id in stay.values()}
    new = [seat for seat in range(len(names)) if seat not in stay]
    coming = {seat: known.get(seat) or look_up(names[seat]) for seat in new}
    for seat in sorted(coming, key=lambda seat: (seat not in known, person(coming[seat]) != coming[seat])):
        namesakes = (look_up(f"{names[seat][: LONGEST_NAME - 4]} {number}") for number in count(2))
        sitting[seat] = next(one for one in chain([coming[seat]], namesakes) if person(one) not in people)
        people.add(person(sitting[seat]))
    return sitting


def _person(db: Database, player_id: int) -> int:
    """Who a player is: a merged spelling stands for another."""
    player = db.table("players").get(player_id)
    return int(player["same_as"] or player["id"])


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
    """Give a player another name in the group; what stands on sheets stays. Raises NameTaken.

    With anybody who is no player of the group it does nothing.
    """
    with store.writing() as db:
        if not any(found.id == player_id for found in list_players(store, group_id)):
            return
        old = db.table("players").get(player_id)["name"]
        taken = next(db.table("players").rows_where("group_id = ? AND folded = ?", [group_id, same_name(name)]), None)
        if taken is None or taken["id"] == player_id:
            _call(db, player_id, name)
        elif taken["same_as"] == player_id:  # one of the player's own spellings: the two change places
            _call(db, taken["id"], "\0")
            _call(db, player_id, name)
            _call(db, taken["id"], old)
            # Each of the two names keeps the seats that were taken by it.
            db.execute(
                "UPDATE seats SET player_id = CASE player_id WHEN :one THEN :other ELSE :one END"
                " WHERE player_id IN (:one, :other)",
                {"one": player_id, "other": taken["id"]},
            )
        else:
            raise NameTaken(taken["same_as"] or taken["id"])


def hide_player(store: Store, group_id: int, player_id: int, hidden: bool) -> None:
    """Hide a player, or show them again."""
    with store.writing() as db:
        db.execute("UPDATE players SET hidden = ? WHERE id = ? AND group_id = ?", [int(hidden), player_id, group_id])


def merge_players(store: Store, group_id: int, player_id: int, into: int) -> None:
    """Let one player be a spelling of another, with all tables. Raises SatTogether.

    Repeated, or with anybody who is no player of the group, it does nothing.
    """
    with store.writing() as db:
        known = {found.id for found in list_players(store, group_id)}
        if player_id == into or not {player_id, into} <= known:
            return
        if db.execute(
            """
            SELECT 1 FROM seats AS one JOIN seats AS other USING (table_id)
            WHERE one.player_id IN (SELECT id FROM players WHERE id = :one OR same_as = :one)
            AND other.player_id IN (SELECT id FROM players WHERE id = :other OR same_as = :other) LIMIT 1
            """,
            {"one": player_id, "other": into},
        ).fetchone():
            raise SatTogether
        db.execute("UPDATE players SET same_as = ? WHERE id = ? OR same_as = ?", [into, player_id, player_id])


def separate_player(store: Store, group_id: int, spelling: int) -> None:
    """Let a spelling be a player again, with the tables that were theirs."""
    with store.writing() as db:
        db.execute("UPDATE players SET same_as = NULL WHERE id = ? AND group_id = ?", [spelling, group_id])


class Roster:
    """The players of a group while tables come into it; inside one transaction."""

    def __init__(self, db: Database, group_id: int) -> None:
        self.db, self.group_id = db, group_id
        rows = db.execute("SELECT folded, id, same_as FROM players WHERE group_id = ?", [group_id]).fetchall()
        self.names: dict[str, int] = {folded: player_id for folded, player_id, _ in rows}
        self._same_as: dict[int, int | None] = {player_id: same_as for _, player_id, same_as in rows}

    def look_up(self, name: str) -> int:
        """Return the player whom a name stands for, a new one if nobody has it."""
        folded = same_name(name)
        if folded not in self.names:
            row = {"group_id": self.group_id, "folded": folded, "name": name}
            new: Any = self.db.table("players").insert(row).last_pk
            self.names[folded], self._same_as[new] = new, None
        return self.names[folded]

    def seat(self, names: Sequence[str], known: Mapping[int, int]) -> dict[int, int]:
        """Return a player for every seat of a table, no two of them the same person; ``known`` are some, by seat."""
        return _sit_down(names, {}, known, self.look_up, self._person)

    def add(self, name: str, hidden: bool, same_as: str | None) -> None:
        """Add a player of this name, maybe as a spelling of another, unless there is one."""
        if same_name(name) not in self.names:
            player_id, person = self.look_up(name), None
            if same_as is not None and same_name(same_as) != same_name(name):
                person = self._person(self.look_up(same_as))
            self.db.table("players").update(player_id, {"hidden": int(hidden), "same_as": person})
            self._same_as[player_id] = person

    def _person(self, player_id: int) -> int:
        return self._same_as[player_id] or player_id


def lookup_player(db: Database, group_id: int, name: str) -> int:
    """The player whom a name stands for, a new one if nobody has it; inside a transaction."""
    return int(db.table("players").lookup({"group_id": group_id, "folded": same_name(name)}, {"name": name}))


def _call(db: Database, player_id: int, name: str) -> None:
    db.table("players").update(player_id, {"name": name, "folded": same_name(name)})
