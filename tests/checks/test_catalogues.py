"""Every language has every message, whole, and in the words of its glossary (``docs/glossary``)."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from companion.locale import catalogues

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
LANGUAGES = catalogues.catalogues()
SAME = re.compile(r"%\(\w+\)s|\{\w+(?:!r)?\}|</?\w+[^>]*>|^ | $")  # what stays: places, markup, spaces at the ends
TABLE_ROW = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def extracted():
    """What stands in the sources: the context of each message, and its forms."""
    return [(context, forms(ids)) for ids, context, *_ in catalogues.extracted() if ids]


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.fixture
def translated(language):
    return [message for message in catalogues.read(language, LANGUAGES[language]) if message.id]


def test_there_are_six_languages():
    assert {"de", "es", "fr", "pl", "uk"} <= set(LANGUAGES)


@each_language
def test_every_message_is_translated_in_every_form_and_no_other(language, translated):
    """``.venv/bin/python companion/locale/catalogues.py`` brings a catalogue up to date and compiles it."""
    catalogue = catalogues.read(language, LANGUAGES[language])
    there = {(each.context, forms(each.id)) for each in translated}
    assert sorted(map(str, there ^ set(extracted()))) == []
    assert [each.id for each in translated if each.fuzzy or not all(forms(each.string))] == []
    assert {len(each.string) for each in translated if each.pluralizable} == {catalogue.num_plurals}
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    assert compiled.getvalue() == LANGUAGES[language].with_suffix(".mo").read_bytes()


def test_no_message_is_asked_for_with_a_number_and_without():
    """Debian 12's Python 3.11.2 finds what has a plural only where a number is given."""
    plurals = {(context, ids[0]) for context, ids in extracted() if len(ids) > 1}
    assert plurals
    assert [ids[0] for context, ids in extracted() if len(ids) == 1 and (context, ids[0]) in plurals] == []


@each_language
def test_places_and_markup_are_kept(translated):
    """A number may be written as a word where it is only one."""
    broken = []
    for message in translated:
        wanted = [sorted(SAME.findall(form)) for form in forms(message.id)]
        for number, form in enumerate(forms(message.string)):
            found = sorted(SAME.findall(form))
            of_one = (wanted[0], [part for part in wanted[-1] if part != "%(n)s"])
            if found != wanted[-1] and not (number == 0 and message.pluralizable and found in of_one):
                broken.append((message.id, form))
            if "%" in SAME.sub("", form).replace("%%", "") and message.python_format:
                broken.append((message.id, form))
    assert broken == []


def glossary(language):
    """The words of the game in English, and the beginnings of those that stand for them."""
    page = (ROOT / "docs" / "glossary" / f"{language}.md").read_text("utf-8")
    rows = [[cell.casefold().split(", ") for cell in row] for row in TABLE_ROW.findall(page)]
    return [(english, stems) for english, _term, stems in rows[2:]]


@each_language
def test_the_words_of_the_game_are_those_of_the_glossary(language, translated):
    strayed = []
    for english, stems in glossary(language):
        word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, english))})(?!\w)", re.IGNORECASE)
        for message in translated:
            if any(word.search(SAME.sub(" ", form)) for form in forms(message.id)):
                said = " ".join(forms(message.string)).casefold()
                if not any(stem in said for stem in stems):
                    strayed.append((english[0], message.id, message.string))
    assert strayed == []
