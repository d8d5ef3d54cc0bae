"""On every screen: nothing is cut, covered, run together or too small, by day and by night, for everybody."""

from itertools import product

import pytest

from companion.locale import catalogues
from companion.text import find_catalogue
from tests.browser.tour.look import DAY, FORCED, NIGHT, VIEWS, wrong
from tests.browser.tour.states import NAMES
from tests.browser.tour.tours import TOURS
from tests.english import english_left
from tests.nu import found_by_nu, needs_nu
from tests.web.app.test_language import READ_ALOUD

# Of all languages that with the longest words.
LONGEST = "de"
SOME = ("360×640", "text 200 %")
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
READ_OUT = [*READ_ALOUD, "data-all", "data-sent", "data-sure", "data-copied", "data-sheet"]


@pytest.fixture
def touring(another_phone):
    """A phone in a language. Without motion: everything is where it comes to rest."""

    def take(language="en"):
        phone = another_phone(locale=language, color_scheme="light", reduced_motion="reduce")
        phone.words = find_catalogue([language]) if language != "en" else phone.words
        phone.language = language
        return phone

    return take


def judge(phone, tour, views, looks):
    found = [f"{screen}: {fault}" for screen in TOURS[tour](phone) for fault in wrong(phone, views, looks)]
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("tour", TOURS)
def test_every_screen_by_day_and_by_night(touring, tour):
    judge(touring(), tour, SOME[:1], (DAY, NIGHT))


@pytest.mark.thorough
@pytest.mark.parametrize("tour", TOURS)
def test_every_screen_in_the_longest_language(touring, tour):
    judge(touring(LONGEST), tour, SOME, ())


@pytest.mark.nightly
@pytest.mark.parametrize("tour", TOURS)
def test_every_state_in_every_view(touring, tour):
    judge(touring(), tour, VIEWS, (DAY, NIGHT, FORCED))


@pytest.mark.nightly
@pytest.mark.parametrize(("language", "tour"), [*product(catalogues.list_languages(), TOURS)])
def test_every_screen_is_whole_and_in_every_language(touring, language, tour):
    phone = touring(language)
    found = {}
    for screen in TOURS[tour](phone):
        found[screen] = wrong(phone, ("360×640", "text 200 %", "landscape 640×300"), (DAY,))
        if left := english_left(phone.run(TEXTS, READ_OUT), language, NAMES):
            found[screen].append(f"English: {sorted(left)}")
    assert {screen: faults for screen, faults in found.items() if faults} == {}


@needs_nu
@pytest.mark.nightly
def test_every_screen_is_valid_as_scripts_leave_it(touring, tmp_path):
    for tour, visits in TOURS.items():
        phone = touring()
        for number, _screen in enumerate(visits(phone)):
            (tmp_path / f"{tour} {number}.html").write_text(phone.page.content(), "utf-8")
    assert found_by_nu(tmp_path) == []
