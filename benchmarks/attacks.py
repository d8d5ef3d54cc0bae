"""What a stranger's requests cost everybody else: a prober saves rounds at a table of its own beside each attack.

    python benchmarks/attacks.py [abcdefghi] [--seconds 60]

Each attack has a server of its own, and is ended after so many seconds. Prints how long it took and how it was
answered, the median and the longest wait for a save (goal: 1 s), how many saves were refused (goal: 0), and the most
memory that the server took (goal: 400 MB). Needs Linux, where ``/proc`` says that.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from http.cookiejar import CookieJar
from inspect import isgeneratorfunction
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from hard_knocks import HEADERS, MOST_ROUNDS, Wrong, connected, form, new_table, serving

from companion.store.database import FILE_NAME
from companion.web.table.access import new_write_key

PAUSE = 0.05  # seconds between a save of the prober and the next
NAMES = ["Anne", "Paul", "Rachel", "Camille", "Ben"]
HANDS = ([2], [], [3], [4], [5])
ENTRIES = """
    WITH RECURSIVE each(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM each WHERE n < 600000)
    INSERT INTO journal (table_id, seq, kind, payload, at, key)
    SELECT (SELECT max(id) FROM tables), n, 'ruling_shown', '{"asked":"cards=R3"}', '2026-01-01', n FROM each
