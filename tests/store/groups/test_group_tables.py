"""The tables of a group: finding one in the list, putting it away, deleting it, and taking one in."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

import pytest

from companion.store.database import Store
from companion.store.files import imports
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.statistics import ALL_TIME, LAST, list_games, list_years
from companion.store.groups.tables import PAGE, Listed, Sat
from companion.store.journal.tables import Home, append, entries, open_table, start_table, table_now
from companion.store.links import codes, links
from companion.store.links.links import LinkEnded, hashed
from tests.store.builders import FOUR, Circle, Phone, a_group, a_key, a_round, a_sitting, a_table, entering, everything
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"
RUNNING = "-17 10 -13 10"


def page(circle: Circle, number: int = 1, **asked: Any) -> group_tables.Page:
    """A page of the list."""
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


def test_of_tables_begun_at_the_same_moment_the_later_is_first(store: Store) -> None:
    """So that no table is on two pages."""
    circle = a_group(store)
    for _ in range(3):
        circle.with_table(FOUR, OVER, at="2023-01-01")
    assert circle.listed() == circle.listed(player="Anne") == [3, 2, 1]


def test_a_listed_table_says_who_sat_there_and_how_it_came_out(store: Store) -> None:
    """By rank where it is over, else by seat; people by the names that the group has for them."""
    circle = a_group(store).with_table(FOUR, RUNNING, "-70 -5 10 10", at="2023-01-01").with_table(FOUR, RUNNING)
    circle.calling("Anne", "Anna").archiving(1)
    anna, paul, rachel, camille = (circle.person(name) for name in ("Anna", "Paul", "Rachel", "Camille"))
    first, second = circle.tables
    moment = "2023-01-01T18:00:00.000+00:00"
    assert page(circle, archived=True).tables == (
        Listed(
            first,
            "fool",
            "",
            moment,
            True,
            True,
            False,
            (
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


def test_a_list_moves_with_the_table(store: Store) -> None:
    """Its rounds are those of the journal."""
    circle = a_group(store).with_table(FOUR)
    phone = circle.phone().with_round("17", "", "13", "").with_round("17", "", "13", "").with_round("2", "", "3", "")
    (table_id,) = circle.tables
    assert group_tables.count_rounds(store, table_id) == 3
    phone.undoing(2)
    assert group_tables.count_rounds(store, table_id) == 1


def test_pages_follow_each_other_without_gaps(store: Store) -> None:
    """Every table is on one page, in order; the last page says that none follows."""
    circle = a_group(store)
    for number in range(2 * PAGE):
        circle.with_table(FOUR, *([OVER] if number % 3 else []), at=f"2023-01-{1 + number % 28:02}")
    whole = [table.id for number in (1, 2) for table in page(circle, number).tables]
    assert sorted(whole) == circle.tables
    shown = [(table.finished, table.started_at, table.id) for n in (1, 2) for table in page(circle, n).tables]
    finished = [(at, table) for over, at, table in shown if over]
    running = [(at, table) for over, at, table in shown if not over]
    assert shown == [(False, *one) for one in sorted(running, reverse=True)] + [
        (True, *one) for one in sorted(finished, reverse=True)
    ]
    assert [page(circle, number).more for number in (1, 2, 3)] == [True, False, False]
    assert page(circle, 3).tables == ()
    assert [len(page(circle, number, player="Anne").tables) for number in (1, 2, 3)] == [PAGE, PAGE, 0]
    circle.with_table(FOUR)
    assert [page(circle, number).more for number in (1, 2, 3)] == [True, True, False]
    assert len(page(circle, 3).tables) == 1
    assert [page(circle, number, player="Anne").more for number in (1, 2, 3)] == [True, True, False]


def test_an_empty_group_has_an_empty_page(store: Store) -> None:
    """Nothing to find, nothing follows."""
    circle = a_group(store)
    for asked in ({}, {"player": "Anne"}, {"game": "fool"}, {"archived": True}):
        found = page(circle, **asked)
        assert (found.tables, found.number, found.more) == ((), 1, False)


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("Zoë", [3, 2]),
        ("zoë", [3, 2]),
        ("ZO", [3, 2]),
        ("ＺＯ", [3, 2]),  # noqa: RUF001
        ("nn", [4, 1]),
        ("Anna", [4, 1]),
        ("Luka", [4, 1]),
        ("luk", [4, 3, 1]),
        ("a", [4, 3, 2, 1]),
        ("Xaver", []),
        ("%", []),
        ("_", []),
        ("'", []),
    ],
)
def test_tables_are_found_by_part_of_a_name(store: Store, part: str, found: list[int]) -> None:
    """Case and width do not matter; a name the group gave and a spelling find all tables of that player."""
    circle = (
        a_group(store).with_table(FOUR, OVER, at="2023-01-01").with_table("Zoë Paul Bea Dora", OVER, at="2023-02-01")
    )
    circle.with_table("Zoë Luke Bea Dora", OVER, at="2023-03-01").with_table(
        "Luka Rachel Bea Dora", OVER, at="2023-04-01"
    )
    circle.calling("Anne", "Anna").merging("Luka", into="Anna")
    assert circle.listed(player=part) == found


def test_a_table_where_two_match_is_listed_once(store: Store) -> None:
    """Anne and Camille have an "a"."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(FOUR)
    assert circle.listed(player="a") == [2, 1]


