"""The catalogues of the languages, brought up to date and compiled by Babel's own commands.

What only a game's folders say is in its folder ``companion/games/<game>/locale/``, all else in the main one here.

``.venv/bin/python companion/locale/catalogues.py`` brings all up to date and compiles them; ``… catalogues.py sv``
begins a language. Building or installing from the sources compiles them (``pyproject.toml``).
"""

import re
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MAIN = "companion"
ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("companion/games/*/__init__.py"))
FOLDERS = {MAIN: ROOT / "companion" / "locale"} | {game: ROOT / "companion/games" / game / "locale" for game in GAMES}
EXTRACT = (
    *("--mapping=pyproject.toml", "--keywords=say say_n:1,2", "--add-comments=TRANSLATORS:", "--strip-comments"),
    *("--add-location=file", "--project=Fool! companion", f"--ignore-dirs=.* {' '.join(GAMES)}"),
)
UPDATE = ("--init-missing", "--ignore-obsolete", "--ignore-pot-creation-date", "--width=110")


class CompileCatalogues(BuildHookInterface[Any]):
    """Hatch calls this before it builds, also a wheel that only leads to the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them."""
        compile_all()


def pybabel(*arguments: object) -> None:
    """Run one of Babel's commands."""
    if CommandLineInterface().run(["pybabel", "--quiet", *map(str, arguments)]):  # type: ignore[no-untyped-call]
        sys.exit(1)


def compile_all() -> None:
    """Write each catalogue as the program reads it."""
    for domain, folder in FOLDERS.items():
        if folder.exists():
            pybabel("compile", "-D", domain, "-d", folder)


def extract_all(folder: Path) -> None:
    """Write what is to be translated into a folder, in a file for each catalogue: ``companion.pot``, ``fool.pot``."""
    with chdir(ROOT):
        pybabel("extract", *EXTRACT, "-o", folder / f"{MAIN}.pot", "companion", "templates")
        main = read_catalogue(folder / f"{MAIN}.pot")
        for game in GAMES:
            floors = (f"{floor}/games/{game}" for floor in ("companion", "companion/web", "templates"))
            path = folder / f"{game}.pot"
            pybabel("extract", *EXTRACT, "-o", path, *(floor for floor in floors if Path(floor).exists()))
            own = read_catalogue(path)
            for message in [each for each in own if each.id and main.get(each.id, each.context)]:
                own.delete(message.id, message.context)
            with path.open("wb") as file:
                write_po(file, own)


def read_catalogue(path: Path) -> Catalog:
    """Read a catalogue, of a language or without translations."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3] if path.suffix == ".po" else None, abort_invalid=True)


def update_all(languages: set[str]) -> None:
    """Bring what is new into every catalogue of these languages, take out what is no more, and begin missing ones."""
    with TemporaryDirectory() as extracted:
        extract_all(Path(extracted))
        for domain, folder in FOLDERS.items():
            for language in languages:
                path = folder / language / "LC_MESSAGES" / f"{domain}.po"
                pybabel("update", *UPDATE, "-i", Path(extracted) / f"{domain}.pot", "-o", path, "-l", language)
                # Babel's version would change every catalogue.
                path.write_text(re.sub(r'"Generated-By: .*\n', "", path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    update_all({path.parts[-3] for path in FOLDERS[MAIN].glob("*/*/*.po")} | {*sys.argv[1:]})
    compile_all()
