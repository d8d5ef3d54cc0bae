"""The docs say what is there: options, keys of files, kinds of facts, tables and columns, folders, links."""

import ast
import io
import json
import re
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.cli import command
from companion.games import RULEBOOKS
from companion.games.contract import folder_of
from companion.games.option import Amount, Teams
from companion.store import journal
from companion.store.database import Store
from companion.store.journal import replay
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
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def row_of(page, heading, key):
    """The row whose first cell names a key."""
    (row,) = [row for row in rows(page, heading) if key in named(row[0])]
    return row


# Files


@pytest.mark.parametrize("game", RULEBOOKS)
def test_ends_and_options_are_in_the_formats_with_defaults_and_values(game):
    ends = named(row_of(FORMATS, "### Ends", game)[1])
    assert ends == [json.dumps(end) for end in RULEBOOKS[game].ends]
    for option in RULEBOOKS[game].options:
        (heading,) = re.findall(rf"^\*\*.+\*\* \(`{game}`\)$", FORMATS, re.MULTILINE)
        _, default, values = row_of(FORMATS, heading, option.key)
        assert default == f"`{json.dumps(option.default)}`", option.key
        if isinstance(option, Amount):
            assert f"from {option.low} to {option.high}" in values, option.key
        elif not isinstance(option, Teams):
            quoted = [value for value in named(values) if value.startswith('"')]
            assert quoted == [json.dumps(choice.value) for choice in option.choices], option.key


def test_every_key_of_an_export_is_in_the_formats(client):
    """The keys of a sheet file, of its rounds, and of a group's file with it."""
    happened, derived, of_groups = (
        {key for row in rows(FORMATS, heading) for key in named(row[0])}
        for heading in ("### What happened", "### What is derived", "## The group file")
    )
    of_rounds = {key for row in rows(FORMATS, "### A round") for cell in row[:2] for key in named(cell)}
    for case in CASES:
        group = a_group(client)
        group.post("/imports", file=(io.BytesIO(case.read_bytes()), "sheet.json"))
        exported = client.get(f"{group.address}/group.json").get_json()
        (table,) = exported["tables"]
        assert set(table) <= happened | derived, case.stem
        assert {key for played in table["rounds"] for key in played} <= derived | of_rounds, case.stem
        assert set(exported) | {key for player in exported["players"] for key in player} <= of_groups, case.stem


# Architecture


def facts_written():
    """Every kind of fact that the code makes, with the keys of its payload where they are written out."""
    for path in sorted(Path(journal.__path__[0]).glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Fact":
                kind, payload = call.args
                name = kind.value if isinstance(kind, ast.Constant) else getattr(replay, kind.id)
                yield name, {key.value for key in payload.keys}


def test_every_kind_of_fact_is_in_the_architecture_with_its_payload():
    told = {named(row[0])[0]: set(named(row[1])) for row in rows(ARCHITECTURE, "### The kinds of facts")[2:]}
    told["created"].remove("played")  # added where a table comes from a file
    assert told == dict(facts_written())


def test_the_schema_in_the_architecture_is_that_of_a_fresh_database(tmp_path):
    with closing(Store(tmp_path / "fresh.sqlite3")) as store:
        fresh = {table.name: [column.name for column in table.columns] for table in store.db.tables}
    assert {named(row[0])[0]: named(row[1]) for row in rows(ARCHITECTURE, "## The schema")[2:]} == fresh


def folders_of_the_tree():
    """Every folder of the tree, with one for each game where it says <game>."""
    (tree,) = re.findall(r"^```\n(companion/.+?)^```$", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    path = []
    for line in tree.splitlines():
        name = line.split()[0].rstrip("/")
        path[(len(line) - len(line.lstrip())) // 2 :] = [name]
        for game in RULEBOOKS if "<game>" in path else [""]:
            yield "/".join(path).replace("<game>", folder_of(game))


def test_the_tree_has_every_room_of_the_program_and_nothing_else():
    tree = set(folders_of_the_tree())
    rooms = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("__init__.py")}
    assert [folder for folder in tree if not (ROOT / folder).is_dir()] == []
    assert {room for room in rooms if not room.startswith("companion/cli/games/")} <= tree


# Links


def anchors(text):
    """What a link to a heading ends with."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def leads_somewhere(doc, link):
    name, _, anchor = link.partition("#")
    found = doc.parent / name if name else doc
    return ":" in name or (found.is_file() and (not anchor or anchor in anchors(found.read_text("utf-8"))))


def test_links_and_pictures_lead_somewhere():
    lost = []
    for doc in PAGES:
        text = doc.read_text("utf-8")
        links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
        lost += [f"{doc.name}: {link}" for link in links if not leads_somewhere(doc, link)]
    assert lost == []


def test_every_test_that_a_page_names_is_there():
    lost = []
    for doc in PAGES:
        for name in re.findall(r"`((?:tests|benchmarks|\.ci)/[\w./-]+)`", doc.read_text("utf-8")):
            lost += [] if (ROOT / name).exists() else [f"{doc.name}: {name}"]
    accessibility = re.findall(r"`([\w/]+\.py)`", (ROOT / "docs" / "accessibility.md").read_text("utf-8"))
    lost += [name for name in accessibility if not (ROOT / name).is_file() and not browser_test(name)]
    assert lost == []


def browser_test(name):
    return "/" not in name and list((ROOT / "tests" / "browser").rglob(name))


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
    told = {named(row[0])[0]: row[1] for row in rows(COMMANDS, "## Options and environment")[2:]}
    assert told == {option.opts[0]: f"`{option.envvar}`" for option in command.params if option.envvar}
    headings = re.findall(r"^## (.*companion .+)$", COMMANDS, re.MULTILINE)
    told = {name for heading in headings for name in re.findall(r"companion ([a-z]+)", heading)}
    assert told == set(command.commands)
    assert {name for name in command.commands if f"\ncompanion {name} " in COMMANDS} == told
