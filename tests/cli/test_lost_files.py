"""A database moved, replaced, emptied, deleted or doubled: what was acknowledged is there, and one line says how.

What the host does is what the companion says, word by word.
"""

import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME
from tests.server import HERE, INSTEAD, START, Server, a_round, ask, start_table

GONE = (
    "was deleted, moved or replaced while the companion was running. Nothing is saved until it’s back."
    " To use the file there now, start the companion again."
)
LOST = "though a companion ran here. Put it back or run companion restore FILE. To start anew: companion --new."
HALF = "with the newest rounds. Put the file back next to it. To start anew, move that away."


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
    """Nothing is acknowledged, and the status says why."""
    assert not evening.saves()
    assert evening.status() == f"companion: {evening.file} {GONE}"


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
    """The companion keeps what it has open."""
    evening.file.unlink()
    is_gone(evening)
    assert evening.command("check") == f"companion: {evening.file} {GONE}\n"
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


def overwritten(evening):
    """The log is another database's then, and is kept."""
    evening.file.write_bytes(evening.backup.read_bytes())
    is_gone(evening)
    log = evening.log.read_bytes()
    evening.stop()
    log_is_put_aside(evening, log)


def emptied(evening):
    evening.file.write_bytes(b"")
    is_gone(evening)
    evening.stop()
    assert evening.refuses() == f"companion: {evening.file} is empty, but {evening.log.name} is there, {HALF}\n"
    assert "Start the companion again." in evening.command("restore", evening.backup)
    evening.start()


def doubled(evening):
    who = f"Process {evening.server.process.pid} is already serving {evening.data} at {evening.server.address}."
    assert evening.refuses() == f"companion: {who} {INSTEAD}\n"
    assert evening.command("restore", evening.backup) == f"companion: {who} {INSTEAD}\n"


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


def half_of_it_moved(evening):
    """After a crash: the log alone is left."""
    evening.kill()
    evening.file.rename(evening.elsewhere)
    for options in ((), ("--new",)):
        message = evening.refuses(*options)
        assert message == f"companion: {evening.file} is missing, but {evening.log.name} is there, {HALF}\n"
    evening.elsewhere.rename(evening.file)
    evening.start()


def backup_over_it(evening):
    """After a crash, beside the log of what was there."""
    evening.kill()
    log = evening.log.read_bytes()
    evening.file.write_bytes(evening.backup.read_bytes())
    log_is_put_aside(evening, log)


def older_copy_over_it(evening):
    """A plain copy from before the last start, made without the companion."""
    evening.stop()
    shutil.copy(evening.file, evening.elsewhere)
    evening.start()
    start_table(evening.server)
    log = evening.log.read_bytes()
    evening.kill()
    shutil.copy(evening.elsewhere, evening.file)
    log_is_put_aside(evening, log, "status")


def log_is_put_aside(evening, log, command="check"):
    """By whatever command comes first."""
    message = evening.command(command)
    assert re.search(r"^1 table with |^Tables +1$", message, re.MULTILINE)
    pattern = rf"companion: {evening.log.name} belongs to another database than {evening.file}, so it is kept as (.+)\."
    assert (evening.data / re.search(pattern, message)[1]).read_bytes() == log
    evening.start()


def backup_over_it_while_another_program_has_it_open(evening):
    """As Litestream, which has worked the log in by then: nobody takes it away."""
    evening.stop()
    evening.file.write_bytes(evening.backup.read_bytes())
    with closing(sqlite3.connect(evening.file)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE IF NOT EXISTS another (id)")
        evening.start()
        assert evening.log.stat().st_size
        assert not list(evening.data.glob("companion-put-aside-*"))


def carried_elsewhere(evening):
    """After a crash, with its log."""
    evening.kill()
    shutil.copytree(evening.data, evening.elsewhere)
    shutil.rmtree(evening.data)
    evening.elsewhere.rename(evening.data)
    assert re.search("^companion: Process .+ was killed or crashed. Start the companion again.$", evening.status())
    evening.start()


WAYS = [deleted, overwritten, doubled, half_of_it_moved]
THOROUGH = [moved, log_moved, folder_moved, replaced, emptied, lost, found_empty, backup_over_it]
THOROUGH += [older_copy_over_it, backup_over_it_while_another_program_has_it_open, carried_elsewhere]


@pytest.mark.parametrize("way", [*WAYS, *(pytest.param(way, marks=pytest.mark.thorough) for way in THOROUGH)])
def test_what_was_acknowledged_is_there_in_the_end(evening, way):
    way(evening)
    evening.has_everything()


def test_only_who_says_so_begins_anew(evening):
    evening.stop()
    evening.file.unlink()
    evening.server = Server(evening.data, "--new", stderr=subprocess.PIPE)
    assert ask(f"{evening.server.address}{evening.table}?new=1")[0] == 404
