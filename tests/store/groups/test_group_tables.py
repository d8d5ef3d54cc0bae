"""The tables of a group: finding one in the list, putting it away, deleting it, and taking one in."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from companion.store.database import Store
from companion.store.files import imports
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.statistics import ALL_TIME, LAST
from companion.store.groups.tables import PAGE, Listed, Sat
from companion.store.journal.tables import read_journal
from companion.store.links import links
from companion.store.links.links import LinkEnded
from tests.store.builders import FOUR, Circle, a_group, a_table, everything
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"
RUNNING = "-17 10 -13 10"


def page(circle: Circle, number: int = 1, **asked: Any) -> group_tables.Page:
    return group_tables.list_tables(circle.store, circle.id, page=number, **asked)


# The list


def test_running_tables_are_on_top_and_the_newest_first(store: Store) -> None:
    """Then the finished ones, the newest first; what is played when counts, not what came into the file when."""
    circle = a_group(store).with_table(FOUR, OVER, at="2023-01-01").with_table(FOUR, RUNNING, at="2022-01-01")
    circle.with_table(FOUR, OVER, at="2024-01-01").with_table(FOUR, at="2024-05-01").with_table(FOUR, OVER)
    assert circle.listed() == [4, 2, 5, 3, 1]
    circle.phone(2).stopping()
    assert circle.listed() == [4, 5, 3, 1, 2]
    circle.phone(1).undoing()
    assert circle.listed() == [4, 1, 5, 3, 2]


def test_a_listed_table_says_who_sat_there_and_how_it_came_out(store: Store) -> None:
    """By rank where it is over, else by seat; people by the names that the group has for them."""
    circle = a_group(store).with_table(FOUR, RUNNING, "-70 -5 10 10", at="2023-01-01").with_table(FOUR, RUNNING)
    circle.calling("Anne", "Anna").archiving(1)
    anna, paul, rachel, camille = (circle.person(name) for name in ("Anna", "Paul", "Rachel", "Camille"))
    first, second = circle.tables
    moment = "2023-01-01T18:00:00.000+00:00"
    assert page(circle, archived=True).tables == (
        Listed(
            *(first, "fool", "", moment, True, True, False),
            people=(
                Sat(camille, "Camille", 1, True, 20),
                Sat(paul, "Paul", 2, False, 5),
                Sat(rachel, "Rachel", 3, False, -3),
                Sat(anna, "Anna", 4, False, -87),
            ),
        ),
    )
    (running,) = page(circle).tables
    assert (running.finished, running.archived) == (False, False)
    assert running.people == tuple(
        Sat(player, name, None, False, None)
        for player, name in ((anna, "Anna"), (paul, "Paul"), (rachel, "Rachel"), (camille, "Camille"))
    )
    assert group_tables.find_table(store, circle.id, second) == running
    assert (group_tables.count_rounds(store, first), group_tables.count_rounds(store, second)) == (2, 1)
    assert group_tables.list_seats(store, second)["anne"] == anna


def test_pages_follow_each_other_without_gaps(store: Store) -> None:
    """Every table is on one page, in order, also of those begun at one moment; the last page says that none follows."""
    circle = a_group(store)
    assert (page(circle).tables, page(circle).number, page(circle).more) == ((), 1, False)
    for number in range(2 * PAGE):
        circle.with_table(FOUR, *([OVER] if number % 3 else []), at=f"2023-01-{1 + number % 28:02}")
    shown = [(not table.finished, table.started_at, table.id) for n in (1, 2) for table in page(circle, n).tables]
    assert shown == sorted(shown, reverse=True)
    assert sorted(table for *_, table in shown) == circle.tables
    for asked in ({}, {"player": "a"}):  # Anne and Camille have one: each table once all the same
        assert [len(page(circle, number, **asked).tables) for number in (1, 2, 3)] == [PAGE, PAGE, 0]
        assert [page(circle, number, **asked).more for number in (1, 2, 3)] == [True, False, False]
    circle.with_table(FOUR)
    assert [page(circle, number).more for number in (1, 2, 3)] == [True, True, False]
    assert len(page(circle, 3).tables) == 1


FOUND = [
    (("Zoë", "zoë", "ZO", "ＺＯ"), [3, 2]),  # noqa: RUF001
    (("nn", "Anna", "Luka"), [4, 1]),
    (("luk",), [4, 3, 1]),
    (("a",), [4, 3, 2, 1]),
    (("Xaver", "%", "_", "'"), []),
]


def test_tables_are_found_by_part_of_a_name(store: Store) -> None:
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


def test_nobody_finds_another_groups_tables(store: Store) -> None:
    """Neither in the list nor by name nor by number."""
    circle = a_group(store).with_table(FOUR, OVER)
    other = a_group(store, "Sundays").with_table("Anne Bea Dora Zoë", OVER)
    assert [table.id for table in page(circle).tables] == circle.tables
    assert [table.id for table in page(circle, player="Anne").tables] == circle.tables
    assert page(circle, player="Bea").tables == ()
    assert group_tables.find_table(store, circle.id, other.tables[0]) is None
    assert group_tables.find_table(store, other.id, other.tables[0]) is not None


# Putting away


def test_an_archived_table_is_in_a_list_of_its_own(store: Store) -> None:
    """Running or finished; out of sight it counts and can be played on, and comes back to where it was."""
    circle = a_group(store).with_table(FOUR, RUNNING).with_table(FOUR).with_table(FOUR, OVER).archiving(1).archiving(2)
    for asked in ({}, {"player": "Anne"}):
        assert (circle.listed(**asked), circle.listed(**asked, archived=True)) == ([3], [2, 1])
    assert circle.phone(1).with_round("=80", "", "", "").table.sheet.ending is not None
    assert circle.listed(archived=True) == [2, 1]
    for period in (ALL_TIME, LAST, datetime.now().year):
        assert circle.won(period)["Paul"] == (2, 2)
    circle.archiving(1, archived=False)
    assert (circle.listed(), circle.listed(archived=True)) == ([3, 1], [2])
    check_results(store)


def test_nobody_archives_or_deletes_another_groups_table(store: Store) -> None:
    """Nor one that is nobody's, nor a deleted one."""
    circle, other = a_group(store).with_table(FOUR), a_group(store, "Sundays").with_table(FOUR).with_table(FOUR)
    nobodys, deleted = a_table(store).table.id, other.tables[0]
    other.deleting(1)
    before = everything(store)
    elsewhere = ((circle.id, other.tables[0]), (circle.id, nobodys), (other.id, deleted), (circle.id, 99))
    for group_id, table_id in elsewhere:
        group_tables.archive(store, group_id, table_id, True)
        group_tables.delete(store, group_id, table_id)
    assert everything(store) == before


