"""A phone as the host: everything that is installed is Python alone, or has a form that is, without a compiler."""

import os
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ["MarkupSafe"]  # their wheels hold a library of the system; what they come from does without

pytestmark = pytest.mark.thorough


def test_it_installs_without_a_compiler_and_runs(tmp_path):
    """As Termux on Android does, for which nobody builds wheels."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "--no-binary", ",".join(SOURCES), ROOT]
    done = subprocess.run(
        install, env=os.environ | {"CC": "/bin/false"}, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode and "Connection" in done.stderr + done.stdout:
        pytest.skip("needs the network: pip found no registry")
    assert done.returncode == 0, done.stderr
    libraries = [file.name for end in ("so", "pyd") for file in (tmp_path / "venv" / "lib").rglob(f"*.{end}")]
    assert libraries == []
    told = subprocess.run(
        [python.with_name("companion"), "judge", "--players", "5", "G12", "1", "R3"], capture_output=True
    )
    assert told.stdout.startswith(b"Lead colour: green.")
    ask = "from pathlib import Path; import companion; app = companion.create_app(Path('data'))"
    ask += "; print(app.test_client().get('/').status_code)"
    shown = subprocess.run([python, "-c", ask], cwd=tmp_path, capture_output=True, text=True)
    assert shown.stdout == "200\n", shown.stderr
