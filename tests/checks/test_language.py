"""The command in a made-up language in which every message stands in brackets: nothing that is read stands outside."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from companion import __version__
from companion.cli import borrowed, command
from companion.locale import catalogues
from companion.store.database import FILE_NAME, Store
from companion.store.links.links import ROLES
from companion.text import DOMAIN
from tests.server import Server
from tests.store.builders import a_group, a_table
from tests.web.builders import CASES, HANDS, a_file

pytestmark = pytest.mark.thorough

MADE_UP = "eo"
# Runs commands in one process, with the catalogues of another folder, and on a terminal that cuts no line.
RUN = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from companion import text
text.LOCALE_FOLDER = Path(sys.argv[1])
from companion import cli
cli.command.context_settings["terminal_width"] = 1000

def run(typed, arguments):
    sys.argv = ["companion", *arguments]
    sys.stdin, out, err = (io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (typed.encode(), b"", b""))
    status = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as stop:
            status = stop.code
    out.flush()
    err.flush()
    return status, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()

asked = json.load(sys.stdin)
print(json.dumps([run(*each) for each in asked]))
"""
START = (
    "import sys; from pathlib import Path; from companion import text; text.LOCALE_FOLDER = Path({folder!r});"
    "from companion.cli import main; main()"
)
SPOKEN = {"LANG": f"{MADE_UP}.UTF-8", "LC_ALL": "", "LANGUAGE": ""}
# What is the same in every language: how commands, values and programs are called.
SAME = {"companion", "x", "D", "Anne", "Paul", "Rachel", "Camille", "Thursdays", "Fool!"}
SAME |= {*command.commands, *ROLES, "nobody", "dance", "back"}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The made-up language, with all messages that Babel finds."""
    folder = tmp_path_factory.mktemp("locale")
    bracketed = Catalog(MADE_UP, fuzzy=False)
    for message in catalogues.template():
        if message.id:
            forms = [f"⟦{form}⟧" for form in ([message.id] if isinstance(message.id, str) else message.id)]
            bracketed.add(message.id, forms[0] if isinstance(message.id, str) else forms, context=message.context)
    path = folder / MADE_UP / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, bracketed)
    return folder


@pytest.fixture
def said(folder):
    """``said([("yes", ["delete", "t1"]), …])`` is what the commands print, each with what is typed."""

    def run(commands, **environment):
        done = subprocess.run(
            [sys.executable, "-c", RUN, folder],
            env=os.environ | SPOKEN | environment,
            input=json.dumps([(typed, list(map(str, arguments))) for typed, arguments in commands]),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def data(tmp_path):
    """A group with two tables, one of them played, and a table by itself."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(Store(folder / FILE_NAME)) as store:
        group = a_group(store).with_table("Anne Paul Rachel Camille", "-5 10 -3 -7")
        group.with_table("Anne Paul Rachel Camille")
        a_table(store).with_round("17", "", "13", "")
    return folder


def outside(told, *paths):
    """What stands outside all brackets, but for names of commands, options, ids and paths."""
    for path in (*paths, FILE_NAME):
        told = told.replace(str(path), "")
    told = re.sub(r"--[\w-]+|\b[tg]\d+\b|https?://[^\s⟧]+|/[tg]/[^\s⟧]+|\[⟦/⟦\]|m\d+_\w+", " ", told)
    for name in sorted(SAME, key=len, reverse=True):
        told = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", told)
    while "⟦" in told:
        told, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", told), told
        assert told != before, f"a sentence was cut: {before}"
    return re.findall(r"[^\W\d_Σ]+", told)


# The command


def test_help_is_translated(said):
    shown = said([("", ["--help"]), *(("", [name, "--help"]) for name in sorted(command.commands))])
    for status, out, err in shown:
        assert (status, err) == (0, "")
        # Click cuts what a command does after its first sentence.
        lines = [line + "⟧" * (line.count("⟦") - line.count("⟧")) for line in out.splitlines()]
        assert [line for line in lines if outside(line)] == []
    assert len({line for _, out, _ in shown for line in out.splitlines()}) > 60


