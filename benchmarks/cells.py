"""Cells behind HAProxy, all on this computer: what three hold beside what one holds, and one that is lost and restored.

    PYTHONPATH=. python benchmarks/cells.py [--phones 1002] [--seconds 20] [--saves 1.0] [--losses 3]

Every cell has so many phones and so many saves a second, as in ``live_load.py``; all go through HAProxy, whose CPU
counts with that of the servers. Then cells lose their computer and disk in turn, and are brought back as
``docs/many-machines.md`` says: prints the seconds until all their tables answer, and how many requests failed meanwhile
to tables of the other cells, the first page and new games. Needs Linux and HAProxy, and Litestream for the losses.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from answer_times import new_table
from live_load import FIRST_ROUNDS, PHONES, Phone, Run, Table, allow_files, play, report

from companion.store.database import Store
from tests.many import CELLS, NAME, Cell, Proxy


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--phones", type=int, default=1002)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--saves", type=float, default=1.0)
    options.add_argument("--losses", type=int, default=3)
    chosen = options.parse_args()
    allow_files()
    for number in (1, 3):
        hold(CELLS[:number], chosen.phones, chosen.seconds, chosen.saves)
    if chosen.losses:
        lose(chosen.losses)


@contextmanager
def serving(names: tuple[str, ...], tables: int, *, copies: bool) -> Iterator[tuple[list[Cell], Proxy, list[str]]]:
    """Cells with so many tables each, and the keys of those in addresses."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        keys = []
        for name in names:
            (folder / name / "data").mkdir(parents=True)
            with closing(Store(folder / name / "data" / NAME)) as store:
                keys += [f"{name}.{new_table(store, FIRST_ROUNDS)}" for _ in range(tables)]
        cells = [opened.enter_context(closing(Cell(name, folder / name, copies))) for name in names]
        yield cells, opened.enter_context(closing(Proxy(folder, cells))), keys


def hold(names: tuple[str, ...], phones: int, seconds: float, saves: float) -> None:
    """Let phones watch and write at every cell."""
    with serving(names, math.ceil(phones / PHONES), copies=False) as (cells, proxy, keys):
        run = Run(proxy.port, proxy.process.pid, tuple(cell.server.process.pid for cell in cells))
        seated = [Phone(run, Table(key)) for key in keys for _ in range(PHONES)]
        for group in range(0, len(seated), PHONES):
            for phone in seated[group : group + PHONES]:
                phone.table = seated[group].table
        asyncio.run(play(run, seated, "push", seconds, saves * len(cells)))
        report(f"{len(cells)} cells: {len(seated)} phones, {saves * len(cells)} saves a second", run)


def lose(losses: int) -> None:
    """Lose a cell with its disk and bring it back, time after time."""
    with serving(CELLS, 20, copies=True) as (cells, proxy, keys):
        for number in range(losses):
            cell = cells[number % len(cells)]
            others = [f"/t/{key}" for key in keys if not key.startswith(f"{cell.name}.")]
            over, failed, asked = threading.Event(), list[str](), list[str]()

            def ask(paths: list[str], over: threading.Event, failed: list[str], asked: list[str]) -> None:
                while not over.is_set():
                    for path in paths:
                        try:
                            urllib.request.urlopen(proxy.address + path, timeout=20).close()
                        except OSError as error:
                            failed.append(f"{path}: {error}")
                        asked.append(path)

            asking = threading.Thread(target=ask, args=([*others, "/", "/tables/new"], over, failed, asked))
            asking.start()
            cell.copied()
            cell.lose()
            began = time.perf_counter()
            cell.restore()
            proxy.move(cell)
            for key in keys:
                while not answers(f"{proxy.address}/t/{key}"):
                    time.sleep(0.05)
            seconds = time.perf_counter() - began
            over.set()
            asking.join()
            print(
                f"cell {cell.name} back after {seconds:.1f} s; elsewhere {len(failed)} of {len(asked)} requests failed"
            )
            for each in failed[:3]:
                print(f"  {each}")


def answers(address: str) -> bool:
    """Whether there is a page."""
    try:
        urllib.request.urlopen(address, timeout=20).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
