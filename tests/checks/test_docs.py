"""The docs say what is there: options, keys of files, kinds of changes, tables and columns, folders, links."""

import ast
import io
import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.cli import companion
from companion.games import RULEBOOKS, folder_of
from companion.store.journal import changes
from docs import games
from tests.web.builders import CASES, a_group

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
FORMATS, ARCHITECTURE, COMMANDS = (
    (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("formats", "architecture", "commands")
)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]


def rows(page, heading):
    """The cells of every row of the tables below a heading, up to the next one."""
    below = page.split(f"\n{heading}\n", 1)[1]
    section = re.split(r"^(?:#|\*\*)", below, maxsplit=1, flags=re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]


def named(text):
    return re.findall(r"`([^`]+)`", text)


# Files


@pytest.mark.parametrize("page", games.PAGES)
def test_what_follows_from_the_rulebooks_is_as_it_is_written(page):
    """``.venv/bin/python docs/games.py`` writes it."""
    text = (ROOT / page).read_text("utf-8")
    assert len(games.WRITTEN.findall(text)) == 1
    assert games.updated(page) == text


def test_every_key_of_an_export_is_in_the_formats(client):
    """The keys of a sheet file, of its rounds, and of a group's file with it."""
    happened, derived, of_groups = (
        {key for row in rows(FORMATS, heading) for key in named(row[0])}
        for heading in ("### What happened", "### What is derived", "## The group file")
    )
    of_rounds = set(named(games.describe_formats()))
    for case in CASES:
        group = a_group(client)
        group.post("/imports", file=(io.BytesIO(case.read_bytes()), "sheet.json"))
        exported = client.get(f"{group.address}/group.json").get_json()
        (table,) = exported["tables"]
        assert set(table) <= happened | derived, case.stem
        assert {key for played in table["rounds"] for key in played} <= derived | of_rounds, case.stem
        assert set(exported) | {key for player in exported["players"] for key in player} <= of_groups, case.stem


# Architecture


def test_every_kind_of_change_is_in_the_architecture_with_its_payload():
    """The keys that its sitting, its part and its stored form read are listed; what is for all kinds is left out."""
    listed = {named(row[0])[0]: {*named(row[1])} for row in rows(ARCHITECTURE, "### The kinds of changes")[2:]}
    tree = ast.parse(Path(changes.__file__).read_text("utf-8"))
    written = {kind: set() for kind in listed if kind == "player_renamed"}
    for case in (case for match in ast.walk(tree) if isinstance(match, ast.Match) for case in match.cases):
        kinds = {each.value for each in ast.walk(case.pattern) if isinstance(each, ast.Constant)}
        keys = set(re.findall(r"\bof(?:\[|\.get\()['\"](\w+)", "\n".join(map(ast.unparse, case.body))))
        for kind in kinds:
            written.setdefault(kind, set()).update(keys - {"sitting"})
    assert listed.keys() == written.keys() | {*changes.UNSCORED}
    assert {kind: keys - listed[kind] for kind, keys in written.items() if keys - listed[kind]} == {}


def folders_of_the_tree():
    """Every folder of the tree, with one for each game where it says <game> that has something there."""
    (tree,) = re.findall(r"^```\n(companion/.+?)^```$", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    path = []
    for line in tree.splitlines():
        name = line.split()[0].rstrip("/")
        path[(len(line) - len(line.lstrip())) // 2 :] = [name]
        folder = "/".join(path)
        if "<game>" in path:
            folders = (folder.replace("<game>", folder_of(game)) for game in RULEBOOKS)
            yield from (each for each in folders if (ROOT / each).is_dir())
        else:
            yield folder


def test_the_tree_has_every_room_of_the_program_and_nothing_else():
    tree = set(folders_of_the_tree())
    assert [folder for folder in tree if not (ROOT / folder).is_dir()] == []
    assert {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("__init__.py")} <= tree


# Links


def anchors(text):
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def leads_somewhere(doc, link):
    name, _, anchor = link.partition("#")
    found = doc.parent / name if name else doc
    return ":" in name or (found.is_file() and (not anchor or anchor in anchors(found.read_text("utf-8"))))


def test_links_pictures_and_tests_that_a_page_names_are_there():
    for doc in PAGES:
        text = doc.read_text("utf-8")
        links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
        assert [link for link in links if not leads_somewhere(doc, link)] == [], doc.name
        names = re.findall(r"`((?:tests|benchmarks|\.ci)/[\w./-]+)`", text)
        assert [name for name in names if not (ROOT / name).exists()] == [], doc.name


# Locks


def pinned(name):
    """The versions in a lock file, by what they are of."""
    return dict(re.findall(r"^([a-z0-9-]+)==([\w.]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_has_everything_within_its_bounds_and_names_no_place(name):
    """Names, versions and hashes: no host, address or path of the machine that wrote it."""
    lock = (ROOT / name).read_text("utf-8")
    line = re.compile(r"#.*|[a-z0-9-]+==[\w.]+ \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?|")
    assert [each for each in lock.splitlines() if not line.fullmatch(each)] == []
    assert not re.search(r"[/:]\S*/", lock)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for each in map(Requirement, project["dependencies"]):
        assert each.specifier.contains(pinned(name)[each.name]), each
        assert {bound.operator for bound in each.specifier} == {">=", "<"}, each
    assert pinned("requirements.lock").items() <= pinned(name).items(), "what users get is what was tested"


def test_the_bill_of_materials_is_what_the_wheel_brings_along():
    bom = json.loads((ROOT / "companion.cdx.json").read_text("utf-8"))
    parts = {part["purl"].partition(":")[2] for part in bom["components"]}
    htmx = json.loads((ROOT / "static/vendor/htmx.json").read_text("utf-8"))
    base = {f"pypi/{name}@{version}" for name, version in pinned("requirements.lock").items() if name != "pip"}
    assert parts == base | {f"npm/{htmx['name']}@{htmx['version']}"}


# The command


def test_every_option_and_every_subcommand_of_the_command_is_told():
    described = {named(row[0])[0]: row[1] for row in rows(COMMANDS, "## Options and environment")[2:]}
    prefix = companion.context_settings["auto_envvar_prefix"]
    told = {option.opts[0]: f"`{prefix}_{option.name.upper()}`" for option in companion.params if option.show_envvar}
    assert described == told
    named_ones = re.findall(r"^(?:## |\|).*", COMMANDS, re.MULTILINE)
    described = {name for line in named_ones for name in re.findall(r"(?:^## |`)companion ([a-z]+)", line)}
    assert described == set(companion.commands)
