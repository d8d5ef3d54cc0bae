"""The tables of a group: finding one in the list, adding one, and what is left of a deleted one."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.store.files import sheets as files
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import Home
from companion.store.journal.loading import load_table, open_table, read_journal
from companion.store.links import links
from companion.store.links.links import LinkEnded
from companion.store.tables.starting import start_table
from tests.store.builders import FOUR, Circle, a_group, a_key, a_score, a_sitting, a_table, everything
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"
RUNNING = "-17 10 -13 10"


def test_running_tables_are_on_top_and_the_newest_first(store):
    """Then the finished ones, the newest first; what is played when counts, not what came into the file when."""
    circle = a_group(store).with_table(FOUR, OVER, at="2023-01-01").with_table(FOUR, RUNNING, at="2022-01-01")
    circle.with_table(FOUR, OVER, at="2024-01-01").with_table(FOUR, at="2024-05-01").with_table(FOUR, OVER)
    assert circle.listed() == [4, 2, 5, 3, 1]
    circle.phone(2).stopping()
    assert circle.listed() == [4, 5, 3, 1, 2]
    circle.phone(1).playing_on()
    assert circle.listed() == [4, 1, 5, 3, 2]


FOUND = [
    (("Zoë", "zoë", "ZO", "ＺＯ"), [3, 2]),  # noqa: RUF001
    (("nn", "Anna", "Luka"), [4, 1]),
    (("luk",), [4, 3, 1]),
    (("a",), [4, 3, 2, 1]),
    (("Xaver", "%", "_", "'"), []),
]


def test_tables_are_found_by_part_of_a_name(store):
    """Case and width do not matter; a name the group gave and a spelling find all tables of that player."""
    circle = a_group(store)
    casts = (FOUR, "Zoë Paul Bea Dora", "Zoë Luke Bea Dora", "Luka Rachel Bea Dora")
    for month, names in enumerate(casts, start=1):
        circle.with_table(names, OVER, at=f"2023-0{month}-01")
    circle.calling("Anne", "Anna").merging("Luka", into="Anna")
    for parts, found in FOUND:
        assert {part: circle.listed(player=part) for part in parts} == dict.fromkeys(parts, found)
    assert circle.listed(player="Zoë", game="fool") == circle.listed(player="Zoë")
    assert circle.listed(player="Zoë", game="durak") == circle.listed(game="durak") == []


def test_a_table_that_was_added_is_the_groups_and_when_deleted_only_leaves_it(store):
    """It was begun without a group, and counts there with all its rounds; those whose it was keep it.

    The group's own links to it end.
    """
    circle = a_group(store).with_table(FOUR, "10 -80 -5 -6")
    phone = a_table(store).with_round("17", "", "13", "").with_round("=70", "", "", "")
    assert group_tables.find_membership(store, phone.table.id) is None
    assert group_tables.add_to_group(store, circle.id, phone.address)
    assert circle.tables[-1] == phone.table.id
    assert circle.won() == {"Anne": (2, 1), "Camille": (2, 1), "Paul": (2, 1), "Rachel": (2, 0)}
    phone.undoing()
    assert circle.won()["Anne"] == (1, 1)
    through, journal = circle.phone().address, read_journal(store.db, phone.table.id)
    assert group_tables.list_group_tables(store, circle.id)[0]["added_at"]
    group_tables.delete_group_table(store, circle.id, phone.table.id)
    assert (len(circle.tables), read_journal(store.db, phone.table.id)) == (1, journal)
    with pytest.raises(LinkEnded):
        links.find_link(store, through)
    assert group_tables.add_to_group(store, circle.id, phone.address)
    group_tables.delete_group(store, circle.id)
    assert phone.with_round("", "5", "8", "9").version == 5
    check_results(store)


def test_a_deleted_table_is_gone_with_its_links_and_no_other_is(store):
    """Its journal, seats and results; every row of any other table is as it was. No link or code opens it again."""
    circle = a_group(store).with_table(FOUR, RUNNING).with_table(FOUR, OVER)
    before, phone = everything(store), circle.phone()
    keys = [phone.address, *(links.share_link(store, phone.address, role) for role in links.HANDED_ON)]
    code = links.ensure_code(store, phone.table.id)
    keys.append(links.find_key_by_code(store, code))
    circle.deleting()
    after = everything(store)
    for name in ("journal", "seats", "results"):
        assert after[name] == [row for row in before[name] if row[0] != 2], name
    for key in keys:
        with pytest.raises(LinkEnded):
            open_table(store, key)
    assert links.find_key_by_code(store, code) is None
    assert not store.db.table("links").count_where("table_id = 2 AND ended_at IS NULL")
    check_results(store)


def test_a_deleted_table_comes_back_only_from_its_file(store):
    """Not by its start, sent again by a phone that never heard the answer."""
    circle, key = a_group(store), a_key()
    start = (store, "fool", replace(a_sitting(), rounds=(a_score(OVER),)), key, Home(circle.id))
    address = start_table(*start)
    file = files.write_table(store, load_table(store, circle.tables[0]))
    circle.deleting()
    before = everything(store)
    assert start_table(*start) == address
    assert everything(store) == before
    assert circle.bringing(file) == 1


def test_the_games_that_a_phone_began_are_gathered_once(store):
    """By two who send the same form at the same moment, too; a phone that began none gets no group."""
    secret, request = a_key(), a_key()
    for _ in range(2):
        a_table(store, secret=secret)
    with ThreadPoolExecutor(4) as threads:
        keys = set(threads.map(lambda _: group_tables.gather(store, secret, "Game night", request), range(8)))
    (key,) = keys
    assert len(Circle(store, key).tables) == 2
    assert group_tables.gather(store, secret, "Game night", a_key()) == ""
    assert group_tables.gather(store, "", "Game night", a_key()) == ""
