"""The commands for the database: backup, restore, check and import, also beside a server that runs."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.journal.loading import open_table
from companion.store.links.links import new_key
from companion.store.links.phones import become_host
from tests.command import last_line, one_plain_line
from tests.server import INSTEAD, ask, start_table
from tests.store.builders import a_table
from tests.store.upkeep.damage import forced
from tests.web.builders import HANDS, a_file

SHEET = a_file([{"hands": HANDS}] * 2)
GROUP = {"format": "companion-group", "version": 1, "id": "a-group-of-ours", "name": "Thursdays"}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(Store(folder / FILE_NAME)) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "")
    return folder


def test_backup_restore_and_check_say_what_they_did(companion, data, tmp_path):
    file = tmp_path / "backup.sqlite3"
    assert companion("backup", file, "--data", data) == (0, f"Backed up 2 tables to {file}.\n", "")
    assert companion("check", "--data", data) == (0, "2 tables: no damage.\n", "")
    with closing(Store(data / FILE_NAME)) as store:
        a_table(store)
    status, out, err = companion("restore", file, "--data", data)
    restored, old, then = out.splitlines()
    assert then == "Start the companion again."
    assert (status, restored, err) == (0, f"Restored 2 tables from {file}.", "")
    old = re.fullmatch(r"The old database is kept in (.+)\.", old)[1]
    with closing(sqlite3.connect(old)) as before:
        assert before.execute("SELECT count(*) FROM tables").fetchone() == (3,)
    message = f"Restored 2 tables from {file}.\n{then}\n"
    assert companion("restore", file, "--data", tmp_path / "new") == (0, message, "")
    assert companion("check", "--data", tmp_path / "new")[1] == "2 tables: no damage.\n"


def test_dated_backups_are_made_in_a_folder(companion, data, tmp_path):
    """What systemd's timer runs each night."""
    folder = tmp_path / "backups"
    message = one_plain_line(companion("backup", folder, "--keep", 2, "--data", data))
    assert message.startswith(f"No such file or directory: {folder}")
    folder.mkdir()
    message = one_plain_line(companion("backup", folder, "--data", data))
    assert message == f"{folder} exists and isn’t a backup. Choose another file, or a folder with --keep 14."
    for _ in range(3):
        status, out, err = companion("backup", folder, "--keep", 2, "--data", data)
        message = re.fullmatch(r"Backed up 2 tables to (.+)\.\n", out)
        assert (status, err) == (0, "")
    assert len(list(folder.iterdir())) == 2
    assert companion("restore", message[1], "--data", tmp_path / "new")[0] == 0


def test_problems_are_a_line_each_and_one_at_the_end(companion, data):
    with closing(Store(data / FILE_NAME)) as store:
        forced(store, "UPDATE journal SET payload = '{' WHERE seq = 2")
    status, out, err = companion("check", "--data", data)
    broken = "".join(f"table {number} can’t be replayed.\n" for number in (1, 2))
    assert out == broken
    assert last_line(status, err) == f"{data / FILE_NAME} is damaged: 2 problems."


def test_a_database_locked_for_good_is_one_plain_line(companion, data, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.store.database.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(data / FILE_NAME, isolation_level=None)) as holding:
        holding.execute("PRAGMA locking_mode = EXCLUSIVE")
        holding.execute("BEGIN EXCLUSIVE")
        message = one_plain_line(companion("backup", tmp_path / "backup.sqlite3", "--data", data))
    assert message == f"Another program has locked {data / FILE_NAME} for too long."


@pytest.fixture
def empty(tmp_path):
    """A data folder that is not there yet."""
    return tmp_path / "new"


@pytest.fixture
def brought(companion, empty, tmp_path):
    """``brought(file)`` gives what the command says of a file of this content."""

    def bring(content, *options):
        file = tmp_path / "some.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return companion("import", file, "--data", empty, *options)

    return bring


def test_a_sheet_becomes_a_table(brought, empty):
    status, out, err = brought(SHEET)
    assert (status, err) == (0, "")
    line, where = out.splitlines()
    assert line == "Imported 1 table with 2 rounds."
    key = re.fullmatch(r"Open it at http://.+:8000/t/([\w-]{22})", where)[1]
    with closing(Store(empty / FILE_NAME)) as store:
        secret = "s" * 22
        table, link = open_table(store, f"{become_host(store, key, secret)}.{secret}")
        assert (len(table.sitting.rounds), link.role) == (2, "host")


def test_a_group_comes_with_its_tables_and_into_another(brought, companion, empty):
    tables = [SHEET | {"id": f"table-no-{number}"} for number in range(3)]
    status, out, _ = brought(GROUP | {"tables": tables})
    line, where = out.splitlines()
    assert (status, line) == (0, "Imported 3 tables with 6 rounds into Thursdays.")
    before, key = re.fullmatch(r"(Open it at http://.+:8000/g/)([\w-]{22})", where).groups()
    more = json.dumps(GROUP | {"tables": [*tables, SHEET | {"id": "another-table"}]}).encode()
    with closing(Store(empty / FILE_NAME)) as store, store.writing() as db:
        key = f"-{key[1:]}"
        db.execute("UPDATE links SET key = ? WHERE group_id IS NOT NULL", [key])
    for link in (key, f"https://fool.example.org/g/{key}/", f"https://fool.example.org/cards/g/b.{key}"):
        status, out, _ = companion("import", "-", f"--group={link}", "--data", empty, stdin=more)
        added = "1 table of 4" if link == key else "0 tables of 4"
        assert (status, out) == (0, f"Imported {added} into Thursdays.\n{before}{key}\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "file: This isn’t a JSON file in UTF-8."),
        (b"[" * 1_000_000, "file: This isn’t a JSON file in UTF-8."),
        (SHEET | {"rounds": [{}] * 501}, "rounds: Expected up to 500 rounds."),
    ],
    ids=["nothing", "deep", "rounds"],
)
def test_what_cannot_be_read_is_one_plain_line(brought, content, message):
    assert re.search(message, one_plain_line(brought(content)))


def test_what_cannot_be_done_is_one_plain_line(brought, companion, empty, tmp_path):
    for link in (new_key(), "/"):
        message = one_plain_line(brought(SHEET, f"--group={link}"))
        assert message == "This link doesn’t open a group. “companion link g3” prints the link of group g3."
    assert "No such file" in one_plain_line(companion("import", tmp_path / "none.json", "--data", empty))


def test_backup_and_check_work_while_the_companion_runs_and_restore_does_not(companion, server, tmp_path):
    file = tmp_path / "backup.sqlite3"
    table = start_table(server)
    found = re.fullmatch(r"Backed up (\d+) tables? to .+\.\n", companion("backup", file, "--data", server.data)[1])
    start_table(server)
    more = int(found[1]) + 1
    assert companion("backup", file, "--data", server.data)[1] == f"Backed up {more} tables to {file}.\n"
    assert companion("check", "--data", server.data)[1] == f"{more} tables: no damage.\n"
    message = one_plain_line(companion("restore", file, "--data", server.data))
    assert message == f"Process {server.process.pid} is already serving {server.data}. {INSTEAD}"
    assert ask(f"{server.address}{table}?new=1")[0] == 200
