"""A database moved, replaced, emptied or deleted: what was acknowledged is there, and one line says how.

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
    """A companion with a table of two rounds, of which a backup has one."""

    def __init__(self, folder):
        self.data, self.elsewhere, self.backup = folder / "data", folder / "elsewhere", folder / "backup.sqlite3"
        self.data.mkdir()
        self.file, self.acknowledged = self.data / FILE_NAME, 0
        self.start()
        self.table = start_table(self.server)
        assert self.saves()
        self.command("backup", self.backup)

    def start(self, *options):
        self.server = Server(self.data, *options, stderr=subprocess.PIPE)

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

    def command(self, *arguments):
        """What a command says, or why not."""
        command = [*START, *map(str, arguments), "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.stdout + done.stderr

    def refuses(self):
        """Why it does not start."""
        command = [*START, *HERE, "--port", "0", "--data", self.data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        assert done.returncode == 2
        return done.stderr

    def has_everything(self):
        sheet = ask(f"{self.server.address}{self.table}/sheet.json")[2]
        return sheet.count('"number"') == self.acknowledged and self.saves()


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.server.process.kill()
    if not evening.server.process.stdout.closed:
        evening.server.process.communicate(timeout=20)


@pytest.mark.parametrize("is_replaced", [False, True], ids=["deleted", "replaced"])
def test_what_a_companion_had_open_is_kept_and_it_says_how_to_go_on(evening, is_replaced):
    """By an older one under the same name."""
    assert evening.saves()
    evening.file.unlink()
    if is_replaced:
        shutil.copy(evening.backup, evening.file)
    assert not evening.saves()
    assert evening.command("status").splitlines()[-1] == f"companion: {evening.file} {GONE}"
    line = f"companion: {evening.file} is lost. To go on with what it held: companion restore (.+)"
    rescued = re.search(line, evening.stop())[1]
    if not is_replaced:
        how = f"To restore its contents: companion restore {rescued}"
        assert evening.refuses() == f"companion: {evening.file} is missing. {how}\n"
    evening.command("restore", rescued)
    evening.start()
    assert evening.has_everything()


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_nothing_begins_anew_in_place_of_what_is_lost(evening, how):
    """Unless somebody says so."""
    evening.stop()
    evening.file.unlink()
    if how == "empty":
        evening.file.touch()
    for message in (evening.refuses(), evening.command("import", Path("tests/cases/tichu-level.json").absolute())):
        assert message == f"companion: {evening.file} is {how}, {LOST}\n"
    if how == "missing":
        evening.command("restore", evening.backup)
        evening.start()
        assert evening.has_everything()
    else:
        evening.start("--new")
        assert ask(f"{evening.server.address}{evening.table}?new=1")[0] == 404
