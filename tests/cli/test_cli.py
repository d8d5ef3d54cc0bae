"""The command: a sheet file as text or JSON, and serving; what is wrong is one plain line."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from companion import __version__
from companion.games import RULEBOOKS
from companion.text import number
from tests.command import one_plain_line

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
A_ROUND = next(path for path in CASES if path.stem == "fool-rulebook-round")
DERIVED = {"number", "dealer", "points", "totals", "tens", "finished", "winners"}
START = [sys.executable, "-c", "from companion.cli import main; main()"]


# companion score


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_score_as_json_is_the_full_sheet_file(companion, case):
    written = json.loads(case.read_text(encoding="utf-8"))
    bare = {key: value for key, value in written.items() if key not in DERIVED}
    bare["rounds"] = [{key: value for key, value in r.items() if key not in DERIVED} for r in written["rounds"]]
    for sheet in (written, bare):
        status, out, err = companion("score", "-", "--json", stdin=json.dumps(sheet).encode())
        assert (status, err) == (0, "")
        assert json.loads(out) == written


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_score_as_text_has_every_player_and_round(companion, case):
    sheet = json.loads(case.read_text(encoding="utf-8"))
    status, out, err = companion("score", case)
    assert (status, err) == (0, "")
    title, _, header, _, *rows = out.splitlines()
    rows = [row for row in rows if row.split("|")[0].strip()]  # what was left stands in a row of its own
    assert title == RULEBOOKS[sheet["game"]].title
    assert [name.strip() for name in header.split("|")[1:]] == sheet["players"]
    assert [row.split("|")[0].strip() for row in rows[: len(sheet["rounds"])]] == [
        str(played["number"]) for played in sheet["rounds"]
    ]
    totals = [cell.strip() for cell in rows[len(sheet["rounds"])].split("|")[1:]]
    assert totals == [number(total) for total in sheet["totals"].values()]
    last = out.splitlines()[-1]
    if sheet["finished"]:
        drawn = len(set(sheet["totals"].values())) == 1
        assert last == "Anne and Paul share the win." if drawn else last.startswith("Won by ")
    elif sheet["next"]["dealer"]:
        assert last.startswith(f"{sheet['next']['dealer']} deals.")
    else:
        assert last.startswith(f"{sheet['next']['starter']} starts.")
    assert "-" not in re.sub(r"-+\+|-{2,}", "", out.replace("+10", ""))


def test_score_reads_standard_input(companion):
    assert companion("score", "-", stdin=CASES[0].read_bytes()) == companion("score", CASES[0])


def test_score_marks_starter_dealer_befooled_and_totals_and_shows_what_was_left(companion):
    """Anne starts, Camille deals, Paul is befooled, Rachel's hand is known as a total."""
    row, below = companion("score", A_ROUND)[1].splitlines()[4:6]
    assert [cell.strip() for cell in row.split("|")] == ["1", "▸* −17 (−17)", "● 0 (0)", "* −13 (−13)", "D +10 (10)"]
    assert [cell.strip() for cell in below.split("|")] == ["", "Σ17", "out", "Σ13", "out"]


def test_an_unreadable_file_is_told_with_its_place(companion, tmp_path):
    sheet = json.loads(A_ROUND.read_text(encoding="utf-8"))
    sheet["rounds"][0]["hands"][sheet["players"][0]] = "many"
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(sheet), encoding="utf-8")
    told = one_plain_line(companion("score", path))
    assert told.startswith(f"rounds[0].hands.{sheet['players'][0]}, line 1, column ")


def test_points_that_differ_are_told_and_the_sheet_is_printed_all_the_same(companion):
    sheet = json.loads(A_ROUND.read_text(encoding="utf-8"))
    sheet["rounds"][0]["points"][sheet["players"][0]] = -12
    status, out, err = companion("score", "-", stdin=json.dumps(sheet).encode())
    assert (status, err) == (0, "companion: Round 1: the file says −12 for Anne, the rules make it −17.\n")
    assert out == companion("score", A_ROUND)[1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_is_read(companion, encoding):
    """Notepad's "Unicode" is UTF-16."""
    text = CASES[0].read_text(encoding="utf-8")
    assert companion("score", "-", stdin=text.encode(encoding)) == companion("score", CASES[0])


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"[]", b"{}", b"\xff\xfe\x00", b"[" * 100_000, b'{"format": "companion-sheet", "version": 7}'],
)
def test_what_is_no_sheet_file_is_one_plain_line(companion, content):
    assert one_plain_line(companion("score", "-", stdin=content))


