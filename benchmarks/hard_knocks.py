"""Whether a round gets lost, doubled or mixed up when things go wrong, tried many times on real servers.

    python benchmarks/hard_knocks.py [races|kills|stops|repeats ...] [--times N] [--verbose]

races    50 phones save the same next round at the same moment
kills    a server is killed while four phones save as fast as they can, and started again on the same data
stops    a server is stopped by SIGTERM in the same way: it ends within five seconds, with status 0 and one database
repeats  an answer gets lost, and the request is repeated twice

Prints a line for each. Each stops at the first thing that is wrong; the exit status is 1 then, and stderr says what.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

from companion.store.database import FILE_NAME
from companion.web.table.access import new_write_key

RACERS, SCORERS = 50, 4
MOST_ROUNDS = 80  # of a table; it would end after 83 at the earliest
LONGEST_LIFE = 0.15  # seconds from the first saved round to the kill
HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}
NAMES = {f"player-{seat}": name for seat, name in enumerate(("Anne", "Paul", "Rachel", "Camille", "Ben"), start=1)}
NEW_GAME = NAMES | {"first_starter": "1", "end_score": "500", "tens_to_end": "60"}
Rounds = list[tuple[int, tuple[float, ...]]]  # the number of each, and what it costs everybody in seat order


class Wrong(Exception):
    """What must never happen."""


def main() -> None:
    """Knock and print."""
    parts = {"races": (races, 100), "kills": (kills, 200), "stops": (stops, 100), "repeats": (repeats, 100)}
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", metavar="races|kills|stops|repeats")
    options.add_argument("--times", type=int)
    options.add_argument("--verbose", action="store_true")
    chosen = options.parse_args()
    if not set(chosen.parts) <= set(parts):
        options.error(f"the parts are {', '.join(parts)}")
    failures = ""
    for name in chosen.parts or parts:
        (part, usual), found, wrong = parts[name], Counter({"times": 0}), ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                for _ in part(Path(folder), chosen.times or usual, found):
                    found["times"] += 1
                    if chosen.verbose:
                        print(name, dict(found), file=sys.stderr)
            except (Wrong, OSError, http.client.HTTPException, sqlite3.Error) as error:
                wrong = repr(error)
            log = Path(folder, "log").read_text()
        if "Traceback" in log:
            wrong += " a server broke"
        if wrong:
            failures += f"{name}, after {found['times']} times: {wrong}\nIts servers said: {log[-3000:]}\n"
        counts = ", ".join(f"{count} {what}" for what, count in found.items())
        print(f"{name:8} {counts}: {'WRONG' if wrong else 'all well'}", flush=True)
    sys.exit(failures or 0)


def races(data: Path, times: int, found: Counter[str]) -> Iterator[None]:
    """Many phones save the same round at the same moment: one does, the others are told."""
    sheet: Rounds = []
    with serving(data) as (port, _):
        for _ in range(times):
            if len(sheet) in (0, MOST_ROUNDS):
                table, sheet = new_table(port), []
            number = len(sheet) + 1
            answers = all_at_once(port, f"{table}/rounds", number)
            winners = [mark for mark, (status, _) in enumerate(answers) if status == 303]
            refused = answers.count((409, f"Round {number} was entered twice"))
            if len(winners) != 1 or refused != RACERS - 1:
                raise Wrong(f"the answers were {Counter(answers)}")
            sheet.append((number, costs(winners[0])))
            look(port, table, sheet)
            found["refused"] += refused
            yield


def all_at_once(port: int, path: str, number: int) -> list[tuple[int, str]]:
    """The status and heading that each phone gets; all but the last byte of each request is sent beforehand."""
    with ExitStack() as opened:
        phones = []
        for mark in range(RACERS):
            connection, body = opened.enter_context(connected(port)), form(number, mark)
            connection.request("POST", path, body[:-1], HEADERS | {"Content-Length": str(len(body))})
            phones.append((connection, body[-1:]))
        for connection, last in random.sample(phones, RACERS):
            connection.send(last)
        answers = [connection.getresponse() for connection, _ in phones]
        return [(answer.status, "".join(re.findall("<h1>(.*)</h1>", answer.read().decode()))) for answer in answers]


def kills(data: Path, times: int, found: Counter[str]) -> Iterator[None]:
    """A server is killed while it saves: what it acknowledged is there, and what it did not can be sent again."""
    yield from _ended(data, times, found, lambda process: process.kill())


def stops(data: Path, times: int, found: Counter[str]) -> Iterator[None]:
    """A server is stopped while it saves."""

    def stop(process: subprocess.Popen[str]) -> None:
        process.terminate()
        try:
            status = process.wait(5)
        except subprocess.TimeoutExpired as error:
            raise Wrong("it did not stop within five seconds") from error
        if status or {path.name for path in data.iterdir()} != {FILE_NAME, "log", "companion.pid"}:
            raise Wrong(f"it ended with status {status} and left {sorted(path.name for path in data.iterdir())}")

    yield from _ended(data, times, found, stop)


def _ended(data: Path, times: int, found: Counter[str], end: Callable[[subprocess.Popen[str]], None]) -> Iterator[None]:
    in_file = 0
    for _ in range(times):
        with serving(data) as (port, process):
            somebody_saved = threading.Event()
            scorers = [Scorer(port, 150 * seat, somebody_saved) for seat in range(SCORERS)]
            for scorer in scorers:
                scorer.start()
            if not somebody_saved.wait(30):
                raise Wrong("no round was saved within 30 seconds")
            time.sleep(random.uniform(0, LONGEST_LIFE))
            end(process)
            for scorer in scorers:
                scorer.join()
        acknowledged = sum(scorer.acknowledged for scorer in scorers)
        if not acknowledged <= (added := rounds_in(data) - in_file) <= acknowledged + SCORERS:
            raise Wrong(f"{acknowledged} rounds were acknowledged, {added} are in the file")
        found["rounds acknowledged"] += acknowledged
        with serving(data) as (port, _):
            for scorer in scorers:
                scorer.come_back(port, found)
        in_file += sum(len(scorer.sent) for scorer in scorers)
        if in_file != rounds_in(data):
            raise Wrong(f"{in_file} rounds were acknowledged in all, {rounds_in(data)} are in the file")
        yield


class Scorer(threading.Thread):
    """A phone that saves one round after the other at a table of its own until it gets no answer."""

    def __init__(self, port: int, mark: int, somebody_saved: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.mark, self.somebody_saved = port, mark, somebody_saved
        self.table, self.refused = new_table(port), ""
        self.sent: Rounds = []
        self.acknowledged = 0  # all of what was sent, or all but the last

    def run(self) -> None:
        with suppress(OSError, http.client.HTTPException), connected(self.port) as connection:
            for number in range(1, MOST_ROUNDS + 1):
                self.body = form(number, self.mark + number)
                self.sent.append((number, costs(self.mark + number)))
                connection.request("POST", f"{self.table}/rounds", self.body, HEADERS)
                response = connection.getresponse()
                if response.status != 303:
                    self.refused = f"round {number} was answered by {response.status}"
                    return
                self.acknowledged = number
                self.somebody_saved.set()
                response.read()

    def come_back(self, port: int, found: Counter[str]) -> None:
        """See that the server has every acknowledged round, and send the last one again."""
        if self.refused:
            raise Wrong(self.refused)
        there = look(port, self.table, self.sent, self.sent[: self.acknowledged])
        if self.acknowledged < len(self.sent):
            found[f"answers lost {'after' if there == self.sent else 'before'} saving"] += 1
        ask(port, f"{self.table}/rounds", self.body)
        look(port, self.table, self.sent)


def repeats(data: Path, times: int, found: Counter[str]) -> Iterator[None]:
    """An answer is thrown away and the request repeated twice: that makes one round."""
    sheet: Rounds = []
    with serving(data) as (port, _):
        for turn in range(times):
            if len(sheet) in (0, MOST_ROUNDS):
                table, sheet = new_table(port), []
            sheet.append((len(sheet) + 1, costs(turn)))
            body = form(len(sheet), turn)
            with connected(port) as connection:
                connection.request("POST", f"{table}/rounds", body, HEADERS)
            if turn % 2:
                found["repeated at once"] += 1
            else:
                time.sleep(random.uniform(0, 0.02))
                found[f"repeated {'after' if rounds_in(data) > turn else 'before'} saving"] += 1
            for _ in range(2):
                ask(port, f"{table}/rounds", body)
            look(port, table, sheet)
            if rounds_in(data) != turn + 1:
                raise Wrong(f"{turn + 1} rounds were sent, {rounds_in(data)} are in the file")
            yield


@contextmanager
def serving(data: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server on this data, its port and process; killed in the end."""
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    with (data / "log").open("a") as log, subprocess.Popen(command, stdout=-1, stderr=log, text=True) as process:
        try:
            port = next((int(at[1]) for line in process.stdout or () if (at := re.search(r":(\d+)/", line))), None)
            if port is None:
                raise Wrong("a server did not start")
            yield port, process
        finally:
            process.kill()


