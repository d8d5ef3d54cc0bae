"""A newcomer adds a game with files of its own and one line of the registry. Nothing else knows of it.

The game is Wizard: a round has two steps, ranges depend on the round, the dealer comes first, it has cells and a mark
of its own, and neither referee nor rules page nor set-up guide nor own hands nor play-on.
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
NEW = HERE / "tests" / "newcomer"
WHOLE = ("companion", "templates", "static", "pyproject.toml")
REGISTRY = "companion/games/__init__.py"
CONTRACT = (
    "companion/games/contract.py",
    "companion/web/rounds/entry.py",
    "companion/web/rounds/fields.py",
    "companion/web/games/__init__.py",
)
MOST_LINES = 300
UNTYPED = re.compile(r"\b(?:Any|cast)\b|type: ignore")


def files(folder, *tops):
    """Every file below these, by its path."""
    found = [path for top in tops for path in [folder / top, *(folder / top).rglob("*")] if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The companion with Wizard in it."""
    folder = tmp_path_factory.mktemp("copy")
    for name, content in (files(HERE, *WHOLE) | files(NEW, "companion", "templates", "static")).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    registry = folder / REGISTRY
    registered, times = re.subn(r"^(GAMES = \(.*)\)$", r'\1, "wizard")', registry.read_text("utf-8"), flags=re.M)
    assert times == 1
    registry.write_text(registered, "utf-8")
    return folder


def test_a_new_game_adds_files_and_changes_one_line(copy):
    before, after = files(HERE, *WHOLE), files(copy, *WHOLE)
    added = {name: content for name, content in after.items() if name not in before}
    assert set(added) == {
        "companion/games/wizard/__init__.py",
        "companion/web/games/wizard/__init__.py",
        "templates/games/wizard/entry.html",
    }
    assert sum(len(content.splitlines()) for content in added.values()) <= MOST_LINES
    assert [name for name in before if after[name] != before[name]] == [REGISTRY]
    one, other = (content[REGISTRY].decode().splitlines() for content in (before, after))
    changed = [line for line in difflib.ndiff(one, other) if line[0] in "+-"]
    assert len(changed) == 2
    assert changed[1] == f'+ {changed[0][2:-1]}, "wizard")'


def test_no_type_is_left_open_at_the_contract_of_a_game(copy):
    games = files(copy, "companion/games/wizard", "companion/web/games")
    sources = files(copy, *CONTRACT) | {name: content for name, content in games.items() if name.endswith(".py")}
    assert {name for name, content in sources.items() if UNTYPED.search(content.decode())} == set()


def test_the_types_of_a_new_game_are_checked(copy):
    command = [sys.executable, "-m", "mypy", "--cache-dir", HERE / ".mypy_cache" / "newcomer"]
    found = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=240, check=False)
    assert found.returncode == 0, found.stdout


def test_a_new_game_is_played_through(copy, tmp_path):
    """From the new game page to the group's statistics, in a process that knows only the copy."""
    evening = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.newcomer.evening", tmp_path / "data"],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (evening.returncode, evening.stdout) == (0, "played\n"), evening.stderr


def test_the_command_knows_it_too(copy, tmp_path):
    sheet = tmp_path / "sheet.json"
    sheet.write_text(
        '{"format": "companion-sheet", "version": 1, "game": "wizard", "players": ["Anne", "Ben", "Zoë"],'
        ' "first_starter": "Anne", "rounds": [{"bids": {"Anne": 1, "Ben": 0, "Zoë": 1},'
        ' "tricks": {"Anne": 1, "Ben": 0, "Zoë": 0}}], "begun": {"bids": {"Anne": 0, "Ben": 2, "Zoë": 1}}}',
        "utf-8",
    )
    score = [sys.executable, "-c", "from companion.cli import main; main()", "score", sheet]
    told = subprocess.run(score, cwd=copy, capture_output=True, text=True, timeout=60, check=True).stdout
    assert told.startswith("Wizard\n")
    rows = [[cell.strip() for cell in row.split("|")] for row in told.splitlines()]
    assert rows[4:7] == [
        ["1", "▸✓ +30 (30)", "✓ +20 (20)", "D −10 (−10)"],
        ["", "1 · 1", "0 · 0", "1 · 0"],
        ["2", "0", "2", "1"],
    ]
    assert "Ben starts. Sits left of the dealer." in told
    assert "Anne deals. The deal moves clockwise." in told
