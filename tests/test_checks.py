"""One command runs everything that is checked: lint, format, types, layers, and the promises of the README."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import needs

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
LINT = ROOT / "tests" / "lint"
LINTERS = shutil.which("node") and (LINT / "node_modules").is_dir()


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"], ["lint-imports", "--no-cache"]],
    ids=lambda command: " ".join(command),
)
def test_tool(command):
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@needs("Node and the linters", "apt install nodejs npm, npm ci --prefix tests/lint", LINTERS)
@pytest.mark.parametrize(
    "command", [["eslint", "static"], ["stylelint", "static/css/**/*.css"]], ids=lambda command: command[0]
)
def test_scripts_and_styles_are_what_the_oldest_engines_know(command):
    """And keep the recommended rules: `tests/lint/` says which engines, which rules, and what is let through."""
    assert LINTERS, "Node or tests/lint/node_modules is missing, and CI skips nothing"
    name, *what = command
    done = subprocess.run(
        [LINT / "node_modules" / ".bin" / name, "--config", LINT / f"{name}.config.mjs", "--max-warnings=0", *what],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_the_readmes_test_command():
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci" / "run").read_text()
    (command,) = re.findall(r"^python3 -m venv .*pytest$", readme, re.MULTILINE)
    assert command in ci


def test_the_readmes_pictures_are_there():
    pictures = re.findall(r"<img src=\"([^\"]+)\"", (ROOT / "README.md").read_text())
    assert len(pictures) == 3
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_wheel_carries_pages_and_styles(tmp_path):
    """Installed somewhere else, with no checkout near, the wheel serves the same pages."""
    wheelhouse = tmp_path / "wheel"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-q", "-w", wheelhouse, ROOT], check=True, capture_output=True)
    (wheel,) = wheelhouse.glob("*.whl")
    installed = tmp_path / "installed"
    subprocess.run([*pip, "install", "--no-deps", "-q", "--target", installed, wheel], check=True, capture_output=True)
    ask = (
        "from pathlib import Path; import companion; from companion import create_app;"
        "app = create_app(Path('data'));"
        "assert 'installed' in companion.__file__, companion.__file__;"
        "client = app.test_client();"
        "print(*(client.get(page).status_code for page in ('/', '/static/app.css', '/imports/new')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=tmp_path, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True
    )
    assert done.stdout.split() == ["200", "200", "200"], done.stderr
