"""``companion status``: whether it runs, where, and whether rounds can be saved."""

import re

from companion import __version__
from companion.store.database import FILE_NAME
from tests.command import last_line


def test_of_one_that_does_not_run(companion, store, tmp_path):
    status, output, err = companion("status", "--data", tmp_path)
    about, where, saves = output.splitlines()
    assert (status, err, about) == (0, "", f"Companion {__version__} with {tmp_path / FILE_NAME}")
    assert re.fullmatch(r"Not running\. Its address is http://[\w.:[\]-]+:8000/", where)
    assert saves == "Rounds can be saved."


def test_of_one_that_runs(companion, server, tmp_path):
    """Also by another name of its folder."""
    (tmp_path / "linked").symlink_to(server.data)
    for folder in (server.data, tmp_path / "linked"):
        status, output, err = companion("status", "--data", folder)
        assert (status, err, "\nRunning at http://" in output) == (0, "", True)


def test_of_one_that_can_not_save(companion, tmp_path, store, monkeypatch):
    monkeypatch.setattr("companion.store.upkeep.soundness.LOCK_MILLISECONDS", 1)
    with store.writing():
        status, _, err = companion("status", "--data", tmp_path)
    assert last_line(status, err) == "Can’t use the database: database is locked."