WRONG = [
    *("score", "score /no/such/file", "score /", "score --xml -", "score --jsn -", "score - more", "score --json=3 -"),
    *("score -", "import - --data", "dance", "back", "judge G1", "judge G1 --players x", "judge G1 --players 4"),
    *("backup", "check more and more", f"check --data {__file__}", "link x", "link t1 --role king", "delete"),
    *("link g1 --role host", "tables --group x", "tables --most 0", "--port many", "--port 70000", "--proxy x"),
    "--public-url x",
]


def test_a_wrong_use_is_told_in_the_language(said):
    for arguments, (status, out, err) in zip(WRONG, said([("", each.split()) for each in WRONG]), strict=True):
        assert (status, out) == (2, ""), arguments
        assert err.startswith("companion: "), arguments
        assert "⟦" in err, arguments
        assert outside(err) == [], arguments


def test_what_the_commands_say_is_translated(said, data, tmp_path):
    file, group = tmp_path / "one.json", tmp_path / "group.json"
    sheet = a_file([{"hands": HANDS}] * 2)
    file.write_text(json.dumps(sheet | {"totals": {"Anne": 1}}))
    of_group = {"format": "companion-group", "version": 1, "id": "a-group-of-ours", "name": "Thursdays"}
    group.write_text(json.dumps(of_group | {"tables": [sheet | {"id": "table-no-1"}]}))
    backup, nowhere = tmp_path / "backup.sqlite3", tmp_path / "nowhere"
    commands = [
        *[["status"], ["groups"], ["tables"], ["tables", "--most", 1], ["groups", "--most", 1]],
        *[["tables", "--player", "nobody"], ["check"], ["backup", backup], ["backup", nowhere / "file"]],
        *[["backup", tmp_path], ["backup", file], ["backup", data / FILE_NAME], ["backup", tmp_path, "--keep", 1]],
        *[["backup", tmp_path, "--keep", 1], ["backup", nowhere, "--keep", 1]],
        *[["link", "t3"], ["link", "t3", "--replace"], ["link", "g1"], ["link", "t9"], ["link", "g9"]],
        *[["import", file], ["import", group], ["import", group], ["import", file, "--group", "x"]],
        *[["import", __file__], ["score", file], ["score", "--json", __file__]],
        *[["delete", "t1"], ["delete", "t3", "g1"], ["delete", "t9"], ["delete", "g9"]],
        *[["delete", "t1", "--player", "Anne"], ["delete", "g1", "--player", "nobody"]],
        *[["delete", "g1", "--player", "Anne", "--yes"], ["delete", "t3", "--player", "Anne", "--yes"]],
        *[["delete", "t1", "--yes"], ["delete", "t3", "g1", "--yes"], ["delete", "g2", "--yes"]],
        *[["restore", backup], ["restore", file], ["restore", data / FILE_NAME]],
    ]
    shown = said([("", [*each, *(["--data", data] * (each[0] != "score"))]) for each in commands])
    shown += said([("maybe\n", ["delete", "t3", "--data", data]), ("", ["status", "--data", nowhere])])
    for arguments, (status, out, err) in zip([*commands, "no", "nowhere"], shown, strict=True):
        assert status in (0, 2), arguments
        assert "⟦" in out + err or arguments[0] in ("link", "score"), arguments
        lines = [line for line in (out + err).splitlines() if set(line) - set("-+")]
        assert [line for line in lines if outside(line, data, tmp_path, __file__)] == [], arguments


