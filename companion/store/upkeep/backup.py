"""Copying a database while it is in use, and putting a copy back in place of it."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store import wal
from companion.store.database import FILE_NAME
from companion.store.folder import CommandRefused, claim, has_content, read_note, timestamp, write_note
from companion.store.trouble import Trouble, trouble_of
from companion.store.upkeep.soundness import Findings, check_database, open_readonly

DATED = re.compile(r"companion-\d{4}-\d\d-\d\dT\d{6}\.\d{6}Z\.sqlite3")  # only what has such a name is ever removed
LOCK_SECONDS = 2  # for somebody who only has a look


def back_up(path: Path, file: Path) -> Findings:
    """Copy a database to a file, also while a server has it open, and return what is in the copy.

    Nothing but an earlier backup is replaced, by a whole one. Raises CommandRefused, OSError or sqlite3.Error.
    """
    with open_readonly(path):
        _refuse_to_replace(file, path)
    with TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
        copy = Path(folder) / FILE_NAME
        found = _copy(path, copy)
        if found.problems:
            raise CommandRefused(f"{path} is damaged, so no backup was made: {found.problems[0]}")
        shutil.copymode(path, copy)
        copy.replace(file)
        _sync(file.parent)
    return found


def back_up_dated(path: Path, folder: Path, keep: int) -> tuple[Findings, Path, list[Path]]:
    """Copy a database into a folder of ``keep`` dated copies; return what is in it, its name, and the removed ones.

    Raises CommandRefused, OSError or sqlite3.Error.
    """
    file = folder / f"companion-{timestamp()}.sqlite3"
    found = back_up(path, file)
    earlier = sorted(other for other in folder.iterdir() if DATED.fullmatch(other.name) and other != file)
    removed = earlier[: max(0, len(earlier) - keep + 1)]
    for other in removed:
        other.unlink(missing_ok=True)
    return found, file, removed


def restore_backup(file: Path, path: Path) -> tuple[Findings, Path | None]:
    """Replace a database that nobody has open by a backup; return what is in it, and where the old one is now.

    An interruption leaves one or the other. Raises CommandRefused, OSError or sqlite3.Error.
    """
    if not file.is_file():
        raise CommandRefused(f"There’s no file {file}.")
    if file.resolve() == path.resolve():
        raise CommandRefused(f"{file} is the database itself.")
    with open_readonly(file):
        path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder:
        new = Path(folder) / FILE_NAME
        found = _copy(file, new)
        if found.problems:
            raise CommandRefused(f"{file} is damaged: {found.problems[0]}")
        with claim(path.parent), _locked(path):
            old = _move_away(path, new)
            new.replace(path)
            if read_note(path.parent).ids:
                write_note(path.parent, ids=())
        _sync(path.parent)
        return found, old


def _copy(path: Path, copy: Path) -> Findings:
    """Copy a database into one new file, without a log beside it, and return what is in it."""
    with open_readonly(path) as db:
        copy.touch(0o600)  # it holds the keys of all tables
        db.execute("VACUUM INTO ?", [str(copy)])
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA application_id = {wal.new_id()}")
    _sync(copy)
    return check_database(copy)


def _refuse_to_replace(file: Path, path: Path) -> None:
    if not file.parent.is_dir():
        raise CommandRefused(f"There’s no folder {file.parent}. Create it: mkdir {file.parent}")
    if file.resolve() in (path.resolve(), *_sqlite_files(path.resolve())):
        raise CommandRefused(f"{file} is the database itself or part of it. Choose another file.")
    if any(other.exists() for other in _sqlite_files(file)):
        raise CommandRefused(f"{file} is a database in use. Choose another file.")
    if file.exists():
        try:
            with open_readonly(file):
                pass
        except (CommandRefused, sqlite3.Error) as error:
            problem = f"{file} exists and isn’t a backup."
            raise CommandRefused(f"{problem} Choose another file, or a folder with --keep 14.") from error


def _sqlite_files(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep others from opening a database, unless it is damaged or missing. Raises CommandRefused if it is open."""
    if not has_content(path):  # of an empty one, SQLite would delete the log
        yield
        return
    with closing(sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA journal_mode = DELETE")  # not while anybody has it open in WAL mode, however idle
            db.execute("BEGIN EXCLUSIVE")
            is_open = db.execute("PRAGMA journal_mode").fetchone() != ("delete",)  # between these two
        except sqlite3.DatabaseError as error:
            if trouble_of(error, path) not in (Trouble.BUSY, Trouble.DAMAGED):
                raise
            is_open = trouble_of(error, path) is Trouble.BUSY
        if is_open:
            raise CommandRefused(f"{path} is open in a companion or another program. Stop it first.")
        yield


def _move_away(path: Path, new: Path) -> Path | None:
    """Link a database to a second name and return that; give its owner and mode to the new one."""
    old = path.with_name(f"companion-before-restore-{timestamp()}.sqlite3")
    for file, name in zip(_sqlite_files(path), _sqlite_files(old), strict=True):
        with suppress(FileNotFoundError):
            file.replace(name)
    if not path.exists():
        return None
    try:
        os.link(path, old)  # to read it, as copying does, would let go of the lock
    except OSError:  # a disk without links
        shutil.copy2(path, old)
    shutil.copymode(path, new)
    with suppress(PermissionError):
        shutil.chown(new, path.stat().st_uid, path.stat().st_gid)
    return old


def _sync(path: Path) -> None:
    """Wait until a file or folder is on the disk; Windows opens no folders and needs no wait."""
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
