"""What `docs/many-machines.md` gives to hosts: each of its proxies sends every address to the cell that keeps it."""

import http.client
import re
import ssl
import urllib.parse
from contextlib import ExitStack, closing, contextmanager

import pytest
import trustme

from tests.checks.proxies import block, caddy, certificate, nginx
from tests.many import CELLS, Cell, Proxy
from tests.needs import needs_program
from tests.server import free_port
from tests.web.builders import a_key, new_game

pytestmark = pytest.mark.thorough


def of_the_page(language, cells):
    """What stands on the page in a language, with the addresses of cells that are running."""
    found = block("many-machines", language)
    for number, cell in enumerate(cells, start=11):
        found = found.replace(f"192.0.2.{number}:8000", f"127.0.0.1:{cell.server.port}")
    assert "192.0.2." not in found
    return found


@contextmanager
def by_haproxy(cells, folder):
    with closing(Proxy(folder, cells)) as proxy:
        yield http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=20)


@contextmanager
def by_caddy(cells, folder):
    port, authority, context = free_port(), trustme.CA(), ssl.create_default_context()
    authority.configure_trust(context)
    text = "{\n}\n" + of_the_page("caddyfile", cells).replace("cards.example", f"localhost:{port}")
    with caddy(text, port, certificate(authority, folder), folder):
        yield http.client.HTTPSConnection("localhost", port, timeout=20, context=context)


@contextmanager
def by_nginx(cells, folder):
    port = free_port()
    text = of_the_page("nginx", cells).replace("listen 80;", f"listen 127.0.0.1:{port};")
    with nginx(text, port, folder):
        yield http.client.HTTPConnection("127.0.0.1", port, timeout=20)


WAYS = [
    pytest.param(by_haproxy, marks=needs_program("haproxy")),
    pytest.param(by_caddy, marks=needs_program("caddy")),
    pytest.param(by_nginx, marks=needs_program("nginx", "nginx-light")),
]


class Phone:
    """A phone that goes wherever it is sent, with what it has sent."""

    def __init__(self, line):
        self.line = line

    def ask(self, path, **form):
        """The address where it ends, and the page there."""
        body, method = urllib.parse.urlencode(form), "POST" if form else "GET"
        with closing(self.line):
            self.line.request(method, path, body, {"Content-Type": "application/x-www-form-urlencoded"} if form else {})
            answer = self.line.getresponse()
            text = answer.read().decode()
        if answer.status in (303, 307):
            there = urllib.parse.urlsplit(answer.headers["Location"]).path
            return self.ask(there, **(form if answer.status == 307 else {}))
        assert answer.status == 200, (path, answer.status, text[:300])
        return path, text

    def opens(self, file):
        """The status with which a file is answered."""
        about = b'Content-Disposition: form-data; name="file"; filename="a.json"'
        body = b"\r\n".join((b"--x", about, b"", file, b"--x--", b""))
        with closing(self.line):
            self.line.request("POST", "/imports", body, {"Content-Type": "multipart/form-data; boundary=x"})
            return self.line.getresponse().status

    def hears(self, path):
        """The first news of a stream."""
        with closing(self.line):
            self.line.request("GET", path)
            answer = self.line.getresponse()
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            return answer.readline()


@pytest.mark.parametrize("way", WAYS)
def test_every_address_comes_to_its_cell(way, tmp_path):
    names = CELLS if way is by_haproxy else CELLS[:2]
    with ExitStack() as opened:
        cells = [opened.enter_context(closing(Cell(name, tmp_path / name, copies=False))) for name in names]
        phone = Phone(opened.enter_context(way(cells, tmp_path)))
        tables = {}
        for _ in range(20):
            table, page = phone.ask("/tables", **new_game())
            tables[table.partition(".")[0]] = table, page
        assert set(tables) == {f"/t/{name}" for name in names}, "new games are spread over all"
        group, _ = phone.ask("/groups", key=a_key(), name="Friday night")
        for table, page in tables.values():
            assert phone.hears(f"{table}/events") == b"data: 1\n"
            for address in re.findall(r'"(/static/[^"]+\.(?:css|js)\?v=[^"]+)"', page):
                phone.ask(address)
            code = re.search(r'class="code">([^<]+)<', phone.ask(f"{table}/share")[1])[1]
            watching, _ = phone.ask("/joins", key=a_key(), code=code)
            assert watching.partition(".")[0] == table.partition(".")[0]
            started, _ = phone.ask("/tables", **new_game(group=group))
            assert started.partition(".")[0] == group.partition(".")[0].replace("/g/", "/t/")
        bare = tables["/t/b"][0].replace("/t/b.", "/t/")
        assert phone.ask(bare)[0] == bare, "from before there were cells"
        assert phone.opens(b" " * 1_900_000) == 422, "it arrives, and is no sheet"
