"""The players of a group: who somebody at a table is, and renaming, merging and hiding players.

The same name is the same person, until a player is renamed: then only the tables so far are theirs. A
spelling that was merged into a player stands for that player from then on. Two who sit at one table are two
people: whoever is called there like somebody who sits there already is a new player, "Al 2".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from sqlite_utils import Database

from companion.games.players import LONGEST_NAME, same_name
from companion.store.database import Store
from companion.store.groups import summaries

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


class NameTaken(Exception):
    """Somebody else in the group has that name."""

    def __init__(self, player_id: int) -> None:
        super().__init__(player_id)
        self.player_id = player_id


class SatTogether(Exception):
    """The two sat at the same table, so they cannot be one person."""


def players(store: Store, group_id: int) -> list[Player]:
    """Everybody in a group, by name."""
    rows = store.db.execute(
        "SELECT id, name, hidden, same_as FROM players WHERE group_id = ? ORDER BY folded", [group_id]
    ).fetchall()
    spellings: dict[int, list[Spelling]] = {}
    for player_id, name, _, same_as in rows:
        if same_as is not None:
            spellings.setdefault(same_as, []).append(Spelling(player_id, name))
    return [
        Player(player_id, name, bool(hidden), tuple(spellings.get(player_id, ())))
        for player_id, name, hidden, same_as in rows
        if same_as is None
    ]


def player(store: Store, group_id: int, player_id: int) -> Player | None:
    """One player of a group, also by one of their spellings."""
    return next(
        (
            found
            for found in players(store, group_id)
            if player_id in (found.id, *(spelling.id for spelling in found.spellings))
        ),
        None,
    )


def suggested(store: Store, group_id: int) -> list[str]:
    """The names to suggest while typing: of those who have played, since a typing mistake also makes a player."""
    rows = store.db.execute(
        """
        SELECT name FROM players WHERE group_id = ? AND same_as IS NULL AND NOT hidden
        AND EXISTS (SELECT 1 FROM results WHERE player_id = players.id) ORDER BY folded LIMIT ?
        """,
        [group_id, MOST_SUGGESTED],
    ).fetchall()
    return [name for (name,) in rows]


def take_seats(
    db: Database, table_id: int, group_id: int, names: Sequence[str], known: Mapping[int, int] | None = None
) -> None:
    """Write down who sits where at a table of a group, adding players who are new; inside a transaction.

    A seat whose name is as it was keeps its player. ``known`` gives, by seat, players who are known already.
    """
    before = {
        seat: (name, player_id)
        for seat, name, player_id in db.execute(
            "SELECT seat, name, player_id FROM seats WHERE table_id = ?", [table_id]
        ).fetchall()
    }
    stay = {seat: player_id for seat, (was, player_id) in before.items() if same_name(was) == same_name(names[seat])}
    for seat, player_id in _sit_down(db, group_id, names, stay, known or {}).items():
        if before.get(seat) != (names[seat], player_id):
            db.execute(
                "INSERT OR REPLACE INTO seats (table_id, seat, name, player_id) VALUES (?, ?, ?, ?)",
                [table_id, seat, names[seat], player_id],
            )


def _sit_down(
    db: Database, group_id: int, names: Sequence[str], stay: Mapping[int, int], known: Mapping[int, int]
) -> dict[int, int]:
    """A player for every seat, no two of them the same person.

    Whoever stays comes first, then who is known, then players by their own name, then by a spelling. Who
    would be somebody that sits there already is somebody else of that name.
    """
    sitting = dict(stay)
    people = {_person(db, player_id) for player_id in stay.values()}
    coming = {seat: known.get(seat) or named(db, group_id, name) for seat, name in enumerate(names) if seat not in stay}
    for seat in sorted(coming, key=lambda seat: (seat not in known, _person(db, coming[seat]) != coming[seat])):
        namesakes = (named(db, group_id, f"{names[seat][: LONGEST_NAME - 4]} {number}") for number in count(2))
        sitting[seat] = next(one for one in chain([coming[seat]], namesakes) if _person(db, one) not in people)
        people.add(_person(db, sitting[seat]))
    return sitting


def _person(db: Database, player_id: int) -> int:
    """Who a player is: a merged spelling stands for another."""
    (found,) = db.execute("SELECT COALESCE(same_as, id) FROM players WHERE id = ?", [player_id]).fetchone()
    return int(found)


def let_go(db: Database, people: Iterable[int]) -> None:
    """Forget those of these players who sit at no table any more and have no other spelling; inside a transaction.

    A typing mistake that was corrected, say.
    """
    for player_id in people:
        db.execute(
            """
            DELETE FROM players WHERE id = ? AND same_as IS NULL
            AND NOT EXISTS (SELECT 1 FROM seats WHERE player_id = players.id)
            AND NOT EXISTS (SELECT 1 FROM players AS others WHERE others.same_as = players.id)
            """,
            [player_id],
        )


def rename_player(store: Store, group_id: int, player_id: int, name: str) -> None:
    """Give a player another name in the group; what stands on sheets stays. Raises NameTaken.

    With anybody who is no player of the group it does nothing.
    """
    with store.writing() as db:
        if not any(found.id == player_id for found in players(store, group_id)):
            return
        taken = db.execute(
            "SELECT id, COALESCE(same_as, id) FROM players WHERE group_id = ? AND folded = ?",
            [group_id, same_name(name)],
        ).fetchone()
        if taken and taken[1] != player_id:
            raise NameTaken(taken[1])
        if taken and taken[0] != player_id:  # one of the player's own spellings: the two change places
            (old,) = db.execute("SELECT name FROM players WHERE id = ?", [player_id]).fetchone()
            _call(db, taken[0], "\0")
            _call(db, player_id, name)
            _call(db, taken[0], old)
            _swap_seats(db, player_id, taken[0])
        else:
            _call(db, player_id, name)


def hide_player(store: Store, group_id: int, player_id: int, hidden: bool) -> None:
    """Hide a player, or show them again."""
    with store.writing() as db:
        db.execute("UPDATE players SET hidden = ? WHERE id = ? AND group_id = ?", [int(hidden), player_id, group_id])


def merge_players(store: Store, group_id: int, player_id: int, into: int) -> None:
    """Let one player be a spelling of another, with all tables. Raises SatTogether.

    Repeated, or with anybody who is no player of the group, it does nothing.
    """
    with store.writing() as db:
        known = {found.id for found in players(store, group_id)}
        if player_id == into or not {player_id, into} <= known:
            return
        if db.execute(
            """
            SELECT 1 FROM results AS one JOIN results AS other USING (table_id)
            WHERE one.player_id = ? AND other.player_id = ? LIMIT 1
            """,
            [player_id, into],
        ).fetchone():
            raise SatTogether
        db.execute("UPDATE players SET same_as = ? WHERE id = ? OR same_as = ?", [into, player_id, player_id])
        summaries.people_changed(db, group_id)


def separate_player(store: Store, group_id: int, spelling: int) -> None:
    """Let a spelling be a player again, with the tables that were theirs."""
    with store.writing() as db:
        db.execute("UPDATE players SET same_as = NULL WHERE id = ? AND group_id = ?", [spelling, group_id])
        summaries.people_changed(db, group_id)


def _call(db: Database, player_id: int, name: str) -> None:
    db.execute("UPDATE players SET name = ?, folded = ? WHERE id = ?", [name, same_name(name), player_id])


def _swap_seats(db: Database, one: int, other: int) -> None:
    """Each of two names keeps the seats that were taken by it."""
    db.execute(
        "UPDATE seats SET player_id = CASE player_id WHEN ? THEN ? ELSE ? END WHERE player_id IN (?, ?)",
        [one, other, one, one, other],
    )


def add(db: Database, group_id: int, name: str, hidden: bool, same_as: str | None) -> None:
    """Add a player of this name, maybe as a spelling of another, unless there is one; inside a transaction."""
    row = db.execute("SELECT id FROM players WHERE group_id = ? AND folded = ?", [group_id, same_name(name)]).fetchone()
    if row is None:
        player_id = named(db, group_id, name)
        person = None
        if same_as is not None and same_name(same_as) != same_name(name):
            other = named(db, group_id, same_as)
            (person,) = db.execute("SELECT COALESCE(same_as, id) FROM players WHERE id = ?", [other]).fetchone()
        db.execute("UPDATE players SET hidden = ?, same_as = ? WHERE id = ?", [int(hidden), person, player_id])


def named(db: Database, group_id: int, name: str) -> int:
    """The player whom a name stands for, a new one if nobody has it."""
    db.execute(
        "INSERT OR IGNORE INTO players (group_id, name, folded) VALUES (?, ?, ?)", [group_id, name, same_name(name)]
    )
    (found,) = db.execute(
        "SELECT id FROM players WHERE group_id = ? AND folded = ?", [group_id, same_name(name)]
    ).fetchone()
    return int(found)
