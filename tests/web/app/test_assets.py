"""Styles, scripts and pictures: few files, kept for good, with nothing in them that leads nowhere."""

import base64
import gzip
import hashlib
import json
import re

import pytest

from companion import create_app
from companion.text import languages
from companion.web.app import assets
from companion.web.app.folders import STATIC, TEMPLATES
from tests.web.builders import OUT, a_group, a_table

CSS, JS = STATIC / "css", STATIC / "js"
STYLES = {path.relative_to(CSS).as_posix(): path.read_text(encoding="utf-8") for path in CSS.rglob("*.css")}
SCRIPTS = {path.relative_to(JS).as_posix(): path.read_text(encoding="utf-8") for path in JS.rglob("*.js")}
PAGES = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.*")}


def test_every_style_is_sent_once(client):
    """In one stylesheet for every page, in that of a room with pages of its own, or in the one of its game."""
    sheets = {name: asset.plain.decode() for name, asset in assets.load().items() if name.endswith(".css")}
    assert {name for name in sheets if "/" not in name} == {
        *("app.css", "pages.css", "pads.css", "start.css", "rules.css", "groups.css")
    }
    for name in STYLES:
        here = [sheet for sheet, text in sheets.items() if assets.lean(CSS / name) in text]
        assert here == [assets.bundle(CSS / name)], name
        assert here[0].removesuffix(".css") in name or here[0] in ("app.css", "pages.css", "pads.css")
    assert sum(map(len, sheets.values())) == sum(len(assets.lean(CSS / name)) for name in STYLES)


def test_every_script_is_sent_once_in_a_function_of_its_own(client):
    sheets = {room: client.get(f"/static/{room}.js").text for room in ("app", "start", "rules", "pads", "recall")}
    for name in SCRIPTS:
        room = "recall" if assets.bundle(JS / name) == "recall.js" else name.partition("/")[0]
        sent = sheets.get("pads" if room in ("rounds", "games") else room, sheets["app"])
        whole = "" if sent is sheets["app"] else ", true"
        assert sent.count(f'run("js/{name}", () => {{\n{assets.lean(JS / name)}}}{whole});\n') == 1, name
    assert "".join(sheets.values()).count("\nrun(") == len(SCRIPTS)
    assert all(sent.startswith('"use strict";') for sent in sheets.values())


def test_only_comments_and_indentation_are_left_out():
    """Which would be wrong inside of a string that goes on over lines, so there is none."""
    for name, text in (STYLES | SCRIPTS).items():
        assert all(line.count("`") % 2 == 0 for line in text.splitlines()), name
    for kind, files in ((CSS, STYLES), (JS, SCRIPTS)):
        for name, text in files.items():
            uncommented = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) if kind is CSS else text
            lines = (line.strip() for line in uncommented.splitlines())
            kept = [line for line in lines if line and not line.startswith("//")]
            assert assets.lean(kind / name).splitlines() == kept, name


def test_layers_and_properties_are_declared_before_they_are_used(client):
    layers = ("base", "components", "page", "utilities", "print")
    assert client.get("/static/app.css").text.startswith("".join(f"@layer {layer} {{}}\n" for layer in layers))
    page = client.get("/rules/fool").page
    assert [link.get("href").partition("?")[0] for link in page.all("link", rel="stylesheet")] == [
        "/static/app.css",
        "/static/pages.css",
        "/static/rules.css",
        "/static/games/fool.css",
    ]


def test_a_first_visit_is_light(client):
    """A table of five after three rounds: what is needed to see it, and all of it with htmx, which comes after that."""
    phone = a_table(client, players=5)
    for number in range(3):
        phone.enter("13 1", "9" if number else OUT, OUT, "2 7", "20", anyway=True)
    page = client.get(phone.address).text
    names = ("app.css", "app.js", "scripted.js", "icon.svg", "vendor/htmx.min.js", "pages.css")
    sizes = {name: len(assets.load()[name].zipped) for name in names}
    shown = len(gzip.compress(page.encode(), 9)) + sizes["app.css"]
    assert set(re.findall(r"/static/([\w./]+)\?", page)) == set(sizes) | {"icons/180.png", "awake.mp4", "recall.js"}
    assert shown <= 10_000
    assert shown + sum(sizes[name] for name in ("app.js", "scripted.js", "icon.svg")) <= 22_000
    assert shown + sum(sizes.values()) - sizes["app.css"] <= 40_000


@pytest.mark.parametrize("language", languages())
def test_a_first_visit_is_light_in_every_language(client, language):
    """What is needed to see a table; the page is hardly larger than in English, by its bytes before they are zipped."""
    phone = a_table(client, players=5)
    for number in range(3):
        phone.enter("13 1", "9" if number else OUT, OUT, "2 7", "20", anyway=True)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    english = len(client.get(phone.address).data)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    page = client.get(phone.address).data
    assert len(page) <= 1.05 * english
    assert len(gzip.compress(page, 9)) + len(assets.load()["app.css"].zipped) <= 10_000


