"""A few of the many cases that the scripts in `benchmarks/` give: a script that finds something ends with status 1."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.parametrize(
    "command",
    [
        *(f"hard_knocks.py {what} --times 2" for what in ("races", "kills", "stops", "repeats")),
        "damaged_files.py --files 200 --seed 2",
    ],
)
def test_nothing_is_found(command):
    """Races for a round, SIGKILL while saving, answers that get lost; files that are spoilt in every way."""
    script, *options = command.split()
    told = {"env": os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, FOLDER / script, *options], **told, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
