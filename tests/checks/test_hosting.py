"""What `deploy/` and `docs/hosting.md` give to hosts: units that hold, proxies through which a whole game goes."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
import trustme

from tests.needs import needs_program
from tests.server import FORM, Server, free_port
from tests.web.builders import a_key, new_game

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "deploy" / "systemd"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
MOST_EXPOSED = 15  # tenths; a service without any bounds has 96
ROUND = {"number": 1, "seat-1-cards": "17", "seat-2-out": "y", "seat-3-cards": "13", "seat-4-cards": "5"}


def run(*command):
    """The status of a command, and all that it says."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    return done.returncode, done.stdout


# systemd


@needs_program("systemd-analyze", "systemd")
@pytest.mark.parametrize("kind", ["system", "user"])
def test_systemd_has_nothing_to_say_about_the_units(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for unit in (path for end in ("service", "timer") for path in SYSTEMD.rglob(f"*.{end}")):
        if (unit.parent.name == "user") is (kind == "user"):
            text = unit.read_text("utf-8")  # where it will be, the program is not yet
            text = re.sub(r"(/opt/companion|%h/.local)/bin/companion", sys.executable, text)
            (tmp_path / unit.name).write_text(text)
    units = sorted(tmp_path.iterdir())
    assert [unit.name for unit in units] == ["companion-backup.service", "companion-backup.timer", "companion.service"]
    assert run("systemd-analyze", "verify", f"--{kind}", *units) == (0, "")


@needs_program("systemd-analyze", "systemd")
@pytest.mark.parametrize("name", ["companion.service", "companion-backup.service"])
def test_a_service_may_do_little(name):
    bound = f"--threshold={MOST_EXPOSED}"
    status, told = run("systemd-analyze", "security", "--offline=true", "--no-pager", bound, SYSTEMD / name)
    assert status == 0, told


def test_the_page_says_where_things_are():
    """As the units and what installs them have it."""
    service, backup = ((SYSTEMD / f"{name}.service").read_text("utf-8") for name in ("companion", "companion-backup"))
    install = (SYSTEMD / "install").read_text("utf-8")
    for place, where in {
        "/opt/companion": (install, service, backup),
        "/var/lib/companion": (service, backup, (SYSTEMD / "companion").read_text("utf-8")),
        "/var/lib/companion/backups": (backup,),
        "/etc/companion.env": (service, backup),
    }.items():
        assert f"`{place}`" in PAGE
        assert all(place in each for each in where), place
    assert "KEEP=14" in backup
    assert "| 14 nights |" in PAGE
    assert SYSTEMD.joinpath("install").stat().st_mode & 0o111
    named = re.findall(r"(?:/usr/local/src/companion|~/companion)/([\w./*-]+)|`(deploy/[\w./-]+)`", PAGE)
    assert len(named) > 7
    missing = {name for pair in named for name in pair if name and not list(ROOT.glob(name))}
    assert missing == {"deploy/.env"}  # which the host writes


# Proxies


def block(language):
    """What stands on the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


def certificate(authority, folder):
    """The files of a certificate for this computer, and of its key."""
    issued = authority.issue_cert("localhost")
    chain, key = folder / "chain.pem", folder / "key.pem"
    for blob in issued.cert_chain_pems:
        blob.write_to_path(chain, append=True)
    issued.private_key_pem.write_to_path(key)
    return chain, key


@contextmanager
def answering(port, command, **process):
    """A program as long as it is needed, from when it answers at a port of this computer."""
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **process)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=2).close()
                break
            except OSError:
                time.sleep(0.05)
                if running.poll() is not None:
                    break
        yield
    finally:
        running.terminate()
        try:
            told = running.communicate(timeout=10)[1]
        except subprocess.TimeoutExpired:
            running.kill()
            raise
    assert running.returncode in (0, -15), told


def caddy(text, port, certificate, folder):
    """Caddy with a file, but for the certificate: no authority would give one to a test."""
    assert text.startswith("{\n")
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    site = f"localhost:{port} {{\n"
    assert site in text
    (folder / "Caddyfile").write_text(text.replace(site, f"{site}\ttls {' '.join(map(str, certificate))}\n"))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    return answering(port, command, env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)})


def nginx(text, port, folder):
    kept = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {kept}\n{text} }}"
    )
    return answering(port, ["nginx", "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"])


def by_the_caddyfile(port, behind, files, folder):
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8").partition("\n")[2]
    text = text.replace("{$NAME:cards.example}", f"localhost:{port}")
    return caddy(text.replace("{$COMPANION:127.0.0.1:8000}", f"127.0.0.1:{behind}"), port, files, folder)


def by_caddys_path(port, behind, files, folder):
    text = "{\n}\n" + block("caddyfile")
    return caddy(text.replace("www.example", f"localhost:{port}").replace(":8000", f":{behind}"), port, files, folder)


def by_nginx(port, behind, files, folder):
    chain, key = files
    listen = f"listen 127.0.0.1:{port} ssl; ssl_certificate {chain}; ssl_certificate_key {key};"
    location = block("nginx").replace(":8000;", f":{behind};")
    return nginx(f"server {{ {listen}\n{location}\n}}", port, folder)


WAYS = [
    pytest.param(by_the_caddyfile, "", marks=needs_program("caddy")),
    pytest.param(by_caddys_path, "/companion", marks=needs_program("caddy")),
    pytest.param(by_nginx, "/companion", marks=needs_program("nginx", "nginx-light")),
]


@pytest.mark.parametrize(("way", "path"), WAYS)
def test_a_game_goes_through_the_proxy(tmp_path, way, path):
    """Pages, styles, writes, links, news at once, and the companion's own word on what is too large."""
    port, authority = free_port(), trustme.CA()
    site = f"https://localhost:{port}"
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", "--public-url", site + path)
    context = ssl.create_default_context()
    authority.configure_trust(context)
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context))

    def ask(address, form=None):
        body = urllib.parse.urlencode(form).encode() if form else None
        return opener.open(urllib.request.Request(site + address, body, {"Origin": site} if form else {}), timeout=10)

    try:
        with way(port, server.port, certificate(authority, tmp_path), tmp_path):
            with ask(f"{path}/") as home:
                shown = home.read().decode()
            style, *_ = styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', shown)
            assert all(each.startswith(f"{path}/static/") for each in styles)
            with ask(style) as answer:
                assert answer.headers.get_content_type() == "text/css"
            with ask(f"{path}/tables", new_game()) as table:
                address = urllib.parse.urlsplit(table.url).path
            assert address.startswith(f"{path}/t/")
            stream = http.client.HTTPSConnection("localhost", port, timeout=10, context=context)
            with closing(stream):
                stream.request("GET", f"{address}/events")
                news = stream.getresponse()
                assert news.readline() == b"data: 1\n"
                with ask(f"{address}/rounds", ROUND | {"key": a_key()}) as saved:
                    assert saved.url.startswith(site + address)
                    assert "Round 2" in saved.read().decode()
                assert [news.readline(), news.readline()] == [b"\n", b"data: 2\n"]
            with ask(f"{address}/share") as share:
                assert f'value="{site}{address}"' in share.read().decode()
            with pytest.raises(urllib.error.HTTPError) as refused:
                ask(f"{path}/imports", {"file": "x" * 2_500_000})
            with refused.value:
                assert refused.value.code == 413
    finally:
        server.kill()


# Many companions


@pytest.fixture
def port(tmp_path):
    """The port of HAProxy with three companions below paths; without certificates, of which a test has none."""
    port, text = free_port(), (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    text = re.sub(r"    (bind :443|http-request redirect|maxconn|stats socket).*\n", "", text)
    text = text.replace("bind :80", f"bind 127.0.0.1:{port}")
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
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
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