def test_what_all_pages_share_comes_first_and_what_games_add_last():
    every, pads = (
        re.findall(r'run\("js/([^"]+)"', assets.load()[name].plain.decode()) for name in ("app.js", "pads.js")
    )
    order = every + pads
    assert order[0].startswith("app/")
    assert order[-1].startswith("games/")
    for earlier, later in [
        ("groups/known.js", "table/forget-ended.js"),
        ("app/draft.js", "rounds/laid-hand.js"),
        ("rounds/laid-hand.js", "games/fool/card-pad.js"),
        ("app/outbox-store.js", "app/outbox.js"),
        ("groups/known.js", "groups/remember-group.js"),
    ]:
        assert order.index(earlier) < order.index(later)


def test_a_page_has_the_styles_it_uses(client):
    """No rule of a stylesheet that a page does not ask for would count there."""
    sheets = {name: set(selectors(asset.plain.decode())) for name, asset in assets.load().items() if ".css" in name}
    missed = set()
    for page in all_pages(client):
        asked = {link.get("href").split("?")[0].removeprefix("/static/") for link in page.all("link", rel="stylesheet")}
        used = {name for element in page.all() for name in element.get("class", "").split()}
        for name in set(sheets) - asked:
            others = sheets[name].difference(*(sheets[other] for other in asked))
            counts = [told for told in others if set(re.findall(r"\.([a-z][\w-]*)", told)) <= used]
            missed |= {(page.title, name, told) for told in counts}
    assert missed == set()


def selectors(sheet):
    """The selectors with classes in a stylesheet, one by one."""
    for told in re.findall(r"^([^@{}]*)\{", sheet, re.MULTILINE):
        yield from (each.strip() for each in re.split(r",(?![^()]*\))", told) if "." in each)


def all_pages(client):
    """Every kind of page."""
    for path in ("/", "/tables/new", "/joins/new", "/imports/new", "/offline", "/nothing", "/groups/new"):
        yield client.get(path).page
    for game in ("fool", "fools-field", "durak"):
        yield from (client.get(f"/{kind}/{game}").page for kind in ("rules", "referee"))
        phone = a_table(client, players=2 if game == "fools-field" else 4, game=game)
        beside = "/settings /share /setup /rounds/new /history /chart /sheet /screen /phones /rematch /rules /referee"
        yield from (client.get(phone.address + path).page for path in ("", *beside.split()))
    phone = a_table(client).with_round("=41", OUT, "13", "5")
    yield client.get(f"{phone.address}/hands/1").page
    yield phone.enter("9", OUT, "2", "3", number=1).page
    yield phone.enter("99", OUT, "2", "3").page
    paths = ("", "?why=1", "/sheet?why=1-1", "/chart", "/screen", "/settings")
    for each in (phone, phone.stopping()):
        yield from (each.visit(path) for path in paths)
    yield a_table(client, game="points", title="Phase 10").visit("/rounds/new")
    group = a_group(client).with_game()
    paths = ("", "/players", "/statistics", "/share", "/settings", f"/players/{group.people()['Anne']}")
    yield from (group.visit(path) for path in (*paths, f"/tables/{group.tables()[0]}/deletion"))


def test_what_changes_while_developing_shows_without_a_restart(tmp_path, monkeypatch):
    """And only then: at a table nothing is looked at twice."""
    (static := tmp_path / "static").mkdir()
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
    assets._load.cache_clear()


@pytest.mark.parametrize("name", sorted(assets.load()))
def test_an_asset_is_the_same_plain_and_compressed(client, name):
    plain = client.get(f"/static/{name}")
    zipped = client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip, br"})
    assert plain.status_code == 200
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"
    assert plain.mimetype == zipped.mimetype
    if zipped.headers.get("Content-Encoding") == "gzip":
        assert gzip.decompress(zipped.data) == plain.data
        assert len(zipped.data) < len(plain.data)
    else:
        assert zipped.data == plain.data


@pytest.mark.parametrize(("asked", "first", "last"), [("0-1", 0, 1), ("100-199", 100, 199), ("-5", -5, -1)])
def test_a_video_is_sent_in_parts(client, asked, first, last):
    """Safari plays no other."""
    whole = client.get("/static/awake.mp4", headers={"Accept-Encoding": "gzip"})
    assert (whole.status_code, whole.headers["Accept-Ranges"]) == (200, "bytes")
    assert len(whole.data) < 4000
    answer = client.get(assets.address("awake.mp4"), headers={"Range": f"bytes={asked}", "Accept-Encoding": "gzip"})
    first, last, size = first % len(whole.data), last % len(whole.data), len(whole.data)
    assert (answer.status_code, answer.data) == (206, whole.data[first : last + 1])
    assert answer.headers["Content-Range"] == f"bytes {first}-{last}/{size}"
    assert "Content-Encoding" not in answer.headers
    assert client.get("/static/awake.mp4", headers={"Range": "bytes=9999-"}).status_code == 416


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("app.css", "text/css"),
        ("games/fool.css", "text/css"),
        ("app.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
        ("awake.mp4", "video/mp4"),
    ],
)
def test_an_asset_says_what_it_is(client, name, kind):
    """With ``nosniff`` a browser takes nothing else."""
    assert client.get(f"/static/{name}").mimetype == kind


