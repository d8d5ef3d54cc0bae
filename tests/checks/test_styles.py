"""Stylesheets and scripts as they are written: nothing leads nowhere, and nothing is sent twice or not at all."""

import base64
import hashlib
import json
import re

import pytest

from companion.web.app import assets
from companion.web.app.folders import STATIC, TEMPLATES

pytestmark = pytest.mark.thorough
CSS, JS = STATIC / "css", STATIC / "js"
STYLES = {path.relative_to(CSS).as_posix(): path.read_text("utf-8") for path in CSS.rglob("*.css")}
PAGES = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.*")}


def test_every_file_is_sent_once_and_scripts_are_strict():
    """In sloppy code Safari before 17.2 hides a block's const and let from its functions: no round could be entered."""
    sent = [path.resolve() for paths in assets.list_files().values() for path in paths]
    ours = [path for folder in (CSS, JS) for path in folder.rglob("*.*")]
    assert sorted(sent) == sorted([*ours, *STATIC.glob("vendor/*.js")])
    scripts = [assets.read_bundle(name) for name in assets.BUNDLES if name.endswith(".js")]
    assert all(script.startswith(b'"use strict";') for script in scripts)


def test_no_line_of_a_page_is_too_long_to_read():
    assert {name: len(line) for name, page in PAGES.items() for line in page.splitlines() if len(line) > 140} == {}


def test_htmx_is_the_one_it_says_it_is():
    told = json.loads((STATIC / "vendor" / "htmx.json").read_text("utf-8"))
    scripts = {path.name: path.read_bytes() for path in (STATIC / "vendor").glob("*.js")}
    hashes = {name: base64.b64encode(hashlib.sha384(script).digest()).decode() for name, script in scripts.items()}
    assert hashes == told["sha384"]
    assert re.search(rb'version[:=]\s*"([^"]+)"', scripts["htmx.min.js"])[1].decode() == told["version"]


def test_every_custom_property_is_defined_and_used():
    """A misspelt one would be passed over in silence."""
    styles = "".join(STYLES.values())
    defined = set(re.findall(r"(?<![\w-])(--[\w-]+)\s*:", styles))
    assert defined ^ set(re.findall(r"var\(\s*(--[\w-]+)", styles)) == set()
