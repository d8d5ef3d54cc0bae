"""Every sentence can be translated: none escapes gettext. That Babel finds all: ``tests/checks/test_catalogues.py``."""

import re
from functools import cache
from gettext import NullTranslations

import pytest

from companion import text
from companion.games.message import say
from companion.text import languages, name_language
from companion.web.app import language
from tests.web.builders import NAMES, OUT, a_table
from tests.web.tours import all_pages

# What is the same in every language, and what was typed in these tests.
UNTRANSLATED = {"Fool!", "The Fool’s Field", "Durak", "CSV", "JSON", "Excel", "BG Stats"}
UNTRANSLATED |= {*map(name_language, languages())}
UNTRANSLATED |= {"D", "oops", "anne", "x" * 41, "Friday night", *NAMES, *(name[0] for name in NAMES)}
UNTRANSLATED |= {"Ada", "Cleo", "Dan"}  # who plays the example
CODE = r"\b[A-Z0-9]{5}\W[A-Z0-9]{5}\b"
READ_ALOUD = ["alt", "aria-label", "content", "placeholder", "title", "data-gone", "data-saving", "data-sharing"]
READ_ALOUD += ["data-take-back", "data-all", "data-sent", "data-sure", "data-copied", "data-sheet"]


class Bracketed(NullTranslations):
    """A language in which every sentence stands in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, singular, plural, n):
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context, message):
        return self.gettext(message)


def untranslated(text, names=UNTRANSLATED):
    """The words of a text that stand outside all brackets, names and signs taken away."""
    while "⟦" in text:
        text, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", text), text
        assert text != before, f"a sentence was cut: {before}"
    return re.findall(r"[^\W\d_Σ½]+", _any_of(frozenset(names)).sub(" ", re.sub(CODE, " ", text)))


@cache
def _any_of(names):
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")


def texts(page):
    """What is to be read on a page, and every attribute that is read out."""
    yield "\n".join(page.root.itertext())
    for element in page.root.iter():
        if isinstance(element.tag, str) and (element.tag != "meta" or element.get("name") == "description"):
            yield from (element.get(name, "") for name in READ_ALOUD)


@pytest.fixture
def phone(client, monkeypatch):
    monkeypatch.setattr("companion.text.find_catalogue", lambda wanted: Bracketed())
    return a_table(client).with_round("=41", OUT, "13", "5", fools=["Paul"]).with_round("2", OUT, "3", "=20")


@pytest.mark.thorough
def test_no_sentence_escapes_translation(client, phone):
    escaped = [word for page in all_pages(client) for text in texts(page) for word in untranslated(text)]
    assert escaped == []


def test_the_spreadsheet_and_the_picture_are_translated(phone):
    header, *_, totals = phone.client.get(f"{phone.address}/sheet.csv").text.splitlines()
    assert header.startswith("\ufeff⟦Round⟧,⟦Starts⟧,⟦Deals⟧,Anne")
    assert totals.startswith("⟦Total⟧,")
    for one in (phone, a_table(phone.client, tens_to_end="1").with_round("17", OUT, "=13", "5")):
        drawn = phone.client.get(f"{one.address}/sheet.svg").text
        assert untranslated(re.sub("<title>.*?</title>|<[^>]*>|[\u2068\u2069]", " ", drawn, flags=re.DOTALL)) == []


def test_a_long_name_is_shortened():
    for name, shown in {"Maximilian": "Maximilian", "Maximiliane": "Maximilia…", "Anna Luz Maria": "Anna Luz…"}.items():
        assert language.short(name) == shown


def test_a_language_chosen_on_a_refused_form_leads_back_to_its_page(client):
    phone = a_table(client)
    refused = phone.post("/names", **{"name-1": "", "name-2": "Paul", "name-3": "Rachel", "name-4": "Camille"})
    assert refused.status_code == 422
    assert refused.page.value("back") == f"{phone.address}/settings"
    for elsewhere in ("//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", ""):
        assert client.post("/language", data={"language": "de", "back": elsewhere}).location == "/"


def test_and_is_another_word_in_spanish_before_its_own_sound():
    listed = {
        ("Ana", "Paul"): "Ana y Paul",
        ("Ana", "Inés", "hilario"): "Ana, Inés e hilario",
        ("Ana", "Yvonne"): "Ana e Yvonne",
        ("Inés", "Ian"): "Inés y Ian",
        ("Ana", "Paul y Íñigo"): "Ana y Paul y Íñigo",
    }
    said = {names: text.translate(say("%(names)s", names=names), text.find_catalogue(["es"])) for names in listed}
    assert said == listed
