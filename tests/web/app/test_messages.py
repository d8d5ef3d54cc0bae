"""Every English message can be said in languages with other plurals, cases and word order."""

import ast
import re
from functools import cache

import pytest
from babel.messages.extract import extract_from_dir

from companion.games import RULEBOOKS
from companion.locale import catalogues
from companion.web.app import language
from tests.web.app.test_language import Bracketed
from tests.web.builders import a_durak, a_group

# What is said after a name is no noun.
NAMES = {"name", "names"}


@cache
def messages():
    """Every message, a text or a pair, with its context and what the code tells translators about it."""
    asked = catalogues.OPTIONS, catalogues.KEYWORDS, ["TRANSLATORS:"]
    found = [
        message
        for folder, method in catalogues.SOURCES.items()
        for message in extract_from_dir(catalogues.ROOT / folder, [method], *asked)
    ]
    return [(message, context, " ".join(comments)) for *_, message, comments, context in found]


@cache
def counted():
    """What is counted somewhere: the nouns of which there is a plural."""
    pairs = [message for message, *_ in messages() if isinstance(message, tuple)]
    words = [(re.findall(r"\w+", one), re.findall(r"\w+", several)) for one, several, *_ in pairs]
    return {word for one, several in words for word in several if word.endswith("s") and word[:-1] in one}


def test_what_is_counted_is_known():
    assert {"cards", "points", "rounds", "players", "games", "tables", "minutes"} <= counted()


def test_a_number_beside_what_it_counts_has_plural_forms():
    """Unless the code tells translators which number it always is."""
    beside = re.compile(rf"%\((\w+)\)s (?:{'|'.join(sorted(counted()))})\b")
    alone = [(message, comment) for message, _, comment in messages() if isinstance(message, str)]
    assert [
        message
        for message, comment in alone
        if not set(beside.findall(message)) <= NAMES and not re.search(r"\d", comment)
    ] == []


def test_a_singular_has_one_plural():
    """A catalogue finds both by the singular."""
    pairs = {(message[:2], context) for message, context, _ in messages() if isinstance(message, tuple)}
    assert len(pairs) == len({(one, context) for (one, _), context in pairs})


@pytest.mark.parametrize("points", [0, 1, -1, 0.5, -0.5, 2.5, -31])
def test_what_is_counted_is_a_whole_number_of_things(points):
    """The formulas of plurals know no others; a half is said by a message of its own."""
    said = RULEBOOKS["points"].total(points)
    assert isinstance(said.count, int)
    assert said.count >= 0
    assert ("half" in dict(said.values)) == (points % 1 != 0)


def called_with(path):
    """The texts that a file of the code hands to what translates, or to what a message is made by."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "id", getattr(node.func, "attr", None))
            if name in ("_", "gettext", "ngettext", "say", "say_n") and isinstance(node.args[0].value, str):
                yield node.args[0].value


def test_babel_finds_every_message():
    """In an f-string it finds none."""
    known = {message if isinstance(message, str) else message[0] for message, *_ in messages()}
    used = {text for path in (catalogues.ROOT / "companion").rglob("*.py") for text in called_with(path)}
    assert len(used) > 500
    assert sorted(used - known) == []


@pytest.fixture
def bracketed(client, monkeypatch):
    monkeypatch.setattr(language, "_catalogue", lambda accepted: Bracketed())
    return client


@pytest.mark.parametrize("path", ["/rules/fool", "/rules/durak", "/referee/fool", "/referee/fools-field"])
def test_a_page_about_games_says_how_they_are_called_where_it_is_read(bracketed, path):
    assert "⟦Durak⟧" in "".join(bracketed.get(path).page.root.itertext())


def test_a_table_says_how_its_game_is_called_where_it_is_read(bracketed):
    assert "⟦Durak⟧" in a_durak(bracketed).visit("/setup").read("h1")
    group = a_group(bracketed)
    group.table("Anne", "Paul", game="points")
    assert group.visit().read(class_="evening-when").endswith("⟦Another game⟧")
    (table,) = group.tables()
    assert group.visit(f"/tables/{table}/more").read("h1") == "⟦Another game⟧"
