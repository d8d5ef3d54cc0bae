"""``companion status``: whether it runs, for how many phones, and what is in its database."""

import json
import re
import shutil
import signal
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion import __version__
from companion.store.database import FILE_NAME, Store
from companion.web.serving.whereabouts import Whereabouts, find, told
from tests.cli.test_serving import start_table
from tests.command import last_line
from tests.server import Server
from tests.store.builders import a_group, a_table
from tests.web.serving.conftest import Ear

FIXTURES = Path(__file__).parent.parent / "store" / "fixtures"


@pytest.fixture
def data(tmp_path):
    """A folder with a group of two tables, and a table by itself."""
    with closing(Store(tmp_path / FILE_NAME)) as store:
        a_group(store).with_table("Anne Paul Rachel Camille").with_table("Anne Paul Rachel Camille")
        a_table(store)
    return tmp_path


def rows_of(shown):
    """What stands beside each label."""
    return dict(re.split(r"  +", line, maxsplit=1) for line in shown.splitlines())


def test_of_one_that_does_not_run(companion, data):
    status, shown, err = companion("status", "--data", data)
    rows = rows_of(shown)
    assert (status, err) == (0, "")
    assert rows["Companion"] == f"{__version__}, not running"
    assert rows["Database"].startswith(f"{data / FILE_NAME}, ")
    assert rows["Disk"].endswith(" free")
    assert rows["Schema"].startswith("m0")
    assert (rows["Groups"], rows["Tables"]) == ("1", "3, 3 opened today")
    assert "Phones" not in rows


@pytest.mark.parametrize("workers", [1, 2])
def test_of_one_that_runs(companion, tmp_path, workers):
    """The phones of all its processes are counted, and those that have left are not."""
    server = Server(tmp_path, "--workers", str(workers), "--cell", "b")
    try:
        table = start_table(server)
        with ExitStack() as phones:
            ears = [phones.enter_context(closing(Ear(server.port, table))) for _ in range(5)]
            assert [ear.hears() for ear in ears] == [("", "1")] * 5
            status, shown, err = companion("status", "--data", tmp_path)
        rows = rows_of(shown)
        assert (status, err) == (0, "")
        assert rows["Companion"] == f"{__version__}, running as process {server.process.pid}"
        assert rows["Address"] == f"{server.address}/"
        assert rows["Cell"] == "b"
        assert rows["Phones"] == "5 phones at tables"
        assert rows["Rounds"] == "are saved"
        assert rows["Tables"] == "1, 1 opened today"
        assert server.stop() == 0
        assert rows_of(companion("status", "--data", tmp_path)[1])["Companion"] == f"{__version__}, not running"
    finally:
        server.kill()


def test_of_one_that_was_started_by_another_name_of_the_folder(companion, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "data")
    server = Server(tmp_path / "linked")
    try:
        for folder in ("data", "linked", "data/../linked"):
            status, shown, err = companion("status", "--data", tmp_path / folder)
            assert (status, err) == (0, ""), folder
            assert "running as process" in shown, folder
    finally:
        server.kill()


def test_of_one_that_can_not_save(companion, tmp_path):
    server = Server(tmp_path)
    try:
        (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
        status, shown, err = companion("status", "--data", tmp_path)
        assert rows_of(shown)["Companion"].endswith(f"running as process {server.process.pid}")
        assert rows_of(shown)["Rounds"] == "are not saved: gone"
        assert last_line(status, err) == f"There is no database at {tmp_path / FILE_NAME}."
        (tmp_path / FILE_NAME).write_bytes((tmp_path / "elsewhere").read_bytes())
        status, shown, err = companion("status", "--data", tmp_path)
        assert last_line(status, err).startswith(f"{tmp_path / FILE_NAME} was deleted, moved or replaced while")
    finally:
        server.kill()


def test_of_one_that_was_killed(companion, tmp_path):
    server = Server(tmp_path)
    server.stop(signal.SIGKILL)
    status, shown, err = companion("status", "--data", tmp_path)
    assert rows_of(shown)["Companion"] == f"{__version__}, does not answer"
    told = f"Process {server.process.pid} does not answer at {server.address}: it was killed, or hangs."
    assert last_line(status, err) == told


def test_another_companion_at_the_same_address_is_not_this_one(companion, data, tmp_path_factory):
    """As when the port was given to somebody else since."""
    server = Server(tmp_path_factory.mktemp("other"))
    try:
        (data / "serving.json").write_text(json.dumps({"pid": 1, "address": server.address}))
        assert rows_of(companion("status", "--data", data)[1])["Companion"] == f"{__version__}, does not answer"
    finally:
        server.kill()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": 1, "colour": "red"}', '{"address": "nowhere"}'])
def test_what_can_not_be_read_of_where_it_serves_is_nothing(companion, data, content):
    (data / "serving.json").write_text(content)
    status, shown, _ = companion("status", "--data", data)
    assert (status, rows_of(shown)["Companion"]) == (0, f"{__version__}, not running")


def test_a_missing_database_is_told_and_not_made(companion, tmp_path):
    status, shown, err = companion("status", "--data", tmp_path / "nowhere")
    assert rows_of(shown) == {"Companion": f"{__version__}, not running"}
    assert last_line(status, err) == f"There is no database at {tmp_path}/nowhere/{FILE_NAME}."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'm999_later', '')",
            "was made by a newer version of the companion, which knows m999_later.",
        ),
        ("DROP TABLE journal", "is damaged: there is no table journal."),
    ],
)
def test_a_database_that_can_not_be_read_is_one_line(companion, data, damage, problem):
    with closing(sqlite3.connect(data / FILE_NAME)) as file, file:
        file.execute(damage)
    status, shown, err = companion("status", "--data", data)
    assert rows_of(shown) == {"Companion": f"{__version__}, not running"}
    assert last_line(status, err) == f"{data / FILE_NAME} {problem}"


def test_an_earlier_schema_is_told_and_left_as_it_is(companion, tmp_path):
    shutil.copy(FIXTURES / "m005.sqlite3", tmp_path / FILE_NAME)
    before = (tmp_path / FILE_NAME).read_bytes()
    status, shown, _ = companion("status", "--data", tmp_path)
    assert status == 0
    assert re.fullmatch(r"m\d+\w+; the next start takes it to m\d+\w+", rows_of(shown)["Schema"])
    assert "Tables" not in rows_of(shown)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_where_it_serves_is_taken_back_by_whoever_wrote_it(tmp_path):
    """Two on one file: the one that came later is the one that is found."""
    one, other = Whereabouts(1, "http://127.0.0.1:1", "http://a/"), Whereabouts(2, "http://127.0.0.1:2", "http://b/")
    with told(tmp_path, one):
        assert find(tmp_path) == one
        with told(tmp_path, other):
            assert find(tmp_path) == other
        assert find(tmp_path) == Whereabouts(url="http://b/")
        with told(tmp_path, other):
            pass
    assert find(tmp_path) == Whereabouts(url="http://b/")


def test_a_folder_where_nothing_can_be_told_is_served_all_the_same(tmp_path):
    with told(tmp_path / "nowhere", Whereabouts(1)):
        assert find(tmp_path / "nowhere") == Whereabouts()
