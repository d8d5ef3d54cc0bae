"""Styles, scripts and pictures: few files, kept for good. How they are written: ``tests/checks/test_styles.py``."""

import gzip
import hashlib
import re

import pytest

from companion import create_app
from companion.web.app import assets
from tests.web.builders import OUT, a_table


def test_assets_are_the_same_plain_and_compressed_and_kept_for_good_only_by_their_version(client):
    for name in assets.load():
        plain = client.get(f"/static/{name}")
        zipped = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip, br"})
        assert (plain.status_code, "Content-Encoding" in plain.headers) == (200, False), name
        assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding", name
        assert plain.mimetype == zipped.mimetype, name
        packed = zipped.headers.get("Content-Encoding") == "gzip"
        assert packed == (len(zipped.data) < len(plain.data)), name
        assert (gzip.decompress(zipped.data) if packed else zipped.data) == plain.data, name
        address = assets.address(name)
        assert address.endswith(hashlib.sha256(plain.data).hexdigest()[:12]), name
        assert "immutable" in client.get(address).headers["Cache-Control"], name
        for other in (f"/static/{name}", f"/static/{name}?v=", f"/static/{name}?v=000000000000"):
            assert "immutable" not in client.get(other).headers["Cache-Control"], other


def test_an_asset_says_what_it_is(client):
    """With ``nosniff`` a browser takes nothing else."""
    kinds = {"app.css": "text/css", "games/fool.css": "text/css", "app.js": "text/javascript"}
    for name, kind in (kinds | {"icon.svg": "image/svg+xml", "awake.mp4": "video/mp4"}).items():
        assert client.get(f"/static/{name}").mimetype == kind


@pytest.mark.parametrize(("asked", "first", "last"), [("0-1", 0, 1), ("100-199", 100, 199), ("-5", -5, -1)])
def test_a_video_is_sent_in_parts(client, asked, first, last):
    """Safari plays no other."""
    whole = client.get("/static/awake.mp4", headers={"Accept-Encoding": "gzip"})
    assert (whole.status_code, whole.headers["Accept-Ranges"]) == (200, "bytes")
    answer = client.get(assets.address("awake.mp4"), headers={"Range": f"bytes={asked}", "Accept-Encoding": "gzip"})
    first, last, size = first % len(whole.data), last % len(whole.data), len(whole.data)
    assert (answer.status_code, answer.data) == (206, whole.data[first : last + 1])
    assert answer.headers["Content-Range"] == f"bytes {first}-{last}/{size}"
    assert "Content-Encoding" not in answer.headers
    assert client.get("/static/awake.mp4", headers={"Range": "bytes=9999-"}).status_code == 416


def test_a_first_visit_is_light(client):
    """A table of five after three rounds: what is needed to see it, and all of it with htmx, which comes after that."""
    phone = a_table(client, players=5)
    for number in range(3):
        phone.with_round("13 1", "9" if number else OUT, OUT, "2 7", "20")
    page = client.get(phone.address).text
    names = ("app.css", "app.js", "scripted.js", "icon.svg", "vendor/htmx.min.js", "pages.css", "pages.js")
    sizes = {name: len(assets.load()[name].zipped) for name in names}
    shown = len(gzip.compress(page.encode(), 9)) + sizes["app.css"]
    assert set(re.findall(r"/static/([\w./]+)\?", page)) == set(sizes) | {"icons/180.png", "awake.mp4"}
    assert shown <= 8_500
    assert shown + sum(sizes[name] for name in ("app.js", "scripted.js", "icon.svg")) <= 20_000
    assert shown + sum(sizes.values()) - sizes["app.css"] <= 40_000


def test_what_changes_while_developing_shows_without_a_restart(tmp_path, monkeypatch):
    """And only then: at a table nothing is looked at twice."""
    static = tmp_path / "static"
    for folder in ("css/app", "css/games", "js/app"):
        (static / folder).mkdir(parents=True)
    (static / "css/app/tokens.css").write_text("a {}\n")
    (script := static / "js/app/one.js").write_text("one();\n")
    monkeypatch.setattr(assets, "STATIC", static)
    for debug in (False, True):
        monkeypatch.setenv("FLASK_DEBUG", str(int(debug)))
        app = create_app(tmp_path / "data")
        assets._load.cache_clear()
        with app.app_context():
            before = assets.address("app.js")
            (static / "js/app" / f"two-{debug}.js").write_text("two();\n")
            script.write_text(f"one({debug});\n")
            assert (assets.address("app.js") != before) == debug
            assert (f"one({debug});" in assets.load()["app.js"].plain.decode()) == debug
        assert app.jinja_env.auto_reload == debug
        app.extensions["store"].close()
    assets._load.cache_clear()