def test_nobody_finds_another_groups_tables(store: Store) -> None:
    """Neither in the list nor by name nor by number."""
    circle, other = (
        a_group(store).with_table(FOUR, OVER),
        a_group(store, "Sundays").with_table("Anne Bea Dora Zoë", OVER),
    )
    assert [table.id for table in page(circle).tables] == circle.tables
    assert [table.id for table in page(circle, player="Anne").tables] == circle.tables
    assert page(circle, player="Bea").tables == ()
    assert group_tables.find_table(store, circle.id, other.tables[0]) is None
    assert group_tables.find_table(store, other.id, other.tables[0]) is not None


def test_the_list_can_show_one_game_only(store: Store) -> None:
    """By its key, also together with a name."""
    circle = a_group(store).with_table(FOUR, OVER).with_table("Zoë Luke Bea Dora", OVER)
    assert circle.listed(game="fool") == [2, 1]
    assert circle.listed(game="durak") == []
    assert circle.listed(game="fool", player="Zoë") == [2]
    assert circle.listed(game="durak", player="Zoë") == []


# Putting away


def test_an_archived_table_is_in_a_list_of_its_own(store: Store) -> None:
    """Running or finished; and comes back to where it was."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(FOUR).with_table(FOUR, OVER).archiving(1).archiving(2)
    assert (circle.listed(), circle.listed(archived=True)) == ([3], [2, 1])
    assert (circle.listed(player="Anne"), circle.listed(player="Anne", archived=True)) == ([3], [2, 1])
    circle.archiving(1, archived=False)
    assert (circle.listed(), circle.listed(archived=True)) == ([3, 1], [2])
    check_results(store)


def test_an_archived_table_counts_and_can_be_played(store: Store) -> None:
    """It is out of sight, not undone; what is entered there leaves it put away."""
    circle = a_group(store).with_table(FOUR, RUNNING).archiving()
    phone = circle.phone().with_round("=80", "", "", "")
    assert circle.listed(archived=True) == [1]
    assert phone.table.sheet.ending is not None
    for period in (ALL_TIME, LAST, datetime.now().year):
        assert circle.won(period)["Paul"] == (1, 1)
    circle.archiving(archived=False).archiving()
    assert list_games(store, circle.id) == ["fool"]
    check_results(store)


def test_nobody_archives_another_groups_table(store: Store) -> None:
    """Nor one that is nobody's, nor a deleted one."""
    circle, other = a_group(store).with_table(FOUR), a_group(store, "Sundays").with_table(FOUR).with_table(FOUR)
    nobodys, deleted = a_table(store).table.id, other.tables[0]
    other.deleting(1)
    before = everything(store)
    for group_id, table_id in (
        (circle.id, other.tables[0]),
        (circle.id, nobodys),
        (other.id, deleted),
        (circle.id, 99),
    ):
        group_tables.archive(store, group_id, table_id, True)
    assert everything(store) == before


# Deleting


def without(rows: dict[str, list[tuple[Any, ...]]], table_id: int) -> dict[str, list[tuple[Any, ...]]]:
    """All rows but those that belong to a table, and the groups, which count their changes."""
    own = {"journal": 0, "seats": 0, "results": 0, "tables": 0, "links": 1, "codes": 1}
    return {
        name: [row for row in kept if name not in own or row[own[name]] != table_id]
        for name, kept in rows.items()
        if name != "groups"
    }


@pytest.mark.parametrize("number", [1, 2, 3], ids=["finished", "running", "archived"])
def test_a_deleted_table_is_gone_and_no_other_is(store: Store, number: int) -> None:
    """Its journal, seats, results and code; every row of any other table is as it was."""
    circle = a_group(store)
    for _ in range(2):
        circle.with_table(FOUR, OVER, at="2023-01-01").with_table(FOUR, RUNNING).with_table(FOUR, OVER, archived=True)
    other = a_group(store, "Sundays").with_table(FOUR, OVER)
    a_table(store).with_round("17", "", "13", "")
    for place in range(1, 7):
        codes.offer(store, circle.tables[place - 1])
        circle.phone(place)
    table_id = circle.tables[number - 1]
    before = everything(store)
    circle.deleting(number)
    after = everything(store)
    assert without(after, table_id) == without(before, table_id)
    for name in ("journal", "seats", "results"):
        assert not [row for row in after[name] if row[0] == table_id], name
    assert not [row for row in after["codes"] if row[1] == table_id]
    assert len(circle.tables) == 5
    assert other.won()["Paul"] == (1, 1)
    check_results(store)


