"""In every language every screen is whole, for everybody, and has nothing left of English."""

from itertools import product

import pytest

from companion.locale import catalogues
from companion.text import catalogue
from tests.browser.conftest import CHROMIUM, CHROMIUMS
from tests.browser.phone import Phone
from tests.browser.screens import NAMES, TOURS
from tests.browser.test_axe import LOOKS, findings
from tests.browser.test_overlap import faults
from tests.english import english_left
from tests.tiers import only_thorough
from tests.web.app.test_language import READ_ALOUD

LANGUAGES = catalogues.catalogues()
# A game of 120 rounds says no more than one of 20, and four at the pad no more than eight.
SHORT = [tour for tour in TOURS if tour not in ("points-long", "entry of four")]
FIRST = ("de", "fool-five")
VIEWS = ("360×640", "landscape 640×300", "text 200 %")
# All that is to be read but for what stands in fields, and every attribute that is read out.
TEXTS = """names => {
    const texts = [document.title];
    for (const element of document.querySelectorAll("html, html *:not(script, style, meta:not([name=description]))")) {
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
        if (element.localName === "template") texts.push(element.innerHTML);
        for (const name of names) texts.push(element.getAttribute(name) ?? "");
    }
    return texts.join("\\n");
}"""
TOLD = [*READ_ALOUD, "data-all", "data-sent", "data-sure", "data-copied", "data-sheet"]


@pytest.fixture
def browser_context_args(browser_context_args, language):
    return browser_context_args | {"locale": language, "color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture
def speaking(phone: Phone, language):
    """A phone in this language."""
    phone.words = catalogue([language])
    return phone


def look(phone: Phone, language: str) -> list[str]:
    """What is wrong with the screen that the phone shows."""
    page = phone.page
    wrong = findings(page, LOOKS[:1]) + faults(page, VIEWS)  # which moves what is wider than the screen
    spoken, title = page.evaluate("[document.documentElement.lang, document.title]")
    if spoken != language or not title.endswith(f" · {phone.say('Fool! companion')}"):
        wrong.append(f"{spoken}: {title}")
    if left := english_left(page.evaluate(TEXTS, TOLD), language, NAMES):
        wrong.append(f"English: {sorted(left)}")
    return wrong


@pytest.mark.parametrize(
    ("browser_type_launch_args", "language", "tour"),
    [
        *((program, *FIRST) for program in CHROMIUMS),
        *only_thorough((CHROMIUM, *case) for case in product(LANGUAGES, SHORT) if case != FIRST),
    ],
    indirect=["browser_type_launch_args"],
)
def test_every_screen_is_whole_in_every_language(speaking, language, tour):
    found = {screen: look(speaking, language) for screen in TOURS[tour](speaking)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}
