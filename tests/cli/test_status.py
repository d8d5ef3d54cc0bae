"""``companion status``: whether it runs, for how many phones, and what is in its database."""

import json
import re
from contextlib import ExitStack, closing

import pytest

from companion import __version__
from companion.store.database import FILE_NAME, Store
from companion.web.serving.whereabouts import Whereabouts, find, told
from tests.command import last_line
from tests.server import Ear, Server, start_table


@pytest.fixture
def status(companion, tmp_path):
    """Exit status, what stands beside each label, and what is said on standard error."""

    def ask(folder=tmp_path):
        code, shown, err = companion("status", "--data", folder)
        return code, dict(re.split(r"  +", line, maxsplit=1) for line in shown.splitlines()), err

    return ask


def test_of_one_that_does_not_run(status, tmp_path, everything):
    code, rows, err = status()
    assert (code, err) == (0, "")
    assert rows["Companion"] == f"{__version__}, not running"
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
            assert rows["Companion"] == f"{__version__}, running as process {server.process.pid}"
            assert rows["Address"] == f"{server.address}/"
            assert rows["Phones"] == "5 phones at tables"
            assert rows["Rounds"] == "are saved"


def test_another_companion_at_the_same_address_is_not_this_one(status, store, server, tmp_path):
    """As when the port was given to somebody else since."""
    (tmp_path / "serving.json").write_text(json.dumps({"pid": 1, "address": server.address}))
    assert status()[1]["Companion"] == f"{__version__}, does not answer"


def test_of_one_that_can_not_save_and_of_one_that_was_killed(status, tmp_path):
    server = Server(tmp_path)
    try:
        (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
        code, rows, err = status()
        assert rows["Companion"].endswith(f"running as process {server.process.pid}")
        assert rows["Rounds"] == "are not saved: gone"
        assert last_line(code, err).startswith(f"{tmp_path / FILE_NAME} was deleted, moved or replaced while")
    finally:
        server.kill()
    for file in tmp_path.glob(f"{FILE_NAME}*"):
        file.unlink()
    Store(tmp_path / FILE_NAME).close()
    code, rows, err = status()
    assert rows["Companion"] == f"{__version__}, does not answer"
    killed = f"Process {server.process.pid} does not answer at {server.address}: it was killed, or hangs."
    assert last_line(code, err) == killed


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 1, "colour": "red"}', '{"address": "nowhere"}'])
def test_what_can_not_be_read_of_where_it_serves_is_nothing(status, store, tmp_path, content):
    (tmp_path / "serving.json").write_text(content)
    code, rows, _ = status()
    assert (code, rows["Companion"]) == (0, f"{__version__}, not running")


def test_where_it_serves_is_taken_back_by_whoever_wrote_it(tmp_path):
    """Two on one file: the one that came later is the one that is found."""
    one, other = Whereabouts(1, "http://127.0.0.1:1", "http://a/"), Whereabouts(2, "http://127.0.0.1:2", "http://b/")
    with told(tmp_path, one):
        assert find(tmp_path) == one
        with told(tmp_path, other):
            assert find(tmp_path) == other
        assert find(tmp_path) == Whereabouts(url="http://b/")
    assert find(tmp_path) == Whereabouts(url="http://b/")
    with told(tmp_path / "nowhere", one):
        assert find(tmp_path / "nowhere") == Whereabouts(), "it is served all the same"
