"""``companion status``: whether it runs, whether it saves, and what is in its database."""

import re

from companion import __version__
from companion.store.database import FILE_NAME
from tests.command import last_line, one_plain_line
from tests.server import start_table


def read_rows(output):
    return dict(re.split(r"  +", line, maxsplit=1) for line in output.splitlines())


def test_of_one_that_does_not_run(companion, tmp_path, everything):
    code, output, err = companion("status", "--data", tmp_path)
    assert (code, err) == (0, "")
    rows = read_rows(output)
    assert re.fullmatch(r"http://[\w.:[\]-]+:8000/", rows.pop("Address"))
    assert rows == {
        "Companion": f"{__version__}, not running",
        "Rounds": "saved",
        "Database": str(tmp_path / FILE_NAME),
        "Groups": "2",
        "Tables": "4",
    }


def test_of_one_that_runs(companion, server, tmp_path):
    """Also by another name of its folder."""
    start_table(server)
    (tmp_path / "linked").symlink_to(server.data)
    for folder in (server.data, tmp_path / "linked"):
        code, output, err = companion("status", "--data", folder)
        assert (code, err) == (0, "")
        assert read_rows(output)["Companion"] == f"{__version__}, running"


def test_of_one_that_can_not_save(companion, tmp_path, store, monkeypatch):
    monkeypatch.setattr("companion.store.upkeep.soundness.LOCK_MILLISECONDS", 1)
    with store.writing():
        code, output, err = companion("status", "--data", tmp_path)
    assert read_rows(output)["Rounds"] == "not saved: busy"
    assert last_line(code, err) == f"Another program has locked {tmp_path / FILE_NAME} for too long."


def test_where_there_is_no_database(companion, tmp_path):
    assert one_plain_line(companion("status", "--data", tmp_path)).startswith("There’s no database at ")
