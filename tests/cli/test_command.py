"""How the command is used: a wrong use is one plain line, and the folder of the data is found."""

import socket

import pytest

from companion import __version__
from companion.store.database import FILE_NAME, Store
from tests.command import one_plain_line


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "/no/such/file"],
        ["score", "/"],
        ["score", "--xml", "-"],
        ["score", "-", "more"],
        ["dance"],
        ["backup"],
        ["restore"],
        ["check", "more"],
        ["check", "--data", __file__],
        ["link"],
        ["delete"],
        ["link", "t1", "--role", "king"],
        ["--port", "many"],
        ["--port", "70000"],
        ["--nonsense"],
        ["--data", __file__],
        *(["--public-url", f"https://cards.example/{path}"] for path in ("..", "a/./b", "%2e", "a//b", "?b")),
        *(["--public-url", url] for url in ("cards.example", "ftp://cards.example", "https://me@cards.example")),
        ["--public-url", "https://cards.example?b", "--port", "many"],
    ],
    ids=" ".join,
)
def test_a_wrong_use_is_one_plain_line(companion, arguments):
    """In an address, every browser would leave the dots out."""
    told = one_plain_line(companion(*arguments))
    assert arguments[0] != "--public-url" or arguments[1] in told


def test_version_and_help(companion):
    assert companion("--version") == (0, f"companion, version {__version__}\n", "")
    status, out, _ = companion("--help")
    assert status == 0
    assert {"--host", "--port", "--data", "score", "backup", "restore", "check"} <= set(out.split())


def test_the_folder_is_named_after_the_command_or_before_it_or_by_the_environment(companion, tmp_path, monkeypatch):
    Store(tmp_path / FILE_NAME).close()
    sound, nowhere = (0, "0 tables with 0 entries: sound.\n", ""), tmp_path / "nowhere"
    assert companion("check", "--data", tmp_path) == sound
    assert companion("--data", tmp_path, "check") == sound
    assert companion("--data", nowhere, "check", "--data", tmp_path) == sound
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    assert companion("check") == sound
    assert one_plain_line(companion("--data", nowhere, "check")) == f"There is no database at {nowhere / FILE_NAME}."
    assert not nowhere.exists()


COMMANDS = ["groups", "tables", "link t1", "delete t1 --yes", "check", "backup /nowhere/copy"]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_database_is_made_where_there_is_none(companion, tmp_path, command):
    status, _, err = companion(*command.split(), "--data", tmp_path / "nowhere")
    assert (status, err) == (2, f"companion: There is no database at {tmp_path / 'nowhere' / FILE_NAME}.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [*COMMANDS, "import /dev/null"])
def test_a_newer_database_is_refused(companion, tmp_path, command):
    store = Store(tmp_path / FILE_NAME)
    with store.writing() as db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'm999', '')")
    store.close()
    status, _, err = companion(*command.split(), "--data", tmp_path)
    assert status == 2
    assert err == f"companion: {tmp_path / FILE_NAME} was made by a newer version of the companion, which knows m999.\n"


# Serving


def test_a_folder_that_is_missing_is_made_and_the_option_goes_before_the_environment(companion, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "new" / "environment"))
    for options, found in (((), "environment"), (("--data", tmp_path / "new" / "option"), "option")):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            told = one_plain_line(companion("--host", "127.0.0.1", "--port", port, *options))
        assert told == f"Can't listen on 127.0.0.1 port {port}: Address already in use. Try another --host or --port."
        assert [folder.name for folder in (tmp_path / "new").iterdir()] == [found]
        (tmp_path / "new" / found).rename(tmp_path / found)


@pytest.mark.parametrize("host", ["203.0.113.7", "no..such"])
def test_a_host_that_is_not_this_computer_is_one_plain_line(companion, tmp_path, host):
    told = one_plain_line(companion("--port", 0, "--host", host, "--data", tmp_path))
    assert told.startswith(f"Can't listen on {host} port 0: ")
