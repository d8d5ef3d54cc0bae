"""A database moved, replaced, emptied, deleted or doubled: what was acknowledged is there, and one line says how.

What the host does is what the companion says, word by word.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME
from tests.server import HERE, INSTEAD, START, Server, a_round, ask, start_table

LOST = "A companion ran here: put it back or restore a backup. To start anew, add --new."


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

    def refuses(self, *options):
        """Why it does not start."""
        command = [*START, *HERE, "--port", "0", "--data", self.data, *options]
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
    """Nothing is acknowledged, and it says why."""
    assert not evening.saves()
    assert ask(f"{evening.server.address}/health")[2] == '{"status":"gone"}'


# While it runs


def moved(evening):
    evening.file.rename(evening.elsewhere)
    is_gone(evening)
    evening.elsewhere.rename(evening.file)


def log_moved(evening):
    evening.log.rename(evening.elsewhere)
    is_gone(evening)
    evening.elsewhere.rename(evening.log)


def folder_moved(evening):
    evening.data.rename(evening.elsewhere)
    assert not evening.saves()
    evening.elsewhere.rename(evening.data)


def deleted(evening):
    evening.file.unlink()
    is_gone(evening)
    evening.stop()
    assert evening.refuses() == f"companion: There’s no database at {evening.file}. {LOST}\n"
    evening.command("restore", evening.backup)
    evening.start()


def replaced(evening):
    """By a backup under the same name."""
    shutil.copy(evening.backup, evening.elsewhere)
    evening.elsewhere.rename(evening.file)
    is_gone(evening)
    evening.stop()
    evening.command("restore", evening.backup)
    evening.start()


def doubled(evening):
    who = f"Process {evening.server.process.pid} is already serving {evening.data}."
    assert evening.refuses() == f"companion: {who} {INSTEAD}\n"
    assert evening.command("restore", evening.backup) == f"companion: {who} {INSTEAD}\n"


# While it is stopped


def lost(evening):
    evening.stop()
    evening.file.unlink()
    for message in (evening.refuses(), evening.command("import", Path("tests/cases/tichu-level.json").absolute())):
        assert message == f"companion: There’s no database at {evening.file}. {LOST}\n"
    evening.command("restore", evening.backup)
    evening.start()


def found_empty(evening):
    evening.stop()
    evening.file.write_bytes(b"")
    assert evening.refuses() == f"companion: There’s no database at {evening.file}. {LOST}\n"
    evening.command("restore", evening.backup)
    evening.start()


def half_of_it_moved(evening):
    """After a crash: the log alone is left."""
    evening.kill()
    evening.file.rename(evening.elsewhere)
    assert evening.refuses() == f"companion: There’s no database at {evening.file}. {LOST}\n"
    evening.elsewhere.rename(evening.file)
    evening.start()


def carried_elsewhere(evening):
    """After a crash, with its log."""
    evening.kill()
    shutil.copytree(evening.data, evening.elsewhere)
    shutil.rmtree(evening.data)
    evening.elsewhere.rename(evening.data)
    evening.start()


WAYS = [deleted, doubled, half_of_it_moved]
THOROUGH = [moved, log_moved, folder_moved, replaced, lost, found_empty, carried_elsewhere]


@pytest.mark.parametrize("way", [*WAYS, *(pytest.param(way, marks=pytest.mark.thorough) for way in THOROUGH)])
def test_what_was_acknowledged_is_there_in_the_end(evening, way):
    way(evening)
    evening.has_everything()


def test_only_who_says_so_begins_anew(evening):
    evening.stop()
    evening.file.unlink()
    evening.server = Server(evening.data, "--new", stderr=subprocess.PIPE)
    assert ask(f"{evening.server.address}{evening.table}?new=1")[0] == 404
