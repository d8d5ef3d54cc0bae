"""A release: its version stands in one place, whoever builds it gets the same bytes, it says what it brings along."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion import __version__
from companion.locale import catalogues
from tests.needs import needs

ROOT = Path(__file__).parent.parent
NAME = f"fool_companion-{__version__}"
WHEEL, ARCHIVE = f"{NAME}-py3-none-any.whl", f"{NAME}.tar.gz"
VENDORED = sorted((ROOT / "static" / "vendor").glob("*.json"))


def source_files():
    """What git has or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return [Path(name) for name in sorted(listed.stdout.decode().split("\0")) if name and (ROOT / name).is_file()]


def build(source, umask=0o022):
    """The files of a release by their names, built from a folder; without a network."""
    made = source.parent / f"{source.name}-built"
    command = [sys.executable, "-m", "hatchling", "build", "-d", made]
    done = subprocess.run(command, cwd=source, umask=umask, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return {file.name: file for file in made.iterdir()}


def checkout(folder, days, umask, names):
    """The source as somebody has it: at another time, in another order, readable by others or not."""
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, file)
        file.chmod((0o777 if os.access(ROOT / name, os.X_OK) else 0o666) & ~umask)
        os.utime(file, (days * 86_400, days * 86_400))
    return folder


of_a_clone = needs("git and a clone", "apt install git, git clone", shutil.which("git") and (ROOT / ".git").exists())


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A release, built twice."""
    folder = tmp_path_factory.mktemp("release")
    names = source_files()
    one = build(checkout(folder / "one", 20_000, 0o022, names))
    other = build(checkout(folder / "other", 15_000, 0o077, reversed(names)), 0o077)
    return one, other


def digests(files):
    return {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items()}


def test_the_newest_entry_of_the_changelog_is_of_this_version():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert re.fullmatch(rf"{re.escape(__version__)} \((unreleased|20\d\d-\d\d-\d\d)\)", headings[0])
    assert len(headings) == len(set(headings))


def test_the_version_stands_in_one_place():
    places = [ROOT / "pyproject.toml", *(ROOT / "deploy").rglob("*"), *(ROOT / "companion").rglob("*.py")]
    version = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    found = [place for place in places if place.is_file() and version.search(place.read_text("utf-8"))]
    assert [place.relative_to(ROOT).as_posix() for place in found] == ["companion/__init__.py"]


@of_a_clone
def test_whoever_builds_gets_the_same_bytes(built):
    one, other = map(digests, built)
    assert set(one) == {WHEEL, ARCHIVE}
    assert one == other


@of_a_clone
def test_the_wheel_of_the_source_archive_is_that_of_the_checkout(built, tmp_path):
    one, _ = built
    with tarfile.open(one[ARCHIVE]) as packed:
        packed.extractall(tmp_path, filter="data")
    assert digests(build(tmp_path / NAME))[WHEEL] == digests(one)[WHEEL]


@of_a_clone
def test_the_wheel_is_light_and_has_every_language_compiled(built):
    assert built[0][WHEEL].stat().st_size <= 1_500_000
    with zipfile.ZipFile(built[0][WHEEL]) as wheel:
        there = {name.removeprefix("companion/locale/") for name in wheel.namelist() if "/locale/" in name}
    assert there == {f"{language}/LC_MESSAGES/companion.mo" for language in catalogues.catalogues()}


@of_a_clone
def test_the_wheel_has_the_licences_and_the_bill_of_materials(built):
    with zipfile.ZipFile(built[0][WHEEL]) as wheel:
        names = set(wheel.namelist())
        about = f"{NAME}.dist-info"
        assert wheel.read(f"{about}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        assert json.loads(wheel.read(f"{about}/sboms/companion.cdx.json"))["bomFormat"] == "CycloneDX"
        for vendored in VENDORED:
            licence = f"static/vendor/{vendored.stem}.LICENSE"
            assert wheel.read(f"{about}/licenses/{licence}") == (ROOT / licence).read_bytes()
    assert not [name for name in names if name.endswith((".pyc", ".sqlite3", ".env"))]


def test_whatever_is_vendored_says_what_it_is_and_has_its_licence():
    there = {file.name for file in (ROOT / "static" / "vendor").iterdir()}
    told = set()
    for vendored in VENDORED:
        told |= {vendored.name, json.loads(vendored.read_text("utf-8"))["file"], f"{vendored.stem}.LICENSE"}
    assert there == told != set()


def test_the_container_has_what_was_tested():
    container = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
    assert "--require-hashes -r /source/requirements.lock" in container
    assert re.search(r"^USER 1000", container, re.MULTILINE)
