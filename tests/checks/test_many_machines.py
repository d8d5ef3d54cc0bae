"""`deploy/haproxy.cfg`: many companions below paths, each of which gets what is its own; the first page is anyone's."""

import re
import shutil
import subprocess
import urllib.parse
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.checks.proxies import answering
from tests.needs import needs_program
from tests.server import FORM, Server, free_port
from tests.web.builders import new_game

pytestmark = pytest.mark.thorough

CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"


@pytest.fixture
def port(tmp_path):
    """The port of HAProxy with three companions; without certificates, of which a test has none."""
    port, left_out = free_port(), r"    (bind :443|http-request redirect|maxconn|stats socket).*\n"
    text = re.sub(left_out, "", CONFIG.read_text()).replace("bind :80", f"bind 127.0.0.1:{port}")
    with ExitStack() as opened:
        for name in "abc":
            server = Server(tmp_path / name, "--public-url", f"https://cards.example/{name}")
            opened.callback(server.kill)
            text, changed = re.subn(rf"server {name} \S+", f"server {name} 127.0.0.1:{server.port}", text)
            assert changed == 1
        (tmp_path / "haproxy.cfg").write_text(text)
        command = [shutil.which("haproxy") or "/usr/sbin/haproxy", "-q", "-f", tmp_path / "haproxy.cfg"]
        opened.enter_context(answering(port, command, stdin=subprocess.DEVNULL))
        yield port


def ask(port, path, form=None, cookie=""):
    with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        headers = {"Host": "cards.example", "Cookie": cookie} | (FORM if form else {})
        phone.request("POST" if form else "GET", path, urllib.parse.urlencode(form or {}), headers)
        answer = phone.getresponse()
        return answer.status, answer.headers, answer.read().decode()


@needs_program("haproxy")
def test_every_address_comes_to_its_companion(port):
    homes = {}
    for _ in range(6):
        _, headers, page = ask(port, "/")
        cookie = headers["Set-Cookie"].partition(";")[0]
        name = re.search(r'href="/(\w)/tables/new', page)[1]
        assert f'href="/{name}/tables/new' in ask(port, "/", cookie=cookie)[2], "the same phone comes to the same one"
        homes[name] = cookie
    assert set(homes) == set("abc"), "the first page is spread over all"
    for name in homes:
        status, headers, _ = ask(port, f"/{name}/tables", new_game())
        table = headers["Location"]
        assert (status, table[:5]) == (303, f"/{name}/t/")
        for other in homes.values():
            assert ask(port, f"{table}?new=1", cookie=other)[0] == 200, "the path counts, and no cookie"
        assert ask(port, table.replace(f"/{name}/", f"/{min(set(homes) - {name})}/"))[0] == 404
        assert ask(port, f"/{name}/health")[0] == 200
