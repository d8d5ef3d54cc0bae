"""The docs say what is there: options, keys of files, links."""

import io
import re
from pathlib import Path

import pytest

from companion.cli import companion
from docs import games
from tests.web.builders import CASES, a_group

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
FORMATS, COMMANDS = ((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("formats", "commands"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]


def rows(page, heading):
    """The cells of every row of the tables below a heading, up to the next one."""
    below = page.split(f"\n{heading}\n", 1)[1]
    section = re.split(r"^(?:#|\*\*)", below, maxsplit=1, flags=re.MULTILINE)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]


def named(text):
    return re.findall(r"`([^`]+)`", text)


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


def test_every_option_and_every_subcommand_of_the_command_is_told():
    described = {named(row[0])[0]: row[1] for row in rows(COMMANDS, "## Options and environment")[2:]}
    prefix = companion.context_settings["auto_envvar_prefix"]
    told = {option.opts[0]: f"`{prefix}_{option.name.upper()}`" for option in companion.params if option.show_envvar}
    assert described == told
    named_ones = re.findall(r"^(?:## |\|).*", COMMANDS, re.MULTILINE)
    described = {name for line in named_ones for name in re.findall(r"(?:^## |`)companion ([a-z]+)", line)}
    assert described == set(companion.commands)
