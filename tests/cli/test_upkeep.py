"""The commands that keep the database safe: backup, restore and check, also beside a server that runs."""

import re
import shutil
import sqlite3
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME, Store
from tests.command import last_line, one_plain_line
from tests.server import HERE, START, Server
from tests.store.builders import a_table
from tests.web.builders import new_game

EARLIER = Path(__file__).parent.parent / "store" / "fixtures" / "m005.sqlite3"


@pytest.fixture
def data(tmp_path):
    """A data folder with two tables."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(Store(folder / FILE_NAME)) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "")
    return folder


@pytest.fixture
def server(data):
    """A companion that runs on this folder."""
    server = Server(data)
    yield server
    if server.process.poll() is None:
        server.kill()


def start_table(server, **fields):
    """Start a table in the browser, so to say; the address of its page."""
    form = urllib.parse.urlencode(new_game(**fields)).encode()
    with urllib.request.urlopen(f"{server.address}/tables", form, timeout=10) as page:
        return page.url


def test_backup_restore_and_check_say_what_they_did(companion, data, tmp_path):
    file = tmp_path / "backup.sqlite3"
    assert companion("backup", file, "--data", data) == (0, f"Backed up 2 tables to {file}.\n", "")
    assert companion("check", "--data", data) == (0, "2 tables with 4 entries: sound.\n", "")
    with closing(Store(data / FILE_NAME)) as store:
        a_table(store)
    status, out, err = companion("restore", file, "--data", data)
    restored, kept = out.splitlines()
    assert (status, restored, err) == (0, f"Restored 2 tables from {file}.", "")
    kept = re.fullmatch(r"What was there before is kept in (.+)\.", kept)[1]
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM tables").fetchone() == (3,)
    assert companion("restore", file, "--data", tmp_path / "new") == (0, f"Restored 2 tables from {file}.\n", "")
    assert companion("check", "--data", tmp_path / "new")[1] == "2 tables with 4 entries: sound.\n"


def test_dated_backups_are_made_in_a_folder(companion, data, tmp_path):
    """What systemd's timer runs each night."""
    folder = tmp_path / "backups"
    assert one_plain_line(companion("backup", folder, "--keep", 2, "--data", data)) == f"There is no folder {folder}."
    folder.mkdir()
    assert one_plain_line(companion("backup", folder, "--data", data)) == f"{folder} is a folder."
    for number in range(3):
        status, out, err = companion("backup", folder, "--keep", 2, "--data", data)
        told = re.fullmatch(r"Backed up 2 tables to (.+)\.\n(Removed 1 earlier backup\.\n)?", out)
        assert (status, err, bool(told[2])) == (0, "", number == 2)
    assert len(list(folder.iterdir())) == 2
    assert companion("restore", told[1], "--data", tmp_path / "new")[0] == 0


def test_a_start_after_an_update_says_where_the_database_of_before_is_kept(tmp_path):
    shutil.copyfile(EARLIER, tmp_path / FILE_NAME)
    starting = [*START, *HERE, "--port", "0", "--data", tmp_path]
    with subprocess.Popen(starting, stdout=subprocess.PIPE, text=True) as server:
        told = server.stdout.readline()
        server.kill()
    (kept,) = tmp_path.glob("companion-before-update-*.sqlite3")
    assert told == f"The database is up to date now. What it was before is kept in {kept}.\n"


def test_one_table_is_no_tables(companion, tmp_path):
    with closing(Store(tmp_path / FILE_NAME)) as store:
        a_table(store)
    assert companion("check", "--data", tmp_path)[1] == "1 table with 1 entry: sound.\n"


def test_the_folder_is_named_after_the_command_or_before_it_or_by_the_environment(
    companion, data, tmp_path, monkeypatch
):
    sound = (0, "2 tables with 4 entries: sound.\n", "")
    nowhere = tmp_path / "nowhere"
    assert companion("check", "--data", data) == sound
    assert companion("--data", data, "check") == sound
    assert companion("--data", nowhere, "check", "--data", data) == sound
    monkeypatch.setenv("COMPANION_DATA", str(data))
    assert companion("check") == sound
    told = one_plain_line(companion("--data", nowhere, "check"))
    assert told == f"There is no database at {nowhere / FILE_NAME}."
    assert not nowhere.exists()