def test_a_deleted_game_counts_no_more(store: Store) -> None:
    """Runs close over it; a year, a rival and a player without other games are gone from the statistics."""
    circle = a_group(store).with_table(FOUR, "10 -80 -5 -6", at="2022-01-01").with_table(FOUR, OVER, at="2023-01-01")
    circle.with_table("Anne Bea Paul Zoë", "10 -80 -5 -6", at="2024-01-01")
    assert circle.figures()["Anne"].winning.longest == 1
    circle.deleting(2)
    assert circle.figures()["Anne"].winning.longest == 2
    assert list_years(store, circle.id, "fool") == [2024, 2022]
    circle.deleting(2)
    assert list_years(store, circle.id, "fool") == [2022]
    assert set(circle.won()) == {"Anne", "Camille", "Paul", "Rachel"}
    assert {other for _, other in circle.rivals()} == {"Anne", "Camille", "Paul", "Rachel"}
    check_results(store)


def test_all_links_of_a_deleted_table_have_ended(store: Store) -> None:
    """Scorers', watchers', the group's, and what was opened by a code; it cannot be opened again by any."""
    circle = a_group(store)
    home = Home(circle.id, through=hashed(circle.key))
    phone = Phone(store, start_table(store, "fool", a_sitting(), a_key(), home)).with_round("17", "", "13", "")
    table = phone.table
    code = codes.offer(store, table.id)
    joined = codes.join(store, code, "a watcher")
    assert joined is not None
    keys = [phone.address, links.shared_key(store, phone.address, links.WATCHER), joined, circle.phone().address]
    circle.deleting()
    for key in keys:
        with pytest.raises(LinkEnded):
            open_table(store, key)
    assert codes.join(store, code, "a watcher") is None
    assert store.db.execute("SELECT count(*) FROM links WHERE ended_at IS NULL").fetchone() == (0,)
    assert links.find(store, a_key()) is None


def test_nothing_is_written_to_a_deleted_table(store: Store) -> None:
    """A phone that had it open is told that it has been deleted; nothing is left behind."""
    circle = a_group(store).with_table(FOUR, RUNNING)
    phone = circle.phone()
    table = phone.table
    circle.deleting()
    before = everything(store)
    with pytest.raises(LinkEnded):
        append(store, table, a_key(), entering(2, a_round("17", "", "13", "")))
    with pytest.raises(LinkEnded):
        table_now(store, table.id)
    with pytest.raises(LinkEnded):
        group_tables.add_to_group(store, a_group(store, "Sundays").id, phone.address)
    assert everything(store, "groups", "group_links") == {
        name: rows for name, rows in before.items() if name not in ("groups", "group_links")
    }


def test_a_table_deleted_while_it_is_opened_says_so(store: Store) -> None:
    """The link was found, and then somebody deleted the table: its journal has no first entry to go by."""
    circle = a_group(store).with_table(FOUR, RUNNING)
    phone = circle.phone()
    table = phone.table
    circle.deleting()
    with pytest.raises(LinkEnded):
        entries(store, table.id)
    with pytest.raises(LinkEnded):  # a share page that was on its way
        links.shared_key(store, phone.address, links.WATCHER)


def test_a_late_repetition_of_the_start_brings_no_deleted_table_back(store: Store) -> None:
    """The start of a table, sent again by a phone that never heard the answer, leaves it deleted."""
    circle, key = a_group(store), a_key()
    start = (store, "fool", a_sitting(), key, Home(circle.id))
    address = start_table(*start)
    circle.deleting()
    before = everything(store)
    assert start_table(*start) == address
    assert everything(store) == before


def test_deleting_again_or_elsewhere_does_nothing(store: Store) -> None:
    """A double tap; another group's table, nobody's table."""
    circle, other = a_group(store).with_table(FOUR, OVER).with_table(FOUR), a_group(store).with_table(FOUR, OVER)
    nobodys, deleted = a_table(store).table.id, circle.tables[0]
    circle.deleting(1)
    before = everything(store)
    for table_id in (deleted, other.tables[0], nobodys, 99):
        group_tables.delete(store, circle.id, table_id)
    assert everything(store) == before


