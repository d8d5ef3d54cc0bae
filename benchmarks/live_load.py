"""Many phones that watch their tables by event streams, against one ``companion`` here.

    python benchmarks/live_load.py [--phones 2004] [--seconds 60] [--saves 2.0]

Six phones sit at each table; rounds are saved and undone. Prints the delay from sending such a write until another
phone has heard of it, and has read the page that shows it (goal, p95: 100 ms; with 9,000 phones 200 ms), the server's
CPU and memory, and errors. Each phone takes two open files. Needs Linux, where ``/proc`` says what a process uses.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
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

from answer_times import FORM, SECRET, new_table

from companion.store.database import FILE_NAME, Store
from companion.store.links.phones import record_visit
from companion.web.table.access import PHONE, new_write_key

PHONES = 6  # at each table
FIRST_ROUNDS, MOST_ROUNDS = 7, 12
UNDOS = 0.2  # of all writes
AT_ONCE = 200  # phones that connect at the same moment
LIVE = re.compile(r'data-live="([^"]*[?&;]v=(\d+))"')
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
NEWS = re.compile(rb"(?:^|\n\n|\r\n)data: (\d+)\n\n")
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
    writes: int = 0
    connected: set[Phone] = field(default_factory=set)  # by a stream that has told a version
    errors: Counter[str] = field(default_factory=Counter)
    heard: list[float] = field(default_factory=list)  # milliseconds
    read: list[float] = field(default_factory=list)  # milliseconds
    said: list[str] = field(default_factory=list)  # on stderr, once it has ended
    used: dict[str, float] = field(default_factory=dict)  # once all phones have connected


@dataclass
class Table:
    """A table as its phones know it, each by a key of its own."""

    keys: list[str]
    version: int = FIRST_ROUNDS + 1
    # The versions that entered the rounds which stand; who made each version since, and when it was sent.
    entered: list[int] = field(default_factory=lambda: list(range(2, FIRST_ROUNDS + 2)))
    sent: dict[int, tuple[Phone, float]] = field(default_factory=dict)
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)


class Phone:
    """One phone: its connection, and the page it shows."""

    def __init__(self, run: Run, table: Table, number: int) -> None:
        self.run, self.table, self.key = run, table, table.keys[number]
        self.browser = f"{BROWSER}Cookie: {PHONE}={SECRET}{number}\r\n"
        self.version = self.newest = table.version
        self.address = f"/t/{self.key}/live?page=table&v={self.version}"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.asking = asyncio.Lock()
        self.fetching: asyncio.Task[None] | None = None

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self.streams:
            self.streams[1].close()
            self.streams = None

    async def listen(self) -> None:
        """Open the stream, and fetch what has changed whenever it tells a version."""
        stream: Listening | None = None
        try:
            loop = asyncio.get_running_loop()
            _, stream = await loop.create_connection(lambda: Listening(self), "127.0.0.1", self.run.port)
            await stream.ended
            self.run.errors["a stream has ended"] += 1
        except OSError as error:
            self.run.errors[type(error).__name__] += 1
        finally:
            if stream:
                stream.transport.close()

    def hear(self, version: int) -> None:
        """Note how late a version was heard of, and fetch it."""
        self.run.connected.add(self)
        writer, sent_at = self.table.sent.get(version, (self, 0.0))
        if writer is not self:
            self.run.heard.append((time.perf_counter() - sent_at) * 1000)
        self.newest = version
        if version > self.version and (self.fetching is None or self.fetching.done()):
            self.fetching = asyncio.create_task(self.fetch())

    async def fetch(self) -> None:
        """Fetch until the page is as new as what was heard."""
        while self.version < self.newest:
            async with self.asking:
                if self.version < self.newest:
                    self.learn(await self.ask("GET", self.address))

    async def write(self) -> None:
        """Save or undo a round, then load the table's page as a browser does after the redirect."""
        table = self.table
        async with table.writing, self.asking:
            undo = len(table.entered) >= MOST_ROUNDS or (table.entered and random.random() < UNDOS)
            form = {"seq": table.entered[-1]} if undo else FORM | {"number": len(table.entered) + 1}
            body = urllib.parse.urlencode(form | {"key": new_write_key()})
            table.sent[table.version + 1] = (self, time.perf_counter())
            if await self.ask("POST", f"/t/{self.key}/{'undos' if undo else 'rounds'}", body) is not None:
                self.run.writes += 1
                table.version += 1
                table.entered = table.entered[:-1] if undo else [*table.entered, table.version]
                self.learn(await self.ask("GET", f"/t/{self.key}"))

    def learn(self, text: str | None) -> None:
        """Note what the page shows by now and where to ask next, and how late other phones' writes came."""
        found = LIVE.search(text or "")
        if found is None:
            return
        self.address = html.unescape(found[1])
        while self.version < int(found[2]):
            self.version += 1
            writer, sent_at = self.table.sent[self.version]
            if writer is not self:
                self.run.read.append((time.perf_counter() - sent_at) * 1000)

    async def ask(self, method: str, path: str, form: str = "") -> str | None:
        """Send a request; the text of the answer, empty where nothing has changed, None at an error."""
        about = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
        self.run.requests += 1
        try:
            if self.streams is None:
                self.streams = await asyncio.open_connection("127.0.0.1", self.run.port)
            reader, writer = self.streams
            writer.write(f"{method} {path} HTTP/1.1\r\n{self.browser}{about}\r\n{form}".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            body = await read_body(reader, head)
        except (OSError, EOFError) as error:  # dropped, also in the middle of an answer
            self.run.errors[type(error).__name__] += 1
            self.hang_up()
            return None
        status = int(head[9:12])
        if status not in (200, 204, 303):
            self.run.errors[str(status)] += 1
            return None
        return (gzip.decompress(body) if b"\r\ncontent-encoding: gzip" in head.lower() else body).decode()


async def read_body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """The body of an answer, whether its head says the length or it comes in chunks."""
    if b"\r\ntransfer-encoding: chunked" not in head.lower():
        length = LENGTH.search(head)
        return await reader.readexactly(int(length[1])) if length else b""
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body


class Listening(asyncio.Protocol):
    """A phone's event stream."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET /t/{self.phone.key}/events HTTP/1.1\r\n{self.phone.browser}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """A message comes in one piece."""
        for version in NEWS.findall(data):
            self.phone.hear(int(version))

    def connection_lost(self, exc: Exception | None) -> None:
        """Be done."""
        if not self.ended.done():
            self.ended.set_result(None)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--phones", type=int, default=2004)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--saves", type=float, default=2.0)
    chosen = options.parse_args()
    phones = min(chosen.phones, allow_files() // 2 - 100)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        store.db.execute("PRAGMA synchronous = OFF")
        tables = [Table(sit_down(store)) for _ in range(math.ceil(phones / PHONES))]
        store.close()
        with started(folder) as run:
            seated = [Phone(run, tables[number // PHONES], number % PHONES) for number in range(phones)]
            asyncio.run(play(run, seated, chosen.seconds, chosen.saves))
            report(f"{phones} phones at {len(tables)} tables, {chosen.saves} saves a second", run)


def sit_down(store: Store) -> list[str]:
    """The keys of all phones at a new table."""
    first = new_table(store, FIRST_ROUNDS, f"{SECRET}0")
    for number in range(1, PHONES):
        record_visit(store, f"{first}.{SECRET}{number}")
    return [first] * PHONES


def allow_files() -> int:
    """Open as many files as is allowed; how many."""
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    return most_files


async def play(run: Run, phones: list[Phone], seconds: float, saves: float) -> None:
    """Let the phones look, and write so often a second; measure what the server uses once all have connected."""
    looking, began = [], time.perf_counter()
    for number, phone in enumerate(phones):
        looking.append(asyncio.create_task(phone.listen()))
        if number % AT_ONCE == 0:
            await asyncio.sleep(0.1)
    while len(run.connected) < len(phones):
        await asyncio.sleep(0.1)
    run.used["connected after, s"] = time.perf_counter() - began
    gc.freeze()  # or the pauses of this script would count as the server's
    began, cpu, own_cpu = time.perf_counter(), cpu_seconds(run), time.process_time()
    run.requests = 0
    run.heard.clear()
    async with asyncio.TaskGroup() as writes:
        while (left := began + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, random.expovariate(saves) if saves else left))
            if saves:
                writes.create_task(random.choice(phones).write())
    taken, cpu = time.perf_counter() - began, cpu_seconds(run) - cpu
    run.used |= {
        "requests a second": run.requests / taken,
        "server CPU, cores": cpu / taken,
        "server memory, MB": memory(run.pid) / 1_000_000,
        "this script's CPU, cores": (time.process_time() - own_cpu) / taken,
    }
    await asyncio.sleep(3 if saves else 0)  # until the last write has reached every phone
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)


def report(title: str, run: Run) -> None:
    """Print what happened."""
    shown = dict(run.used)
    for what, delays in (("heard", sorted(run.heard)), ("page read", sorted(run.read))):
        for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1)) if delays else ():
            shown[f"{what} after, {name}, ms"] = delays[math.ceil(share * len(delays)) - 1]
    shown |= {"pages read": len(run.read), "pages missing": run.writes * (PHONES - 1) - len(run.read)}
    shown |= {"errors": run.errors.total(), **run.errors}
    print(f"\n{title}")
    for what, value in shown.items():
        print(f"  {what:28}{value:8}" if isinstance(value, int) else f"  {what:28}{value:11.2f}", flush=True)


def memory(pid: int) -> int:
    """What a process holds in memory, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(run: Run) -> float:
    """The user and system time of the server, up to now."""
    fields = Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(folder: str) -> Iterator[Run]:
    """A server in a process of its own; what it writes to stderr is counted."""
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0", "--data", folder]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
        assert process.stdout is not None
        try:
            port = next(int(found[1]) for line in process.stdout if (found := re.search(r":(\d+)/", line)))
            run = Run(port, process.pid)
            yield run
        finally:
            process.terminate()
            process.communicate()
            said.seek(0)
            run.said = said.read().splitlines()
            if run.said:
                print(f"  {len(run.said)} lines on stderr, the last: {run.said[-1]}")


if __name__ == "__main__":
    main()
