"""Names say what they are: no participles and particles, and one meaning each in the whole program."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "companion"
PARTICLES = "(?i:told|kept|known|noted|asked|said|given|shown|taken|here|beside|again|says|misread|dear)"
VAGUE = re.compile(rf" _*(?:MOST|{PARTICLES}(?:_|$)|\w*_{PARTICLES}$)")  # first or last, after the module


def modules():
    """Yield every module by its path, with its syntax tree."""
    for path in sorted(PROGRAM.rglob("*.py")):
        yield path.relative_to(PROGRAM).as_posix(), ast.parse(path.read_text("utf-8"))


def names_in(node):
    """Yield what a node gives a name to: a function, a class, an argument, a variable, a constant, an attribute."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.id if isinstance(node, ast.Name) else node.attr
    elif isinstance(node, ast.Tuple):
        yield from (name for each in node.elts for name in names_in(each))


def shared_names():
    """Return the names that may stand in many modules: the first column of the table in CONTRIBUTING.md."""
    section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("\n## Names\n")[1].split("\n## ")[0]
    return {name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}


def test_no_name_is_vague():
    names = {f"{path}: {name}" for path, tree in modules() for node in ast.walk(tree) for name in names_in(node)}
    assert [name for name in sorted(names) if VAGUE.search(name)] == []


def test_a_public_name_has_one_meaning_unless_contributing_lists_it():
    places = defaultdict(list)
    for path, tree in modules():
        targets = [getattr(each, "targets", [getattr(each, "target", each)]) for each in tree.body]
        for name in {name for several in targets for node in several for name in names_in(node)}:
            places[name].append(path)
    public = {name: paths for name, paths in places.items() if name[0] != "_" and name not in shared_names()}
    assert {name: paths for name, paths in public.items() if len(paths) > 1} == {}
