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
from tests.store.builders import FOUR, Circle, a_group, a_key, a_table

OVER = "-80 10 10 0"


def unopened(store: Store, days: int, kind: str = "tables", number: int | None = None) -> None:
    """Let a table or a group, or all of them, be made and opened last so many days ago."""
    day = (datetime.now(UTC).date() - timedelta(days)).isoformat()
    with store.writing() as db:
        db.execute(
            f"UPDATE {kind} SET opened_on = ?, created_at = ? WHERE id = ifnull(?, id)",
            [day, f"{day}T18:00:00.000+00:00", number],
        )


def unopened_all(store: Store, days: int) -> None:
    """As if it were so many days later."""
    for kind in ("tables", "groups"):
        unopened(store, days, kind)
    store.noted.clear()


def put_away(store: Store, days: int = 30) -> list[Path]:
    return list(archive(store, store.path.parent / "archive", days, lambda: True))


def test_a_table_goes_and_comes_back_as_it_was(store: Store) -> None:
    """The file is the table's sheet file; the link says that the table was put away, and the rest stays sound."""
    old, other = a_table(store).with_round("17", "", "13", "5"), a_table(store)
    unopened(store, 31)
    note_opened(store, "tables", other.table.id)
    before, changes = old.table.sitting, store.db.conn.total_changes
    note_opened(store, "tables", other.table.id)  # once a day
    assert store.db.conn.total_changes == changes
    (file,) = put_away(store)
    assert file.parent == store.path.parent / "archive"
    assert read_table(jsonfile.parse(file.read_bytes())[0]).sheet.sitting == before
    with pytest.raises(LinkEnded) as ended:
        open_table(store, old.address)
    assert ended.value.deleted
    assert (was_filed(store, "t", old.address), was_filed(store, "t", other.address)) == (True, False)
    assert check(store.path).problems == ()
    assert put_away(store) == []
    assert open_table(store, other.address)


def test_days_on_which_nobody_could_come_do_not_count(store: Store) -> None:
    """The companion was switched off for a year, or an old backup was restored: nothing goes at once."""
    newest, old = a_table(store), a_table(store)
    unopened(store, 365, number=newest.table.id)
    unopened(store, 365 + 31, number=old.table.id)
    assert len(put_away(store)) == 1
    assert open_table(store, newest.address)
    assert was_filed(store, "t", old.address)


def test_a_group_goes_as_one_and_comes_back_as_it_was(store: Store) -> None:
    """While anybody opens it, or any table of it, all of it stays."""
    group = a_group(store).with_table(FOUR, OVER).with_table(FOUR, OVER).with_table(FOUR, OVER)
    phones = [group.phone(number) for number in (1, 2, 3)]
    opened = [("groups", group.id), ("tables", group.tables[0])]
    for kind, number in opened:
        unopened_all(store, 31)
        note_opened(store, kind, number)
        assert put_away(store) == []
    unopened_all(store, 31)
    note_opened(store, "tables", a_table(store).table.id)
    files = put_away(store)
    assert (len(files), count_tables(store, opened[0][1])) == (1, 0)
    read = read_group(jsonfile.parse(files[0].read_bytes())[0])
    assert len(read.tables) == 3
    assert was_filed(store, "g", group.key)
    assert all(was_filed(store, "t", phone.address) for phone in phones)
    again = Circle(store, start_group(store, a_key(), read.name, read.uid))
    assert import_group(store, again.id, read) == 3
    assert check(store.path).problems == ()


def test_what_is_opened_or_changed_while_its_file_is_written_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, opened = a_table(store), a_table(store)
    unopened(store, 31)
    note_opened(store, "tables", a_table(store).table.id)
    keep, folder = archiving._keep, store.path.parent / "archive"

    def slowly(store: Store, *about: object) -> Path:
        store.noted.clear()
        note_opened(store, "tables", opened.table.id)
        changed.with_round("17", "", "13", "5")
        return keep(store, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(archiving, "_keep", slowly)
    assert put_away(store) == []
    assert list(folder.iterdir()) == []
    assert [open_table(store, phone.address) is not None for phone in (changed, opened)] == [True, True]


def test_what_cannot_be_read_back_or_written_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = a_table(store)
    unopened(store, 31)
    note_opened(store, "tables", a_table(store).table.id)
    with monkeypatch.context() as patch:
        patch.setattr(archiving, "write_table", lambda *_: {"format": "companion-sheet", "version": 1})
        assert put_away(store) == []
    (store.path.parent / "archive").write_text("a file in its place")
    with pytest.raises(OSError, match="archive"):
        put_away(store)
    assert open_table(store, phone.address)
