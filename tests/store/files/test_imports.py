"""Importing files: whole or not at all, and nothing twice."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.files import imports, sheets
from companion.store.files.imports import Destination, import_file
from companion.store.journal.loading import open_table
from companion.store.links.links import new_key
from tests.store.builders import FOUR, Circle, a_group
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


def test_a_sheet_goes_where_it_is_to_go(store, file):
    sheet, there, key = json.dumps(json.loads(file)["tables"][0]).encode(), a_group(store), new_key()
    to = Destination(new_key(), own=key, name="Game night")
    made = import_file(store, sheet, to)
    assert (made.group, Circle(store, made.group).group.name, made.added) == (key, "Game night", 1)
    assert import_file(store, sheet, to).added == 0
    for to, added in (
        (Destination(groups=(there.key,), own=new_key()), 1),
        (Destination(own=there.key), 0),
        (Destination(into=there.key, groups=(key,)), 0),
    ):
        found = import_file(store, sheet, to)
        assert (found.group, found.tables, found.added, found.rounds) == (there.key, 1, added, 1)
    alone = import_file(store, sheet, Destination())
    assert open_table(store, alone.table) is not None
    assert len(there.tables) == 1


def test_what_is_cut_off_has_whole_tables_and_is_completed_by_the_same_file(store, file, monkeypatch):
    """Each transaction writes some of them, and saves get in between."""
    circle, whole, added = a_group(store), a_group(store, "Whole"), []
    import_file(store, file, Destination(into=whole.key))

    def fail(*given):
        if len(added) == 5:
            raise OSError("no space left")
        added.append(insert_table(*given))

    insert_table = imports.insert_table
    monkeypatch.setattr(imports, "CHARACTERS_PER_TRANSACTION", 800)
    monkeypatch.setattr(imports, "insert_table", fail)
    with pytest.raises(OSError, match="no space"):
        import_file(store, file, Destination(into=circle.key))
    monkeypatch.setattr(imports, "insert_table", insert_table)
    check_results(store)
    done = len(circle.tables)
    assert 0 < done <= len(added)
    assert import_file(store, file, Destination(into=circle.key)).added == 7 - done
    written = [json.loads("".join(sheets.write_group(store, each.group))) for each in (circle, whole)]
    assert written[0]["tables"] == written[1]["tables"]