def test_a_place_with_line_breaks_is_still_one_line(companion):
    sheet = json.loads(CASES[0].read_text(encoding="utf-8")) | {"options": {"one\ntwo\r\n\ud800": 1}}
    assert one_plain_line(companion("score", "-", stdin=json.dumps(sheet).encode())).startswith("options.one two")


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
        ["--port", "many"],
        ["--port", "70000"],
        ["--port", "-1"],
        ["--nonsense"],
        ["--data", __file__],
    ],
    ids=" ".join,
)
def test_a_wrong_use_is_one_plain_line(companion, arguments):
    assert one_plain_line(companion(*arguments))


def test_version_and_help(companion):
    assert companion("--version") == (0, f"companion, version {__version__}\n", "")
    status, out, _ = companion("--help")
    assert status == 0
    assert {"--host", "--port", "--data", "score", "backup", "restore", "check"} <= set(out.split())


# Serving


def serve(*arguments, **environment):
    """The command as a process of its own."""
    return subprocess.Popen(
        [*START, "--host", "127.0.0.1", *map(str, arguments)],
        env=os.environ | {name: str(value) for name, value in environment.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def address_of(server):
    """The address that the server announces first."""
    for line in server.stdout:
        if found := re.search(r"http://\S+/", line):
            return found[0]
    raise AssertionError(server.stderr.read())


@pytest.mark.parametrize("way", ["--data", "COMPANION_DATA"])
def test_a_server_answers_at_the_address_it_announces(tmp_path, way):
    folder = tmp_path / "new" / "folder"
    begun = time.monotonic()
    server = serve("--port", 0, "--data", folder) if way == "--data" else serve(COMPANION_PORT=0, COMPANION_DATA=folder)
    with server:
        try:
            with urllib.request.urlopen(address_of(server), timeout=5) as page:
                assert b"New game" in page.read()
                assert page.headers["Server"] == "companion"
            assert time.monotonic() - begun < 10
            assert (folder / "companion.sqlite3").is_file()
        finally:
            server.terminate()


def test_the_data_option_goes_before_the_environment(companion, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "environment"))
    monkeypatch.setattr("companion.web.serving.addresses.bind", _no_port)
    one_plain_line(companion("--data", tmp_path / "option"))
    assert (tmp_path / "option").is_dir()
    assert not (tmp_path / "environment").exists()
    one_plain_line(companion())
    assert (tmp_path / "environment").is_dir()


def test_a_port_that_is_taken_is_one_plain_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = serve("--port", port, "--data", tmp_path)
        out, err = server.communicate(timeout=20)
    assert (server.returncode, out) == (2, "")
    assert (
        err
        == f"companion: Can't listen on 127.0.0.1 port {port}: Address already in use. Try another --host or --port.\n"
    )


def test_a_data_folder_that_cannot_be_written_is_one_plain_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    server = serve("--port", 0, "--data", tmp_path / "file" / "folder")
    out, err = server.communicate(timeout=20)
    assert (server.returncode, out) == (2, "")
    assert err.startswith(f"companion: The data folder {tmp_path / 'file' / 'folder'} can't be used: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("host", ["203.0.113.7", "no..such"])
def test_a_host_that_is_not_this_computer_is_one_plain_line(tmp_path, host):
    server = serve("--port", 0, "--host", host, "--data", tmp_path)
    out, err = server.communicate(timeout=20)
    assert (server.returncode, out) == (2, "")
    assert err.startswith(f"companion: Can't listen on {host} port 0: ")
    assert err.count("\n") == 1


def _no_port(host, port):
    raise OSError("no port")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(
            ("--public-url", f"https://cards.example/{path}")
            for path in ("..", ".", "a/../b", "a/./b", "%2e", "a//b", "?b")
        ),
        *(
            ("--public-url", url)
            for url in ("cards.example", "ftp://cards.example", "https://me@cards.example", "https://")
        ),
        *(("--cell", name) for name in ("B", "o", "b1", "b.c", "b/", "abcdefghj")),
    ],
)
def test_what_can_not_stand_in_an_address_is_refused(companion, option, value):
    """Every browser would leave the dots out."""
    status, _, err = companion(option, value)
    assert status == 2
    assert value in err
