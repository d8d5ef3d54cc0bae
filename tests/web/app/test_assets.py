"""Styles, scripts and pictures: few stylesheets, kept for good, with nothing in them that leads nowhere."""

import base64
import gzip
import hashlib
import json
import re

import pytest

from companion.web.app import assets
from companion.web.app.folders import STATIC, TEMPLATES

CSS = STATIC / "css"
STYLES = {path.relative_to(CSS).as_posix(): path.read_text(encoding="utf-8") for path in CSS.rglob("*.css")}
SCRIPTS = "\n".join(path.read_text(encoding="utf-8") for path in (STATIC / "js").glob("*.js"))
PAGES = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.*")}


@pytest.mark.parametrize(("name", "folder"), [("app.css", ""), ("aside.css", "aside")])
def test_stylesheets_are_joined_for_the_phone(client, name, folder):
    """One for every page, and one more for the pages beside the table."""
    joined = client.get(f"/static/{name}").text
    parts = [style for path, style in STYLES.items() if path.rpartition("/")[0] == folder]
    assert len(parts) > 1
    assert len(joined.encode()) == sum(len(style.encode()) + 1 for style in parts) - 1
    assert all(joined.count(style) == 1 for style in parts)


def test_layers_and_properties_are_declared_before_they_are_used(client):
    assert client.get("/static/app.css").text.startswith(STYLES["tokens.css"])
    page = client.get("/rules/fool").page
    assert [link.get("href").partition("?")[0] for link in page.all("link", rel="stylesheet")] == [
        "/static/app.css",
        "/static/aside.css",
    ]


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


@pytest.mark.parametrize(
    ("name", "kind"),
    [("app.css", "text/css"), ("js/draft.js", "text/javascript"), ("icon.svg", "image/svg+xml")],
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


def test_every_script_is_used_by_a_page():
    """What no page asks for is dead."""
    used = set(re.findall(r"asset\('([^']+\.js)'\)|block script %}([^{]+){%", "".join(PAGES.values())))
    used = {name for names in used for name in names if name}
    assert used >= set(assets.SCRIPTS), "a page has every joined script"
    used |= {f"js/{part}.js" for parts in (assets.FIRST, *assets.SCRIPTS.values()) for part in parts}
    used.add("sw.js")  # registered by install.js
    assert used == {name for name in assets.load() if name.endswith(".js")}


@pytest.mark.parametrize("name", [*assets.SCRIPTS, "sw.js"])
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
    words |= set(re.findall(r"[\w-]+", " ".join(re.findall(r"[\"'`]([\w. -]+)[\"'`]", SCRIPTS))))
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
