"""Every language has every message, whole, and in the words of its glossary (``docs/glossary``)."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from companion.locale import catalogues

ROOT = Path(__file__).parent.parent
LANGUAGES = catalogues.catalogues()
SAME = re.compile(r"%\(\w+\)s|\{\w+(?:!r)?\}|</?\w+[^>]*>|^ | $")  # what stays: places, markup, spaces at the ends
TABLE_ROW = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def messages():
    """What the sources say, by what finds it in a catalogue."""
    return {key(message): message for message in catalogues.template() if message.id}


@cache
def translated(language):
    return {key(message): message for message in catalogues.read(language, LANGUAGES[language]) if message.id}


def key(message):
    return message.context, message.id


def forms(text):
    return (text,) if isinstance(text, str) else text


def glossary(language):
    """The words of the game in English, and the beginnings of those that stand for them."""
    page = (ROOT / "docs" / "glossary" / f"{language}.md").read_text("utf-8")
    rows = [[cell.casefold().split(", ") for cell in row] for row in TABLE_ROW.findall(page)]
    return [(english, stems) for english, _term, stems in rows[2:]]


def test_there_are_six_languages():
    assert {"de", "es", "fr", "pl", "uk"} <= set(LANGUAGES)


@each_language
def test_every_message_is_translated_and_no_other(language):
    """``.venv/bin/python companion/locale/catalogues.py`` brings a catalogue up to date."""
    there = translated(language)
    assert sorted(map(str, set(messages()) ^ set(there))) == []
    assert [message.id for message in there.values() if message.fuzzy or not all(forms(message.string))] == []


@each_language
def test_what_is_compiled_is_what_is_written(language):
    """The same command compiles them, and so does whoever installs from the sources."""
    compiled = BytesIO()
    write_mo(compiled, catalogues.read(language, LANGUAGES[language]))
    assert compiled.getvalue() == LANGUAGES[language].with_suffix(".mo").read_bytes()


@each_language
def test_every_form_of_a_plural_is_there(language):
    plurals = catalogues.read(language, LANGUAGES[language]).num_plurals
    lengths = {len(message.string) for message in translated(language).values() if message.pluralizable}
    assert lengths == {plurals}


def test_no_message_is_asked_for_with_a_number_and_without():
    """Debian 12's Python 3.11.2 finds what has a plural only where a number is given."""
    places = [(context, ids if isinstance(ids, tuple) else (ids,)) for ids, context, *_ in catalogues.extracted()]
    plurals = {(context, ids[0]) for context, ids in places if len(ids) > 1}
    assert plurals
    assert [(context, ids[0]) for context, ids in places if len(ids) == 1 and (context, ids[0]) in plurals] == []


@each_language
def test_places_and_markup_are_kept(language):
    """A number may be written as a word where it is only one."""
    broken = []
    for message in translated(language).values():
        wanted = [sorted(SAME.findall(form)) for form in forms(message.id)]
        for number, form in enumerate(forms(message.string)):
            found = sorted(SAME.findall(form))
            one = number == 0 and message.pluralizable
            if found != wanted[-1] and not (
                one and found in (wanted[0], [part for part in wanted[-1] if part != "%(n)s"])
            ):
                broken.append((message.id, form))
            if "%" in SAME.sub("", form).replace("%%", "") and message.python_format:
                broken.append((message.id, form))
    assert broken == []


@each_language
def test_the_words_of_the_game_are_those_of_the_glossary(language):
    strayed = []
    for english, stems in glossary(language):
        word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, english))})(?!\w)", re.IGNORECASE)
        for message in translated(language).values():
            if any(word.search(SAME.sub(" ", form)) for form in forms(message.id)):
                said = " ".join(forms(message.string)).casefold()
                if not any(stem in said for stem in stems):
                    strayed.append((english[0], message.id, message.string))
    assert strayed == []
