"""Copying a database while it is in use, and putting a copy back in place of it."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.database import FILE_NAME
from companion.store.folder import CommandRefused, claim
from companion.store.upkeep.soundness import Findings, check_database, open_readonly

DATED = "companion-[0-9]*T*Z.sqlite3"  # only what has such a name is ever removed


def back_up(path: Path, place: Path, keep: int = 0) -> tuple[Findings, Path]:
    """Copy a database, also while a server has it open, and return what is in the copy, and its file.

    ``place`` is the file, or with ``keep`` a folder of so many dated copies. Nothing but an earlier backup is replaced,
    by a whole one. Raises CommandRefused or OSError.
    """
    file = place / f"companion-{_timestamp()}.sqlite3" if keep else place
    if file.exists() and not _is_backup(file):
        raise CommandRefused(f"{file} exists and isn’t a backup. Choose another file, or a folder with --keep 14.")
    with TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
        copy, found = _copy(path, Path(folder))
        copy.replace(file)
    if keep:
        for other in sorted({*place.glob(DATED)} - {file}, reverse=True)[keep - 1 :]:
            other.unlink()
    return found, file


def restore_backup(file: Path, path: Path) -> tuple[Findings, Path]:
    """Replace a database that nobody has open by a backup; return what is in it, and where the old one is now.

    An interruption leaves one or the other. Raises CommandRefused or OSError.
    """
    if file.resolve() == path.resolve():
        raise CommandRefused(f"{file} is the database itself.")
    path.parent.mkdir(parents=True, exist_ok=True)
    old = path.with_name(f"companion-before-restore-{_timestamp()}.sqlite3")
    with claim(path.parent), TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder:
        new, found = _copy(file, Path(folder))
        for end in ("", "-wal", "-shm"):  # what a crash has left belongs to the old one
            with suppress(FileNotFoundError):
                path.with_name(path.name + end).replace(f"{old}{end}")
        new.replace(path)
    return found, old


def _copy(path: Path, folder: Path) -> tuple[Path, Findings]:
    """Copy a database into one new file without a log; return it and what is in it. Raises CommandRefused."""
    copy = folder / FILE_NAME
    copy.touch(0o600)  # it holds the keys of all tables
    with open_readonly(path) as db, closing(sqlite3.connect(copy)) as target:
        try:
            db.conn.backup(target)  # it is on the disk then
            target.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise CommandRefused(f"Can’t copy {path} to {folder.parent}: {error}.") from error
    found = check_database(copy)
    if found.problems:
        raise CommandRefused(f"{path} is damaged: {found.problems[0]}")
    return copy, found


def _is_backup(file: Path) -> bool:
    """Return whether a file is a companion's database that nobody serves: such a one has a log."""
    with suppress(CommandRefused, sqlite3.Error), open_readonly(file) as db:
        return db.journal_mode == "delete"
    return False


def _timestamp() -> str:
    """Return the time for the name of a file, by which names sort."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
