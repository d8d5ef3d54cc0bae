"""Many phones that watch their tables live, against one ``companion`` process on this computer.

    python benchmarks/live_load.py [--tables 167] [--seconds 60] [--every 1.2] [--saves 2.0]
    python benchmarks/live_load.py --watch 2000

Six phones at each table ask as ``static/js/live.js`` does, while rounds are saved and undone. Prints requests
a second, the delay from sending such a write until another phone has read the page that shows it, the bytes
of an unchanged answer, the server's CPU and memory, and errors. Then as many phones ask a bare Flask route
on the same kind of server: CPU per request of both, and their ratio. With ``--watch`` so many phones only
watch. Needs Linux, where ``/proc`` tells what a process uses.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import html
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from answer_times import FORM, new_table, serving

from companion.store.database import FILE_NAME, Store
from companion.web.table.access import new_write_key

PHONES = 6  # at each table
FIRST_ROUNDS, MOST_ROUNDS = 7, 12
UNDOS = 0.2  # of all writes
PER_REQUEST = "server CPU a request, µs"
OPTIONS = {"tables": 167, "seconds": 60.0, "every": 1.2, "saves": 2.0, "watch": 0}
LIVE = re.compile(r'data-live="([^"]*[?&;]v=(\d+))"')
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)")
# What a phone's browser sends with every request.
BROWSER = (
    "Host: 127.0.0.1\r\nConnection: keep-alive\r\nPragma: no-cache\r\nCache-Control: no-cache\r\nAccept: */*\r\n"
    "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36\r\n"
    "Accept-Encoding: gzip, deflate\r\nAccept-Language: en-GB,en;q=0.9\r\n"
)


@dataclass
class Run:
    """What happened between phones and one server."""

    port: int
    pid: int
    requests: int = 0
    connections: int = 0
    writes: int = 0
    unchanged: int = 0  # bytes of the last such answer
    errors: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)  # milliseconds
    used: dict[str, float] = field(default_factory=dict)  # once all phones have connected


@dataclass
class Table:
    """A table as its phones know it."""

    key: str
    version: int = FIRST_ROUNDS + 1
    # The versions that entered the rounds which stand; who made each version since, and when it was sent.
    entered: list[int] = field(default_factory=lambda: list(range(2, FIRST_ROUNDS + 2)))
    sent: dict[int, tuple[Phone, float]] = field(default_factory=dict)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)


class Phone:
    """One phone: its connection, and the page it shows; without a table it asks the bare route."""

    def __init__(self, run: Run, table: Table | None = None) -> None:
        self.run, self.table = run, table
        self.version = table.version if table else 0
        self.address = f"/t/{table.key}/live?page=table&v={self.version}" if table else "/bare/"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.asking = asyncio.Lock()

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self.streams:
            self.streams[1].close()
            self.streams = None

    async def look(self, every: float) -> None:
        """Ask again and again."""
        await asyncio.sleep(random.random() * every)
        while True:
            async with self.asking:
                self.learn(await self.ask("GET", self.address))
            await asyncio.sleep(every)

    async def write(self, table: Table) -> None:
        """Save or undo a round, then load the table's page as a browser does after the redirect."""
        async with table.writing, self.asking:
            undo = len(table.entered) >= MOST_ROUNDS or (table.entered and random.random() < UNDOS)
            form = {"seq": table.entered[-1]} if undo else FORM | {"number": len(table.entered) + 1}
            body = urllib.parse.urlencode(form | {"key": new_write_key()})
            table.sent[table.version + 1] = (self, time.perf_counter())
            if await self.ask("POST", f"/t/{table.key}/{'undos' if undo else 'rounds'}", body) is not None:
                self.run.writes += 1
                table.version += 1
                table.entered = table.entered[:-1] if undo else [*table.entered, table.version]
                self.learn(await self.ask("GET", f"/t/{table.key}"))

    def learn(self, text: str | None) -> None:
        """Note what the page shows by now and where to ask next, and how late other phones' writes came."""
        found = LIVE.search(text or "")
        if self.table is None or found is None:
            return
        self.address = html.unescape(found[1])
        while self.version < int(found[2]):
            self.version += 1
            writer, sent_at = self.table.sent[self.version]
            if writer is not self:
                self.run.delays.append((time.perf_counter() - sent_at) * 1000)

    async def ask(self, method: str, path: str, form: str = "") -> str | None:
        """Send a request; the text of the answer, empty where nothing has changed, None at an error."""
        about = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
        self.run.requests += 1
        try:
            if self.streams is None:
                self.run.connections += 1
                self.streams = await asyncio.open_connection("127.0.0.1", self.run.port)
            reader, writer = self.streams
            writer.write(f"{method} {path} HTTP/1.1\r\n{BROWSER}{about}\r\n{form}".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
        except (OSError, EOFError) as error:  # dropped, also in the middle of an answer
            self.run.errors[type(error).__name__] += 1
            self.hang_up()
            return None
        if b"\r\nConnection: close" in head:
            self.hang_up()
        status = int(head[9:12])
        if status not in (200, 204, 303):
            self.run.errors[str(status)] += 1
            return None
        if method == "GET" and not body:
            self.run.unchanged = len(head)
        return (gzip.decompress(body) if b"\r\nContent-Encoding: gzip" in head else body).decode()


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in OPTIONS.items():
        options.add_argument(f"--{name}", type=type(default), default=default)
    options.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.bare:
        serve_bare_route()
        return
    saves, phones = (0, chosen.watch) if chosen.watch else (chosen.saves, chosen.tables * PHONES)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        tables = [Table(new_table(store, FIRST_ROUNDS)) for _ in range(math.ceil(phones / PHONES))]
        store.close()
        with started("-m", "companion", "--host", "127.0.0.1", "--port", "0", "--data", folder) as run:
            seated = [Phone(run, tables[number // PHONES]) for number in range(phones)]
            asyncio.run(play(run, seated, chosen.every, chosen.seconds, saves))
            report(f"{phones} phones, the companion", run)
    with started(__file__, "--bare") as bare:
        asyncio.run(play(bare, [Phone(bare) for _ in range(phones)], chosen.every, chosen.seconds / 3))
        report(f"{phones} phones, a bare Flask route", bare)
    print(f"\nCPU per request: ratio {run.used[PER_REQUEST] / bare.used[PER_REQUEST]:.2f}")


async def play(run: Run, phones: list[Phone], every: float, seconds: float, saves: float = 0) -> None:
    """Let the phones ask, and write so often a second; measure what the server uses once all have connected."""
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    asking = [asyncio.create_task(phone.look(every)) for phone in phones]
    await asyncio.sleep(every + 2)
    began, cpu, own_cpu = time.perf_counter(), cpu_seconds(run.pid), time.process_time()
    run.requests = run.connections = 0
    async with asyncio.TaskGroup() as writes:
        while (left := began + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, random.expovariate(saves) if saves else left))
            phone = random.choice(phones)
            if saves and phone.table:
                writes.create_task(phone.write(phone.table))
    taken, cpu = time.perf_counter() - began, cpu_seconds(run.pid) - cpu
    pages = int(Path(f"/proc/{run.pid}/statm").read_text().split()[1])
    run.used = {
        "requests a second": run.requests / taken,
        "connections opened a second": run.connections / taken,
        "server CPU, cores": cpu / taken,
        PER_REQUEST: cpu / run.requests * 1_000_000,
        "server memory, MB": pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000,
        "this script's CPU, cores": (time.process_time() - own_cpu) / taken,
    }
    await asyncio.sleep(2 * every + 1 if saves else 0)  # until the last write has reached every phone
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


def report(title: str, run: Run) -> None:
    """Print what happened."""
    delays = sorted(run.delays)
    shown = dict(run.used)
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1)) if delays else ():
        shown[f"delay, {name}, ms"] = delays[math.ceil(share * len(delays)) - 1]
    if delays:
        shown |= {"delays measured": len(delays), "delays missing": run.writes * (PHONES - 1) - len(delays)}
    if run.unchanged:
        shown["unchanged answer, bytes"] = run.unchanged
    shown |= {"errors": run.errors.total(), **run.errors}
    print(f"\n{title}")
    for what, value in shown.items():
        print(f"  {what:28}{value:8}" if isinstance(value, int) else f"  {what:28}{value:11.2f}")


def cpu_seconds(pid: int) -> float:
    """The user and system time of a process up to now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(*arguments: str) -> Iterator[Run]:
    """A server in a process of its own; what it writes to stderr is counted."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=said, text=True)
        assert process.stdout is not None
        try:
            port = next(int(found[1]) for line in process.stdout if (found := re.search(r":(\d+)/", line)))
            yield Run(port, process.pid)
        finally:
            process.terminate()
            process.communicate()
            said.seek(0)
            if lines := said.readlines():
                print(f"  {len(lines)} lines on stderr, the last: {lines[-1].strip()}")


def serve_bare_route() -> None:
    """Serve a bare Flask route just as the companion is served."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, _):
        print(f"http://127.0.0.1:{port}/", flush=True)
        time.sleep(3600)


if __name__ == "__main__":
    main()
