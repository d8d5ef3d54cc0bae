"""Whatever is wrong with a file, every command answers it in a sentence: a few of the many that the script makes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "damaged_files.py"


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["2", "3"])
def test_damaged_files_are_answered(seed):
    """No traceback and no hang, in bytes, pages, values, schemas, sheets and groups that are spoilt."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--files", "200", "--seed", seed],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "200 damaged files" in done.stdout
