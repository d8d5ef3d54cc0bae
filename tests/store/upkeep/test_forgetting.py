"""Somebody who wants to be forgotten: the name is gone from the file, and the games stay as they were."""

import sqlite3

import pytest

from companion.games import sheetfile
from companion.store.files.sheets import write_table
from companion.store.journal.loading import load_table
from companion.store.links.links import LinkEnded
from companion.store.upkeep.deletion import forget_at_table, forget_in_group
from companion.store.upkeep.soundness import check_database
from tests.store.builders import ANNE, PAUL, RACHEL, a_group, a_table, everything

NAME = "Rumpelstilz"
FOUR = f"{NAME} Paul Rachel Camille"


@pytest.fixture(autouse=True)
def sound(store):
    yield
    assert check_database(store.path).problems == ()


def holds(store, name):
    """Where in the database a name stands, and whether in the bytes of the file."""
    rows = {table for table, found in everything(store).items() if name.lower() in repr(found).lower()}
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return rows, name.lower().encode() in store.path.read_bytes().lower()


def test_at_a_table_the_name_is_gone_and_the_game_stays(store):
    """What was entered is there as it was, and nobody undoes or changes it; the table was not played just now."""
    phone = a_table(store).renaming(PAUL, NAME).with_round("17", "", "13", "").correcting(1, "17", "", "=14", "")
    phone.undoing()
    assert holds(store, NAME) == ({"journal"}, True)
    points, version, before, last = phone.points, phone.version, phone.journal, phone.table.last_at
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert (phone.points, phone.table.last_at) == (points, last)
    assert phone.table.sitting.players == ("Anne", "Somebody", "Rachel", "Camille")
    after = phone.journal
    entries = [(seq, kind, at) for seq, kind, _, at, _ in before]
    assert [(seq, kind, at) for seq, kind, _, at, _ in after[:-1]] == entries
    assert (phone.kinds[-1], phone.version, phone.standing[-1]) == ("name_forgotten", version + 1, version + 1)
    assert phone.history[-1] == "A name was removed from this table and its history."
    assert phone.history[1] == "Somebody 2 is now called Somebody.", "what the name was corrected from went, too"
    for sql in ("DELETE FROM journal", "UPDATE journal SET payload = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store.db.execute(sql)


def test_each_seat_keeps_a_name_of_its_own(store):
    """In a file names are what players are known by: whoever has the substitute already keeps it."""
    phone = (
        a_table(store)
        .renaming(RACHEL, "Somebody")
        .renaming(ANNE, NAME.upper())
        .renaming(ANNE, "Bo")
        .renaming(PAUL, NAME)
    )
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert phone.table.sitting.players == ("Bo", "Somebody 2", "Somebody", "Camille")
    assert phone.undoing(2).table.sitting.players == ("Somebody 2", "Somebody 4", "Somebody", "Camille")
    assert holds(store, "Paul") == (set(), False), "what it was corrected from"


def test_what_the_name_was_corrected_from_is_forgotten_too_unless_somebody_else_is_called_so(store):
    """A name that was typed in the wrong place, or wrong again and again."""
    phone = a_table(store).renaming(PAUL, "Rachele").renaming(PAUL, NAME).renaming(RACHEL, "Paul")
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == holds(store, "Rachele") == (set(), False)
    assert phone.table.sitting.players == ("Anne", "Somebody", "Paul", "Camille")
    assert holds(store, "Paul")[0] == {"journal"}


def a_night(store):
    """Two games with the player, one of them by another spelling, and one without."""
    group = a_group(store).with_table(FOUR, "-80 10 10 0").with_table("Rumpel Paul Rachel Camille", "10 -80 10 0")
    return group.merging("Rumpel", NAME).with_table("Anne Paul Rachel Camille", "-80 10 10 0")


@pytest.mark.parametrize("called", [NAME, "rumpel"])
def test_in_a_group_the_player_is_somebody(store, called):
    """By any spelling; figures stay, tables without the player as well, and a file of it can be opened."""
    group = a_night(store)
    figures = group.figures()
    assert figures[NAME].games == 2
    forget_in_group(store, group.id, called, "Somebody")
    assert holds(store, "Rumpel") == (set(), False)
    assert group.figures() == {("Somebody" if name == NAME else name): entries for name, entries in figures.items()}
    assert group.people["Somebody"] == ()
    tables = [load_table(store, table_id) for table_id in group.tables]
    assert [table.sitting.players[0] for table in tables] == ["Somebody", "Somebody", "Anne"]
    assert [table.version for table in tables] == [2, 2, 1]
    for table in tables:
        assert sheetfile.read_sheet(write_table(store, table)).sitting.players == table.sitting.players


def test_who_is_called_otherwise_in_the_group_is_forgotten_by_both_names(store):
    """And the second to be forgotten is another."""
    group = a_group(store).with_table(FOUR, "-80 10 10 0").calling(NAME, "Wolpertinger")
    forget_in_group(store, group.id, "Wolpertinger", "Somebody")
    assert holds(store, NAME) == holds(store, "Wolpertinger") == (set(), False)
    forget_in_group(store, group.id, "Paul", "Somebody")
    assert set(group.people) == {"Somebody", "Somebody 2", "Rachel", "Camille"}
    assert load_table(store, group.tables[0]).sitting.players == ("Somebody", "Somebody 2", "Rachel", "Camille")


def test_other_groups_and_tables_keep_their_own(store):
    """And so does a group that is deleted meanwhile."""
    group, other, alone = a_night(store), a_night(store), a_table(store).renaming(PAUL, NAME)
    forget_in_group(store, group.id, NAME, "Somebody")
    assert NAME in other.people
    assert NAME in alone.table.sitting.players
    before, group_id = everything(store), other.id
    forget_at_table(store, group.tables[2], NAME, "Somebody")
    assert everything(store) == before
    store.db.execute("UPDATE links SET ended_at = '2024-01-01T00:00:00.000+00:00'")
    before = everything(store)
    with pytest.raises(LinkEnded):
        forget_in_group(store, group_id, NAME, "Somebody")
    assert everything(store) == before
