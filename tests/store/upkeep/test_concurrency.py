"""Several processes on one file, as when a server restarts while the old one still answers; and one killed."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.tables import append
from companion.store.migrations import migrations
from tests.store.builders import ANNE, PAUL, Phone, a_key, a_table, how_many
from tests.store.upkeep import another_process
from tests.store.upkeep.another_process import AFRESH, PATIENCE, Victim

PROCESSES = 4
pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def processes():
    """Processes that do what they are told at the same moment."""
    with ProcessPoolExecutor(PROCESSES, AFRESH) as pool:
        yield pool


def test_many_processes_open_a_new_file_at_once(processes, path):
    """Start-up races on WAL and the schema: everybody gets in, and every step is taken once."""
    assert set(processes.map(another_process.open_file, [path] * 16, timeout=PATIENCE)) == {"wal"}
    with closing(Store(path)) as store:
        taken = [step.name for step in migrations.applied(store.db)]
        assert len(taken) == len(set(taken))
        assert a_table(store).version == 1


def test_one_process_wins_each_round(processes, store):
    """Everybody enters the same round: one entry is kept, everybody else is told of the conflict."""
    phone = a_table(store, end_score=-500, tens_to_end=60)
    for number in range(1, 6):
        told = [(store.path, phone.address, number, cost, a_key()) for cost in range(10, 18)]
        outcomes = list(processes.map(another_process.enter, *zip(*told, strict=True), timeout=PATIENCE))
        assert Counter(outcomes) == {"entered": 1, "conflict": 7}
        assert phone.rounds[-1]["hands"][ANNE].only_total == 10 + outcomes.index("entered")
    assert [entry.seq for entry in phone.journal] == list(range(1, 7))


def test_one_request_sent_to_many_processes_counts_once(processes, store):
    """A start tapped again and again, and a round whose retry overtakes the first attempt: nobody is refused."""
    addresses = list(processes.map(another_process.start, [store.path] * 8, [a_key()] * 8, timeout=PATIENCE))
    assert len(set(addresses)) == 1
    told = [(store.path, addresses[0], 1, 17, "the same key")] * 8
    assert set(processes.map(another_process.enter, *zip(*told, strict=True), timeout=PATIENCE)) == {"entered"}
    assert Phone(store, addresses[0]).kinds == ["created", "round_entered"]
    assert how_many(store)["tables"] == how_many(store)["links"] == 1


def test_a_killed_process_loses_nothing_it_had_acknowledged(store):
    """Never lost: it is in the file once, and retries are safe. Others go on: no lock is left behind."""
    phone = a_table(store)
    with Victim(another_process.rename_until_killed, store.path, phone.address) as victim:
        acknowledged = [victim.answer() for _ in range(20)]
        acknowledged += victim.killed()
    assert store.db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    written = [dict(entry.payload["names"])[ANNE] for entry in phone.journal[1:]]
    assert written[: len(acknowledged)] == acknowledged
    assert len(written) - len(acknowledged) in (0, 1)  # one may be written and not yet acknowledged
    for name in written:
        append(store, phone.address, name, facts.players_renamed({ANNE: name}))
    assert phone.renaming(PAUL, "Paula").version == 2 + len(written)
