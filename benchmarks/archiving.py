"""How long saves wait while a group of 300 games and a table of 10,000 entries are archived, against before.

.venv/bin/python benchmarks/archiving.py
"""

import statistics
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.store.database import FILE_NAME, Store
from companion.store.upkeep.archive import archive, note_opened
from tests.store.builders import Phone, a_group, a_table

GAMES, ENTRIES = 300, 10_000
BEFORE = 3  # seconds
BETWEEN = 0.05  # seconds, as the companion does it (``web/serving/caretaker.py``)


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / FILE_NAME)) as store:
        playing = fill(store)
        waits: dict[str, list[float]] = {"before": [], "while it archives": []}
        phase, stop = ["before"], threading.Event()
        saving = threading.Thread(target=save, args=[store, playing, waits, phase, stop])
        saving.start()
        time.sleep(BEFORE)
        phase[0] = "while it archives"
        files = list(archive(store, Path(folder) / "archive", 30, lambda: time.sleep(BETWEEN) is None))
        stop.set()
        saving.join()
        print(f"{len(files)} files\n\n| saves | number | median | longest |\n|---|---|---|---|")
        for name, took in waits.items():
            print(f"| {name} | {len(took)} | {statistics.median(took):.1f} ms | {max(took):.0f} ms |")
        median, longest = (
            measure(waits["while it archives"]) / measure(waits["before"]) for measure in (statistics.median, max)
        )
        print(f"| ratio | | {median:.1f} | {longest:.1f} |")


def fill(store: Store) -> str:
    """What nobody has opened for years, and a table at which somebody plays; its key."""
    group = a_group(store)
    for _ in range(GAMES):
        group.with_table("Anne Paul Rachel Camille", "-80 10 10 0")
    long = a_table(store).table.id
    with store.writing() as db:
        db.execute(
            """
            INSERT INTO journal (table_id, seq, kind, payload, at, key)
            WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
            SELECT ?, n, 'player_renamed', '{"seat":0,"name":"Anne' || n || '"}', '2020-01-01T00:00:00.000+00:00', n
            FROM numbers
            """,
            [ENTRIES, long],
        )
        for kind in ("tables", "groups"):
            db.execute(f"UPDATE {kind} SET opened_on = '2020-01-01', created_at = '2020-01-01'")
    playing = a_table(store)
    note_opened(store, "tables", playing.table.id)
    return playing.address


def save(store: Store, key: str, waits: dict[str, list[float]], phase: list[str], stop: threading.Event) -> None:
    """Save again and again, and note how long each save takes (ms)."""
    phone, number = Phone(store, key), 0
    while not stop.is_set():
        number += 1
        begun = time.perf_counter()
        phone.renaming(0, f"Anne {number}")
        waits[phase[0]].append(1000 * (time.perf_counter() - begun))
        time.sleep(0.002)


if __name__ == "__main__":
    main()