def test_a_deleted_table_may_come_back_from_its_file(store: Store) -> None:
    """Whoever took it home before can bring it in again."""
    circle = a_group(store).with_table(FOUR, OVER, at="2023-01-01")
    file = filereader.read_table(files.write_table(store, table_now(store, circle.tables[0])))
    circle.deleting()
    assert imports.import_tables(store, circle.id, [file]) == 1
    assert circle.won()["Paul"] == (1, 1)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET payload = '{}'",
        "DELETE FROM journal",
        "DELETE FROM journal WHERE seq = 2",
        "INSERT OR REPLACE INTO journal SELECT table_id, seq, 'forged', '', at, 'new', NULL FROM journal WHERE seq = 2",
        "INSERT OR REPLACE INTO journal SELECT table_id, 9, 'forged', '{}', at, key, NULL FROM journal WHERE seq = 2",
        "INSERT INTO journal SELECT * FROM journal WHERE true ON CONFLICT DO UPDATE SET payload = '{}'",
    ],
)
def test_any_other_journal_is_append_only_all_the_same(store: Store, statement: str) -> None:
    """Only a deleted table's entries can be taken away: a group's table, archived or not, keeps all of its own."""
    circle = a_group(store).with_table(FOUR, OVER, archived=True).with_table(FOUR, OVER).deleting(2)
    a_table(store).with_round("17", "", "13", "")
    before = everything(store)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store.db.execute(statement)
    assert everything(store) == before
    assert [entry.kind for entry in entries(store, circle.tables[0])] == ["created", "round_entered"]


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
    assert circle.listed() == [2, 1]
    check_results(store)


def test_a_table_belongs_to_one_group(store: Store) -> None:
    """Taken in twice by the same it stays; another group doesn't get it."""
    circle, other = a_group(store), a_group(store, "Sundays")
    key = a_table(store).with_round("=80", "", "", "").address
    assert group_tables.add_to_group(store, circle.id, key)
    before = everything(store)
    assert group_tables.add_to_group(store, circle.id, key)
    assert not group_tables.add_to_group(store, other.id, key)
    assert everything(store) == before


def test_a_table_that_the_group_has_from_a_file_is_not_taken_in_again(store: Store) -> None:
    """The same game would count twice: its file came first, then somebody wants to add the table itself."""
    circle = a_group(store)
    phone = a_table(store).with_round("=80", "", "", "")
    imports.import_tables(store, circle.id, [filereader.read_table(files.write_table(store, phone.table))])
    before = everything(store)
    assert not group_tables.add_to_group(store, circle.id, phone.address)
    assert everything(store) == before
    assert phone.undoing().version == 3


# Who is at a table


def test_the_people_at_a_table_by_their_names_there(store: Store) -> None:
    """Whom of the group each name at the table means."""
    circle = a_group(store).with_table(FOUR).calling("Anne", "Anna")
    people = group_tables.list_seats(store, circle.tables[0])
    assert people == {
        name.casefold(): circle.person(group)
        for name, group in zip(FOUR.split(), ("Anna", "Paul", "Rachel", "Camille"), strict=True)
    }


def test_a_search_finds_the_tables_of_everybody_who_has_the_name(store: Store) -> None:
    """Also of very many, each table once and in order."""
    circle = a_group(store)
    for number in range(30):
        circle.with_table(f"Anna{number:02} Anna{number + 40:02} Paul Zoë")
    found = [
        table.id
        for page in (1, 2)
        for table in group_tables.list_tables(store, circle.id, player="anna", page=page).tables
    ]
    assert found == sorted(circle.tables, reverse=True)


def test_a_table_that_was_taken_in_only_leaves_the_group(store: Store) -> None:
    """It was somebody's before; those keep it with all its rounds, while the group's own links to it end."""
    circle = a_group(store).with_table(FOUR, OVER)
    phone = a_table(store).with_round("17", "", "13", "")
    assert group_tables.add_to_group(store, circle.id, phone.address)
    through = groups.table_key(store, circle.group, circle.key, phone.table.id)
    assert through is not None
    journal = entries(store, phone.table.id)
    (listed, _) = group_tables.list_tables(store, circle.id).tables
    assert listed.taken_in
    group_tables.delete(store, circle.id, phone.table.id)
    assert len(circle.tables) == 1
    assert entries(store, phone.table.id) == journal
    assert phone.with_round("", "5", "8", "9").version == 3
    with pytest.raises(LinkEnded):
        links.find(store, through)
    assert group_tables.add_to_group(store, circle.id, phone.address)
    group_tables.delete_group(store, circle.id)
    assert phone.version == 3
    check_results(store)
