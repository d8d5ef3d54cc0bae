"""What the benchmarks share: a server of its own, phones with cookies, and rounds of Fool! as phones send them."""

import argparse
import json
import re
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.server import Server
from tests.web.builders import a_key

FORM = "application/x-www-form-urlencoded"
NAMES = ["Anne", "Paul", "Rachel", "Camille", "Ben"]
HANDS = ([2], [], [3], [4], [5])
MAX_ROUNDS = 80  # of a table for five; its game would end after 83 at the earliest


def read_options(doc: str | None, *places: str, **usual: float | str) -> argparse.Namespace:
    """Return what stands on the command line: what has a place, and options, each with its usual value."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    for place in places:
        options.add_argument(place)
    for name, value in usual.items():
        options.add_argument(f"--{name}", type=type(value), default=value)
    return options.parse_args()


@contextmanager
def serving(data: Path | None = None) -> Iterator[Server]:
    """Start a server on a folder, or on one of its own; kill it in the end. Raises AssertionError if it broke."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as log:
        server = Server(data or Path(folder), stderr=log)
        try:
            yield server
        finally:
            server.kill()
            log.seek(0)
            said = log.read()
            assert "Traceback" not in said, said[-3000:]


class Phone:
    """A phone with cookies. ``path`` is where its last page was; ``answers`` counts statuses."""

    def __init__(self, server: Server) -> None:
        self.server, self.path, self.answers = server, "", Counter[int]()
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    @property
    def headers(self) -> dict[str, str]:
        """What it sends with a form over a connection of its own."""
        return {"Cookie": "; ".join(f"{each.name}={each.value}" for each in self.jar), "Content-Type": FORM}

    def ask(self, path: str, sent: dict[str, Any] | bytes | None = None, kind: str = FORM) -> str:
        """Return a page, or the one to which a form leads; empty if it is refused."""
        body = urlencode({"key": a_key()} | sent).encode() if isinstance(sent, dict) else sent
        request = urllib.request.Request(f"{self.server.address}{path}", body, {"Content-Type": kind})
        try:
            with self.opener.open(request, timeout=600) as response:
                self.path = re.sub("^http://[^/]+|[?#].*$", "", response.url)
                self.answers[response.status] += 1
                return str(response.read().decode(errors="replace"))
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
        body = f'{part}"key"\r\n\r\n{a_key()}\r\n{part}"file"; filename="x"\r\n\r\n{file}\r\n--x--\r\n'
        self.ask(path, body.encode(), "multipart/form-data; boundary=x")
        return self.path


def a_round(number: int, mark: int = 0) -> dict[str, object]:
    """Return a round's form, with a write key. The second player is out, but befooled."""
    cards = {f"seat-{seat}-cards": face for seat, face in enumerate(costs(mark), start=1)}
    return cards | {"seat-2-disc": "y", "number": number, "key": a_key()}


def costs(mark: int) -> tuple[int, ...]:
    """Return what a round costs everybody: a low card each, other ones for each mark below 625."""
    return (2 + mark % 5, 0, *(2 + mark // power % 5 for power in (5, 25, 125)))


def a_sheet(rounds: int, names: list[str] = NAMES, **about: Any) -> dict[str, Any]:
    """Return a sheet file of Fool! with so many rounds."""
    sheet = {"format": "companion-sheet", "version": 1, "game": "fool", "players": names, "first_starter": names[0]}
    rounds_played = [{"hands": dict(zip(names, HANDS, strict=False))}] * rounds
    return sheet | {"rounds": rounds_played, "played_on": ["score", "tens"], "id": a_key()} | about


def memory(server: Server, what: str = "VmRSS") -> int:
    """Return the MB of memory that a server holds, or has held at most (``VmHWM``)."""
    (found,) = re.findall(rf"{what}:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())
    return int(found) // 1024
