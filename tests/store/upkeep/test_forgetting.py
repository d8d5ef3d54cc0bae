"""Somebody who wants to be forgotten: the name is gone from the file, and the games stay as they were."""

from contextlib import closing

import pytest

from companion.games import sheetfile
from companion.store.database import FILE_NAME, Store
from companion.store.files.sheets import write_table
from companion.store.journal.tables import open_table, table_now
from companion.store.links.links import LinkEnded
from companion.store.upkeep.forgetting import forget_at_table, forget_in_group
from companion.store.upkeep.soundness import check
from tests.store.builders import ANNE, PAUL, RACHEL, Circle, a_group, a_table, everything

NAME = "Rumpelstilz"
FOUR = f"{NAME} Paul Rachel Camille"


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path / FILE_NAME)) as store:
        yield store
        assert check(store.path).problems == ()


def holds(store, name):
    """Where in the database a name stands, and whether in the bytes of the file."""
    rows = {table for table, found in everything(store).items() if name.lower() in repr(found).lower()}
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return rows, name.lower().encode() in store.path.read_bytes().lower()


def test_at_a_table_the_name_is_gone_and_the_game_stays(store):
    phone = a_table(store).renaming(PAUL, NAME).with_round("17", "", "13", "").correcting(1, "17", "", "=14", "")
    phone.undoing()
    assert holds(store, NAME) == ({"journal"}, True)
    points, version, before = phone.points, phone.version, phone.journal
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert phone.points == points
    assert phone.table.sitting.players == ("Anne", "Somebody", "Rachel", "Camille")
    assert phone.version == version + 1
    after = phone.journal
    told = [(entry.seq, entry.kind, entry.at) for entry in before]
    assert [(entry.seq, entry.kind, entry.at) for entry in after[:-1]] == told
    assert after[-1].kind == "name_forgotten"
    assert phone.history[-1] == "A name was taken out of this table, also of what had been entered before."
    assert phone.history[1] == "Paul is now called Somebody."
    assert phone.standing[-1] == version + 1, "nobody undoes it"


def test_a_name_that_was_corrected_is_gone_as_well(store):
    phone = a_table(store).renaming(ANNE, NAME.upper()).renaming(ANNE, "Anna")
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert phone.table.sitting.players[ANNE] == "Anna"
    assert phone.undoing().table.sitting.players[ANNE] == "Somebody"


def test_undo_redo_and_play_go_on(store):
    phone = a_table(store).renaming(PAUL, NAME).with_round("17", "", "13", "")
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    phone.undoing(2)
    assert phone.table.sitting.players[PAUL] == "Paul"
    phone.redoing(2).with_round("5", "", "", "7")
    assert phone.table.sitting.players[PAUL] == "Somebody"
    assert len(phone.rounds) == 2


def test_another_process_that_knows_the_table_reads_it_again(store):
    """It has the old name in memory: so it must not carry that further."""
    phone = a_table(store).renaming(PAUL, NAME)
    with closing(Store(store.path)) as running:
        assert NAME in open_table(running, phone.address)[0].sitting.players
        forget_at_table(store, phone.table.id, NAME, "Somebody")
        table = open_table(running, phone.address)[0]
        assert "Somebody" in table.sitting.players
        assert NAME not in repr([table.created, *table.done])


def test_it_was_not_played_just_now(store):
    phone = a_table(store).renaming(PAUL, NAME)
    last = phone.table.last_at
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert phone.table.last_at == last


def test_who_has_the_substitute_already_keeps_it(store):
    phone = a_table(store).renaming(RACHEL, "Somebody").renaming(PAUL, NAME)
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert phone.table.sitting.players == ("Anne", "Somebody 2", "Somebody", "Camille")