"""


class Attacker:
    """A phone with cookies, at the server with this port and folder. ``path`` is where its last page was."""

    def __init__(self, port: int, data: Path, answers: Counter[int]) -> None:
        self.port, self.data, self.path, self.answers = port, data, "", answers
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, sent: dict[str, Any] | bytes | None = None, kind: str = HEADERS["Content-Type"]) -> str:
        """Return a page, or the one to which a form leads; empty if it is refused."""
        body = urlencode({"key": new_write_key()} | sent).encode() if isinstance(sent, dict) else sent
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, {"Content-Type": kind})
        try:
            with self.opener.open(request, timeout=600) as response:
                self.path = re.sub("^http://[^/]+|[?#].*$", "", response.url)
                self.answers[response.status] += 1
                return str(response.read().decode())
        except urllib.error.HTTPError as error:
            self.answers[error.code] += 1
            return ""

    def start(self, path: str = "/tables", names: list[str] = NAMES, **fields: object) -> str:
        """Start a game that stays open for long, or a group, and return its address."""
        players = {f"player-{row}": name for row, name in enumerate(names, start=1)}
        self.ask(path, players | {"first_starter": 1, "end_score": 500, "tens_to_end": 60, "name": "Us"} | fields)
        return self.path

    def send_file(self, path: str, content: dict[str, Any]) -> str:
        """Import a file, and return the address of what is shown then."""
        part, file = "--x\r\nContent-Disposition: form-data; name=", json.dumps(content, separators=(",", ":"))
        body = f'{part}"key"\r\n\r\n{new_write_key()}\r\n{part}"file"; filename="x"\r\n\r\n{file}\r\n--x--\r\n'
        self.ask(path, body.encode(), "multipart/form-data; boundary=x")
        return self.path

    # The attacks: each prepares what it needs, and goes on once the prober saves.

    def bring_back(self) -> Iterator[None]:
        """A phone brings back a sheet that it kept, after an undo and a changed rule."""
        table = self.start()
        for number in (1, 2, 3):
            self.ask(f"{table}/rounds", form(number, number))
        sheet, seq = self.ask(f"{table}/sheet.json"), re.findall(r'name="seq" value="(\d+)"', self.ask(table))
        self.ask(f"{table}/undos", {"seq": seq[0]})
        self.ask(f"{table}/house-rules", {"starter_by": "round"})
        yield
        self.ask(f"{table}/restorations", {"sheet": sheet})

    def end_at_once(self) -> Iterator[None]:
        """150 bytes come twice into one's own group: a game without rounds that the table has ended."""
        group, sheet = self.start("/groups"), a_sheet(0, [*"ABCDE"], ended_by=["agreed"])
        yield
        for _ in range(2):
            self.send_file(f"{group}/imports", sheet)

    def use_every_number(self) -> Iterator[None]:
        """A group with 1,000 spellings of a name comes, with 200 and 3,000 tables; then a save and a new game there."""
        spellings = [{"name": "Al"}, *({"name": f"Al {number}", "same_as": "Al"} for number in range(2, 1001))]
        yield
        for number in (200, 3000):
            tables = [a_sheet(1, ["Al", *NAMES[1:]], people={"Paul": "Al 2"}) for _ in range(number)]
            group = self.send_file("/imports", a_group(tables, players=spellings))
            self.ask(re.findall(r"/g/[\w-]+/tables/\d+", self.ask(group))[0])
            self.ask(f"{self.path}/rounds", form(2, 2))
            self.start(names=["Al", "Al 2", "Al 3", "Al 4"], group=group)

    def import_again(self) -> Iterator[None]:
        """Tables with a round come again with 500: alone, with 60 players and 500 seatings, with 499 changed rules."""
        many = [f"Guest {number}" for number in range(60)]
        seatings = [{"from": n, "players": [many[(n + seat) % 60] for seat in range(-1, 4)]} for n in range(1, 501)]
        hands = [{"hands": dict(zip(each["players"], HANDS, strict=True))} for each in seatings]
        guests = {"players": many, "first_starter": many[0], "rounds": hands}
        rules = [{"from": n, "options": {"starter_by": ("round", "total")[n % 2]}} for n in range(2, 501)]
        sheets = [a_sheet(500), a_sheet(500) | guests | {"seatings": seatings}, a_sheet(500, rule_changes=rules)]
        group = self.start("/groups")
        for sheet in sheets:
            before = {"rounds": sheet["rounds"][:1], "seatings": sheet.get("seatings", [])[:1], "rule_changes": []}
            self.send_file(f"{group}/imports", sheet | before)
        yield
        for sheet in sheets:
            self.send_file(f"{group}/imports", sheet)

    def ask_about_many_cards(self) -> Iterator[None]:
        """8 × 880 kB of cards come to a referee, and to the form of a hand."""
        table, cards = self.start(), "R3 " * 293_000
        ruling, hand = {"cards": cards}, {"seat-1-cards": cards, "number": 1}
        yield
        at_once(8, lambda: self.ask(f"{table}/rulings", ruling), lambda: self.ask(f"{table}/hands/1", hand))

    def read_history(self) -> Iterator[None]:
        """A table with 500 rounds is corrected 60 times, then 8 phones read its history."""
        table = self.send_file("/imports", a_sheet(500))
        version = int(re.findall(r'name="version" value="(\d+)"', self.ask(f"{table}/rounds/250"))[0])
        yield
        for mark in range(60):
            self.ask(f"{table}/rounds/250", form(250, mark) + f"&version={version + mark}".encode())
        at_once(8, lambda: self.ask(f"{table}/history"))

    def import_long_tables(self) -> Iterator[None]:
        """8 phones send files of 1.8 MB with 250 tables of 500 rounds, then with 40: the most that a page takes."""
        yield
        for tables in (250, 40):
            at_once(8, lambda: self.send_file("/imports", a_long_group(tables)))  # noqa: B023

    def download_group(self) -> Iterator[None]:
        """4 phones download a group of 250 tables with 500 rounds, which came by the command."""
        command = [sys.executable, "-m", "companion", "import", "-", "--data", str(self.data)]
        printed = subprocess.run(command, input=json.dumps(a_long_group(250)), stdout=-1, text=True, check=True).stdout
        yield
        at_once(4, lambda: self.ask(f"/g/{printed.strip().rpartition('/')[2]}/group.json"))

    def remove_phone(self) -> Iterator[None]:
        """A host removes a phone, beside 600,000 entries of journals."""
        table, guest = self.start(), Attacker(self.port, self.data, self.answers)
        for address in {*re.findall(r'value="http://[^/]*(/t/[\w-]+)"', self.ask(f"{table}/share"))}:
            guest.ask(address)
        guest.start()
        with closing(sqlite3.connect(self.data / FILE_NAME, isolation_level=None)) as file:
            file.execute(ENTRIES)
        _, *others = dict.fromkeys(re.findall(r'action="([^"]*/phones/[^"]+)"', self.ask(f"{table}/share")))
        yield
        for other in others:
            self.ask(other, {"role": "none"})


