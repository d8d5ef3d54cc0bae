"""Many phones that watch their tables by event streams, against one ``companion`` here.

    python benchmarks/live_load.py [--phones 2004] [--seconds 60] [--saves 2.0]

Six phones sit at each table, and rounds are saved. Prints the delay from sending a save until another phone has heard
of it, and has read the page that shows it (goal, p95: 100 ms; with 9,000 phones 200 ms), the server's CPU and memory,
and errors. Each phone takes two open files. Needs Linux, where ``/proc`` says what a process uses.
"""

import asyncio
import gc
import gzip
import html
import os
import random
import re
import resource
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from phones import FORM, Phone, a_round, a_sheet, memory, read_options, serving

from tests.server import Server

PHONES = 6  # at each table
ROUNDS = 7  # of a table at first
AT_ONCE = 200  # phones that connect at the same moment
LIVE = re.compile(r'data-hx-get="([^"]+)" data-hx-ptag="((\d+)[^"]*)"')
NEWS = re.compile(rb"(?:^|\n\n|\r\n)data: (\d+)\n\n")


@dataclass
class Run:
    """What happened between phones and a server."""

    server: Server
    connected: set["Seated"] = field(default_factory=set)  # by a stream that has told a version
    saves: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    heard: list[float] = field(default_factory=list)  # milliseconds
    read: list[float] = field(default_factory=list)  # milliseconds
    used: dict[str, float] = field(default_factory=dict)  # once all phones have connected


class Table:
    """A table, and the cookie that all of its phones show."""

    def __init__(self, server: Server) -> None:
        host = Phone(server)
        self.path = host.send_file("/imports", a_sheet(ROUNDS)).removesuffix("/phones")
        self.cookie = host.headers["Cookie"]
        self.rounds = ROUNDS
        found = LIVE.search(host.ask(self.path))
        assert found, host.path
        self.address, self.tag, self.version = html.unescape(found[1]), found[2], int(found[3])
        self.sent: dict[int, tuple[Seated, float]] = {}  # who saved each version since, and when
        self.writing = asyncio.Lock()


class Seated(asyncio.Protocol):
    """A phone at a table: its event stream, and the page it shows."""

    def __init__(self, run: Run, table: Table) -> None:
        self.run, self.table = run, table
        self.headers = f"Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\nCookie: {table.cookie}\r\n"
        self.version = self.newest = table.version
        self.tag = table.tag
        self.asking = asyncio.Lock()
        self.fetching: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET {self.table.path}/events HTTP/1.1\r\n{self.headers}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Note how late a version is heard of, and fetch it. A message comes in one piece."""
        for version in map(int, NEWS.findall(data)):
            self.run.connected.add(self)
            self.note(self.run.heard, version)
            self.newest = version
            if version > self.version and (self.fetching is None or self.fetching.done()):
                self.fetching = asyncio.create_task(self.fetch())

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it: no stream ends by itself."""
        self.run.errors["a stream has ended"] += 1

    def note(self, delays: list[float], version: int) -> None:
        """Note how long ago another phone saved a version."""
        saver, sent_at = self.table.sent.get(version, (self, 0.0))
        if saver is not self:
            delays.append((time.perf_counter() - sent_at) * 1000)

    async def fetch(self) -> None:
        """Fetch until the page is as new as what was heard."""
        while self.version < self.newest:
            async with self.asking:
                if self.version < self.newest:
                    self.learn(await self.ask("GET", self.table.address))

    async def save(self) -> None:
        """Save a round, then load the table's page as a browser does after the redirect."""
        table = self.table
        async with table.writing, self.asking:
            form = urlencode(a_round(table.rounds + 1))
            table.sent[table.version + 1] = (self, time.perf_counter())
            if await self.ask("POST", f"{table.path}/rounds", form) is not None:
                self.run.saves += 1
                table.version += 1
                table.rounds += 1
                self.learn(await self.ask("GET", table.path))

    def learn(self, text: str | None) -> None:
        """Note what the page shows by now, and its tag."""
        if found := LIVE.search(text or ""):
            self.tag = found[2]
            while self.version < int(found[3]):
                self.version += 1
                self.note(self.run.read, self.version)

    async def ask(self, method: str, path: str, form: str = "") -> str | None:
        """Send a request; return the text of the answer, empty where nothing has changed, None at an error."""
        tag = f"HX-PTag: {self.tag}\r\n"
        about = f"Content-Type: {FORM}\r\nContent-Length: {len(form)}\r\n" if form else ""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.run.server.port)
            writer.write(f"{method} {path} HTTP/1.0\r\n{self.headers}{tag}{about}\r\n{form}".encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            writer.close()
        except OSError as error:
            self.run.errors[type(error).__name__] += 1
            return None
        if head[9:12] not in (b"200", b"303", b"304"):
            self.run.errors[head[9:12].decode()] += 1
            return None
        return (gzip.decompress(body) if b"\r\ncontent-encoding: gzip" in head.lower() else body).decode()


def main() -> None:
    """Measure and print."""
    chosen = read_options(__doc__, phones=2004, seconds=60.0, saves=2.0)
    _, max_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))
    with serving() as server:
        run = Run(server)
        tables = [Table(server) for _ in range(min(chosen.phones, max_files // 2 - 100) // PHONES)]
        phones = [Seated(run, table) for table in tables for _ in range(PHONES)]
        asyncio.run(play(run, phones, chosen.seconds, chosen.saves))
        report(f"{len(phones)} phones at {len(tables)} tables, {chosen.saves} saves a second", run)


async def play(run: Run, phones: list[Seated], seconds: float, saves: float) -> None:
    """Let the phones look, and save so often a second; measure what the server uses once all have connected."""
    loop, began = asyncio.get_running_loop(), time.perf_counter()
    for start in range(0, len(phones), AT_ONCE):
        some = phones[start : start + AT_ONCE]
        ways = [loop.create_connection(lambda phone=phone: phone, "127.0.0.1", run.server.port) for phone in some]
        await asyncio.gather(*ways)
        await asyncio.sleep(0.1)
    while len(run.connected) < len(phones):
        await asyncio.sleep(0.1)
    run.used["connected after, s"] = time.perf_counter() - began
    gc.freeze()  # or the pauses of this script would count as the server's
    began, cpu, own_cpu = time.perf_counter(), cpu_seconds(run.server), time.process_time()
    async with asyncio.TaskGroup() as writes:
        while (left := began + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, random.expovariate(saves)))
            writes.create_task(random.choice(phones).save())
    taken, cpu = time.perf_counter() - began, cpu_seconds(run.server) - cpu
    run.used["server CPU, cores"] = cpu / taken
    run.used["server memory, MB"] = memory(run.server)
    run.used["this script's CPU, cores"] = (time.process_time() - own_cpu) / taken
    await asyncio.sleep(3)  # until the last save has reached every phone


def report(title: str, run: Run) -> None:
    """Print what happened."""
    print(title, *(f"  {what:28}{value:8.2f}" for what, value in run.used.items()), sep="\n")
    for what, delays in (("heard after", run.heard), ("page read after", run.read)):
        cuts = quantiles(delays, n=20)
        print(f"  {what:16} median {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms, at most {max(delays):.0f} ms")
    print(f"  {run.saves * (PHONES - 1) - len(run.read)} of {len(run.read)} pages missing, errors: {dict(run.errors)}")


def cpu_seconds(server: Server) -> float:
    """Return the user and system time of a server, up to now."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
