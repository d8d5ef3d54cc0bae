"""What scripts and styles read is in the pages."""

import re

import pytest

from companion.web.app.folders import STATIC, TEMPLATES

pytestmark = pytest.mark.thorough
JS = STATIC / "js"
SCRIPTS = {path.relative_to(JS).as_posix(): path.read_text("utf-8") for path in sorted(JS.rglob("*.js"))}
EVERYTHING = "".join(SCRIPTS.values())
STYLES = "".join(path.read_text("utf-8") for path in (STATIC / "css").rglob("*.css"))
PAGES = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.*"))
HTMX = re.compile("data-htmx-powered|data-hx-.*")  # what htmx marks, and what it reads


def attributes(script):
    """The ``data-`` attributes that a script reads or sets."""
    names = re.findall(r"dataset\??\.(\w+)", script) + re.findall(r'"(\w+)" in [\w.]*dataset', script)
    for several in re.findall(r"\{([^{}]*)\} = [^;\n]*dataset", script):
        names += [name.partition(":")[0].strip() for name in several.split(",")]
    in_selectors = {name for name in re.findall(r"\[(data-[a-z-]+)", script) if not HTMX.fullmatch(name)}
    return in_selectors | {"data-" + re.sub("[A-Z]", lambda big: "-" + big[0].lower(), name) for name in names}


def test_every_attribute_is_read_and_is_there_to_be_read():
    """By a script or a stylesheet; in a page, or set by a script."""
    in_pages = set(re.findall(r"[\s'\"](data-[a-z-]+)", PAGES))
    ours = {name for name in in_pages if not HTMX.fullmatch(name)}
    by_scripts = set.union(*map(attributes, SCRIPTS.values()))
    by_styles = set(re.findall(r"\[(data-[a-z-]+)", STYLES))
    assert ours - by_scripts - by_styles - attributes((STATIC / "scripted.js").read_text("utf-8")) == set()
    set_by_scripts = {f"data-{name}" for name in re.findall(r"dataset\.(\w+) = ", EVERYTHING)}
    assert by_styles - ours - set_by_scripts - set(re.findall(r"data-[a-z-]+", EVERYTHING)) == set()
    assert by_scripts - in_pages - set_by_scripts == set()
