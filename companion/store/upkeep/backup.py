"""Copying a database while it is in use, and putting a copy back in place of it."""

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.games.message import say
from companion.store import wal
from companion.store.copying import copy_database, moment, move, sync
from companion.store.database import FILE_NAME, Refused, Store
from companion.store.upkeep.soundness import Findings, check, code_of, is_ours, reading, refuse_strangers

BESIDE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a database in use, by the end of its name
DATED = re.compile(r"companion-\d{4}-\d\d-\d\dT\d{6}\.\d{6}Z\.sqlite3")  # only what has such a name is ever removed
PATIENCE = 2  # seconds to wait for somebody who only has a look


def back_up(path: Path, file: Path) -> Findings:
    """Copy a database to a file, also while a server has it open; what is in the copy.

    An earlier backup is replaced by a whole one or not at all, and nothing else is. Raises Refused, OSError or
    sqlite3.Error.
    """
    with reading(path) as db:
        refuse_strangers(db, path)
        _refuse_to_replace(file, path)
        with TemporaryDirectory(prefix=".companion-", dir=file.parent) as folder:
            copy = Path(folder) / FILE_NAME
            copy_database(db.conn, copy)
            found = check(copy)
            if found.problems:
                raise Refused(
                    say(
                        "%(file)s is damaged, so there is no new backup: %(problem)s",
                        file=str(path),
                        problem=found.problems[0],
                    )
                )
            shutil.copymode(path, copy)
            move(copy, file)
    return found


def back_up_dated(path: Path, folder: Path, keep: int) -> tuple[Findings, Path, list[Path]]:
    """Copy a database into a folder under a name with the time; what is in the copy, its name, and which are removed.

    So many are kept: the new one, and those with the latest names. Raises Refused, OSError or sqlite3.Error.
    """
    if not folder.is_dir():
        raise _no_folder(folder)
    file = folder / f"companion-{moment()}.sqlite3"
    found = back_up(path, file)
    earlier = sorted(other for other in folder.iterdir() if DATED.fullmatch(other.name) and other != file)
    removed = earlier[: max(0, len(earlier) - keep + 1)]
    for other in removed:
        other.unlink(missing_ok=True)
    return found, file, removed


def restore(file: Path, path: Path) -> tuple[Findings, Path | None]:
    """Put a backup in place of a database that nobody has open; what is in it, and where the present one is kept.

    Whatever stops it, there is either the one or the other. Raises Refused, OSError or sqlite3.Error.
    """
    if os.path.realpath(file) == os.path.realpath(path):
        raise Refused(say("%(file)s is the database itself.", file=str(file)))
    with reading(file) as db:
        refuse_strangers(db, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder:
            new = Path(folder) / FILE_NAME
            copy_database(db.conn, new)
            found = check(new)
            if found.problems:
                raise Refused(say("%(file)s is damaged: %(problem)s", file=str(file), problem=found.problems[0]))
            Store(new).close()  # brings its schema up to date
            return found, _put_in_place(new, path)


def claim(path: Path) -> Path | None:
    """Make a database one that no copy can be taken for, as long as nobody else has it open.

    A log that belongs to another database is given a name of its own before; that name. Raises OSError.
    """
    aside = put_log_aside(path)
    with suppress(Refused, sqlite3.Error):  # another companion has it open; or whoever opens it says what is wrong
        if path.is_file() and _is_a_backup(path):
            with closing(_alone(path)) as db:
                db.execute(f"PRAGMA application_id = {wal.new_id()}")
    return aside


def put_log_aside(path: Path) -> Path | None:
    """Give a log that belongs to another database than it lies beside a name of its own; that name.

    Nobody else may have the database open. Raises OSError.
    """
    if not wal.is_foreign(path):
        return None
    aside = path.with_name(f"companion-put-aside-{moment()}.sqlite3-wal")
    move(wal.log_of(path), aside)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside


def _refuse_to_replace(file: Path, path: Path) -> None:
    """Raise Refused unless a backup may be written to a file."""
    if not file.parent.is_dir():
        raise _no_folder(file.parent)
    real = Path(os.path.realpath(path))
    if Path(os.path.realpath(file)) in (real, *_beside(real)):
        raise Refused(say("%(file)s is the database itself or belongs to it.", file=str(file)))
    if file.is_dir():
        raise Refused(say("%(file)s is a folder.", file=str(file)))
    if any(other.exists() for other in _beside(file)):
        raise Refused(say("%(file)s is a database in use.", file=str(file)))
    if file.exists() and not _is_a_backup(file):
        raise Refused(say("%(file)s is there already and is no backup.", file=str(file)))


def _no_folder(folder: Path) -> Refused:
    return Refused(say("There is no folder %(folder)s.", folder=str(folder)))


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in BESIDE]


def _is_a_backup(file: Path) -> bool:
    try:
        with reading(file) as db:
            return is_ours(db)
    except (Refused, sqlite3.Error):
        return False


def _put_in_place(new: Path, path: Path) -> Path | None:
    """Let a database have the content of another; where a copy of what it was is kept, if it was there.

    SQLite does it in one transaction of the old file: a name given to another file would leave a server that is
    just starting with the old file, and its log would then be taken for the new one's.
    """
    kept = path.with_name(f"companion-before-restore-{moment()}.sqlite3")
    there = path.exists()
    put_log_aside(path)
    try:
        with closing(_alone(path)) as old:
            if there:
                copy_database(old, new.with_name(kept.name))
                move(new.with_name(kept.name), kept)
            with reading(new) as db:
                db.conn.backup(old)
    except sqlite3.DatabaseError as error:
        if code_of(error) not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise
        _set_aside(path, kept)
        move(new, path)
    return kept if there else None


def _alone(path: Path) -> sqlite3.Connection:
    """A connection that nobody else has a database open beside, with its log worked in. Raises Refused.

    In WAL mode everybody who has it open holds a shared lock on it, however idle.
    """
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = EXTRA")
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error) and code_of(error) == sqlite3.SQLITE_BUSY:
            told = say("A companion or another program has %(file)s open. Stop it first.", file=str(path))
            raise Refused(told) from error
        raise
    return connection


def _set_aside(path: Path, kept: Path) -> None:
    """Keep what was a database, and the log that belongs to it; both are of no use here."""
    shutil.copyfile(path, kept)
    sync(kept)
    for other, name in zip(_beside(path), _beside(kept), strict=True):
        with suppress(FileNotFoundError):
            other.replace(name)
    sync(kept.parent)
