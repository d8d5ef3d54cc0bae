"""Every English message can be said in languages with other plurals, cases and word order."""

import ast
import re
from functools import cache

import pytest
from babel.messages.extract import extract_from_dir

from companion.locale import catalogues

pytestmark = pytest.mark.thorough


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


def test_a_singular_has_one_plural():
    """A catalogue finds both by the singular."""
    pairs = {(message[:2], context) for message, context, _ in messages() if isinstance(message, tuple)}
    assert len(pairs) == len({(one, context) for (one, _), context in pairs})


def calls():
    """Every call in the code of what translates, or of what a message is made by: where, its name, and its texts."""
    for path in (catalogues.ROOT / "companion").rglob("*.py"):
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
