"""Random requests over every route, and malformed ones on the socket: those that the companion does not stand.

    python benchmarks/random_requests.py [--requests 100000] [--malformed 6000] [--seed 1]

The requests go to the application here, with keys that open something and keys that do not, and with what the forms of
its own pages send, changed at random; the malformed ones to a ``companion`` of their own. Prints how many answers there
were of each kind, and every exception, 5xx answer or line in the log that there was; exits with 1 if there was one.
"""

from __future__ import annotations

import argparse
import io
import logging
import random
import re
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from answer_times import new_table
from flask import Flask
from live_load import started
from werkzeug.routing import BuildError
from werkzeug.test import Client

from companion import create_app
from companion.store.database import FILE_NAME, Store
from companion.store.groups.groups import start_group
from companion.web.table.access import new_write_key

MOST_FORMS = 400  # of those that were seen, to send again
MOST_KEYS = 30
KEY = re.compile(r"/[tg]/([\w-]+)")
ODD = [
    "",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    "1.5",
    "NaN",
    "Infinity",
    "=17",
    "1 1 1 1 1 1 1",
    "27," * 50,
    "²",
    "½",
]
ODD += [
    "\x00",
    "\ud800",
    "\u202e",
    "e\u0301" * 90,
    "<script>alert(1)</script>",
    "{{7*7}}",
    "%s%n",
    "%(name)s",
    "../../x",
]
ODD += ["a" * 3000, "'; DROP TABLE journal; --", "\U0001d4d0", "👨‍👩‍👧", " ", "\r\nX: y"]
ODD += ["None", "true", "[]", "{}", "G12 R3 1"]
HEADERS = {
    "Accept-Language": ["", "de", "/etc/passwd", "*", "de;q=x", "x" * 5000, "..", "pl_PL,en;q=0.1", "\xff"],
    "Accept-Encoding": ["", "gzip", "gzip;q=0", "*;q=x", "br, gzip;q=1.0", ",,,"],
    "Referer": ["", "http://[", "http://localhost/t/x/referee?cards=G1", "//", "\xff", "http://localhost:99999999/"],
    "Origin": ["", "null", "http://localhost", "http://[", "http://evil.example"],
    "Sec-Fetch-Site": ["same-origin", "none", "cross-site", "x"],
    "Host": ["localhost", "", "[", "evil.example", "localhost:x", "[::1]:8000", "a" * 300, "127.0.0.1:99999"],
    "If-None-Match": ["*", '"x"', "W/", '"' * 99],
    "If-Modified-Since": ["x", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Jan 99999 00:00:00 GMT"],
    "Range": ["bytes=0-1", "bytes=-1", "bytes=5-1", "x", "bytes=0-99999999999999"],
    "HX-Request": ["true", "x"],
    "HX-Target": ["x", "\xff"],
    "HX-Current-URL": ["http://[", "http://localhost/t/x"],
    "Content-Type": ["", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary="],
    "X-Forwarded-For": ["x", "1.2.3.4", "[", ","],
    "X-Forwarded-Proto": ["https", "x", ","],
    "X-Forwarded-Host": ["evil.example", "[", ","],
    "Cookie": ["x", "a=b; =", "\xff"],
    "Content-Length": ["x", "-1", "99999999999", "1e3"],
}
METHODS = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get", "X" * 50]
LINE = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
FORMED = b"POST /tables HTTP/1.1\r\nHost: localhost\r\n"


class Forms(HTMLParser):
    """The forms and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take notice of what can be asked for."""
        about = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((about.get("action", ""), {}))
        elif tag in ("input", "textarea", "select", "button") and self.forms and about.get("name"):
            self.forms[-1][1].setdefault(about["name"], about.get("value", ""))
        elif tag == "a" and about.get("href", "").startswith("/"):
            self.links.append(about["href"])


class Stranger:
    """Somebody who asks for anything at random."""

    def __init__(self, app: Flask, keys: list[str], seed: int) -> None:
        self.random = random.Random(seed)
        self.app, self.client, self.keys = app, Client(app.wsgi_app), keys
        self.rules = list(app.url_map.iter_rules())
        self.addresses = app.url_map.bind("localhost")
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.links: list[str] = []
        self.kinds: Counter[int] = Counter()

    def ask(self) -> str | None:
        """Ask for something; what is wrong with the answer."""
        path, form, methods = self._what()
        method = self.random.choice(METHODS if self.random.random() < 0.1 else methods)
        headers = {name: self.random.choice(values) for name, values in HEADERS.items() if self.random.random() < 0.05}
        if self.random.random() < 0.3:
            headers.pop("Host", None)
        body = self._body(form, headers) if method not in ("GET", "HEAD") else b""
        try:
            answer = self.client.open(
                path, method=method, headers=headers, input_stream=io.BytesIO(body), **self._about(body, headers)
            )
            shown = answer.get_data()
        except Exception as error:
            return f"{method} {path[:200]} {headers} {form}: {type(error).__name__}: {error}"
        self.kinds[answer.status_code] += 1
        if key := KEY.match(answer.location or ""):
            self.keys[-MOST_KEYS:] = [*self.keys, key[1]][-MOST_KEYS:]
        if answer.status_code >= 500:
            return f"{method} {path[:200]} {headers} {form}: {answer.status_code}"
        if answer.mimetype == "text/html" and "Content-Encoding" not in answer.headers:
            self._remember(shown.decode())
        return None

    def _about(self, body: bytes, headers: dict[str, str]) -> dict[str, object]:
        return {} if "Content-Length" in headers else {"content_length": len(body)}

    def _what(self) -> tuple[str, dict[str, str], list[str]]:
        """A path, a form to send there, and by which methods."""
        draw = self.random.random()
        if self.forms and draw < 0.5:
            address, fields = self.random.choice(self.forms)
            sent = {name: self._changed(value) for name, value in fields.items() if self.random.random() < 0.95}
            return address, sent, ["POST"]
        if self.links and draw < 0.6:
            return self.random.choice(self.links), {}, ["GET"]
        rule = self.random.choice(self.rules)
        values = {name: self._value(name) for name in rule.arguments}
        query = {self.random.choice(NAMES): self._odd() for _ in range(self.random.choice([0, 0, 1, 3]))}
        with suppress(BuildError, ValueError, UnicodeEncodeError):
            path = self.addresses.build(rule.endpoint, values, append_unknown=False)
            asked = urlencode(query, errors="surrogatepass")
            form = {self.random.choice(NAMES): self._odd() for _ in range(5)}
            return f"{urlsplit(path).path}?{asked}", form, sorted(rule.methods or METHODS)
        return quote(f"/{self._odd()}", errors="surrogatepass"), {}, METHODS

    def _value(self, name: str) -> object:
        if name == "key":
            return self.random.choice(self.keys)
        return self.random.choice([1, 2, 0, 99, "fool", "durak", "x", "points", "app.css"])

    def _changed(self, value: str) -> str:
        return self._odd() if self.random.random() < 0.15 else value

    def _odd(self) -> str:
        return self.random.choice([*ODD, *self.keys])

    def _body(self, form: dict[str, str], headers: dict[str, str]) -> bytes:
        draw = self.random.random()
        if draw < 0.05:
            return self.random.randbytes(self.random.randrange(2000))
        body = urlencode(form, errors="surrogatepass").encode()
        if draw < 0.1:
            return body[: self.random.randrange(len(body) + 1)]
        if draw < 0.2:
            headers["Content-Type"] = "multipart/form-data; boundary=x"
            parts = [
                f'--x\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n\r\n{value}\r\n'
                for name, value in form.items()
            ]
            return ("".join(parts) + "--x--\r\n").encode(errors="surrogatepass")
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        return body

    def _remember(self, page: str) -> None:
        found = Forms()
        found.feed(page)
        for known, new in ((self.forms, found.forms), (self.links, found.links)):
            for one in new:
                if len(known) < MOST_FORMS:
                    known.append(one)  # type: ignore[arg-type]
                elif self.random.random() < 0.1:
                    known[self.random.randrange(MOST_FORMS)] = one  # type: ignore[call-overload]


NAMES = [
    "number",
    "v",
    "before",
    "all",
    "why",
    "cards",
    "led",
    "seat",
    "page",
    "player",
    "game",
    "period",
    "seq",
    "key",
]
NAMES += ["done", "added", "known", "replaced", "group", "name", "code", "role", "times", "phone", "year", "file", "x"]


class Told(logging.Handler):
    """The log, whose every line tells of a fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take notice of a line."""
        self.lines.append(self.format(record))


def main() -> None:
    """Ask, and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=100_000)
    options.add_argument("--malformed", type=int, default=6_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    wrong = over_routes(chosen.requests, chosen.seed) + on_the_socket(chosen.malformed, chosen.seed)
    for line in wrong[:50]:
        print(ascii(line)[:1000])
    print(f"{len(wrong)} not stood")
    sys.exit(bool(wrong))


def over_routes(number: int, seed: int) -> list[str]:
    """What was wrong with the answers to so many random requests."""
    told = Told()
    logging.getLogger().addHandler(told)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        keys = ["x", "A" * 22, *(new_table(app.extensions["store"], rounds) for rounds in (0, 3, 60))]
        group = start_group(app.extensions["store"], new_write_key(), "Thursdays")
        players = {f"player-{seat}": name for seat, name in enumerate(["Anne", "Paul", "Bo", "Zoë"], start=1)}
        with app.test_client() as phone:
            for game in ("fool", "durak", "points"):
                form = {"key": new_write_key(), "group": group, "game": game, "first_starter": "1", **players}
                phone.post("/tables", data=form)
        stranger = Stranger(app, [*keys, group], seed)
        wrong = [fault for _ in range(number) if (fault := stranger.ask())]
        app.extensions["store"].close()
    logging.getLogger().removeHandler(told)
    print(f"{number} requests over {len(stranger.rules)} routes: {dict(sorted(stranger.kinds.items()))}")
    return [*wrong, *told.lines]


def on_the_socket(number: int, seed: int) -> list[str]:
    """What was wrong after so many malformed requests."""
    draw = random.Random(seed)
    kinds: Counter[str] = Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        table = new_table(store, 3)
        store.close()
        with started(folder) as run:
            for _ in range(number):
                sent = malformed(draw, table)
                status = answered(run.port, sent)
                kinds[status] += 1
                if status.startswith("5"):
                    wrong.append(f"{status} to {sent[:300]!r}")
            if answered(run.port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 5) != "200":
                wrong.append("an ordinary request is not answered any more")
        wrong += run.said
    print(f"{number} malformed requests on the socket: {dict(sorted(kinds.items()))}")
    return wrong


def malformed(draw: random.Random, table: str) -> bytes:
    """A request that is none, or not quite."""
    whole = [
        LINE + b"\r\n",
        f"GET /t/{table} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
        f"GET /t/{table}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
        FORMED + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\nplayer-1=x",
        FORMED + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    ]
    kinds: list[Callable[[], bytes]] = [
        lambda: draw.randbytes(draw.randrange(1, 300)),
        lambda: changed(draw, draw.choice(whole)),
        lambda: draw.choice(whole)[: draw.randrange(1, 60)],
        lambda: (
            b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
            % draw.choice([b"%", b"%zz", b"%ff%fe", b"%00", b"\xff", b"%2e%2e/"])
        ),
        lambda: (
            b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
            % draw.choice([b"*", b"x", b"http://[/", b"//", b"http://x/", b"?"])
        ),
        lambda: b"GET / HTTP/%s\r\nHost: localhost\r\n\r\n" % draw.choice([b"0.9", b"1.0", b"2.0", b"9.9", b"x", b""]),
        lambda: b"GET /?%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"a" * draw.randrange(100_000)),
        lambda: LINE + b"X: " + b"a" * draw.randrange(100_000) + b"\r\n\r\n",
        lambda: LINE + b"X: y\r\n" * draw.randrange(3000) + b"\r\n",
        lambda: (
            b"GET / HTTP/1.1\r\n"
            + b"Host: %s\r\n" % draw.choice([b"", b"a", b"[", b"\xff", b"a:b:c"]) * draw.randrange(3)
            + b"\r\n"
        ),
        lambda: (
            FORMED
            + b"Content-Length: %s\r\n\r\nabc"
            % draw.choice([b"-1", b"x", b"3, 4", b"99999999999999999999", b"+3", b""])
        ),
        lambda: (
            FORMED
            + b"Content-Length: 3\r\nTransfer-Encoding: %s\r\n\r\nabc" % draw.choice([b"chunked", b"x", b"chunked, x"])
        ),
        lambda: (
            FORMED
            + b"Transfer-Encoding: chunked\r\n\r\n%s\r\nabc"
            % draw.choice([b"x", b"-1", b"fffffffffffffffff", b"3;" + b"a" * 9000])
        ),
        lambda: LINE + b"Expect: %s\r\nContent-Length: 3\r\n\r\n" % draw.choice([b"100-continue", b"x"]),
        lambda: LINE + b"Connection: upgrade\r\nUpgrade: %s\r\n\r\n" % draw.choice([b"websocket", b"h2c", b"x"]),
        lambda: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        lambda: b"\x16\x03\x01\x02\x00\x01\x00" + draw.randbytes(200),
        lambda: draw.choice(whole) * draw.randrange(1, 20),
    ]
    return draw.choice(kinds)()


def changed(draw: random.Random, sent: bytes) -> bytes:
    """A request with a few bytes that are others."""
    bent = bytearray(sent)
    for _ in range(draw.randrange(1, 6)):
        bent[draw.randrange(len(bent))] = draw.randrange(256)
    return bytes(bent)


def answered(port: int, sent: bytes, seconds: float = 0.05) -> str:
    """The status of the first answer to what was sent; empty where the connection is closed or nothing comes."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as phone, suppress(OSError):
        phone.sendall(sent)
        return phone.recv(100).partition(b" ")[2][:3].decode("latin-1")
    return ""


if __name__ == "__main__":
    main()
