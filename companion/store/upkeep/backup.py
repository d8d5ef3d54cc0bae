"""Copying a database while it is in use, and putting a copy back in place of it."""

import re
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.database import FILE_NAME, refuse_missing
from companion.store.folder import CommandRefused, claim, timestamp
from companion.store.upkeep.soundness import Findings, check_database, open_readonly

DATED = re.compile(r"companion-\d{4}-\d\d-\d\dT\d{6}\.\d{6}Z\.sqlite3")  # only what has such a name is ever removed


def back_up(path: Path, file: Path) -> Findings:
    """Copy a database to a file, also while a server has it open, and return what is in the copy.

    Nothing but an earlier backup is replaced, by a whole one. Raises CommandRefused, OSError or sqlite3.Error.
    """
    refuse_missing(path)
    if not file.parent.is_dir():
        raise CommandRefused(f"There’s no folder {file.parent}. Create it: mkdir {file.parent}")
    if file.exists() and not _is_backup(file):
        raise CommandRefused(f"{file} exists and isn’t a backup. Choose another file, or a folder with --keep 14.")
    with TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
        copy = Path(folder) / FILE_NAME
        found = _copy(path, copy)
        shutil.copymode(path, copy)
        copy.replace(file)
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
    path.parent.mkdir(parents=True, exist_ok=True)
    old = path.with_name(f"companion-before-restore-{timestamp()}.sqlite3")
    with claim(path.parent), TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder:
        new = Path(folder) / FILE_NAME
        found = _copy(file, new)
        if path.exists():
            shutil.copymode(path, new)
            with suppress(PermissionError):
                shutil.chown(new, path.stat().st_uid, path.stat().st_gid)
        for end in ("", "-wal", "-shm"):  # what a crash has left belongs to the old one
            with suppress(FileNotFoundError):
                path.with_name(path.name + end).replace(f"{old}{end}")
        new.replace(path)
    return found, old if old.exists() else None


def _copy(path: Path, copy: Path) -> Findings:
    """Copy a database into one new file, without a log beside it, and return what is in it. Raises CommandRefused."""
    copy.touch(0o600)  # it holds the keys of all tables
    with open_readonly(path) as db, closing(sqlite3.connect(copy)) as target:
        db.conn.backup(target)  # it is on the disk then
        target.execute("PRAGMA journal_mode = DELETE")
    found = check_database(copy)
    if found.problems:
        raise CommandRefused(f"{path} is damaged: {found.problems[0]}")
    return found


def _is_backup(file: Path) -> bool:
    """Return whether a file is a companion's database that nobody serves: such a one has a log."""
    try:
        with open_readonly(file) as db:
            return db.journal_mode == "delete"
    except (CommandRefused, sqlite3.Error):
        return False
