"""A newcomer adds a game with files of its own and one line of the registry. Nothing else knows of it.

The game is Wizard: a round has two steps, ranges depend on the round, the dealer comes first, it has cells and a mark
of its own, and neither referee nor rules page nor set-up guide nor own hands nor play-on. ``tests/newcomer`` plays it.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
NEW = HERE / "tests" / "newcomer"
CONTRACT = ("games/contract.py", "web/forms/entry.py", "web/forms/fields.py", "web/games/__init__.py")
MOST_LINES = 300
UNTYPED = re.compile(r"\b(?:Any|cast)\b|type: ignore")
SHEET = """{"format": "companion-sheet", "version": 1, "game": "wizard", "players": ["Anne", "Ben", "Zoë"],
    "first_starter": "Anne", "begun": {"bids": {"Anne": 0, "Ben": 2, "Zoë": 1}},
    "rounds": [{"bids": {"Anne": 1, "Ben": 0, "Zoë": 1}, "tricks": {"Anne": 1, "Ben": 0, "Zoë": 0}}]}"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The companion with Wizard in it: its files, which replace none, and one line changed."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(HERE / "companion", folder / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(HERE / "pyproject.toml", folder)
    if (HERE / ".mypy_cache").is_dir():
        shutil.copytree(HERE / ".mypy_cache", folder / ".mypy_cache")
    for path in NEW.rglob("companion/**/*.py"):
        new = folder / path.relative_to(NEW)
        assert not new.exists()
        new.parent.mkdir(exist_ok=True)
        shutil.copy2(path, new)
    registry = folder / "companion" / "games" / "__init__.py"
    registered, times = re.subn(r"^(GAMES = \(.*)\)$", r'\1, "wizard")', registry.read_text("utf-8"), flags=re.M)
    assert times == 1
    registry.write_text(registered, "utf-8")
    return folder


def run(copy, *command):
    """Run Python in the copy; what it said."""
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.thorough
def test_the_types_of_a_new_game_are_checked(copy):
    """And none is left open at its contract."""
    run(copy, "-m", "mypy")
    sources = [copy / "companion" / name for name in CONTRACT]
    own = [*NEW.rglob("companion/**/*.py"), *NEW.rglob("*.html")]
    assert [path for path in [*sources, *own] if UNTYPED.search(path.read_text("utf-8"))] == []
    assert sum(len(path.read_text("utf-8").splitlines()) for path in own) <= MOST_LINES


@pytest.mark.thorough
def test_the_command_finds_it_by_its_line_in_the_registry(copy, tmp_path):
    sheet = tmp_path / "sheet.json"
    sheet.write_text(SHEET, "utf-8")
    told = run(copy, "-W", "error", "-c", "from companion.cli import main; main()", "score", sheet)
    assert told.startswith("Wizard\n")
    rows = [[cell.strip() for cell in row.split("|")] for row in told.splitlines()]
    assert rows[4:7] == [
        ["1", "▸✓ +30 (30)", "✓ +20 (20)", "D −10 (−10)"],
        ["", "1 · 1", "0 · 0", "1 · 0"],
        ["2", "0", "2", "1"],
    ]
    assert "Ben starts. Sits left of the dealer." in told
