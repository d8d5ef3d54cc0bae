"""Linters, types, layers and a few cases of `benchmarks/` have nothing to say; `.ci/run` has the README's command."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import needs

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
LINT = ROOT / "tests" / "lint"
LINTERS = shutil.which("node") and (LINT / "node_modules").is_dir()
of_node = needs("Node and the linters", "apt install nodejs npm, npm ci --prefix tests/lint", LINTERS)
NODE_TOOL = [LINT / "node_modules" / ".bin" / "{name}", "--config", LINT / "{name}.config.mjs", "--max-warnings=0"]


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["ruff check .", "ruff format --check .", "mypy", "lint-imports --no-cache"])
def test_python(command):
    name, *options = command.split()
    run(BIN / name, *options)


@of_node
@pytest.mark.parametrize(("name", "files"), [("eslint", "static"), ("stylelint", "static/css/**/*.css")])
def test_scripts_and_styles_are_what_the_oldest_engines_know(name, files):
    """And keep the recommended rules: `tests/lint/` says which engines, which rules, and what is let through."""
    assert LINTERS, "Node or tests/lint/node_modules is missing, and CI skips nothing"
    run(*(str(part).format(name=name) for part in NODE_TOOL), files)


def test_ci_runs_the_readmes_test_command():
    (command,) = re.findall(r"^python3 -m venv .*pytest$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


@pytest.mark.parametrize("command", ["hard_knocks.py --kills 2 --stops 2", "random_evenings.py --evenings 20"])
def test_a_few_of_the_many_cases_find_nothing(command, monkeypatch):
    """SIGKILL and SIGTERM while phones save; evenings with corrections, undo, changed seats and rules."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    script, *options = command.split()
    run(sys.executable, ROOT / "benchmarks" / script, *options)
