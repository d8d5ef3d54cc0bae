"""A file in trouble: the companion that can't use it ends at once with one plain line, and never makes another."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from tests.command import last_line, one_plain_line
from tests.server import START
from tests.store.builders import a_table

# Root may write everything, unless it gives that up.
BOUND = [] if os.geteuid() else ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]


@pytest.fixture
def path(tmp_path):
    """A database with two tables."""
    path = tmp_path / "data" / FILE_NAME
    path.parent.mkdir()
    with closing(Store(path)) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "")
    return path


@pytest.fixture
def start(companion):
    """What a companion says that can't start; one that would has no address to listen on."""
    return lambda path: one_plain_line(companion("--host", "203.0.113.7", "--port", "0", "--data", path.parent))


def start_process(path, **more):
    """What one says that runs as a process of its own."""
    command = [*BOUND, *START, "--host", "127.0.0.1", "--port", "0", "--data", path.parent]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, **more)
    assert done.stdout == ""
    return last_line(done.returncode, done.stderr)


def test_what_may_not_be_written(path, tmp_path):
    for closed, mode in ((path, 0o444), (path.parent, 0o555)):
        closed.chmod(mode)
        assert start_process(path).startswith(f"{path} can't be written. Look who owns the file and its folder")
        closed.chmod(0o755)


@pytest.mark.parametrize("damage", ["no database", "half of it", "a hole"])
def test_a_damaged_file(start, path, damage):
    with closing(sqlite3.connect(path)) as file:
        ((page,),) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'codes'")
    sound = path.read_bytes()
    hole = sound[: (page - 1) * 4096] + b"\xff" * 4096 + sound[page * 4096 :]
    path.write_bytes({"no database": b"x" * 9000, "half of it": sound[: len(sound) // 2], "a hole": hole}[damage])
    told = start(path)
    assert told.startswith(f"{path} is damaged (")
    assert told.endswith("Put a backup in its place while nobody plays: companion restore FILE.")


def test_a_log_whose_database_is_missing(start, path, tmp_path):
    """The file was moved while the companion ran: SQLite would delete the log, and with it the newest rounds."""
    with closing(Store(path)) as store:
        a_table(store)
        shutil.copytree(path.parent, tmp_path / "copy")
    copied = tmp_path / "copy" / FILE_NAME
    copied.rename(tmp_path / "elsewhere")
    log = copied.with_name(f"{FILE_NAME}-wal")
    newest = log.read_bytes()
    assert start(copied) == (
        f"{copied} is missing, but {log.name} is there, with the newest rounds."
        " Put the file back beside it; to begin anew, move that away."
    )
    assert log.read_bytes() == newest
    (tmp_path / "elsewhere").rename(copied)
    with closing(Store(copied)) as store:
        assert store.db.table("tables").count == 3
