"""Importing files: whole or not at all, and nothing twice."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Store
from companion.store.files import imports, sheets
from companion.store.files.imports import Destination, import_file
from companion.store.groups import tables as group_tables
from companion.store.journal.loading import open_table
from companion.store.links.links import new_key
from tests.store.builders import FOUR, Circle, a_group, how_many
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    with closing(Store(tmp_path_factory.mktemp("there") / FILE_NAME)) as store:
        circle = a_group(store, "Away")
        for day in range(1, 6):
            circle.with_table(FOUR, OVER, at=f"2022-05-0{day}")
        circle.with_table("Anne Bea Zoë Luke", OVER, OVER).with_table("Pauline Bea Zoë Luke", "-5 10 10 0")
        circle.merging("Pauline", into="Paul")
        return "".join(sheets.write_group(store, circle.group)).encode()


# What comes


def test_a_file_that_comes_several_times_at_once_comes_once(store, file):
    """All read the group before the first one writes."""
    circle, content = a_group(store), json.loads(file)
    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(circle.bringing, [content] * 4)) == 7
    assert len(circle.tables) == 7
    check_results(store)


def test_a_groups_file_becomes_a_group_once(store, file):
    """The same form finds it again, and so does a phone that knows the group that wrote it, whatever others too."""
    to = Destination()
    found = import_file(store, file, to)
    assert (found.tables, found.added, found.rounds, found.name) == (7, 7, 8, "Away")
    circle = Circle(store, found.group)
    assert "".join(sheets.write_group(store, circle.group)).encode() == file
    second = import_file(store, file, to)
    assert (second.group, second.added) == (found.group, 0)
    check_results(store)
    other = a_group(store)
    second = import_file(store, file, Destination(groups=(other.key, "x" * 22, found.group)))
    assert (second.group, second.added) == (found.group, 0)
    assert import_file(store, file, Destination(into=other.key)).group == other.key


@pytest.mark.parametrize("where", ["known", "own", "made", "alone", "into"])
def test_a_sheet_goes_where_it_is_to_go(store, file, where):
    sheet, there, once = json.dumps(json.loads(file)["tables"][0]).encode(), a_group(store), new_key()
    key = new_key()
    to = {
        "known": Destination(groups=(there.key,), own=key),
        "own": Destination(own=there.key),
        "made": Destination(once, own=key, name="Game night"),
        "alone": Destination(),
        "into": Destination(into=there.key, groups=(key,)),
    }[where]
    found = import_file(store, sheet, to)
    assert (found.tables, found.added, found.rounds) == (1, 1, 1)
    if where == "alone":
        assert open_table(store, found.table) is not None
        assert group_tables.list_group_tables(store, there.id) == []
        return
    circle = Circle(store, found.group)
    assert circle.group.name == ("Game night" if where == "made" else "Thursdays")
    assert (found.group == key) == (where == "made")
    assert circle.tables == [found.table_id]
    assert import_file(store, sheet, to).added == 0


# Whole tables


def test_what_is_cut_off_has_whole_tables_and_is_completed_by_the_same_file(store, file, monkeypatch):
    """Each transaction writes some of them, and saves get in between."""
    circle, whole, parts = a_group(store), a_group(store, "Whole"), []
    import_file(store, file, Destination(into=whole.key))

    def fail(*given):
        if len(parts) == 3:
            raise OSError("no space left")
        add_tables(*given)
        parts.append(len(given[3]))

    add_tables = imports._add_tables
    monkeypatch.setattr(imports, "CHARACTERS_PER_TRANSACTION", 800)
    monkeypatch.setattr(imports, "_add_tables", fail)
    with pytest.raises(OSError, match="no space"):
        import_file(store, file, Destination(into=circle.key))
    monkeypatch.setattr(imports, "_add_tables", add_tables)
    check_results(store)
    assert 0 < sum(parts) == len(circle.tables) < 7
    assert import_file(store, file, Destination(into=circle.key)).added == 7 - sum(parts)
    written = [json.loads("".join(sheets.write_group(store, each.group))) for each in (circle, whole)]
    assert written[0]["tables"] == written[1]["tables"]


def test_a_page_takes_so_many_rounds_in_all(store, file):
    with pytest.raises(Unreadable) as unreadable:
        import_file(store, file, Destination(), max_rounds=7)
    assert unreadable.value.location == "tables"
    assert import_file(store, file, Destination(), max_rounds=8).rounds == 8


def test_what_cannot_be_read_is_refused_whole(store, file):
    before = how_many(store)
    with pytest.raises(Unreadable) as unreadable:
        import_file(store, file.replace(b'"hands"', b'"heads"', 1), Destination())
    assert unreadable.value.location == "tables[0].rounds[0].hands"
    assert how_many(store) == before
