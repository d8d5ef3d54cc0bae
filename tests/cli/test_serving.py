"""The server as it runs: on a proxy's word, with many phones, as two processes on one file, and killed."""

import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.server import Server
from tests.web.builders import a_key, new_game

KNOCKS = Path(__file__).parent.parent.parent / "benchmarks" / "hard_knocks.py"


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def ask(address, form=None, **headers):
    """Status, headers and text of an answer; nothing is followed."""
    body = urllib.parse.urlencode(form).encode() if form else None
    try:
        with closing(
            urllib.request.build_opener(Stay).open(urllib.request.Request(address, body, headers), timeout=10)
        ) as response:
            return response.status, response.headers, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    yield server
    server.kill()


def start_table(server):
    return ask(f"{server.address}/tables", new_game())[1]["Location"]


def test_two_processes_on_one_file_show_the_same(server):
    """What is saved through one is live on the other, and neither makes a round of its own."""
    other = Server(server.data)
    try:
        table = start_table(server)
        poll = f"{table}/live?v=1"
        assert ask(other.address + poll)[0] == 204
        typed = {
            "number": 1,
            "key": a_key(),
            "seat-1-cards": "17",
            "seat-2-out": "y",
            "seat-3-cards": "13",
            "seat-4-cards": "5",
        }
        assert ask(f"{server.address}{table}/rounds", typed)[0] == 303
        status, _, shown = ask(other.address + poll)
        assert status == 200
        assert "Round 2" in shown
        assert ask(f"{other.address}{table}/rounds", typed)[0] == 303, "the same request again"
        assert ask(f"{other.address}{table}/rounds", typed | {"key": a_key(), "seat-1-cards": "18"})[0] == 409
        assert ask(f"{server.address}{table}/live?v=2")[0] == 204
        _, headers, _ = ask(f"{other.address}{table}/links", {"role": "host", "key": a_key()})
        assert ask(f"{server.address}{table}")[0] == 410
        assert ask(f"{server.address}{headers['Location']}")[0] == 200
    finally:
        other.kill()


def test_an_unchanged_poll_takes_few_bytes_on_the_wire(server):
    table = start_table(server)
    _, headers, body = ask(f"{server.address}{table}/live?v=1")
    assert body == ""
    assert len("HTTP/1.1 204 No Content\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())) < 300


def test_a_proxy_on_this_computer_may_say_that_it_has_https(server):
    """So that the links to share are right."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    assert f'value="https://cards.example{table}"' in ask(f"{server.address}{table}/share", **told)[2]


def test_whoever_is_no_proxy_on_this_computer_says_so_in_vain(server):
    """Any phone can send such headers; one with another address stands for it."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=("127.0.0.2", 0))) as phone:
        phone.request("GET", f"{table}/share", headers=told)
        shown = phone.getresponse().read().decode()
    assert f'{table}"' in shown
    assert "cards.example" not in shown
    assert "https:" not in shown


def test_a_proxy_need_not_be_trusted_to_name_another_site(server):
    """The check against other sites' forms goes by the name that the browser knows."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    form = {"seq": "1", "key": a_key()}
    assert ask(f"{server.address}{table}/undos", form, Origin="https://evil.example", **told)[0] == 403
    assert ask(f"{server.address}{table}/undos", form, Origin="https://cards.example", **told)[0] == 409


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["races", "kills", "repeats"])
def test_hard_knocks(what):
    """A few of the many that the script gives: races for a round, SIGKILL while saving, answers that get lost."""
    done = subprocess.run(
        [sys.executable, str(KNOCKS), what, "--times", "3"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_of_many_megabytes_is_read(server):
    """As large as a group of ten thousand tables; what is larger is told so."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    for megabytes, status in ((30, 422), (40, 413)):
        body = head + b" " * (megabytes * 1024 * 1024) + b"\r\n--x--\r\n"
        request = urllib.request.Request(f"{server.address}/imports", body)
        request.add_header("Content-Type", "multipart/form-data; boundary=x")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=30)
        with refused.value as answer:
            assert answer.code == status
            told = b"This is not a JSON file." if status == 422 else b"That is too large"
            assert told in answer.read()
