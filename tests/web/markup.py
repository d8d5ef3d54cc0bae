"""What every page must be: well-formed, with references that lead somewhere, and free of inline code."""

import re
from functools import lru_cache

import html5lib

from companion.web.app.folders import STATIC

SVG = "{http://www.w3.org/2000/svg}"
REFERENCES = re.compile(
    "for|form|headers|list|aria-(?:activedescendant|controls|describedby|details|errormessage|flowto|labelledby|owns)"
)
ARIA = re.compile(
    "aria-(?:atomic|autocomplete|busy|checked|current|description|disabled|expanded|haspopup|hidden|invalid|keyshortcuts|"
    "label|level|live|modal|multiline|multiselectable|orientation|placeholder|posinset|pressed|readonly|relevant|required|"
    "roledescription|rowcount|rowindex|selected|setsize|sort|valuemax|valuemin|valuenow|valuetext)"
)
VENDOR = "".join(script.read_text(encoding="utf-8") for script in (STATIC / "vendor").glob("*.js"))
HTMX = set(re.findall(r"\bhx-[a-z-]+\b", VENDOR))
HTMX_SWAPS = {"innerHTML", "outerHTML", "innerMorph", "outerMorph", "textContent", "delete", "none"} | {
    "beforebegin",
    "afterbegin",
    "beforeend",
    "afterend",
}


@lru_cache(maxsize=100)
def parse(source):
    """A page or a fragment as an element tree; fails on any parse error and on what ``check`` finds."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    root = parser.parse(source) if source.startswith("<!doctype html>") else parser.parseFragment(source)
    check(root)
    return root


def words_of(element):
    """The words in an element with single spaces between them, without what is hidden in it."""
    return " ".join("".join(_shown(element)).split())


def _shown(element):
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str) and child.tag != "template" and "hidden" not in child.attrib:
            yield from _shown(child)
        yield child.tail or ""


def value_of(field):
    """What stands in a field: None for what a browser would not send."""
    if field.tag == "select":
        options = list(field.iter("option"))
        return next((option for option in options if "selected" in option.attrib), options[0]).get("value")
    if field.get("type") in ("checkbox", "radio") and "checked" not in field.attrib:
        return None
    return field.get("value", "")


def check(root):
    """Fail on what a browser would pass over in silence."""
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    ids = [element.get("id") for element in elements if element.get("id")]
    assert len(ids) == len(set(ids)), f"an id is there twice: {sorted(ids)}"
    for element in elements:
        _check_code(element)
        for name, value in element.attrib.items():
            _check_attribute(element, str(name), value)
            if root.tag == "html":
                _check_references(str(name), value, ids)
    if root.tag == "html":
        assert root.get("lang"), "the page has no language"
        assert words_of(root.find("head/title")).strip(" ·"), "the page has no title"
        assert len(root.findall(".//h1")) == 1, "a page has one h1"
        assert len(root.findall(".//main")) == 1, "a page has one main part"


def _check_code(element):
    assert element.tag not in ("style", f"{SVG}style", f"{SVG}script"), "inline style or script"
    if element.tag == "script":
        assert re.match("(/companion)?/static/(b\\.|east2\\.)?", element.get("src", "")), "inline script"
        assert not (element.text or "").strip(), "inline script"


def _check_attribute(element, name, value):
    assert name != "style", f"inline style on {element.tag}"
    assert not name.startswith("on"), f"inline handler {name}"
    assert "javascript:" not in value.lower().replace("\t", ""), f"script in {name}"
    if name.startswith("aria-"):
        assert REFERENCES.fullmatch(name) or ARIA.fullmatch(name), f"{name} is not an ARIA attribute"
    assert not name.startswith("hx-"), f"{name} is no HTML: data-{name}"
    if name.startswith("data-hx-"):
        assert name.removeprefix("data-").partition(":")[0] in HTMX, f"{name} is not an htmx attribute"
    if name == "data-hx-swap":
        assert value.split()[0] in HTMX_SWAPS, f"{value} is no way to swap"


def _check_references(name, value, ids):
    wanted = value.split() if REFERENCES.fullmatch(name) else []
    if name in ("data-hx-target", "data-hx-include", "data-hx-trigger"):
        wanted = re.findall(r"#([\w-]+)", value)
    if name == "href" and value.startswith("#"):
        wanted = [value[1:]]
    for reference in wanted:
        assert reference in ids, f"{name} names {reference}, which is not on the page"
