"""What somebody else does at the table while a phone is looked at: plain forms, sent without a browser."""

import io
import json
import re
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.server import AT_HOME
from tests.web.builders import a_key, new_game


def send(address: str, cookie: str = "", **form: str) -> str:
    """Send a form; the path of the page that answers."""
    headers = {"Cookie": f"phone={cookie}"} if cookie else {}
    return _path(Request(_local(address), urlencode({"key": a_key()} | form).encode(), headers))


def start(address: str, *players: str, cookie: str = "", **fields: str) -> str:
    """The path of a new table for these players, the first of whom starts; its host is the phone of this cookie."""
    return send(f"{address}/tables", cookie, **new_game(*players, **fields))


def bring(address: str, sheet: dict) -> str:
    """The path of the table that a sheet file was opened as."""
    file = FileStorage(io.BytesIO(json.dumps(sheet).encode()), "sheet.json")
    edge, body = encode_multipart({"key": a_key(), "file": file})
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
    """The paths that a host's page shows to be handed on, by what they are for: score, watch, screen."""
    with urlopen(f"{_local(table)}/share", timeout=20) as answer:
        found = re.findall(r'id="(\w+)-link" value="[^"]*?(/t/[\w.-]+)"', answer.read().decode())
    return dict(found)


def _local(address: str) -> str:
    """As this computer is called here; only the browser knows its name in a home network."""
    return address.replace(AT_HOME, "127.0.0.1")


def _path(request: Request) -> str:
    with urlopen(request, timeout=20) as answer:
        return urlsplit(answer.url).path
