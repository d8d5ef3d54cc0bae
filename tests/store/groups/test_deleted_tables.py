"""What is left of a table that a group deleted: that there was one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.store.database import Store
from companion.store.files import imports
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups import tables as group_tables
from companion.store.journal.tables import Home, append, load_table, open_table, read_journal, start_table
from companion.store.links import codes, links
from companion.store.links.links import LinkEnded
from tests.store.builders import FOUR, Phone, a_group, a_key, a_round, a_score, a_sitting, a_table, entering, everything
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"
RUNNING = "-17 10 -13 10"


def without(rows: dict[str, list[tuple[Any, ...]]], table_id: int) -> dict[str, list[tuple[Any, ...]]]:
    """All rows but those that belong to a table, and the groups, which count their changes."""
    own = {"journal": 0, "seats": 0, "results": 0, "tables": 0, "links": 2}
    return {
        name: [row for row in kept if name not in own or row[own[name]] != table_id]
        for name, kept in rows.items()
        if name != "groups"
    }


@pytest.mark.parametrize("number", [1, 2, 3], ids=["finished", "running", "archived"])
def test_a_deleted_table_is_gone_and_no_other_is(store: Store, number: int) -> None:
    """Its journal, seats and results; every row of any other table is as it was."""
    circle = a_group(store)
    for _ in range(2):
        circle.with_table(FOUR, OVER, at="2023-01-01").with_table(FOUR, RUNNING).with_table(FOUR, OVER, archived=True)
    other = a_group(store, "Sundays").with_table(FOUR, OVER)
    a_table(store).with_round("17", "", "13", "")
    for place in range(1, 7):
        circle.phone(place)
    table_id = circle.tables[number - 1]
    before = everything(store)
    circle.deleting(number)
    after = everything(store)
    assert without(after, table_id) == without(before, table_id)
    for name in ("journal", "seats", "results"):
        assert not [row for row in after[name] if row[0] == table_id], name
    assert len(circle.tables) == 5
    assert other.won()["Paul"] == (1, 1)
    check_results(store)


def test_all_links_of_a_deleted_table_have_ended(store: Store) -> None:
    """Common, personal, the group's, and the code; it cannot be opened again by any."""
    circle = a_group(store)
    phone = Phone(store, start_table(store, "fool", a_sitting(), a_key(), Home(circle.id)))
    keys = [links.share_link(store, phone.address, role) for role in links.ROLES]
    code = codes.offer_code(store, keys[-1])
    keys += [links.say_who(store, phone.address, 0, a_key()), circle.phone().address]
    circle.deleting()
    for key in keys:
        with pytest.raises(LinkEnded):
            open_table(store, key)
    assert codes.find_key(store, code) is None
    assert not store.db.table("links").count_where("table_id IS NOT NULL AND ended_at IS NULL")
    assert links.find_link(store, a_key()) is None


def test_nothing_is_written_to_a_deleted_table(store: Store) -> None:
    """A phone that had it open is told that it has been deleted; nothing is left behind."""
    circle = a_group(store).with_table(FOUR, RUNNING)
    phone = circle.phone()
    table = phone.table
    circle.deleting()
    before = everything(store, "groups", "links")
    with pytest.raises(LinkEnded):
        append(store, table, a_key(), entering(2, a_round("17", "", "13", "")))
    with pytest.raises(LinkEnded):
        load_table(store, table.id)
    with pytest.raises(LinkEnded):
        read_journal(store.db, table.id)
    with pytest.raises(LinkEnded):  # a share page that was on its way
        links.share_link(store, phone.address, links.WATCHER)
    with pytest.raises(LinkEnded):
        group_tables.add_to_group(store, a_group(store, "Sundays").id, phone.address)
    assert everything(store, "groups", "links") == before


def test_a_deleted_table_comes_back_only_from_its_file(store: Store) -> None:
    """Not by its start, sent again by a phone that never heard the answer."""
    circle, key = a_group(store), a_key()
    start = (store, "fool", replace(a_sitting(), rounds=(a_score(OVER),)), key, Home(circle.id))
    address = start_table(*start)
    file = filereader.read_table(files.write_table(store, load_table(store, circle.tables[0])))
    circle.deleting()
    before = everything(store)
    assert start_table(*start) == address
    assert everything(store) == before
    assert imports.import_tables(store, circle.id, [file]) == 1
    assert circle.won()["Paul"] == (1, 1)
