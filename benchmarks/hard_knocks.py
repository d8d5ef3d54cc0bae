"""Whether an acknowledged round gets lost or doubled when a server ends while phones save.

    python benchmarks/hard_knocks.py [--kills 200] [--stops 20]

Four phones save as fast as they can, each at a table of its own that another phone watches. Then the server is killed,
or stopped: that takes five seconds at most, and leaves status 0 and no log of SQLite's. Another server on the same data
has every acknowledged round, and takes the last one, sent again, once. Stops at the first fault, with status 1.
"""

import http.client
import json
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlencode

from phones import MAX_ROUNDS, Phone, a_round, costs, read_options, serving

from companion.store.database import FILE_NAME
from tests.server import Ear, Server

SCORERS = 4
LONGEST_LIFE = 0.15  # seconds from the first saved round to the end
Rounds = list[tuple[int, tuple[float, ...]]]  # the number of each, and what it costs everybody in seat order


def main() -> None:
    """Knock and print."""
    chosen = read_options(__doc__, kills=200, stops=20)
    for how, times in ((signal.SIGKILL, chosen.kills), (signal.SIGTERM, chosen.stops)):
        found: Counter[str] = Counter()
        fault = ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                for found["times"] in range(1, times + 1):
                    knock(Path(folder), how, found)
            except (AssertionError, OSError, http.client.HTTPException, sqlite3.Error) as error:
                fault = f"{how.name} {found['times']}: {error!r}"
        counts = ", ".join(f"{count} {what}" for what, count in found.items())
        print(f"{how.name:8} {counts}: {'WRONG' if fault else 'nothing lost or doubled'}", flush=True)
        if fault:
            sys.exit(fault)


def knock(data: Path, how: signal.Signals, found: Counter[str]) -> None:
    """End a server while it saves, and look what another one has. Raises AssertionError."""
    before = rounds_in(data)
    with serving(data) as server:
        somebody_saved = threading.Event()
        scorers = [Scorer(server, 150 * seat, somebody_saved) for seat in range(SCORERS)]
        watchers = [Ear(server.port, scorer.table) for scorer in scorers]
        for scorer in scorers:
            scorer.start()
        assert somebody_saved.wait(30), "no round was saved within 30 seconds"
        time.sleep(random.uniform(0, LONGEST_LIFE))
        began = time.monotonic()
        status = server.stop(how)
        took = time.monotonic() - began
        for scorer, watcher in zip(scorers, watchers, strict=True):
            scorer.join()
            watcher.close()
        if how == signal.SIGTERM:
            assert (status, took < 5) == (0, True), f"it ended with status {status} after {took:.1f} s"
            assert not [*data.glob("*-wal")], "it left a log of SQLite's"
        acknowledged = sum(scorer.acknowledged for scorer in scorers)
        added = rounds_in(data) - before
        assert acknowledged <= added <= acknowledged + SCORERS, f"{acknowledged} acknowledged, {added} in the file"
        found["rounds acknowledged"] += acknowledged
        server.start()
        for scorer in scorers:
            scorer.come_back(found)
    sent = sum(len(scorer.sent) for scorer in scorers)
    assert sent == rounds_in(data) - before, f"{sent} rounds were sent, {rounds_in(data) - before} are in the file"


class Scorer(threading.Thread):
    """A phone that saves one round after the other at a table of its own until it gets no answer."""

    def __init__(self, server: Server, mark: int, somebody_saved: threading.Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.mark, self.somebody_saved = Phone(server), mark, somebody_saved
        self.table, self.refused = self.phone.start(), ""
        self.sent: Rounds = []
        self.acknowledged = 0  # all of what was sent, or all but the last

    def run(self) -> None:
        """Save until there is no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.phone.server.port, timeout=60)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            for number in range(1, MAX_ROUNDS + 1):
                self.form = a_round(number, self.mark + number)
                self.sent.append((number, costs(self.mark + number)))
                connection.request("POST", f"{self.table}/rounds", urlencode(self.form), self.phone.headers)
                response = connection.getresponse()
                response.read()
                if response.status != 303:
                    self.refused = f"round {number} was answered by {response.status}"
                    return
                self.acknowledged = number
                self.somebody_saved.set()

    def come_back(self, found: Counter[str]) -> None:
        """See that the server has every acknowledged round, and send the last one again. Raises AssertionError."""
        assert not self.refused, self.refused
        written = self.look()
        assert written in (self.sent, self.sent[: self.acknowledged]), f"{written} is not what was saved: {self.sent}"
        if self.acknowledged < len(self.sent):
            found[f"answers lost {'after' if written == self.sent else 'before'} saving"] += 1
        self.phone.ask(f"{self.table}/rounds", self.form)
        written = self.look()
        assert written == self.sent, f"{written} is not what was saved: {self.sent}"

    def look(self) -> Rounds:
        """Return the rounds on the table's sheet."""
        rounds = json.loads(self.phone.ask(f"{self.table}/sheet.json"))["rounds"]
        return [(played["number"], tuple(-points for points in played["points"].values())) for played in rounds]


def rounds_in(data: Path) -> int:
    """Return how many rounds the file has. Raises AssertionError if it is damaged or has one twice."""
    if not (data / FILE_NAME).exists():
        return 0
    with closing(sqlite3.connect(f"{(data / FILE_NAME).as_uri()}?mode=ro", uri=True)) as file:
        damage = file.execute("PRAGMA integrity_check").fetchall() + file.execute("PRAGMA foreign_key_check").fetchall()
        rounds, once = file.execute(
            "SELECT count(*), count(DISTINCT table_id || ' ' || json_extract(payload, '$.number'))"
            " FROM journal WHERE kind = 'round_entered'"
        ).fetchone()
    assert (damage, rounds) == ([("ok",)], once), f"{damage}; {rounds} rounds, {rounds - once} of them twice"
    return int(rounds)


if __name__ == "__main__":
    main()
