"""Whether another checkout answers random requests as this one does: for a change that nobody is to notice.

    python benchmarks/same_answers.py OTHER [--requests 2500] [--seed 0]

OTHER is a checkout with its own .venv. A phone at each starts games and a group, and from then on both follow the same
links and send the same forms of the pages that they get, often with something odd typed. Compares status, address and
words of every answer but for what is random in both, and prints what differs.
"""

import random
import re
import sys
import tempfile
from difflib import unified_diff
from html.parser import HTMLParser
from pathlib import Path

from phones import NAMES, Phone, read_options

from tests.server import Server

GAMES = {"fool": 5, "durak": 4, "points": 3, "wizard": 4, "tichu": 4, "fools-field": 2}  # players of each
ODD = ["", "0", "-1", "1", "5 12 1", "=17", "1.5", "NaN", "²", "é" * 90, "<b>", "%(name)s", "a" * 3000, "9" * 20]
MOMENT = r"[\d.]+:\d{2,5}|\d\d\.\d{3}\+"
RANDOM = re.compile(rf"[\w-]{{22,}}|{MOMENT}|\bv=\w{{12}}|\b[A-Z2-9]{{5}} [A-Z2-9]{{5}}\b|<svg.*?</svg>", re.DOTALL)
TAGS = re.compile(r"<(script|style).*?</\1>|<[^>]*>", re.DOTALL)
WAYS_OUT = re.compile(r"/(t|g|tables|rounds|join|imports|groups|rules)\b")
Way = tuple[str, dict[str, str] | None]  # an address, and what a form sends there


class Ways(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ways: list[Way] = []
        self.form: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take notice of a link, a form, or a field of the last form."""
        about = {name: value or "" for name, value in attrs}
        if tag == "a" and WAYS_OUT.match(about.get("href", "")):
            self.ways.append((about["href"], None))
        elif tag == "form" and about.get("method") == "post":
            self.form = {}
            self.ways.append((about.get("action", ""), self.form))
        elif about.get("name") and tag in ("input", "button", "textarea"):
            self.form.setdefault(about["name"], about.get("value", ""))


def main() -> None:
    """Ask both, and print."""
    asked = read_options(__doc__, "other", requests=2500, seed=0)
    dice, differ = random.Random(asked.seed), 0
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        other = type("Other", (Server,), {"command": [Path(asked.other).resolve() / ".venv/bin/companion"]})
        phones = [Phone(Server(Path(here))), Phone(other(Path(there)))]
        try:
            ways = [first_ways(phone) for phone in phones]
            for _ in range(asked.requests):
                at = dice.randrange(len(ways[0]))
                form = ways[0][at][1] or {}
                odd = {name: dice.choice(ODD) for name in form if dice.random() < (0.1 if form[name] else 0.5)}
                answers = [ask(phone, way[at], odd) for phone, way in zip(phones, ways, strict=True)]
                if change := [*unified_diff(*(plain(*answer) for answer in answers), n=3, lineterm="")]:
                    differ += 1
                    print(*ways[0][at], odd, *map(ascii, change[3:20]), sep="\n  ", flush=True)
                    continue
                found = [Ways(page).ways for page, _ in answers]
                if found[0] and len(found[0]) == len(found[1]):
                    ways = [[*way, *new][-400:] for way, new in zip(ways, found, strict=True)]
        finally:
            for phone in phones:
                phone.server.kill()
    print(f"{dict(phones[0].answers)}, {differ} differ")
    sys.exit(differ > 0)


def first_ways(phone: Phone) -> list[Way]:
    """Start a group and games, and return what can be asked for then."""
    phone.start("/groups")
    for game, players in GAMES.items():
        phone.start(names=NAMES[:players], game=game)
    return [("/", None), ("/tables/new", None), (phone.path, None), *Ways(phone.ask("/")).ways]


def ask(phone: Phone, way: Way, odd: dict[str, str]) -> tuple[str, str]:
    """Go a way; return the page, and its status and address."""
    address, form = way
    before = phone.answers.copy()
    page = phone.ask(address, None if form is None else form | odd | {"first_starter": "1"})  # no lots: chance differs
    return page, f"{[*phone.answers - before]} {phone.path}"


def plain(page: str, address: str) -> list[str]:
    """Return the words of an answer, without what is random."""
    return [RANDOM.sub("·", address), *TAGS.sub(" ", RANDOM.sub("·", page)).split()]


if __name__ == "__main__":
    main()