def at_once(times: int, *requests: Callable[[], object]) -> None:
    """Do each of these so many times, all at the same moment."""
    with ThreadPoolExecutor(times * len(requests)) as phones:
        for each in [phones.submit(request) for request in requests for _ in range(times)]:
            each.result()


def a_sheet(rounds: int, names: list[str] = NAMES, **about: Any) -> dict[str, Any]:
    """A sheet file of Fool! with so many rounds."""
    sheet = {"format": "companion-sheet", "version": 1, "game": "fool", "players": names, "first_starter": names[0]}
    rounds_played = [{"hands": dict(zip(names, HANDS, strict=False))}] * rounds
    return sheet | {"rounds": rounds_played, "played_on": ["score", "tens"], "id": new_write_key()} | about


def a_group(tables: list[dict[str, Any]], **about: Any) -> dict[str, Any]:
    """A group's file."""
    return {"format": "companion-group", "version": 1, "id": new_write_key(), "name": "Us", "tables": tables} | about


def a_long_group(tables: int) -> dict[str, Any]:
    """A group's file, with tables of 500 short rounds: 250 are 1.8 MB."""
    about: dict[str, Any] = {"game": "durak", "rounds": [{"fool": "A"}] * 500, "played_on": []}
    return a_group([a_sheet(0, ["A", "B"]) | about for _ in range(tables)])


def probe(port: int, over: threading.Event, saves: list[tuple[int, float]]) -> None:
    """Save one round after the other, and note the status (0: no answer) and the seconds of each."""
    number, table = MOST_ROUNDS, ""
    while not over.wait(PAUSE):
        began, status = time.monotonic(), 0
        with suppress(Wrong, OSError, http.client.HTTPException), connected(port) as connection:
            number, table = (1, new_table(port)) if number == MOST_ROUNDS else (number + 1, table)
            connection.request("POST", f"{table}/rounds", form(number, number), HEADERS)
            status = connection.getresponse().status
        saves.append((status, time.monotonic() - began))


def main() -> None:
    """Attack and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("attacks", nargs="?", default="abcdefghi")
    options.add_argument("--seconds", type=float, default=60)
    chosen = options.parse_args()
    for letter, attack in zip("abcdefghi", filter(isgeneratorfunction, vars(Attacker).values()), strict=True):
        if letter in chosen.attacks:
            print(f"{letter}  {attack.__doc__}", flush=True)
            with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, server):
                attacker = Attacker(port, Path(folder), Counter())
                print("  ", measure(attack(attacker), attacker, server, chosen.seconds), flush=True)


def measure(attack: Iterator[None], attacker: Attacker, server: subprocess.Popen[str], seconds: float) -> str:
    """Attack a server beside a prober, kill it, and return how that went for the prober."""
    next(attack)
    attacker.answers.clear()
    over, saves = threading.Event(), list[tuple[int, float]]()
    with ThreadPoolExecutor() as pool:
        probing = pool.submit(probe, attacker.port, over, saves)
        time.sleep(1)
        began = time.monotonic()
        attacking = pool.submit(next, attack, None)
        is_over = attacking in wait([attacking], seconds).done
        took = f"{time.monotonic() - began:.1f} s" if is_over else f"ended after {seconds:.0f} s"
        over.set()
        wait([probing], 1)  # after that it still waits for a save
        memory = re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{server.pid}/status").read_text())
        server.kill()
        if is_over:
            attacking.result()
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(attacker.answers.items())) or "no answer"
    refused, waits = sum(status not in (0, 303) for status, _ in saves), [taken * 1000 for _, taken in saves]
    waited = f"{len(saves)} saves, median {median(waits):.0f} ms, longest {max(waits):.0f} ms, {refused} refused"
    return f"{took} ({answers}): {waited}, {int(memory[0]) // 1024} MB"


if __name__ == "__main__":
    main()
