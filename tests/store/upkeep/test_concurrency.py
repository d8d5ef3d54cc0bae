"""Several processes on one file, as when a server restarts while the old one still answers; and one killed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import append
from tests.store.builders import ANNE, PAUL, Phone, a_group, a_key, a_table
from tests.store.groups.test_statistics import check_results
from tests.tiers import only_thorough

SCRIPT = Path(__file__).with_name("another_process.py")
PROCESSES = 6
PATIENCE = 120  # seconds; a process that hangs is killed, and its test fails for want of an answer


class Process:
    """Another process, which does what it is told (see ``another_process.py``)."""

    def __init__(self) -> None:
        self.running = subprocess.Popen(
            [sys.executable, "-W", "error", str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"},
        )

    def told(self, *words: Any) -> Process:
        """Begin something; do not wait for it."""
        assert self.running.stdin is not None
        self.running.stdin.write(json.dumps(words) + "\n")
        self.running.stdin.flush()
        return self

    def answer(self) -> Any:
        """Wait for the next answer."""
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        assert line, "the process gave no answer"
        return json.loads(line)

    def killed(self) -> list[Any]:
        """Kill it in the middle of what it does; the answers it had given and nobody had read yet."""
        self.running.kill()
        assert self.running.stdout is not None
        said = self.running.stdout.read()
        self.running.wait()
        return [json.loads(line) for line in said.splitlines() if line.endswith('"')]

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.running.kill()
        self.running.__exit__(None, None, None)


@pytest.fixture(scope="module")
def processes() -> Iterator[list[Process]]:
    """Processes with everything loaded, so that they begin at the same moment when told to."""
    with ExitStack() as stack:
        started = [stack.enter_context(Process()) for _ in range(PROCESSES)]
        watch = Timer(PATIENCE, lambda: [process.running.kill() for process in started])
        stack.callback(watch.cancel)
        watch.start()
        assert [process.told("ready").answer() for process in started] == ["ready"] * PROCESSES
        yield started


@pytest.fixture
def victim() -> Iterator[Process]:
    """A process to be killed."""
    with Process() as process:
        watch = Timer(PATIENCE, process.running.kill)
        watch.start()
        yield process
        watch.cancel()


def all_at_once(processes: list[Process], *words: Any) -> list[Any]:
    """Tell every process the same at the same moment; their answers."""
    return each_at_once(processes, [words] * len(processes))


def each_at_once(processes: list[Process], words: list[tuple[Any, ...]]) -> list[Any]:
    """Tell each process something else at the same moment; their answers."""
    for process, told in zip(processes, words, strict=True):
        process.told(*told)
    return [process.answer() for process in processes]


def seated(processes: list[Process], phone: Phone) -> tuple[str, str]:
    """Open a table in every process; the path and address with which they find it."""
    place = (str(phone.store.path), phone.address)
    assert all_at_once(processes, "sit_down", *place) == ["ready"] * PROCESSES
    return place


def rows(store: Store, table: str) -> int:
    """How many rows a table of the file has."""
    (number,) = store.db.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(number)


# Racing


@pytest.mark.parametrize("attempt", [0, *only_thorough(range(1, 8))])
def test_many_processes_open_a_new_file_at_once(processes: list[Process], path: Path, attempt: int) -> None:
    """Start-up races on WAL and the schema: everybody gets in, and every step is taken once."""
    assert all_at_once(processes, "open_file", str(path)) == ["wal"] * PROCESSES
    with closing(Store(path)) as store:
        applied = [name for (name,) in store.db.execute("SELECT name FROM _sqlite_migrations ORDER BY name").fetchall()]
        assert applied == [
            "m001_tables_links_journal",
            "m002_codes",
            "m003_groups",
            "m004_one_truth",
            "m005_titles",
            "m006_hosts",
            "m007_links_changed",
            "m008_ways",
            "m009_opened",
        ]
        assert a_table(store).version == 1


def test_one_process_wins_each_round(processes: list[Process], store: Store) -> None:
    """Everybody enters the same round: one entry is kept, everybody else is told of the conflict."""
    phone = a_table(store, end_score=-500, tens_to_end=60)
    place = seated(processes, phone)
    for number in range(1, 11):
        hands = range(10, 10 + PROCESSES)
        outcomes = each_at_once(processes, [("enter", *place, number, hand, a_key()) for hand in hands])
        assert Counter(outcomes) == {"entered": 1, "conflict": PROCESSES - 1}
        assert len(phone.rounds) == number
        assert phone.rounds[-1].hands[ANNE].cost == hands[outcomes.index("entered")]
    assert [entry.seq for entry in phone.journal] == list(range(1, 12))


def test_one_process_wins_each_undo(processes: list[Process], store: Store) -> None:
    """Everybody taps undo: one entry is taken back, not six."""
    phone = a_table(store)
    for name in ("Ann", "Annie", "Anna"):
        phone.renaming(ANNE, name)
    place = seated(processes, phone)
    outcomes = each_at_once(processes, [("undo", *place, 4, a_key()) for _ in processes])
    assert Counter(outcomes) == {"entered": 1, "conflict": PROCESSES - 1}
    assert phone.table.sitting.players[ANNE] == "Annie"


def test_one_write_sent_to_many_processes_is_entered_once(processes: list[Process], store: Store) -> None:
    """A retry that overtakes the first attempt: the same key and fact write once, and nobody is refused."""
    phone = a_table(store)
    place = seated(processes, phone)
    assert all_at_once(processes, "enter", *place, 1, 17, a_key()) == ["entered"] * PROCESSES
    assert phone.kinds == ["created", "round_entered"]


def test_one_start_sent_to_many_processes_starts_one_table(processes: list[Process], store: Store) -> None:
    """The button "Start game" tapped again and again starts one table with one address."""
    addresses = all_at_once(processes, "start", str(store.path), a_key())
    assert len(set(addresses)) == 1
    assert (rows(store, "tables"), rows(store, "links"), rows(store, "journal")) == (1, 1, 1)
    assert Phone(store, addresses[0]).version == 1


def test_no_entry_of_any_process_is_lost(processes: list[Process], store: Store) -> None:
    """Everybody writes as fast as they can: all is there, numbered without gaps, each in its own order."""
    phone = a_table(store)
    place = seated(processes, phone)
    names = [[f"{mine} {number}" for number in range(40)] for mine in range(PROCESSES)]
    assert each_at_once(processes, [("rename", *place, mine) for mine in names]) == [40] * PROCESSES
    assert [entry.seq for entry in phone.journal] == list(range(1, 2 + 40 * PROCESSES))
    written = [entry.payload["name"] for entry in phone.journal[1:]]
    for mine in names:
        assert [name for name in written if name in mine] == mine
    assert phone.table.sitting.players[ANNE] == written[-1]


def test_a_table_can_be_read_while_others_write(processes: list[Process], store: Store) -> None:
    """A sheet that is looked at is always one that was: its number of entries only grows, its names fit."""
    phone = a_table(store)
    place = seated(processes, phone)
    for mine, process in enumerate(processes):
        process.told("rename", *place, [f"{mine} {number}" for number in range(15)])
    seen = [phone.table]
    give_up = time.monotonic() + 30
    while seen[-1].version < 1 + 15 * PROCESSES and time.monotonic() < give_up:
        seen.append(phone.table)
    assert [process.answer() for process in processes] == [15] * PROCESSES
    names = ["Anne", *(entry.payload["name"] for entry in phone.journal[1:])]
    versions = [table.version for table in seen]
    assert versions == sorted(versions)
    assert [table.sitting.players[ANNE] for table in seen] == [names[version - 1] for version in versions]


# Killed


@pytest.mark.parametrize("heard", [7, *only_thorough((1, 40, 150))])
def test_a_killed_process_loses_nothing_it_had_acknowledged(victim: Process, path: Path, heard: int) -> None:
    """Never lost: what was acknowledged is in the file once, however the process ended, and retries are safe."""
    with closing(Store(path)) as store:
        address = a_table(store).address
    victim.told("rename_until_killed", str(path), address, "Anne ")
    acknowledged = [victim.answer() for _ in range(heard)]
    acknowledged += victim.killed()
    assert acknowledged == [f"Anne {number}" for number in range(len(acknowledged))]

    with closing(Store(path)) as store:
        phone = Phone(store, address)
        assert store.db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        written = [entry.payload["name"] for entry in phone.journal[1:]]
        assert written[: len(acknowledged)] == acknowledged
        assert len(written) - len(acknowledged) in (0, 1)  # one may be written and not yet acknowledged
        assert [entry.seq for entry in phone.journal] == list(range(1, 2 + len(written)))

        for name in written:
            append(store, phone.table, name, facts.player_renamed(ANNE, name))
        assert len(phone.journal) == 1 + len(written)
        assert phone.renaming(PAUL, "Paula").version == 2 + len(written)


def test_others_go_on_when_a_process_is_killed(victim: Process, store: Store) -> None:
    """A process that dies while it writes leaves no lock behind."""
    phone = a_table(store)
    victim.told("rename_until_killed", str(store.path), phone.address, "Anne ")
    acknowledged = [victim.answer() for _ in range(20)]
    before = phone.version
    acknowledged += victim.killed()
    assert phone.renaming(PAUL, "Paula").version > max(before, len(acknowledged))
    keys = {key for (key,) in store.db.execute("SELECT key FROM journal").fetchall()}
    assert {hashlib.sha256(name.encode()).hexdigest() for name in acknowledged} < keys
    with pytest.raises(Conflict):
        phone.writes(facts.player_renamed(ANNE, "Somebody else"), acknowledged[-1])
    assert phone.table.sitting.players[PAUL] == "Paula"


# A group


def test_processes_that_finish_games_leave_the_figures_right(processes: list[Process], store: Store) -> None:
    """Every process plays at a table of its own in one group, all with the same people."""
    circle = a_group(store)
    for _ in processes:
        circle.with_table("Anne Paul Rachel Camille", end_score=-100)
    phones = [circle.phone(number) for number in range(1, PROCESSES + 1)]
    for process, phone in zip(processes, phones, strict=True):
        assert process.told("sit_down", str(store.path), phone.address).answer() == "ready"
    for number in range(1, 4):
        told = [("enter", str(store.path), phone.address, number, 40, a_key()) for phone in phones]
        assert each_at_once(processes, told) == ["entered"] * PROCESSES
    anne = circle.figures()["Anne"]
    assert (anne.games, anne.total, anne.counts["rounds"]) == (PROCESSES, -120 * PROCESSES, 3 * PROCESSES)
    assert circle.won()["Camille"] == (PROCESSES, PROCESSES)
    check_results(store)