def test_a_name_that_went_from_seat_to_seat(store):
    """Each seat has a name of its own: in a file names are what players are known by."""
    phone = a_table(store).renaming(ANNE, NAME).renaming(ANNE, "Bo").renaming(PAUL, NAME)
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert phone.table.sitting.players == ("Bo", "Somebody 2", "Rachel", "Camille")
    phone.undoing(2)
    assert phone.table.sitting.players[:2] == ("Somebody", "Paul")


def test_a_table_without_the_name_is_left_as_it_is(store):
    phone = a_table(store).with_round("17", "", "13", "")
    before = everything(store)
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    assert everything(store) == before


def test_a_journal_can_be_changed_by_nobody_afterwards(store):
    phone = a_table(store).renaming(PAUL, NAME)
    forget_at_table(store, phone.table.id, NAME, "Somebody")
    for sql in ("DELETE FROM journal", "UPDATE journal SET payload = '{}'"):
        with pytest.raises(Exception, match="append-only"):
            store.db.execute(sql)


def a_night(store) -> Circle:
    """Two games with the player, one of them by another spelling, and one without."""
    group = a_group(store).with_table(FOUR, "-80 10 10 0").with_table("Rumpel Paul Rachel Camille", "10 -80 10 0")
    return group.merging("Rumpel", NAME).with_table("Anne Paul Rachel Camille", "-80 10 10 0")


def test_in_a_group_the_player_is_somebody(store):
    group = a_night(store)
    figures = group.figures()
    assert figures[NAME].games == 2
    forget_in_group(store, group.id, NAME, "Somebody")
    assert holds(store, "Rumpel") == (set(), False)
    assert group.figures() == {("Somebody" if name == NAME else name): told for name, told in figures.items()}
    assert group.people["Somebody"] == ()
    names = [table_now(store, table_id).sitting.players for table_id in group.tables]
    assert [players[0] for players in names] == ["Somebody", "Somebody", "Anne"]
    assert table_now(store, group.tables[2]).version == 2, "it was left as it is"


def test_by_any_spelling_it_is_the_same_player(store):
    group = a_night(store)
    forget_in_group(store, group.id, "rumpel", "Somebody")
    assert holds(store, "Rumpel") == (set(), False)


def test_who_is_called_otherwise_in_the_group_is_forgotten_by_both_names(store):
    group = a_group(store).with_table(FOUR, "-80 10 10 0").calling(NAME, "Wolpertinger")
    forget_in_group(store, group.id, "Wolpertinger", "Somebody")
    assert holds(store, NAME) == (set(), False)
    assert holds(store, "Wolpertinger") == (set(), False)


def test_the_second_to_be_forgotten_is_another(store):
    group = a_group(store).with_table(FOUR, "-80 10 10 0")
    forget_in_group(store, group.id, NAME, "Somebody")
    forget_in_group(store, group.id, "Paul", "Somebody")
    assert set(group.people) == {"Somebody", "Somebody 2", "Rachel", "Camille"}
    assert table_now(store, group.tables[0]).sitting.players == ("Somebody", "Somebody 2", "Rachel", "Camille")


def test_other_groups_and_tables_keep_their_own(store):
    group, other, alone = a_night(store), a_night(store), a_table(store).renaming(PAUL, NAME)
    forget_in_group(store, group.id, NAME, "Somebody")
    assert NAME in other.people
    assert NAME in alone.table.sitting.players


def test_a_file_of_it_can_be_opened(store):
    group = a_night(store)
    forget_in_group(store, group.id, NAME, "Somebody")
    for table_id in group.tables:
        table = table_now(store, table_id)
        assert sheetfile.read(write_table(store, table)).sitting.players == table.sitting.players


def test_a_group_that_is_deleted_meanwhile(store):
    group = a_night(store)
    store.db.execute("UPDATE group_links SET ended_at = '2024-01-01T00:00:00.000+00:00'")
    before = everything(store)
    with pytest.raises(LinkEnded):
        forget_in_group(store, group.id, NAME, "Somebody")
    assert everything(store) == before
