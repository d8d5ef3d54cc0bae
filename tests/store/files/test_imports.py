"""Bringing files in: whole or not at all, one at a time, in pieces between which others write."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Busy, Store
from companion.store.files import imports, sheets
from companion.store.files import reading as filereader
from companion.store.files.imports import Destination, import_file
from companion.store.groups import players
from companion.store.groups import tables as group_tables
from companion.store.journal.tables import open_table
from companion.store.links.links import new_key
from tests.store.builders import FOUR, Circle, a_group, a_table, everything, how_many
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with closing(Store(tmp_path_factory.mktemp("there") / FILE_NAME)) as store:
        circle = a_group(store, "Away")
        for day in range(1, 6):
            circle.with_table(FOUR, OVER, at=f"2022-05-0{day}")
        circle.with_table("Anne Bea Zoë Luke", OVER, OVER).with_table("Pauline Bea Zoë Luke", "-5 10 10 0")
        circle.merging("Pauline", into="Paul")
        return "".join(sheets.write_group(store, circle.group)).encode()


@pytest.fixture
def in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "AT_ONCE", 2 * imports.A_TABLE)


def somewhere(**to: Any) -> Destination:
    """A destination with keys of its own."""
    return Destination(new_key(), new_key(), **to)


def seen(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    found = everything(store, "groups")
    return {**found, "groups": store.db.execute("SELECT id, uid, name FROM groups ORDER BY id").fetchall()}


def meanwhile(store: Store, do: Callable[[Store], None], at: int = 3) -> None:
    """Let another do something after the commit of this number."""
    commits = iter(range(1, 1000))

    def committed() -> None:
        if next(commits) == at:
            store.on_commit(None)
            with closing(Store(store.path)) as other:
                do(other)

    store.on_commit(committed)


# What comes


def test_a_groups_file_becomes_a_group_once(store: Store, file: bytes) -> None:
    """The same secret finds it again, and so does a phone that knows the group that wrote it, whatever others too."""
    to = somewhere()
    found = import_file(store, file, to)
    assert (found.tables, found.added, found.rounds, found.name) == (7, 7, 8, "Away")
    circle = Circle(store, found.group)
    assert "".join(sheets.write_group(store, circle.group)).encode() == file
    again = import_file(store, file, to)
    assert (again.group, again.added) == (found.group, 0)
    check_results(store)
    other = a_group(store)
    again = import_file(store, file, somewhere(known=(other.key, "x" * 22, found.group)))
    assert (again.group, again.added) == (found.group, 0)
    assert import_file(store, file, somewhere(into=other.key)).group == other.key


@pytest.mark.parametrize("where", ["known", "own", "made", "alone", "into"])
def test_a_sheet_goes_where_it_is_to_go(store: Store, file: bytes, where: str) -> None:
    sheet, there, once = json.dumps(json.loads(file)["tables"][0]).encode(), a_group(store), new_key()
    key = new_key()
    to = {
        "known": somewhere(known=(there.key,), own=key),
        "own": somewhere(own=there.key),
        "made": Destination(once, once, own=key, new=key, name="Game night"),
        "alone": somewhere(),
        "into": somewhere(into=there.key, known=(key,)),
    }[where]
    found = import_file(store, sheet, to)
    assert (found.tables, found.added, found.rounds) == (1, 1, 1)
    if where == "alone":
        assert open_table(store, found.table) is not None
        assert group_tables.count_tables(store, there.id) == 0
        return
    circle = Circle(store, found.group)
    assert circle.group.name == ("Game night" if where == "made" else "Thursdays")
    assert (found.group == key) == (where == "made")
    assert circle.tables == [found.table_id]
    assert import_file(store, sheet, to).added == 0


# All or nothing


@pytest.mark.usefixtures("in_pieces")
def test_nothing_is_seen_before_everything_is_there(store: Store, file: bytes) -> None:
    """After no commit but the last, whoever looks."""
    circle = a_group(store).with_table("Anne Tom Tim Ted", OVER)
    looks = []

    def look() -> None:
        looks.append((circle.listed(), circle.people, circle.won(), players.suggest_names(store, circle.id)))

    look()
    store.on_commit(look)
    import_file(store, file, somewhere(into=circle.key))
    store.on_commit(None)
    changes = [number for number in range(1, len(looks)) if looks[number] != looks[number - 1]]
    assert len(changes) == 1
    assert len(looks) > 7
    assert len(circle.listed()) == 8
    assert circle.people["Paul"] == ("Pauline",)
    check_results(store)


@pytest.mark.usefixtures("in_pieces")
@pytest.mark.parametrize("new", [True, False])
def test_what_fails_at_the_end_leaves_nothing(
    store: Store, file: bytes, new: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither tables nor players nor a group; what stays, nobody sees, and the next start takes it out."""
    circle = a_group(store).with_table("Anne Tom Tim Ted", OVER)
    before = seen(store)

    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(imports, "_come_in", fail)
    with pytest.raises(OSError, match="no space"):
        import_file(store, file, somewhere(into="" if new else circle.key))
    assert seen(store) == before
    with monkeypatch.context() as cut_off:
        cut_off.setattr(imports, "take_out", fail)
        with pytest.raises(OSError, match="no space"):
            imports.bring_in(store, file, somewhere(into="" if new else circle.key))
    assert seen(store) != before
    assert circle.listed() == [1]
    imports.tidy(store)
    assert seen(store) == before


