"""Tables that nobody has opened for long: when each was opened last, and putting them away into files.

A file holds a table that is in no group, as its sheet file, or a whole group. It is on the disk, and has been read
back, before anything is removed. A group goes as one, since its statistics need all its tables: while anybody opens it,
or any table of it, all of it stays.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion.games import jsonfile
from companion.games.reading import Unreadable
from companion.store.clock import now
from companion.store.copying import sync
from companion.store.database import Store
from companion.store.files.reading import read_group, read_table
from companion.store.files.sheets import write_group, write_table
from companion.store.groups.groups import Group
from companion.store.groups.tables import delete_from_group, empty_group
from companion.store.journal.replay import replay
from companion.store.journal.tables import read_journal

FOLDER = "archive"
MOST_NOTED = 100_000  # what was opened today, as far as a process remembers it
_UNOPENED = {
    "tables": """
        SELECT id FROM tables WHERE deleted_at IS NULL AND group_id IS NULL
        AND max(opened_on, substr(created_at, 1, 10)) < :before
    """,
    "groups": """
        SELECT id FROM groups WHERE name != '' AND max(opened_on, substr(created_at, 1, 10)) < :before
        AND NOT EXISTS (
            SELECT 1 FROM tables WHERE group_id = groups.id AND max(opened_on, substr(created_at, 1, 10)) >= :before
        )
    """,
}
_FILED = {
    "t": "SELECT filed_at FROM links JOIN tables ON tables.id = table_id WHERE key = ?",
    "g": "SELECT filed_at FROM links JOIN groups ON groups.id = group_id WHERE key = ? AND table_id IS NULL",
}


def note_opened(store: Store, kind: str, number: int) -> None:
    """Note that a table or a group (``tables``, ``groups``) is opened today: at most one write a day for each."""
    today = datetime.now(UTC).date().isoformat()
    if store.noted.get((kind, number)) == today:
        return
    if len(store.noted) > MOST_NOTED:
        store.noted.clear()
    store.noted[kind, number] = today
    (known,) = store.db.execute(f"SELECT max(opened_on) FROM {kind} WHERE id = ?", [number]).fetchone()  # noqa: S608
    if (known or "") < today:
        with store.writing() as db:
            db.table(kind).update(number, {"opened_on": today})


def was_filed(store: Store, kind: str, key: str) -> bool:
    """Whether what a key opened (``t`` a table, ``g`` a group) was put away into a file."""
    row = store.db.execute(_FILED[kind], [key]).fetchone()
    return bool(row and row[0])


def archive(store: Store, folder: Path, days: int, go_on: Callable[[], bool]) -> Iterator[Path]:
    """Put away what nobody has opened for so many days, one after another while ``go_on`` says so; the files.

    The days end with the last one on which anybody opened anything: where the companion did not run, or the clock was
    wrong, nobody could come. No transaction is longer than it takes to remove one table, and ``go_on``, which is asked
    before each, may wait for others to write. What was opened or changed meanwhile stays, and so does what can't be
    read back from its file. Raises OSError and sqlite3.Error.
    """
    before = (_newest_day(store) - timedelta(days)).isoformat()
    for kind, put_away in (("tables", _table), ("groups", _group)):
        for (number,) in store.db.execute(_UNOPENED[kind], {"before": before}).fetchall():
            if not go_on():
                return
            if file := put_away(store, folder, number, before, go_on):
                yield file


def _newest_day(store: Store) -> date:
    days = store.db.execute("SELECT max(opened_on) FROM tables UNION ALL SELECT max(opened_on) FROM groups")
    newest = max((day for (day,) in days if day), default="")
    today = datetime.now(UTC).date()
    return min(today, date.fromisoformat(newest)) if newest else today


def _table(store: Store, folder: Path, table_id: int, before: str, _: Callable[[], bool]) -> Path | None:
    table = replay(table_id, read_journal(store.db, table_id))
    written = write_table(store, table)
    text = json.dumps(written, ensure_ascii=False)
    try:
        if read_table(jsonfile.parse(text)[0]).sheet.sitting != table.sitting:
            return None
    except Unreadable:
        return None
    file = _keep(store, folder, f"table-{written['id']}", text)
    with store.writing() as db:
        gone = _is_unopened(db, "tables", table_id, before) and _version(db, table_id) == table.version
        if gone:
            _remove(db, table_id)
    if not gone:
        file.unlink()
    return file if gone else None


def _group(store: Store, folder: Path, group_id: int, before: str, go_on: Callable[[], bool]) -> Path | None:
    """Its tables go one by one, and then the group, if nobody has come. What stays has its turn another day."""
    group = Group(*store.db.execute("SELECT id, uid, name, created_at FROM groups WHERE id = ?", [group_id]).fetchone())
    text = "".join(write_group(store, group))
    try:
        filed = {file.past.uid: file.sheet.sitting for file in read_group(jsonfile.parse(text)[0]).tables}
    except Unreadable:
        return None
    file = _keep(store, folder, f"group-{group.uid}", text)
    for row in list(store.db.table("tables").rows_where("group_id = ?", [group_id])):
        table = replay(row["id"], read_journal(store.db, row["id"]))
        if not go_on():
            return file
        with store.writing() as db:
            stays = not _is_unopened(db, "groups", group_id, before) or _version(db, table.id) != table.version
            if stays or filed.get(row["uid"]) != table.sitting:
                return file
            _remove(db, table.id)
    with store.writing() as db:
        if _is_unopened(db, "groups", group_id, before) and not db.table("tables").count_where(
            "group_id = ?", [group_id]
        ):
            empty_group(db, group_id)
            db.table("groups").update(group_id, {"filed_at": now()})
    return file


def _is_unopened(db: Database, kind: str, number: int, before: str) -> bool:
    found = db.execute(f"{_UNOPENED[kind]} AND id = :number", {"before": before, "number": number})
    return found.fetchone() is not None


def _version(db: Database, table_id: int) -> int:
    return int(db.execute("SELECT ifnull(max(seq), 0) FROM journal WHERE table_id = ?", [table_id]).fetchone()[0])


def _remove(db: Database, table_id: int) -> None:
    delete_from_group(db, table_id)
    if db.table("tables").get(table_id)["deleted_at"]:  # else it was begun elsewhere, and has only left the group
        db.table("tables").update(table_id, {"filed_at": now()})


def _keep(store: Store, folder: Path, name: str, text: str) -> Path:
    """Write a new file, and wait until it is on the disk under its name."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}-{name}.json"
    with file.open("x", encoding="utf-8") as opened:
        shutil.copymode(store.path, file)
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    sync(folder)
    return file
