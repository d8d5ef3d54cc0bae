"""The command that opens a file of a size that no page takes: what it prints, what it refuses."""

import json
import re
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.journal.tables import open_table
from companion.store.links.links import new_key
from tests.command import one_plain_line
from tests.web.builders import HANDS, a_file

SHEET = a_file([{"hands": HANDS}] * 2)
GROUP = {"format": "companion-group", "version": 1, "id": "a-group-of-ours", "name": "Thursdays"}


@pytest.fixture
def data(tmp_path):
    """A data folder that is not there yet."""
    return tmp_path / "data"


@pytest.fixture
def brought(companion, data, tmp_path):
    """``brought(file)`` gives what the command says of a file of this content."""

    def bring(content, *options):
        file = tmp_path / "some.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return companion("import", file, "--data", data, *options)

    return bring


def test_a_sheet_becomes_a_table(brought, data):
    status, out, err = brought(SHEET)
    assert (status, err) == (0, "")
    said, where = out.splitlines()
    assert said == "Imported 1 table with 2 rounds."
    key = re.fullmatch(r"Open it at /t/([\w-]{22})", where)[1]
    with closing(Store(data / FILE_NAME)) as store:
        table, link = open_table(store, key)
        assert (len(table.sitting.rounds), link.role) == (2, "host")


def test_a_group_comes_with_its_tables_and_into_another(brought, companion, data):
    tables = [SHEET | {"id": f"table-no-{number}"} for number in range(3)]
    status, out, _ = brought(GROUP | {"tables": tables})
    said, where = out.splitlines()
    assert (status, said) == (0, "Imported 3 tables with 6 rounds into Thursdays.")
    key = re.fullmatch(r"Open it at /g/([\w-]{22})", where)[1]
    more = json.dumps(GROUP | {"tables": [*tables, SHEET | {"id": "another-table"}]}).encode()
    with closing(Store(data / FILE_NAME)) as store, store.writing() as db:
        key = f"-{key[1:]}"
        db.execute("UPDATE links SET key = ? WHERE group_id IS NOT NULL", [key])
    for link in (key, f"https://fool.example.org/g/{key}/", f"https://fool.example.org/cards/g/b.{key}"):
        status, out, _ = companion("import", "-", "--group", link, "--data", data, stdin=more)
        added = "1 table of 4" if link == key else "0 tables of 4"
        assert (status, out) == (0, f"Imported {added} into Thursdays.\nOpen it at /g/{key}\n")


def test_where_a_file_differs_from_the_rules_is_told(brought):
    status, out, err = brought(SHEET | {"totals": {"Anne": 1}})
    assert (status, out.splitlines()[0]) == (0, "Imported 1 table with 2 rounds.")
    assert err == "companion: In the end the file has Anne at 1, the rules make it −34.\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "line 1, column 1: This is not a JSON file."),
        (b"[" * 1_000_000, "file: This is not a JSON file."),
        (SHEET | {"rounds": [{}] * 501}, "rounds: Here a list of up to 500 rounds is expected."),
        (b" " * (32 * 1024 * 1024 + 1), "some.json has more than 32 megabytes."),
    ],
    ids=["nothing", "deep", "rounds", "large"],
)
def test_what_cannot_be_read_is_one_plain_line(brought, content, told):
    assert re.search(told, one_plain_line(brought(content)))


def test_what_cannot_be_done_is_one_plain_line(brought, companion, data, tmp_path):
    assert "No group has this link." in one_plain_line(brought(SHEET, "--group", new_key()))
    assert "No such file" in one_plain_line(companion("import", tmp_path / "none.json", "--data", data))