def connected(port: int) -> closing[http.client.HTTPConnection]:
    """An open connection to a server."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.connect()
    return closing(connection)


def ask(port: int, path: str, body: bytes | None = None) -> str:
    """Get a page, or send a form and get the address it leads to. Raises Wrong for any other answer."""
    with connected(port) as connection:
        connection.request("POST" if body else "GET", path, body, HEADERS if body else {})
        response = connection.getresponse()
        text = response.read().decode()
    if response.status != (303 if body else 200):
        raise Wrong(f"{path.rpartition('/')[2]} was answered by {response.status}")
    return response.headers["Location"] if body else text


def new_table(port: int) -> str:
    """The address of a new table that stays open for long."""
    return ask(port, "/tables", urlencode(NEW_GAME | {"key": new_write_key()}).encode())


def form(number: int, mark: int) -> bytes:
    """A round as a phone sends it, with a write key of its own. The second player is out, but befooled."""
    cards = {f"seat-{seat}-cards": face for seat, face in enumerate(costs(mark), start=1)}
    return urlencode(cards | {"seat-2-disc": "y", "number": number, "key": new_write_key()}).encode()


def costs(mark: int) -> tuple[int, ...]:
    """What a round costs everybody, which is a low card each: other ones for each mark below 625."""
    return (2 + mark % 5, 0, *(2 + mark // power % 5 for power in (5, 25, 125)))


def look(port: int, table: str, *possible: Rounds) -> Rounds:
    """The rounds on a table's sheet. Raises Wrong where that is none of the possible ones."""
    written = json.loads(ask(port, f"{table}/sheet.json"))["rounds"]
    there = [(played["number"], tuple(-points for points in played["points"].values())) for played in written]
    if there not in possible:
        raise Wrong(f"the sheet has {len(there)} rounds, {there}; expected was one of {possible}")
    return there


def rounds_in(data: Path) -> int:
    """How many rounds the file has. Raises Wrong if it is damaged or has one twice."""
    with closing(sqlite3.connect(f"{(data / FILE_NAME).as_uri()}?mode=ro", uri=True)) as file:
        damage = file.execute("PRAGMA integrity_check").fetchall() + file.execute("PRAGMA foreign_key_check").fetchall()
        there, once = file.execute(
            "SELECT count(*), count(DISTINCT table_id || ' ' || json_extract(payload, '$.number'))"
            " FROM journal WHERE kind = 'round_entered'"
        ).fetchone()
    if damage != [("ok",)] or there != once:
        raise Wrong(f"the file says {damage} and has {there} rounds, {there - once} of them twice")
    return int(there)


if __name__ == "__main__":
    main()
