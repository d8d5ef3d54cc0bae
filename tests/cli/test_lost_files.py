"""A database moved, replaced, emptied or deleted: what was acknowledged is there, and one line says how.

What the host does is what the companion says, word by word.
"""

import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME, Store
from tests.command import one_plain_line, refused_start
from tests.server import Server, a_round, ask
from tests.store.builders import a_table

LOST = "A companion ran here: put it back or restore a backup. To start anew, add --new."


class Evening:
    """A companion with a table of two rounds, of which the file has one and its log another; a backup has both."""

    def __init__(self, folder, companion):
        self.companion, self.data, self.elsewhere = companion, folder / "data", folder / "elsewhere"
        self.data.mkdir()
        self.file, self.log = self.data / FILE_NAME, self.data / f"{FILE_NAME}-wal"
        with closing(Store(self.file)) as store:
            self.table = f"/t/{a_table(store).with_round('17', '', '13', '').address.partition('.')[0]}"
        self.acknowledged = 1
        self.start()
        assert self.saves()
        self.backup = folder / "backup.sqlite3"
        self.run("backup", self.backup)

    def start(self):
        self.server = Server(self.data, stderr=subprocess.PIPE)

    def saves(self):
        """Whether the next round is acknowledged."""
        form = a_round(number=self.acknowledged + 1)
        saved = ask(f"{self.server.address}{self.table}/rounds", form)[0] == 303
        self.acknowledged += saved
        return saved

    def run(self, *arguments):
        return self.companion(*arguments, "--data", self.data)

    def refuses(self, *options):
        """Why it does not start; one that would has no address to listen on."""
        return refused_start(self.run("--host", "203.0.113.7", "--port", 0, *options), self.file)

    def end(self, how="terminate"):
        getattr(self.server.process, how)()
        self.server.process.communicate(timeout=20)

    def has_everything(self):
        self.start()
        sheet = ask(f"{self.server.address}{self.table}/sheet.json")[2]
        assert sheet.count('"number"') == self.acknowledged
        assert self.saves()


@pytest.fixture
def evening(tmp_path, companion):
    evening = Evening(tmp_path, companion)
    yield evening
    if not evening.server.process.stdout.closed:
        evening.end("kill")


def test_while_a_file_is_gone_nothing_is_acknowledged(evening):
    """Moved, replaced by a backup under the same name, or deleted."""
    for path in (evening.file, evening.log):
        path.rename(evening.elsewhere)
        assert not evening.saves()
        assert ask(f"{evening.server.address}/health")[2] == '{"status":"gone"}'
        evening.elsewhere.rename(path)
        assert evening.saves()
    evening.run("backup", evening.backup)
    shutil.copy(evening.backup, evening.file.with_name("copy"))
    evening.file.with_name("copy").rename(evening.file)
    assert not evening.saves()
    evening.file.unlink()
    evening.end()
    missing = f"There’s no database at {evening.file}. {LOST}"
    assert evening.refuses() == missing
    assert one_plain_line(evening.run("import", Path("tests/cases/tichu-level.json").absolute())) == missing
    assert evening.refuses("--new").startswith("Can’t listen on ")
    evening.file.write_bytes(b"")
    assert evening.refuses() == f"There’s no database at {evening.file}. {LOST}"
    evening.run("restore", evening.backup)
    evening.has_everything()


def test_after_a_crash_the_file_and_its_log_may_be_carried_elsewhere(evening):
    """But neither alone."""
    evening.end("kill")
    evening.file.rename(evening.elsewhere)
    assert evening.refuses() == f"There’s no database at {evening.file}. {LOST}"
    evening.elsewhere.rename(evening.file)
    shutil.copytree(evening.data, evening.elsewhere)
    shutil.rmtree(evening.data)
    evening.elsewhere.rename(evening.data)
    evening.has_everything()
