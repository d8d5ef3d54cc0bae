"""Every message can be translated, and is in every catalogue, whole and in the words of ``docs/glossary``."""

import ast
import re
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.mofile import write_mo

from companion.locale.catalogues import FOLDERS, MAIN, ROOT, extract_all, read_catalogue

pytestmark = pytest.mark.thorough

SAME = re.compile(r"%\(\w+\)s|\{\w+(?:!r)?\}|</?\w+[^>]*>|^ | $")  # what stays: places, markup, spaces at the ends
TABLE_ROW = re.compile(r"^\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
PATHS = {f"{path.stem}/{path.parts[-3]}": path for each in FOLDERS.values() for path in sorted(each.rglob("*.po"))}
LANGUAGES = {path.parts[-3] for path in FOLDERS[MAIN].rglob("*.po")}
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


def compiled(path):
    """A catalogue as the program reads it."""
    written = BytesIO()
    write_mo(written, read_catalogue(path))
    return written.getvalue()


def test_there_are_six_languages_and_every_game_speaks_them():
    assert {"de", "es", "fr", "pl", "uk"} <= LANGUAGES
    assert PATHS.keys() == {"/".join(each) for each in product(extracted(), LANGUAGES)}


@each_catalogue
def test_every_message_is_translated_in_every_form_and_no_other(path):
    """``.venv/bin/python companion/locale/catalogues.py`` brings a catalogue up to date and compiles it."""
    translated = messages_of(path)
    there = {(each.context, forms(each.id)) for each in translated}
    assert sorted(map(str, there ^ extracted()[path.stem])) == []
    assert [each.id for each in translated if each.fuzzy or not all(forms(each.string))] == []
    plurals = read_catalogue(path).num_plurals
    assert [each.id for each in translated if each.pluralizable and len(each.string) != plurals] == []
    assert compiled(path) == path.with_suffix(".mo").read_bytes()


def test_what_two_games_say_alike_is_said_alike_in_every_language():
    """The program reads all catalogues of a language as one."""
    said = {}
    for path in PATHS.values():
        for each in messages_of(path):
            string = said.setdefault((path.parts[-3], each.context, forms(each.id)), forms(each.string))
            assert string == forms(each.string)


def test_a_singular_has_one_plural():
    """A catalogue finds both by the singular."""
    pairs = {(ids[:2], context) for messages in extracted().values() for context, ids in messages if len(ids) > 1}
    assert len(pairs) == len({(one, context) for (one, _), context in pairs})


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


# As it is written


def calls():
    """Every call in the code of what translates, or of what a message is made by: where, its name, and its texts."""
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", None))
                texts = node.args[: {"say": 1, "say_n": 2, "_": 1, "gettext": 1, "ngettext": 2}.get(name, 0)]
                yield f"{path}:{node.lineno}", name, texts, {value.arg for value in node.keywords}


def test_what_is_said_is_written_out_with_the_values_it_needs():
    """Babel sees only literals, and a missing value would show only when the sentence is read."""
    wrong = []
    for where, name, texts, given in calls():
        if name in ("say", "say_n", "_"):
            said = [getattr(each, "value", None) for each in texts]
            if not all(isinstance(each, str) for each in said):
                wrong.append(f"{where} is no literal")
            elif any(re.search("[<&]", each) for each in said):
                wrong.append(f"{where} is sent as it stands")
            elif name != "_" and None not in given:
                given |= {"n"} if name == "say_n" else set()
                wanted = [set(re.findall(r"%\((\w+)\)s", each)) for each in said]
                if not all(each <= given if name == "say_n" else each == given for each in wanted):
                    wrong.append(f"{where} has other values than it needs")
    assert wrong == []
