"""Every message can be translated, and is in every catalogue, whole and in the words of ``docs/glossary``."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.mofile import write_mo

from companion.locale.catalogues import FOLDERS, ROOT, extract_all, read_catalogue

pytestmark = pytest.mark.thorough

SAME = re.compile(r"%\(\w+\)s|\{\w+(?:!r)?\}|</?\w+[^>]*>|^ | $")  # what stays: places, markup, spaces at the ends
TABLE_ROW = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
PATHS = {f"{path.stem}/{path.parts[-3]}": path for each in FOLDERS.values() for path in sorted(each.rglob("*.po"))}
each_catalogue = pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)


@cache
def extracted():
    """What stands in the sources: by catalogue the context of each message, and its forms."""
    with TemporaryDirectory() as folder:
        extract_all(Path(folder))
        return {
            path.stem: {(each.context, forms(each.id)) for each in read_catalogue(path) if each.id}
            for path in Path(folder).glob("*.pot")
        }


def messages_of(path):
    return [message for message in read_catalogue(path) if message.id]


def forms(text):
    """The forms of a message or of its translation: one, or one for each number."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


@each_catalogue
def test_every_message_is_translated_in_every_form_and_no_other(path):
    """``.venv/bin/python companion/locale/catalogues.py`` brings a catalogue up to date and compiles it."""
    translated, written = messages_of(path), BytesIO()
    there = {(each.context, forms(each.id)) for each in translated}
    assert sorted(map(str, there ^ extracted()[path.stem])) == []
    assert [each.id for each in translated if each.fuzzy or not all(forms(each.string))] == []
    assert list(read_catalogue(path).check()) == []
    write_mo(written, read_catalogue(path))
    assert written.getvalue() == path.with_suffix(".mo").read_bytes()


@each_catalogue
def test_places_and_markup_are_kept(path):
    """A number may be written as a word where it is only one."""
    for message in messages_of(path):
        wanted = set(SAME.findall(forms(message.id)[-1]))
        for number, form in enumerate(forms(message.string)):
            assert set(SAME.findall(form)) | ({"%(n)s"} & wanted if not number else set()) == wanted, form


def test_no_message_is_asked_for_with_a_number_and_without():
    """Debian 12's Python 3.11.2 finds what has a plural only where a number is given."""
    messages = set().union(*extracted().values())
    plurals = {(context, ids[0]) for context, ids in messages if len(ids) > 1}
    assert plurals
    assert [ids[0] for context, ids in messages if len(ids) == 1 and (context, ids[0]) in plurals] == []


def glossary(language):
    """The words of the game in English, and the beginnings of those that stand for them or, for English, don’t."""
    page = (ROOT / "docs" / "glossary" / f"{language}.md").read_text("utf-8")
    rows = [[cell.casefold().split(", ") for cell in row] for row in TABLE_ROW.findall(page)]
    return [(english, stems) for english, _term, stems in rows[2:]]


@each_catalogue
def test_the_words_of_the_game_are_those_of_the_glossary(path):
    for english, stems in glossary(path.parts[-3]):
        word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, english))})(?!\w)", re.IGNORECASE)
        about = (each for each in messages_of(path) if any(word.search(SAME.sub(" ", form)) for form in forms(each.id)))
        strayed = [each for each in about if not any(stem in " ".join(forms(each.string)).casefold() for stem in stems)]
        assert [(english[0], each.id, each.string) for each in strayed] == []


def test_english_has_one_term_for_one_thing():
    """The glossary of English has in its first column what messages say, in its last what none does."""
    messages = [form for found in extracted().values() for _, ids in found for form in ids]
    strayed = []
    for terms, avoided in glossary("en"):
        for words, is_used in ((terms, True), (avoided, False)):
            for each in words:
                word = re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE)
                said = [message for message in messages if word.search(SAME.sub(" ", message))]
                if bool(said) != is_used:
                    strayed.append((each, said))
    assert strayed == []
    assert [message for message in messages if re.search("['\"]", SAME.sub("", message))] == [], "straight quotes"