# Others write in between


@pytest.mark.usefixtures("in_pieces")
@pytest.mark.parametrize("at", [1, 5])
def test_others_may_come_first(store: Store, file: bytes, at: int) -> None:
    """A table of the file, and people of the same names: each is there once in the end."""
    circle = a_group(store)
    table = filereader.read_table(json.loads(file)["tables"][1])

    def come(other: Store) -> None:
        Circle(other, circle.key).with_table("Zoë Pauline Xenia Rachel", OVER)
        other.db.execute("UPDATE tables SET uid = ? WHERE group_id = ?", [table.past.uid, circle.id])

    meanwhile(store, come, at)
    import_file(store, file, somewhere(into=circle.key))
    assert len(circle.tables) == 7
    assert sorted(circle.people) == ["Anne", "Bea", "Camille", "Luke", "Paul", "Pauline", "Rachel", "Xenia", "Zoë"]
    assert store.db.execute("SELECT count(*) FROM groups").fetchone() == (1,)
    assert store.db.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.usefixtures("in_pieces")
def test_others_save_while_a_file_is_brought_in(store: Store, file: bytes) -> None:
    phone, rounds = a_table(store), 0

    def save() -> None:
        nonlocal rounds
        with closing(Store(store.path)) as other:
            other.db.execute("PRAGMA busy_timeout = 0")
            found = open_table(other, phone.address)
            assert found is not None
            rounds += 1
            type(phone)(other, phone.address).with_round("17", "", "13", "").undoing()

    store.on_commit(save)
    import_file(store, file, somewhere())
    store.on_commit(None)
    assert phone.version == 1 + 2 * rounds
    assert rounds >= 5


# One at a time


def test_a_second_import_is_told_to_wait(store: Store, file: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever process it is. The lock lies beside the database; nothing is left of what had to wait."""
    monkeypatch.setattr(imports, "PATIENCE", 0.05)
    before = how_many(store)
    with closing(Store(store.path)) as other, imports.turn(other):
        with pytest.raises(Busy):
            import_file(store, file, somewhere())
        imports.tidy(store)
    assert how_many(store) == before
    assert store.path.with_name(f"{FILE_NAME}-import").exists()


# In another process


def test_a_large_file_is_brought_in_by_another_process(store: Store, file: bytes) -> None:
    """With the same outcome; what that refuses is refused, with the place and the reason."""
    found = import_file(store, file, somewhere(), at_hand=0)
    assert (found.added, found.rounds) == (7, 8)
    assert "".join(sheets.write_group(store, Circle(store, found.group).group)).encode() == file
    before = how_many(store)
    with pytest.raises(Unreadable) as unreadable:
        import_file(store, file.replace(b'"hands"', b'"heads"', 1), somewhere(), at_hand=0)
    assert unreadable.value.place == "tables[0].rounds[0].hands"
    assert unreadable.value.position is not None
    assert how_many(store) == before
