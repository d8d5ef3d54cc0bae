"""One shape: a fourth game adds files of its own and changes one line of the registry. Nothing else knows of it."""

import difflib
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
NEW = HERE / "tests" / "fourth_game"
WHOLE = ("companion", "templates", "static", "pyproject.toml")
REGISTRY = "companion/games/__init__.py"
REGISTERED = 'GAMES = ("fool", "fools-field", "durak"'


def files(folder, *tops):
    """Every file below these, by its path."""
    found = [path for top in tops for path in [folder / top, *(folder / top).rglob("*")] if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The companion with a fourth game in it."""
    folder = tmp_path_factory.mktemp("copy")
    for name, content in (files(HERE, *WHOLE) | files(NEW, "companion", "templates")).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    registry = folder / REGISTRY
    before = registry.read_text("utf-8")
    assert before.count(REGISTERED) == 1
    registry.write_text(before.replace(REGISTERED, f'{REGISTERED}, "high-card"'), "utf-8")
    return folder


def test_a_fourth_game_adds_files_and_changes_one_line(copy):
    before, after = files(HERE, *WHOLE), files(copy, *WHOLE)
    assert set(after) - set(before) == {
        "companion/games/high_card/__init__.py",
        "companion/games/high_card/example.py",
        "companion/web/games/high_card/__init__.py",
        "companion/web/games/high_card/entry.py",
        "companion/web/games/high_card/referee.py",
        "templates/games/high_card/entry.html",
        "templates/games/high_card/referee.html",
        "templates/games/high_card/_ruling.html",
        "templates/games/high_card/rules.html",
    }
    assert set(before) <= set(after)
    assert [name for name in before if after[name] != before[name]] == [REGISTRY]
    one, other = (content[REGISTRY].decode().splitlines() for content in (before, after))
    changed = [line for line in difflib.ndiff(one, other) if line[0] in "+-"]
    assert changed == [f"- {REGISTERED})", f'+ {REGISTERED}, "high-card")']


def test_a_fourth_game_is_played_through(copy, tmp_path):
    """From the new game page to the group's statistics, in a process that knows only the copy."""
    evening = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.fourth_game.evening", tmp_path / "data"],
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
        '{"format": "companion-sheet", "version": 1, "game": "high-card", "players": ["Anne", "Ben"],'
        ' "first_starter": "Anne", "rounds": [{"highest": "Ben"}]}',
        "utf-8",
    )
    score = [sys.executable, "-c", "from companion.cli import main; main()", "score", sheet]
    told = subprocess.run(score, cwd=copy, capture_output=True, text=True, timeout=60, check=True).stdout
    assert told.startswith("High Card\n")
    assert "Ben starts. Drew the highest card in round 1." in told
