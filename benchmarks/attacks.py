"""What a stranger's requests cost everybody else: a prober saves rounds at a table of its own beside each attack.

    python benchmarks/attacks.py [--attacks abcdefghij] [--seconds 60]

Each attack has a server of its own, and is ended after so many seconds. Prints how long it took and how it was
answered, the median and the longest wait for a save (goal: 1 s), how many saves were refused (goal: 0), and the most
memory that the server took (goal: 400 MB). Needs Linux, where ``/proc`` says that.
"""

import http.client
import json
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from inspect import isgeneratorfunction
from statistics import median
from typing import Any
from urllib.parse import urlencode

from phones import HANDS, MAX_ROUNDS, NAMES, Phone, a_round, a_sheet, memory, read_options, serving

from companion.store.database import FILE_NAME
from tests.server import Server
from tests.web.builders import a_key

PAUSE = 0.05  # seconds between a save of the prober and the next
ENTRIES = """
    WITH RECURSIVE each(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM each WHERE n < 600000)
    INSERT INTO journal (table_id, seq, kind, payload, at, key)
    SELECT (SELECT max(id) FROM tables), n, 'ruling_shown', '{"asked":"cards=R3"}', '2026-01-01', n FROM each
"""


class Attacker(Phone):
    """A phone whose owner means harm. Each attack prepares what it needs, and goes on once the prober saves."""

    def bring_back(self) -> Iterator[None]:
        """A phone brings back a sheet that it kept, after an undo and a changed rule."""
        table = self.start()
        for number in (1, 2, 3):
            self.ask(f"{table}/rounds", a_round(number, number))
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
            self.ask(f"{self.path}/rounds", a_round(2, 2))
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
            self.ask(f"{table}/rounds/250", a_round(250, mark) | {"version": version + mark})
        at_once(8, lambda: self.ask(f"{table}/history"))

    def import_long_tables(self) -> Iterator[None]:
        """8 phones send files of 1.8 MB with 250 tables of 500 rounds, then with 40: the most that a page takes."""
        yield
        for tables in (250, 40):
            at_once(8, lambda: self.send_file("/imports", a_long_group(tables)))  # noqa: B023

    def download_group(self) -> Iterator[None]:
        """4 phones download a group of 250 tables with 500 rounds, which came by the command."""
        command = [sys.executable, "-m", "companion", "import", "-", "--data", str(self.server.data)]
        printed = subprocess.run(command, input=json.dumps(a_long_group(250)), stdout=-1, text=True, check=True).stdout
        yield
        at_once(4, lambda: self.ask(f"/g/{printed.strip().rpartition('/')[2]}/group.json"))

    def remove_phone(self) -> Iterator[None]:
        """A host removes a phone, beside 600,000 entries of journals."""
        table, guest = self.start(), Phone(self.server)
        for address in {*re.findall(r'value="http://[^/]*(/t/[\w-]+)"', self.ask(f"{table}/share"))}:
            guest.ask(address)
        guest.start()
        with closing(sqlite3.connect(self.server.data / FILE_NAME, isolation_level=None)) as file:
            file.execute(ENTRIES)
        _, *others = dict.fromkeys(re.findall(r'action="([^"]*/phones/[^"]+)"', self.ask(f"{table}/share")))
        yield
        for other in others:
            self.ask(other, {"role": "none"})

    def hold_connections(self) -> Iterator[None]:
        """600 half heads and 40 bodies grow by a byte a second, and 4,000 long pages are asked for but never read."""
        address = self.send_file("/imports", a_sheet(500))
        page = f"GET {address}/sheet?all=1 HTTP/1.1\r\nHost: x\r\nCookie: {self.headers['Cookie']}\r\n\r\n"
        head = "POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nX: "
        yield
        connections = [self.connect(page * 200) for _ in range(20)]
        connections += [self.connect(head + "x\r\n\r\n" * (number < 40)) for number in range(640)]
        for _ in range(15):
            time.sleep(1)
            for each in connections[20:]:
                with suppress(OSError):
                    each.send(b"x")

    def connect(self, sent: str) -> socket.socket:
        """Send something over a connection that takes in little."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        connection.connect(("127.0.0.1", self.server.port))
        with suppress(TimeoutError):
            connection.sendall(sent.encode())
        return connection


def at_once(times: int, *requests: Callable[[], object]) -> None:
    """Do each of these so many times, all at the same moment."""
    with ThreadPoolExecutor(times * len(requests)) as phones:
        for each in [phones.submit(request) for request in requests for _ in range(times)]:
            each.result()


def a_group(tables: list[dict[str, Any]], **about: Any) -> dict[str, Any]:
    """Return a group's file."""
    return {"format": "companion-group", "version": 1, "id": a_key(), "name": "Us", "tables": tables} | about


def a_long_group(tables: int) -> dict[str, Any]:
    """Return a group's file, with tables of 500 short rounds: 250 are 1.8 MB."""
    about: dict[str, Any] = {"game": "durak", "rounds": [{"fool": "A"}] * 500, "played_on": []}
    return a_group([a_sheet(0, ["A", "B"]) | about for _ in range(tables)])


def probe(server: Server, is_over: threading.Event, saves: list[tuple[int, float]]) -> None:
    """Save one round after the other, and note the status (0: no answer) and the seconds of each."""
    number, phone = MAX_ROUNDS, Phone(server)
    while not is_over.wait(PAUSE):
        began, status = time.monotonic(), 0
        with suppress(OSError, http.client.HTTPException):
            if number == MAX_ROUNDS:
                number, phone = 0, Phone(server)
                phone.start()
            number += 1
            with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
                connection.request("POST", f"{phone.path}/rounds", urlencode(a_round(number, number)), phone.headers)
                status = connection.getresponse().status
        saves.append((status, time.monotonic() - began))


def main() -> None:
    """Attack and print."""
    attacks = dict(zip("abcdefghij", filter(isgeneratorfunction, vars(Attacker).values()), strict=True))
    chosen = read_options(__doc__, attacks="".join(attacks), seconds=60.0)
    for letter in chosen.attacks:
        print(f"{letter}  {attacks[letter].__doc__}", flush=True)
        with serving() as server:
            attacker = Attacker(server)
            print("  ", measure(attacks[letter](attacker), attacker, chosen.seconds), flush=True)


def measure(attack: Iterator[None], attacker: Attacker, seconds: float) -> str:
    """Attack a server beside a prober, kill it, and return how that went for the prober."""
    next(attack)
    attacker.answers.clear()
    is_over, saves = threading.Event(), list[tuple[int, float]]()
    with ThreadPoolExecutor() as pool:
        probing = pool.submit(probe, attacker.server, is_over, saves)
        time.sleep(1)
        began = time.monotonic()
        attacking = pool.submit(next, attack, None)
        is_done = attacking in wait([attacking], seconds).done
        took = f"{time.monotonic() - began:.1f} s" if is_done else f"ended after {seconds:.0f} s"
        is_over.set()
        wait([probing], 1)  # after that it still waits for a save
        most = memory(attacker.server, "VmHWM")
        attacker.server.process.kill()
        if is_done:
            attacking.result()
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(attacker.answers.items())) or "no answer"
    refused, waits = sum(status not in (0, 303) for status, _ in saves), [taken * 1000 for _, taken in saves]
    waited = f"{len(saves)} saves, median {median(waits):.0f} ms, longest {max(waits):.0f} ms, {refused} refused"
    return f"{took} ({answers}): {waited}, {most} MB"


if __name__ == "__main__":
    main()
