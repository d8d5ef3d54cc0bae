"""Stylesheets and scripts as they are written: nothing leads nowhere, and nothing is sent twice or not at all."""

import base64
import hashlib
import json
import re

import pytest

from companion.web.app import assets
from companion.web.app.folders import STATIC, TEMPLATES
from tests.web.tours import all_pages

pytestmark = pytest.mark.thorough
CSS, JS = STATIC / "css", STATIC / "js"
STYLES = {path.relative_to(CSS).as_posix(): path.read_text("utf-8") for path in CSS.rglob("*.css")}
SCRIPTS = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in JS.rglob("*.js")}
PAGES = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.*")}


def test_every_file_is_sent_once_and_only_comments_and_indentation_are_left_out():
    """Which would be wrong inside of a string that goes on over lines, so there is none."""
    sent = {name: assets.read_bundle(name).decode() for name in assets.BUNDLES}
    bundles = {path: [bundle] for bundle, paths in assets.list_files().items() for path in paths}
    for folder, files in ((CSS, STYLES), (JS, SCRIPTS)):
        for name, text in files.items():
            lean, comment = assets.lean(folder / name), r"/\*.*?\*/" if folder is CSS else r"^\s*//.*"
            lines = re.sub(comment, "", text, flags=re.DOTALL if folder is CSS else re.MULTILINE).splitlines()
            assert lean.split() == " ".join(lines).split(), name
            assert [other for other in sent if lean in sent[other]] == bundles[folder / name], name
            assert not any(line.count("`") % 2 for line in text.splitlines()), name
    # In sloppy code Safari before 17.2 hides a block's const and let from its functions: no round could be entered.
    strict = [name for name, text in sent.items() if text.startswith('"use strict";')]
    assert sorted(strict) == sorted(name for name in sent if name.endswith(".js"))


def test_a_page_has_the_styles_it_uses(client):
    """No rule of a stylesheet that a page does not ask for would count there."""
    sheets = {name: set(selectors(assets.read_bundle(name).decode())) for name in assets.BUNDLES if ".css" in name}
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


def test_no_line_of_a_page_is_too_long_to_read():
    assert {name: len(line) for name, page in PAGES.items() for line in page.splitlines() if len(line) > 140} == {}


def test_htmx_is_the_one_it_says_it_is():
    told = json.loads((STATIC / "vendor" / "htmx.json").read_text("utf-8"))
    script = (STATIC / "vendor" / told["file"]).read_bytes()
    assert base64.b64encode(hashlib.sha384(script).digest()).decode() == told["sha384"]
    assert re.search(rb'version[:=]\s*"([^"]+)"', script)[1].decode() == told["version"]


def test_every_custom_property_is_defined_and_used():
    """A misspelt one would be passed over in silence."""
    styles = "".join(STYLES.values())
    defined = set(re.findall(r"(?<![\w-])(--[\w-]+)\s*:", styles))
    assert defined ^ set(re.findall(r"var\(\s*(--[\w-]+)", styles)) == set()


def test_every_class_in_a_stylesheet_is_in_a_page_or_a_script():
    """``fan-{{ colour }}`` in a page stands for every class that begins like that."""
    attributes = re.findall(r"class=\"((?:{[{%].*?[%}]}|[^\"])*)\"", "".join(PAGES.values()))
    attributes += re.findall(r"{% block kind %}(.*?){% endblock %}", "".join(PAGES.values()))
    words = set(re.sub(r"{%.*?%}", " ", re.sub(r"{{.*?}}", "*", " ".join(attributes))).split())
    words |= set(re.findall(r"[\w-]+", " ".join(re.findall(r"[\"'`]([\w. -]+)[\"'`]", "".join(SCRIPTS.values())))))
    patterns = [re.compile(re.escape(word).replace(r"\*", r"[\w-]+")) for word in words if "*" in word]
    nowhere = set()
    for name, style in STYLES.items():
        told = re.sub(r"/\*.*?\*/|\"[^\"]*\"|:[^{};]*;", "", style, flags=re.DOTALL)
        classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", told)) - words
        nowhere |= {(name, each) for each in classes if not any(pattern.fullmatch(each) for pattern in patterns)}
    assert nowhere == set()


def test_no_stylesheet_asks_for_anything_from_elsewhere_or_orders_layers_in_a_statement():
    """The policy would refuse the one; the other crashes Chromium 103 and 105 on the second page that has it."""
    strange = re.compile(r"url\(|@import|@font-face|@layer[^{]*;")
    assert {name: found[0] for name, style in STYLES.items() if (found := strange.search(style))} == {}
