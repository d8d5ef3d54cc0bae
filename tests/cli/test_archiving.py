"""The companion puts into files what nobody has opened for long, while it runs, and says so."""

import sqlite3
import subprocess
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME
from tests.server import Server, ask, until
from tests.store.builders import a_table


@pytest.mark.thorough
@pytest.mark.parametrize("options", [("--archive-after", "30"), ()])
def test_what_nobody_opens_is_archived_at_the_start_and_its_link_says_so(tmp_path, store, thursdays, options):
    """A stop leaves one file and the archive."""
    old, played, in_group = a_table(store), a_table(store), thursdays.phone()
    stays = played.table.id
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file, file:
        long_ago = "SET opened_on = '2020-01-01', created_at = '2020-01-01T00:00:00.000+00:00'"
        file.execute(f"UPDATE tables {long_ago}")
        file.execute("UPDATE tables SET opened_on = date('now') WHERE id = ?", [stays])
        file.execute(f"UPDATE groups {long_ago}")
    server = Server(tmp_path, *options, stderr=subprocess.PIPE)
    try:
        if options:
            until(lambda: len(list(tmp_path.glob("archive/*"))) == 2)
        assert ask(f"{server.address}/t/{played.address}")[0] == 200
        for address in (f"/t/{old.address}", f"/t/{in_group.address}", f"/g/{thursdays.key}"):
            status, _, shown = ask(server.address + address)
            assert status == (410 if options else 200)
            assert ("has been archived" in shown) is bool(options)
        assert server.stop() == 0
        said = server.process.stderr.read().splitlines()
        assert len(said) == (2 if options else 0)
        assert all(line.endswith(": nobody had opened it for 30 days.") for line in said), said
    finally:
        server.process.kill()
        server.process.stderr.close()
    archived = [path.name.split("-")[3] for path in tmp_path.glob("archive/*")]
    assert sorted(archived) == (["group", "table"] if options else [])
    assert {path.name for path in tmp_path.iterdir()} - {"archive"} == {FILE_NAME, "serving.json"}
