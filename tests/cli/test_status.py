"""``companion status``: whether it runs, for how many phones, and what is in its database."""

import json
import re
import signal
from contextlib import ExitStack, closing

import pytest

from companion.cli import upkeep
from companion.store.database import FILE_NAME
from companion.web.app.folders import version
from tests.command import last_line
from tests.server import Ear, Server, start_table


@pytest.fixture
def status(companion, tmp_path):
    """Exit status, what stands beside each label, and what is said on standard error."""

    def ask(folder=tmp_path):
        code, output, err = companion("status", "--data", folder)
        return code, dict(re.split(r"  +", line, maxsplit=1) for line in output.splitlines()), err

    return ask


def test_of_one_that_does_not_run(status, tmp_path, everything):
    code, rows, err = status()
    assert (code, err) == (0, "")
    assert rows["Companion"] == f"{version()}, not running"
    assert rows["Database"] == str(tmp_path / FILE_NAME)
    assert (rows["Groups"], rows["Tables"]) == ("2", "4")
    assert "Phones" not in rows


def test_of_one_that_runs(status, server, tmp_path):
    """Also by another name of its folder."""
    table = start_table(server)
    (tmp_path / "linked").symlink_to(server.data)
    with ExitStack() as phones:
        ears = [phones.enter_context(closing(Ear(server.port, table))) for _ in range(5)]
        assert [ear.hears() for ear in ears] == [("", "1")] * 5
        for folder in (server.data, tmp_path / "linked"):
            code, rows, err = status(folder)
            assert (code, err) == (0, "")
            assert rows["Companion"] == f"{version()}, running as process {server.process.pid}"
            assert rows["Address"] == f"{server.address}/"
            assert rows["Phones"] == "5 phones at tables"
            assert rows["Rounds"] == "saved"


def test_another_companion_at_the_same_address_is_not_this_one(status, store, server, tmp_path):
    """As when the port was given to somebody else since."""
    (tmp_path / "serving.json").write_text(json.dumps({"pid": 1, "address": server.address, "id": "another"}))
    code, rows, err = status()
    assert rows["Companion"] == f"{version()}, not running"
    assert last_line(code, err) == "Process 1 was killed or crashed. Start the companion again."


def test_of_one_that_can_not_save_of_one_that_hangs_and_of_one_that_was_killed(status, tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep, "HEALTH_SECONDS", 0.5)
    server = Server(tmp_path)
    try:
        (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
        code, rows, err = status()
        assert rows["Companion"].endswith(f"running as process {server.process.pid}")
        assert rows["Rounds"] == "not saved: gone"
        assert last_line(code, err).startswith(f"{tmp_path / FILE_NAME} was deleted, moved or replaced while")
        (tmp_path / "elsewhere").rename(tmp_path / FILE_NAME)
        server.process.send_signal(signal.SIGSTOP)
        code, rows, err = status()
        hangs = f"Process {server.process.pid} isn’t responding at {server.address}."
        assert rows["Companion"] == f"{version()}, not responding"
        assert last_line(code, err) == f"{hangs} Stop it and start the companion again."
    finally:
        server.kill()
    code, rows, err = status()
    assert rows["Companion"] == f"{version()}, not running"
    assert last_line(code, err) == f"Process {server.process.pid} was killed or crashed. Start the companion again."


def test_of_the_last_backup(companion, status, tmp_path, store):
    """Its time and its place; one that failed is none."""
    assert status()[1]["Backup"] == "none yet (companion backup FILE)"
    file = tmp_path / "backup.sqlite3"
    assert companion("backup", file, "--data", tmp_path)[0] == 0
    assert re.fullmatch(rf"20\d\d-\d\d-\d\d \d\d:\d\d: {file}", before := status()[1]["Backup"])
    assert companion("backup", tmp_path / "no" / "file", "--data", tmp_path)[0] == 2
    assert status()[1]["Backup"] == before


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 1, "colour": "red"}', '{"address": "nowhere"}'])
def test_what_can_not_be_read_of_where_it_serves_is_nothing(status, store, tmp_path, content):
    (tmp_path / "serving.json").write_text(content)
    code, rows, _ = status()
    assert (code, rows["Companion"]) == (0, f"{version()}, not running")
