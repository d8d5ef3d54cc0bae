"""A database moved, replaced, deleted or doubled: what was acknowledged is there, and one line says how.

What the host does is what the companion says, word by word.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME
from tests.server import HERE, START, Server, a_round, ask, start_table

GONE = (
    "was deleted, moved or replaced while the companion was running. Nothing is saved until it’s back."
    " To use the file there now, start the companion again."
)
LOST = "though a companion ran here. Put it back or run companion restore FILE. To start anew: companion --new."


class Evening:
    """A companion with a table of two rounds, of which the file has one and its log another; a backup has both."""

    def __init__(self, folder):
        self.folder, self.data, self.elsewhere = folder, folder / "data", folder / "elsewhere"
        self.data.mkdir()
        self.file, self.log = self.data / FILE_NAME, self.data / f"{FILE_NAME}-wal"
        self.acknowledged = 0
        self.start()
        self.table = start_table(self.server)
        assert self.saves()
        self.stop()
        self.start()
        assert self.saves()
        self.backup = self.folder / "backup.sqlite3"
        self.command("backup", self.backup)

    def start(self):
        self.server = Server(self.data, stderr=subprocess.PIPE)

    def saves(self):
        """Whether the next round is acknowledged."""
        form = a_round(number=self.acknowledged + 1)
        saved = ask(f"{self.server.address}{self.table}/rounds", form)[0] == 303
        self.acknowledged += saved
        return saved

    def stop(self):
        """What it says in the end."""
        self.server.process.terminate()
        return self.server.process.communicate(timeout=20)[1]

    def kill(self):
        self.server.process.kill()
        if not self.server.process.stdout.closed:
            self.server.process.communicate(timeout=20)

    def command(self, *arguments):
        """What a command says, or why not."""
        command = [*START, *map(str, arguments), "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.stdout + done.stderr

    def status(self):
        """The last line of the status."""
        return self.command("status").splitlines()[-1]

    def refuses(self):
        """Why it does not start."""
        command = [*START, *HERE, "--port", "0", "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        assert done.returncode == 2
        return done.stderr

    def has_everything(self):
        sheet = ask(f"{self.server.address}{self.table}/sheet.json")[2]
        assert sheet.count('"number"') == self.acknowledged
        assert self.saves()


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.kill()


def is_gone(evening):
    """Nothing is acknowledged, and the status says why."""
    assert not evening.saves()
    assert evening.status() == f"companion: {evening.file} {GONE}"


# While it runs


def deleted(evening):
    """The companion keeps what it has open."""
    evening.file.unlink()
    is_gone(evening)
    is_rescued(evening, evening.stop())
    message = evening.refuses()
    assert message.startswith(f"companion: {evening.file} is missing. To restore its contents: companion restore ")
    evening.command("restore", message.split()[-1])
    evening.start()


def is_rescued(evening, message):
    """What the companion had open is a backup; it says how to go on with it."""
    line = f"companion: {evening.file} is lost. To go on with what it held: companion (restore .+)"
    return re.search(line, message)[1].split()


def replaced(evening):
    """By an older one under the same name."""
    assert evening.saves()
    shutil.copy(evening.backup, evening.elsewhere)
    evening.elsewhere.rename(evening.file)
    is_gone(evening)
    evening.command(*is_rescued(evening, evening.stop()))
    evening.start()


# While it is stopped


def lost(evening):
    evening.stop()
    evening.file.unlink()
    for message in (evening.refuses(), evening.command("import", Path("tests/cases/tichu-level.json").absolute())):
        assert message == f"companion: {evening.file} is missing, {LOST}\n"
    evening.command("restore", evening.backup)
    evening.start()


def found_empty(evening):
    evening.stop()
    evening.file.write_bytes(b"")
    assert evening.refuses() == f"companion: {evening.file} is empty, {LOST}\n"
    evening.command("restore", evening.backup)
    evening.start()


WAYS = [deleted, lost]
THOROUGH = [replaced, found_empty]


@pytest.mark.parametrize("way", [*WAYS, *(pytest.param(way, marks=pytest.mark.thorough) for way in THOROUGH)])
def test_what_was_acknowledged_is_there_in_the_end(evening, way):
    way(evening)
    evening.has_everything()


def test_only_who_says_so_begins_anew(evening):
    evening.stop()
    evening.file.unlink()
    evening.server = Server(evening.data, "--new", stderr=subprocess.PIPE)
    assert ask(f"{evening.server.address}{evening.table}?new=1")[0] == 404