@pytest.mark.parametrize("command", ["backup", "check"])
def test_no_database_is_made_where_there_is_none(companion, tmp_path, command):
    file = [tmp_path / "backup.sqlite3"] if command == "backup" else []
    told = one_plain_line(companion(command, *file, "--data", tmp_path))
    assert told == f"There is no database at {tmp_path / FILE_NAME}."
    assert list(tmp_path.iterdir()) == []


def test_no_folder_is_made_for_what_cannot_be_restored(companion, tmp_path):
    told = one_plain_line(companion("restore", __file__, "--data", tmp_path / "new"))
    assert told == f"{__file__} is no database."
    assert list(tmp_path.iterdir()) == []


def test_problems_are_a_line_each_and_one_at_the_end(companion, data):
    with closing(Store(data / FILE_NAME)) as store:
        store.db.execute("DROP TRIGGER journal_no_update")
        store.db.execute("UPDATE journal SET payload = '{' WHERE seq = 2")
    status, out, err = companion("check", "--data", data)
    broken = "".join(f"table {number}: entry 2 can't be replayed.\n" for number in (1, 2))
    assert out == f"{broken}schema: trigger journal_no_update is missing.\n"
    assert last_line(status, err) == f"{data / FILE_NAME} is not sound: 3 problems."


def test_a_folder_that_cannot_be_written_is_one_plain_line(companion, data, tmp_path, monkeypatch):
    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    companion("backup", tmp_path / "backup.sqlite3", "--data", data)
    monkeypatch.setattr("companion.store.upkeep.backup.TemporaryDirectory", refuse)
    for command in ("backup", "restore"):
        told = one_plain_line(companion(command, tmp_path / "backup.sqlite3", "--data", data))
        assert told == f"Permission denied: {tmp_path}"


def test_a_database_locked_for_good_is_one_plain_line(companion, data, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.store.upkeep.soundness.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as holding:
        holding.execute("PRAGMA locking_mode = EXCLUSIVE")
        holding.execute("BEGIN EXCLUSIVE")
        told = one_plain_line(companion("backup", tmp_path / "backup.sqlite3", "--data", data))
    assert told == "The database can't be used: database is locked."


# Beside a server


def test_backup_and_check_work_while_the_companion_runs(companion, server, tmp_path):
    file = tmp_path / "backup.sqlite3"
    for number in (3, 4):
        start_table(server)
        assert companion("backup", file, "--data", server.data)[1] == f"Backed up {number} tables to {file}.\n"
        assert companion("check", "--data", server.data)[1] == f"{number} tables with {number + 2} entries: sound.\n"


def test_restore_waits_until_the_companion_has_stopped(companion, server, tmp_path, monkeypatch):
    """Then the tables of the backup are there; those started since are kept beside."""
    monkeypatch.setattr("companion.store.upkeep.backup.PATIENCE", 0.1)
    file = tmp_path / "backup.sqlite3"
    early = start_table(server)
    companion("backup", file, "--data", server.data)
    late = start_table(server)
    told = one_plain_line(companion("restore", file, "--data", server.data))
    assert told == f"A companion or another program has {server.data / FILE_NAME} open. Stop it first."
    assert urllib.request.urlopen(late, timeout=10).status == 200

    server.kill()
    assert (server.data / f"{FILE_NAME}-wal").stat().st_size > 0
    status, out, _ = companion("restore", file, "--data", server.data)
    assert status == 0
    server.start()
    assert urllib.request.urlopen(early, timeout=10).status == 200
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(late, timeout=10)

    server.kill()
    kept = re.search(r"kept in (.+)\.$", out)[1]
    companion("restore", kept, "--data", server.data)
    server.start()
    assert urllib.request.urlopen(late, timeout=10).status == 200


# Older and newer


def test_an_older_companion_refuses_the_file_of_a_newer_one(companion, data):
    """It would not understand what it serves: one plain line, and exit status 2."""
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as connection:
        connection.execute("INSERT INTO _sqlite_migrations VALUES (NULL, 'companion', 'm999_later', '')")
    for command in ((), ("check",), ("backup", data / "backup")):
        assert "was made by a newer version of the companion" in one_plain_line(companion("--data", data, *command))
