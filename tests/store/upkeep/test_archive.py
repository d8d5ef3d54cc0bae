"""What nobody has opened for long goes into a file, and comes back from it as it was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.games import jsonfile
from companion.store.database import Store
from companion.store.files.imports import import_group
from companion.store.files.reading import read_group, read_table
from companion.store.groups.groups import start_group
from companion.store.groups.tables import count_tables
from companion.store.journal.tables import open_table
from companion.store.links.links import LinkEnded
from companion.store.upkeep import archive as archiving
from companion.store.upkeep.archive import archive, note_opened, was_filed
from companion.store.upkeep.soundness import check
from tests.store.builders import Circle, a_group, a_key, a_table


def ago(days: int) -> str:
    """The day so many days ago."""
    return (datetime.now(UTC).date() - timedelta(days)).isoformat()


def unopened(store: Store, days: int, kind: str = "tables", number: int | None = None) -> None:
    """Let a table or a group, or all of them, be made and opened last so many days ago."""
    with store.writing() as db:
        db.execute(
            f"UPDATE {kind} SET opened_on = ?, created_at = ? WHERE id = ifnull(?, id)",
            [ago(days), f"{ago(days)}T18:00:00.000+00:00", number],
        )


def put_away(store: Store, days: int = 30) -> list[Path]:
    """Archive what nobody has opened for so many days."""
    return list(archive(store, store.path.parent / "archive", days, lambda: True))


def test_a_table_goes_and_comes_back_as_it_was(store: Store) -> None:
    """The file is the table's sheet file; the link says that the table was put away, and the rest stays sound."""
    old, other = a_table(store).with_round("17", "", "13", "5"), a_table(store)
    unopened(store, 31, number=old.table.id)
    note_opened(store, "tables", other.table.id)
    before = old.table.sitting
    (file,) = put_away(store)
    assert file.parent == store.path.parent / "archive"
    assert read_table(jsonfile.parse(file.read_bytes()).content).sheet.sitting == before
    with pytest.raises(LinkEnded) as ended:
        open_table(store, old.address)
    assert ended.value.deleted
    assert was_filed(store, "t", old.address)
    assert open_table(store, other.address)
    assert not was_filed(store, "t", other.address)
    assert check(store.path).problems == ()
    assert put_away(store) == []


def test_opening_it_keeps_it(store: Store) -> None:
    phone = a_table(store)
    unopened(store, 400)
    note_opened(store, "tables", phone.table.id)
    assert put_away(store) == []
    assert open_table(store, phone.address)


def test_it_is_noted_once_a_day(store: Store) -> None:
    table_id = a_table(store).table.id
    written: list[str] = []
    note_opened(store, "tables", table_id)
    store.db.conn.set_trace_callback(written.append)
    for _ in range(3):
        note_opened(store, "tables", table_id)
    assert written == []
    store.noted.clear()  # as in another process
    note_opened(store, "tables", table_id)
    assert not any("BEGIN" in statement or "UPDATE" in statement for statement in written)


def test_a_new_table_that_nobody_has_opened_yet_stays(store: Store) -> None:
    other = a_table(store)
    note_opened(store, "tables", other.table.id)
    phone = a_table(store)
    assert put_away(store, 1) == []
    assert open_table(store, phone.address)


def test_days_on_which_nobody_could_come_do_not_count(store: Store) -> None:
    """The companion was switched off for a year, or an old backup was restored: nothing goes at once."""
    newest, old = a_table(store), a_table(store)
    unopened(store, 365, number=newest.table.id)
    unopened(store, 365 + 31, number=old.table.id)
    assert len(put_away(store)) == 1
    assert open_table(store, newest.address)
    assert was_filed(store, "t", old.address)


def test_a_group_goes_as_one_and_comes_back_as_it_was(store: Store) -> None:
    group = a_group(store)
    for _ in range(3):
        group.with_table("Anne Paul Rachel Camille", "-80 10 10 0")
    phones = [group.phone(number) for number in (1, 2, 3)]
    recent = a_table(store)
    unopened(store, 31)
    unopened(store, 31, "groups")
    note_opened(store, "tables", recent.table.id)
    (file,) = put_away(store)
    read = read_group(jsonfile.parse(file.read_bytes()).content)
    assert len(read.tables) == 3
    assert was_filed(store, "g", group.key)
    assert all(was_filed(store, "t", phone.address) for phone in phones)
    again = Circle(store, start_group(store, a_key(), read.name, read.uid))
    assert import_group(store, again.id, read) == 3
    assert check(store.path).problems == ()


@pytest.mark.parametrize("opened", ["group", "table"])
def test_a_group_that_anybody_opens_keeps_all_its_tables(store: Store, opened: str) -> None:
    group = a_group(store)
    for _ in range(2):
        group.with_table("Anne Paul Rachel Camille", "-80 10 10 0")
    unopened(store, 31)
    unopened(store, 31, "groups")
    kind, number = ("groups", group.id) if opened == "group" else ("tables", group.tables[0])
    note_opened(store, kind, number)
    assert put_away(store) == []
    assert count_tables(store, group.id) == 2


def test_what_is_opened_or_changed_while_its_file_is_written_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, opened, other = a_table(store), a_table(store), a_table(store)
    for phone in (changed, opened):
        unopened(store, 31, number=phone.table.id)
    note_opened(store, "tables", other.table.id)
    keep = archiving._keep

    def slowly(store: Store, *about: object) -> Path:
        store.noted.clear()
        note_opened(store, "tables", opened.table.id)
        changed.with_round("17", "", "13", "5")
        return keep(store, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(archiving, "_keep", slowly)
    assert put_away(store) == []
    assert list((store.path.parent / "archive").iterdir()) == []
    assert open_table(store, changed.address)
    assert open_table(store, opened.address)


def test_what_cannot_be_read_back_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, other = a_table(store), a_table(store)
    unopened(store, 31, number=phone.table.id)
    note_opened(store, "tables", other.table.id)
    monkeypatch.setattr(archiving, "write_table", lambda *_: {"format": "companion-sheet", "version": 1})
    assert put_away(store) == []
    assert open_table(store, phone.address)


def test_a_folder_that_cannot_be_written_loses_nothing(store: Store) -> None:
    phone, other = a_table(store), a_table(store)
    unopened(store, 31, number=phone.table.id)
    note_opened(store, "tables", other.table.id)
    (store.path.parent / "archive").write_text("a file in its place")
    with pytest.raises(OSError, match="archive"):
        put_away(store)
    assert open_table(store, phone.address)
