"""The companion puts into files what nobody has opened for long, while it runs, and says so."""

import sqlite3
import subprocess
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from tests.cli.test_serving import ask
from tests.server import Server
from tests.store.builders import a_group, a_table


@pytest.mark.parametrize("workers", [1, 2])
def test_what_nobody_opens_is_archived_at_the_start_and_its_link_says_so(tmp_path, workers):
    """One process does it, however many there are. A stop leaves one file and the archive."""
    with closing(Store(tmp_path / FILE_NAME)) as store:
        old, group, played = a_table(store), a_group(store), a_table(store)
        group.with_table("Anne Paul Rachel Camille", "-80 10 10 0")
        in_group = group.phone()
        ids = {"old": old.table.id, "played": played.table.id}
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file, file:
        long_ago = "SET opened_on = '2020-01-01', created_at = '2020-01-01T00:00:00.000+00:00'"
        file.execute(f"UPDATE tables {long_ago}")
        file.execute(f"UPDATE groups {long_ago}")
        file.execute("UPDATE tables SET opened_on = date('now') WHERE id = ?", [ids["played"]])
    options = ("--archive-after", "30", "--workers", str(workers))
    server = Server(tmp_path, *options, stderr=subprocess.PIPE)
    try:
        said = [server.process.stderr.readline() for _ in range(2)]
        assert all(line.endswith(": nobody had opened it for 30 days.\n") for line in said), said
        for address in (f"/t/{old.address}", f"/t/{in_group.address}"):
            status, _, shown = ask(server.address + address)
            assert status == 410
            assert "This game has been archived" in shown
            assert "Whoever runs the server has it in a file, and can open it again." in shown
        status, _, shown = ask(f"{server.address}/g/{group.key}")
        assert (status, "This group has been archived" in shown) == (410, True)
        assert ask(f"{server.address}/t/{played.address}")[0] == 200
        assert server.stop() == 0
    finally:
        server.process.kill()
        server.process.stderr.close()
    assert {path.name for path in tmp_path.iterdir()} == {FILE_NAME, "archive", "serving.json"}
    assert sorted(path.name.split("-")[3] for path in (tmp_path / "archive").iterdir()) == ["group", "table"]


def test_without_the_option_everything_stays(tmp_path):
    with closing(Store(tmp_path / FILE_NAME)) as store:
        old = a_table(store)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file, file:
        file.execute("UPDATE tables SET opened_on = '2020-01-01', created_at = '2020-01-01T00:00:00.000+00:00'")
    server = Server(tmp_path)
    try:
        assert ask(f"{server.address}/t/{old.address}")[0] == 200
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
            assert file.execute("SELECT opened_on = date('now') FROM tables").fetchone() == (1,)
    finally:
        server.kill()
    assert not (tmp_path / "archive").exists()
