"""What somebody else does at the table while a phone is looked at: plain forms, sent without a browser."""

import json
import re
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from tests.server import AT_HOME
from tests.web.builders import a_key, new_game

FILE = (
    '--{edge}\r\nContent-Disposition: form-data; name="key"\r\n\r\n{key}\r\n--{edge}\r\nContent-Disposition: '
    'form-data; name="file"; filename="sheet.json"\r\nContent-Type: application/json\r\n\r\n{text}\r\n--{edge}--\r\n'
)


def send(address: str, **form: str) -> str:
    """Send a form; the path of the page that answers."""
    return _path(Request(_local(address), urlencode({"key": a_key()} | form).encode()))


def start(address: str, *players: str, **fields: str) -> str:
    """The path of a new table for these players, the first of whom starts."""
    return send(f"{address}/tables", **new_game(*players, **fields))


def bring(address: str, sheet: dict) -> str:
    """The path of the table that a sheet file was opened as."""
    edge = a_key()
    body = FILE.format(edge=edge, key=a_key(), text=json.dumps(sheet)).encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    return _path(Request(f"{_local(address)}/imports", body, headers))


def enter(table: str, number: int, *hands: str, path: str = "/rounds", **more: str) -> None:
    """Enter a round of Fool!: the cards that are left, in seat order; who has none is out."""
    cards = {f"seat-{seat}-cards": hand or "0" for seat, hand in enumerate(hands, start=1)}
    answer = send(table + path, number=str(number), **cards, **more)
    assert "/rounds" not in answer, "it was refused"


def sheet(table: str) -> dict:
    with urlopen(f"{_local(table)}/sheet.json", timeout=20) as answer:
        return json.load(answer)


def points(table: str, seat: int = 0) -> list[float]:
    return [list(played["points"].values())[seat] for played in sheet(table)["rounds"]]


def links(table: str) -> dict[str, str]:
    """The paths that a host's page shows to be handed on, by what they are for: score, watch, host."""
    with urlopen(f"{_local(table)}/share", timeout=20) as answer:
        found = re.findall(r'id="(\w+)-link" value="[^"]*?(/t/[\w.-]+)"', answer.read().decode())
    return dict(found)


def _local(address: str) -> str:
    """As this computer is called here; only the browser knows its name in a home network."""
    return address.replace(AT_HOME, "127.0.0.1")


def _path(request: Request) -> str:
    with urlopen(request, timeout=20) as answer:
        return urlsplit(answer.url).path
