"""Every catalogue has every message, whole, and in the words of its language's glossary (``docs/glossary``)."""

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from companion.locale import catalogues
from companion.locale.catalogues import forms

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
SAME = re.compile(r"%\(\w+\)s|\{\w+(?:!r)?\}|</?\w+[^>]*>|^ | $")  # what stays: places, markup, spaces at the ends
TABLE_ROW = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
PATHS = {"/".join((path.stem, path.parts[-3])): path for path in catalogues.catalogues()}
each_catalogue = pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)


@cache
def extracted():
    """What stands in the sources: the catalogue of each message, its context, and its forms."""
    return {
        game: {(each.context, forms(each.id)) for each in messages if each.id}
        for game, messages in catalogues.templates().items()
    }


def messages_of(path):
    return [message for message in catalogues.read(path) if message.id]


def test_there_are_six_languages_and_every_game_speaks_them():
    assert {"de", "es", "fr", "pl", "uk"} <= set(catalogues.languages())
    assert set(PATHS.values()) == {catalogues.path_of(*each) for each in product(catalogues.languages(), extracted())}


@each_catalogue
def test_every_message_is_translated_in_every_form_and_no_other(path):
    """``.venv/bin/python companion/locale/catalogues.py`` brings a catalogue up to date and compiles it."""
    translated = messages_of(path)
    there = {(each.context, forms(each.id)) for each in translated}
    wanted = extracted()[catalogues.COMMON if path.stem == catalogues.MAIN else path.stem]
    assert sorted(map(str, there ^ wanted)) == []
    assert catalogues.missing(path) == []
    plurals = catalogues.read(path).num_plurals
    assert [each.id for each in translated if each.pluralizable and len(each.string) != plurals] == []
    assert catalogues.compiled(path) == path.with_suffix(".mo").read_bytes()


def test_what_two_games_say_alike_is_said_alike_in_every_language():
    """The program reads all catalogues of a language as one."""
    said = {}
    for path in catalogues.catalogues():
        for each in messages_of(path):
            said.setdefault((path.parts[-3], each.context, forms(each.id)), set()).add(forms(each.string))
    assert {key: strings for key, strings in said.items() if len(strings) > 1} == {}


def test_no_message_is_asked_for_with_a_number_and_without():
    """Debian 12's Python 3.11.2 finds what has a plural only where a number is given."""
    messages = set().union(*extracted().values())
    plurals = {(context, ids[0]) for context, ids in messages if len(ids) > 1}
    assert plurals
    assert [ids[0] for context, ids in messages if len(ids) == 1 and (context, ids[0]) in plurals] == []


@each_catalogue
def test_places_and_markup_are_kept(path):
    """A number may be written as a word where it is only one."""
    broken = []
    for message in messages_of(path):
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


@each_catalogue
def test_the_words_of_the_game_are_those_of_the_glossary(path):
    strayed = []
    for english, stems in glossary(path.parts[-3]):
        word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, english))})(?!\w)", re.IGNORECASE)
        for message in messages_of(path):
            if any(word.search(SAME.sub(" ", form)) for form in forms(message.id)):
                said = " ".join(forms(message.string)).casefold()
                if not any(stem in said for stem in stems):
                    strayed.append((english[0], message.id, message.string))
    assert strayed == []
