"""What `deploy/` and `docs/hosting.md` give to hosts: units that hold, proxies through which a whole game goes."""

import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.needs import needs_program
from tests.server import Ear, Server, a_round, ask, free_port, listens, until
from tests.web.builders import new_game

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "deploy" / "systemd"
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def run(*command):
    """The status of a command, and all that it says."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    return done.returncode, done.stdout


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


def block(language):
    """What stands on the page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return found


@contextmanager
def answering(port, *command, **process):
    """A program as long as it is needed, from when it answers at a port of this computer."""
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **process)
    try:
        until(lambda: listens(port) or running.poll() is not None, 20)
        yield
    finally:
        running.terminate()
        told = running.communicate(timeout=10)[1]
    assert running.returncode in (0, -15), told


def by_the_caddyfile(folder, port, behind):
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8").partition("\n")[2]
    text = text.replace("{$NAME:cards.example}", f"http://localhost:{port}").replace("{\n", "{\n\tadmin off\n", 1)
    (folder / "Caddyfile").write_text(text.replace("{$COMPANION:127.0.0.1:8000}", f"127.0.0.1:{behind}"))
    home = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    return answering(port, "caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile", env=home)


def by_nginx(folder, port, behind):
    kept = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off; {kept}\n"
        f"server {{ listen 127.0.0.1:{port};\n{block('nginx').replace(':8000;', f':{behind};')} }} }}"
    )
    return answering(port, "nginx", "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf")


WAYS = [
    pytest.param(by_the_caddyfile, "", marks=needs_program("caddy")),
    pytest.param(by_nginx, "/companion", marks=needs_program("nginx", "nginx-light")),
]


@pytest.mark.parametrize(("way", "path"), WAYS)
def test_a_game_goes_through_the_proxy(tmp_path, way, path):
    """Pages, styles, writes, links, news at once, and the companion's own word on what is too large. Without TLS."""
    port = free_port()
    site = f"http://localhost:{port}"
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", "--public-url", site + path)
    try:
        with way(tmp_path, port, server.port):
            home = ask(f"{site}{path}/")[2]
            style, *_ = styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', home)
            assert all(each.startswith(f"{path}/static/") for each in styles)
            assert ask(site + style)[1].get_content_type() == "text/css"
            address = ask(f"{site}{path}/tables", new_game(), Origin=site)[1]["Location"]
            assert address.startswith(f"{path}/t/")
            news = Ear(port, address, "localhost")
            assert news.hears() == ("", "1")
            status, headers, _ = ask(f"{site}{address}/rounds", a_round(), Origin=site)
            assert (status, headers["Location"].partition("#")[0]) == (303, address)
            assert news.hears() == ("", "2")
            news.close()
            assert "Round 2" in ask(f"{site}{address}?new=1")[2]
            assert f'value="{site}{address}"' in ask(f"{site}{address}/share?new=1")[2]
            assert ask(f"{site}{path}/imports", {"file": "x" * 2_500_000}, Origin=site)[0] == 413
    finally:
        server.kill()


@needs_program("haproxy")
def test_every_address_comes_to_its_companion(tmp_path):
    """Three companions below paths; without certificates, of which a test has none."""
    port, text = free_port(), (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8")
    text = re.sub(r"    (bind :443|http-request redirect|maxconn|stats socket).*\n", "", text)
    text = text.replace("bind :80", f"bind 127.0.0.1:{port}")
    with ExitStack() as opened:
        for name in "abc":
            server = Server(tmp_path / name, "--public-url", f"https://cards.example/{name}")
            opened.callback(server.kill)
            text = re.sub(rf"server {name} \S+", f"server {name} 127.0.0.1:{server.port}", text)
        (tmp_path / "haproxy.cfg").write_text(text)
        command = (shutil.which("haproxy") or "/usr/sbin/haproxy", "-q", "-f", tmp_path / "haproxy.cfg")
        opened.enter_context(answering(port, *command, stdin=subprocess.DEVNULL))
        seen = set()
        for _ in range(6):
            _, headers, page = ask(f"http://127.0.0.1:{port}/", Host="cards.example")
            name = re.search(r'href="/(\w)/tables/new', page)[1]
            cookie = headers["Set-Cookie"].partition(";")[0]
            form = ask(f"http://127.0.0.1:{port}/", Host="cards.example", Cookie=cookie)[2]
            assert f'href="/{name}/tables/new' in form, "the same phone comes to the same one"
            seen.add(name)
            for other in "abc":
                address = f"http://127.0.0.1:{port}/{other}/tables"
                table = ask(address, new_game(), Host="cards.example", Cookie=cookie)[1]["Location"]
                assert table.startswith(f"/{other}/t/"), "the path counts, and no cookie"
        assert seen == set("abc"), "the first page is spread over all"