# Taking in


def test_a_table_taken_in_is_the_groups_with_all_its_rounds(store: Store) -> None:
    """It was begun without a group; from now on it counts there, and so does what comes."""
    circle = a_group(store).with_table(FOUR, "10 -80 -5 -6")
    phone = a_table(store).with_round("17", "", "13", "").with_round("=70", "", "", "")
    assert group_tables.group_of(store, phone.table.id) is None
    assert group_tables.add_to_group(store, circle.id, phone.address)
    assert group_tables.group_of(store, phone.table.id) == circle.id
    assert circle.won() == {"Anne": (2, 1), "Camille": (2, 1), "Paul": (2, 1), "Rachel": (2, 0)}
    phone.undoing()
    assert circle.won()["Anne"] == (1, 1)
    check_results(store)


def test_a_table_belongs_to_one_group_and_once(store: Store) -> None:
    """Another group doesn't get it; nor one that has it from a file: the same game would count twice."""
    circle, other, third = a_group(store), a_group(store, "Sundays"), a_group(store)
    phone = a_table(store).with_round("=80", "", "", "")
    imports.import_tables(store, third.id, [filereader.read_table(files.write_table(store, phone.table))])
    assert not group_tables.add_to_group(store, third.id, phone.address)
    assert group_tables.add_to_group(store, circle.id, phone.address)
    before = everything(store)
    assert group_tables.add_to_group(store, circle.id, phone.address)
    for another in (other, third):
        assert not group_tables.add_to_group(store, another.id, phone.address)
    assert everything(store) == before
    assert phone.undoing().version == 3


def test_a_table_that_was_taken_in_only_leaves_the_group(store: Store) -> None:
    """It was somebody's before; those keep it with all its rounds, while the group's own links to it end."""
    circle = a_group(store).with_table(FOUR, OVER)
    phone = a_table(store).with_round("17", "", "13", "")
    assert group_tables.add_to_group(store, circle.id, phone.address)
    through = groups.table_key(store, circle.group, circle.key, phone.table.id)
    assert through is not None
    journal = read_journal(store.db, phone.table.id)
    (listed, _) = group_tables.list_tables(store, circle.id).tables
    assert listed.taken_in
    group_tables.delete(store, circle.id, phone.table.id)
    assert len(circle.tables) == 1
    assert read_journal(store.db, phone.table.id) == journal
    assert phone.with_round("", "5", "8", "9").version == 3
    with pytest.raises(LinkEnded):
        links.find_link(store, through)
    assert group_tables.add_to_group(store, circle.id, phone.address)
    group_tables.delete_group(store, circle.id)
    assert phone.version == 3
    check_results(store)
