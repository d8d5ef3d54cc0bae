"""A lost database: nothing begins another in its place unasked, and one line says what to do.

While a companion runs: ``tests/web/app/test_trouble.py``.
"""

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.folder import write_pid
from companion.store.upkeep.soundness import check_database
from tests.command import one_plain_line, refused_start
from tests.server import NOWHERE
from tests.store.builders import Phone, a_table

LOST = "A companion ran here: put it back or restore a backup. To start anew, add --new."


@pytest.fixture
def file(tmp_path):
    """The database of a companion that ran here."""
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / FILE_NAME)) as store:
        a_table(store).with_round("17", "", "13", "")
    write_pid(store.path.parent)
    return store.path


@pytest.mark.parametrize("lose", [Path.unlink, lambda file: file.write_bytes(b"")], ids=["deleted", "emptied"])
def test_a_lost_database_is_put_back_or_begun_anew_where_that_is_asked(companion, file, tmp_path, lose):
    at, backup = ("--data", file.parent), tmp_path / "backup.sqlite3"
    companion("backup", backup, *at)
    lose(file)
    missing = f"There’s no database at {file}. {LOST}"
    assert refused_start(companion(*NOWHERE, *at), file) == missing
    assert one_plain_line(companion("import", Path("tests/cases/tichu-level.json").absolute(), *at)) == missing
    assert refused_start(companion(*NOWHERE, *at, "--new"), file).startswith("Can’t listen on ")
    assert check_database(file).tables == 0
    companion("restore", backup, *at)
    assert check_database(file).tables == 1


def test_after_a_crash_the_file_and_its_log_may_be_carried_elsewhere(file, tmp_path, companion):
    """But neither alone."""
    with closing(Store(file)) as store:
        phone = a_table(store)
        shutil.copytree(file.parent, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("*.pid"))
    crashed = tmp_path / "elsewhere" / FILE_NAME
    crashed.rename(tmp_path / "moved")
    assert refused_start(companion(*NOWHERE, "--data", crashed.parent), crashed).endswith(LOST)
    (tmp_path / "moved").rename(crashed)
    with closing(Store(crashed)) as store:
        assert Phone(store, phone.address).version == 1
    assert check_database(crashed).tables == 2