@pytest.mark.parametrize("name", sorted(assets.load()))
def test_an_asset_is_kept_for_good_only_by_its_version(client, name):
    address = assets.address(name)
    assert "immutable" in client.get(address).headers["Cache-Control"]
    for other in (f"/static/{name}", f"/static/{name}?v=", f"/static/{name}?v=000000000000"):
        assert "immutable" not in client.get(other).headers["Cache-Control"]
    assert address.endswith(hashlib.sha256(client.get(address).data).hexdigest()[:12])


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_asset_that_a_page_asks_for_is_there(page):
    for name in re.findall(r"asset\(['\"]([^'\"]+)['\"]\)", PAGES[page]):
        assert name in assets.load()
    assert not re.search(r"(?:src|href)=\"(?:/static|https?:)", PAGES[page]), "without a version, or from elsewhere"


@pytest.mark.parametrize("name", ["app.js", "sw.js"])
def test_every_script_is_strict(name):
    """In sloppy code Safari before 17.2 hides a block's const and let from its functions: no round could be entered."""
    assert assets.load()[name].plain.startswith(b'"use strict";')


def test_htmx_is_the_one_it_says_it_is():
    told = json.loads((STATIC / "vendor" / "htmx.json").read_text(encoding="utf-8"))
    script = (STATIC / "vendor" / told["file"]).read_bytes()
    assert base64.b64encode(hashlib.sha384(script).digest()).decode() == told["sha384"]
    assert re.search(rb'version[:=]\s*"([^"]+)"', script)[1].decode() == told["version"]
    assert told["licence"] == "0BSD"
    assert "Permission to use, copy" in (STATIC / "vendor" / "htmx.LICENSE").read_text(encoding="utf-8")


# Stylesheets


@pytest.mark.parametrize("name", sorted(STYLES))
def test_every_custom_property_is_defined(name):
    """A misspelt one would be passed over in silence."""
    defined = set(re.findall(r"(?<![\w-])(--[\w-]+)\s*:", "".join(STYLES.values())))
    used = set(re.findall(r"var\(\s*(--[\w-]+)", STYLES[name]))
    assert used - defined == set()


def test_every_custom_property_is_used():
    styles = "".join(STYLES.values())
    defined = set(re.findall(r"(?<![\w-])(--[\w-]+)\s*:", styles))
    assert defined - set(re.findall(r"var\(\s*(--[\w-]+)", styles)) == set()


@pytest.mark.parametrize("name", sorted(STYLES))
def test_every_class_in_a_stylesheet_is_in_a_page_or_a_script(name):
    """``fan-{{ colour }}`` in a page stands for every class that begins like that."""
    attributes = re.findall(r"class=\"((?:{[{%].*?[%}]}|[^\"])*)\"", "".join(PAGES.values()))
    attributes += re.findall(r"{% block kind %}(.*?){% endblock %}", "".join(PAGES.values()))
    words = set(re.sub(r"{%.*?%}", " ", re.sub(r"{{.*?}}", "*", " ".join(attributes))).split())
    words |= set(re.findall(r"[\w-]+", " ".join(re.findall(r"[\"'`]([\w. -]+)[\"'`]", "".join(SCRIPTS.values())))))
    selectors = re.sub(r"/\*.*?\*/|\"[^\"]*\"|:[^{};]*;", "", STYLES[name], flags=re.DOTALL)
    for class_ in set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors)):
        there = class_ in words or any(
            re.fullmatch(re.escape(word).replace(r"\*", r"[\w-]+"), class_) for word in words if "*" in word
        )
        assert there, class_


@pytest.mark.parametrize("name", sorted(STYLES))
def test_no_stylesheet_asks_for_anything_from_elsewhere(name):
    """No CDN, no fonts, nothing that the policy would refuse."""
    assert not re.search(r"url\(|@import|@font-face", STYLES[name])


@pytest.mark.parametrize("name", sorted(STYLES))
def test_no_stylesheet_orders_layers_in_a_statement(name):
    """Which crashes Chromium 103 and 105 on the second page that has it: empty blocks order them as well."""
    assert not re.search(r"@layer[^{]*;", STYLES[name])
