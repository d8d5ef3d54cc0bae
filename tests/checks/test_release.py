"""A release: its version stands in one place, whoever builds it gets the same bytes, it says what it brings along."""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from companion.locale.catalogues import FOLDERS
from tests.needs import needs

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[2]
NAME = f"fool_companion-{__version__}"
WHEEL, ARCHIVE = f"{NAME}-py3-none-any.whl", f"{NAME}.tar.gz"
ASK = """
from pathlib import Path
import companion
assert "installed" in companion.__file__, companion.__file__
client = companion.create_app(Path("data")).test_client()
print(*(client.get(page).status_code for page in ("/", "/static/app.css", "/imports/new")))
"""

of_a_clone = needs("git and a clone", "apt install git, git clone", shutil.which("git") and (ROOT / ".git").exists())


def source_files():
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [Path(name) for name in sorted(listed.split("\0")) if name and (ROOT / name).is_file()]


def build(source, umask):
    """The files of a release by their names, built from a folder; without a network."""
    made = source.parent / f"{source.name}-built"
    command = [sys.executable, "-m", "hatchling", "build", "-d", made]
    done = subprocess.run(command, cwd=source, umask=umask, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return {file.name: file for file in made.iterdir()}


@of_a_clone
def test_a_release_has_the_same_bytes_whoever_builds_it_and_is_whole(tmp_path):
    clone = tmp_path / "clone"
    for name in source_files():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    built = build(clone, 0o022)
    assert set(built) == {WHEEL, ARCHIVE}
    with tarfile.open(built[ARCHIVE]) as packed:
        packed.extractall(tmp_path, filter="data")
    again = build(tmp_path / NAME, 0o077)
    assert again[WHEEL].read_bytes() == built[WHEEL].read_bytes(), "by the source archive, at another time"

    assert built[WHEEL].stat().st_size <= 1_500_000
    with zipfile.ZipFile(built[WHEEL]) as wheel:
        wheel.extractall(tmp_path / "installed")
        names, about = wheel.namelist(), f"{NAME}.dist-info"
        catalogues = [path.relative_to(ROOT) for folder in FOLDERS.values() for path in folder.rglob("*.po")]
        compiled = {path.with_suffix(".mo").as_posix() for path in catalogues}
        assert {name for name in names if "/locale/" in name} == compiled
        assert json.loads(wheel.read(f"{about}/sboms/companion.cdx.json"))["bomFormat"] == "CycloneDX"
        for licence in ("LICENSE", "static/vendor/htmx.LICENSE"):
            assert wheel.read(f"{about}/licenses/{licence}") == (ROOT / licence).read_bytes()
    assert not [name for name in names if name.endswith((".pyc", ".sqlite3", ".env"))]

    elsewhere = {"cwd": tmp_path, "env": {"PYTHONPATH": str(tmp_path / "installed")}}
    done = subprocess.run([sys.executable, "-c", ASK], **elsewhere, capture_output=True, text=True)
    assert done.stdout.split() == ["200", "200", "200"], done.stderr