def test_damage_is_told_in_the_language(said, data):
    with closing(sqlite3.connect(data / FILE_NAME)) as file, file:
        file.execute("DROP TRIGGER journal_no_update")
        file.execute("UPDATE journal SET payload = '{' WHERE table_id = 1 AND seq = 2")
        file.execute("UPDATE journal SET at = 'yesterday' WHERE table_id = 2")
    backup = data.parent / "backup.sqlite3"
    told = said([("", ["check", "--data", data]), ("", ["backup", backup, "--data", data])])
    with closing(sqlite3.connect(data / FILE_NAME)) as file, file:
        file.execute("DROP TABLE journal")
    told += said([("", [*each, "--data", data]) for each in (["check"], ["status"], ["tables"], [])])
    for status, out, err in told:
        assert (status, "⟦" in err) == (2, True)
        assert outside(out + err, data) == []


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "xx_XX.UTF-8"},
        {"LANG": "de_DE.UTF-8", "LANGUAGE": f"../../{MADE_UP}:/:.:..:%s:%n{{0}}:\udcff"},
        {"LANG": "x" * 100_000},
        {"LANG": f"{MADE_UP}.UTF-8", "LANGUAGE": f"en:{MADE_UP}"},
    ],
    ids=["unknown", "hostile", "long", "English first"],
)
def test_what_is_no_language_is_english(said, environment):
    """Also where Click looks itself."""
    (_, version, _), (_, shown, _) = said([("", ["--version"]), ("", ["check", "--help"])], **environment)
    assert version == f"companion, version {__version__}\n"
    assert "Usage: companion check [OPTIONS]" in shown
    assert "⟦" not in shown


# The server


def serve(folder, data, *options, **environment):
    """What a companion prints until it serves, and after it was stopped."""
    with subprocess.Popen(
        [sys.executable, "-c", START.format(folder=str(folder)), "--port", "0", "--data", data, *options],
        env=os.environ | SPOKEN | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        told = b""
        for line in server.stdout:
            told += line
            if b"Ctrl+C" in line:
                server.terminate()
        return told.decode(errors="replace"), server.stderr.read().decode(errors="replace")


@pytest.mark.parametrize("options", [["--host", "127.0.0.1"], ["--host", "0.0.0.0"]])
def test_what_is_printed_at_the_start_is_translated(folder, tmp_path, options):
    out, err = serve(folder, tmp_path, *options)
    assert ("⟦Stop with Ctrl+C.⟧" in out, err) == (True, "")
    assert outside(out, tmp_path) == []


def test_trouble_of_one_that_runs_is_told_in_the_language_of_whoever_asks(said, folder, tmp_path):
    """Not in that of the companion, which may be a service."""
    server = Server(tmp_path)
    try:
        out, err = serve(folder, tmp_path, "--host", "127.0.0.1", "--port", str(server.port))
        assert (out, outside(err), "⟦Address already in use⟧" in err) == ("", [], True)
        file = tmp_path / FILE_NAME
        file.rename(tmp_path / "elsewhere")
        file.write_bytes((tmp_path / "elsewhere").read_bytes())
        ((status, out, err),) = said([("", ["status", "--data", tmp_path])])
        assert status == 2
        assert err.startswith(f"companion: ⟦{file} was deleted, moved or replaced while")
        assert outside(out.replace("gone", "") + err, tmp_path) == []
    finally:
        server.kill()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_without_the_letters_is_no_error(folder, tmp_path, encoding):
    out, err = serve(folder, tmp_path, "--host", "0.0.0.0", LC_ALL="C", PYTHONIOENCODING=encoding)
    assert ("Stop with Ctrl+C." in out, err) == (True, "")
    done = subprocess.run(
        [sys.executable, "-c", START.format(folder=str(folder)), "score", CASES[0]],
        env=os.environ | SPOKEN | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


# What others say


def test_every_sentence_that_is_listed_is_clicks_or_the_systems():
    """Else it has changed there, and what stands in ``companion.cli.borrowed`` is shown no more."""
    source = extract_from_dir(Path(click.__file__).parent, [("**.py", "python")])
    there = {form for _, _, message, _, _ in source for form in ([message] if isinstance(message, str) else message)}
    assert sorted({*borrowed.CLICK} - there - {"required"}) == []
    numbers = {os.strerror(number) for number in range(1, 134)}
    assert sorted({*borrowed.SYSTEM} - numbers) == ["Name or service not known"]  # which is the resolver's
