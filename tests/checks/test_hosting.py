"""What `deploy/` and `docs/hosting.md` give to hosts: units that hold, proxies through which a whole game goes."""

import http.client
import re
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
import trustme

from tests.checks.proxies import block, caddy, certificate, nginx
from tests.needs import needs_program
from tests.server import Server, free_port
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


def by_the_caddyfile(port, behind, files, folder):
    text = (ROOT / "deploy" / "Caddyfile").read_text("utf-8").partition("\n")[2]
    text = text.replace("{$NAME:cards.example}", f"localhost:{port}")
    return caddy(text.replace("{$COMPANION:127.0.0.1:8000}", f"127.0.0.1:{behind}"), port, files, folder)


def by_caddys_path(port, behind, files, folder):
    text = "{\n}\n" + block("hosting", "caddyfile")
    return caddy(text.replace("www.example", f"localhost:{port}").replace(":8000", f":{behind}"), port, files, folder)


def by_nginx(port, behind, files, folder):
    chain, key = files
    listen = f"listen 127.0.0.1:{port} ssl; ssl_certificate {chain}; ssl_certificate_key {key};"
    location = block("hosting", "nginx").replace(":8000;", f":{behind};")
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
