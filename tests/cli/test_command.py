"""How the command is used: a wrong use is one plain line, and the folder of the data is found."""

import os
import sqlite3
import subprocess
from contextlib import closing

import pytest

from companion import __version__
from companion.store.database import FILE_NAME, Store
from tests.command import one_plain_line, refused_start
from tests.server import NOWHERE, START
from tests.store.builders import a_table

# Root may write everything, unless it gives that up.
BOUND = [] if os.geteuid() else ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]


WRONG = f"""
score | score /no/such/file | score / | score --xml - | score - more | dance | backup | restore | check more
check --data {__file__} | link | delete | link t1 --role king | --port many | --port 70000 | --nonsense
--data {__file__} | --public-url https://cards.example?b --port many
--public-url cards.example | --public-url ftp://cards.example | --public-url https://me@cards.example
"""
DOTS = [f"--public-url https://cards.example/{path}" for path in ("..", "a/./b", "%2e", "a//b", "?b")]


@pytest.mark.parametrize("command", [*map(str.strip, WRONG.strip().replace("\n", " | ").split(" | ")), *DOTS])
def test_a_wrong_use_is_one_plain_line(companion, command):
    """In an address, every browser would leave the dots out."""
    arguments = command.split()
    result = companion(*arguments)
    starts = arguments == ["--data", __file__]
    message = refused_start(result, f"{__file__}/{FILE_NAME}") if starts else one_plain_line(result)
    assert arguments[0] != "--public-url" or arguments[1] in message


def test_version_and_help(companion):
    assert companion("--version") == (0, f"companion, version {__version__}\n", "")
    status, out, _ = companion("--help")
    assert status == 0
    assert {"--host", "--port", "--data", "score", "backup", "restore", "check"} <= set(out.split())


def test_the_folder_is_named_after_the_command_or_before_it_or_by_the_environment(companion, tmp_path, monkeypatch):
    Store(tmp_path / FILE_NAME).close()
    sound, nowhere = (0, "0 tables: no damage.\n", ""), tmp_path / "nowhere"
    assert companion("check", "--data", tmp_path) == sound
    assert companion("--data", tmp_path, "check") == sound
    assert companion("--data", nowhere, "check", "--data", tmp_path) == sound
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert companion("check") == sound
    assert one_plain_line(companion("--data", nowhere, "check")) == NO_DATABASE.format(nowhere / FILE_NAME)
    assert not nowhere.exists()


NO_DATABASE = "There’s no database at {}. Give its folder with --data."


@pytest.mark.parametrize("command", ["list", "link t1", "delete t1 --yes", "check", "backup copy"])
def test_no_database_is_made_where_there_is_none(companion, tmp_path, command):
    status, _, err = companion(*command.split(), "--data", tmp_path / "nowhere")
    assert (status, err) == (2, f"companion: {NO_DATABASE.format(tmp_path / 'nowhere' / FILE_NAME)}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["203.0.113.7", "no..such"])
def test_a_host_that_is_not_this_computer_is_one_plain_line(companion, tmp_path, host):
    message = refused_start(companion("--port", 0, "--host", host, "--data", tmp_path), tmp_path / FILE_NAME)
    assert message.startswith(f"Can’t listen on {host} port 0: ")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "data" / FILE_NAME
    path.parent.mkdir()
    with closing(Store(path)) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "")
    return path


@pytest.fixture
def start(companion):
    """What a companion says that can't start; one that would has no address to listen on."""
    return lambda path, *more: refused_start(companion(*NOWHERE, "--data", path.parent, *more), path)


def start_process(path, **more):
    """What one says that runs as a process of its own."""
    command = [*BOUND, *START, "--host", "127.0.0.1", "--port", "0", "--data", path.parent]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, **more)
    return refused_start((done.returncode, done.stdout, done.stderr), path)


def test_what_may_not_be_written(path, tmp_path):
    for closed, mode in ((path, 0o444), (path.parent, 0o555)):
        closed.chmod(mode)
        said = start_process(path)
        assert said.startswith(f"{path} can’t be read or written (")
        assert said.endswith("). Check its disk, and who owns the file and its folder.")
        closed.chmod(0o755)


@pytest.mark.parametrize("damage", ["no database", "half of it", "a hole"])
def test_a_damaged_file(start, path, damage):
    with closing(sqlite3.connect(path)) as file:
        ((page,),) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'phones'")
    sound = path.read_bytes()
    hole = sound[: (page - 1) * 4096] + b"\xff" * 4096 + sound[page * 4096 :]
    path.write_bytes({"no database": b"x" * 9000, "half of it": sound[: len(sound) // 2], "a hole": hole}[damage])
    message = start(path)
    assert message.startswith(f"{path} is damaged or isn’t a database (")
    assert message.endswith("Restore a backup: companion restore FILE.")
