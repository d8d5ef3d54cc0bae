"""Processes that write at one table at once: every write has its number, and none comes twice."""

from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from multiprocessing import get_context

from companion.store.database import Store
from companion.store.journal.facts import Conflict, replay
from companion.store.journal.loading import load_table
from companion.store.tables.writing import append
from tests.store.builders import a_table
from tests.store.changes import ruling_shown

PROCESSES = 2


def write(path, address, table_id, process, count):
    """Write so many rulings, each until it is taken, as a phone's outbox does; then each once more."""
    with closing(Store(path)) as store:
        for number in [*range(count), *range(count)]:
            change, version = ruling_shown(f"{process} {number}"), 0
            while not version:
                with suppress(Conflict):  # others were quicker, several times running
                    version = append(store, address, f"{process} {number}", change).version
        return load_table(store, table_id).version


def test_processes_write_without_a_gap_and_without_a_double(store, thorough):
    phone, count = a_table(store), 200 if thorough else 20
    table_id = phone.table.id
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        each = [pool.submit(write, store.path, phone.address, table_id, process, count) for process in range(PROCESSES)]
        assert max(done.result() for done in each) == 1 + PROCESSES * count
    assert [seq for seq, *_ in phone.journal] == list(range(1, 2 + PROCESSES * count))
    assert {payload["asked"] for _, _, payload, *_ in phone.journal[1:]} == {
        f"{process} {number}" for process in range(PROCESSES) for number in range(count)
    }
    assert replay(table_id, phone.journal) == phone.table
