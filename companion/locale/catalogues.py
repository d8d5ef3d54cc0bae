"""The catalogues of the languages: messages are found in the sources, merged into them, and compiled.

``.venv/bin/python companion/locale/catalogues.py`` does all three, and begins the languages that it is given:
``… catalogues.py sv``. Whoever builds or installs from the sources compiles them (see ``pyproject.toml``).
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
SOURCES = {"companion": ("**.py", "python"), "templates": ("**", "jinja2")}
KEYWORDS = DEFAULT_KEYWORDS | {"say": None, "say_n": (1, 2)}
OPTIONS = {"**": {"extensions": "jinja2.ext.i18n", "silent": "false"}}
WIDTH = 110
ABOUT = "A translation of the Fool! companion, under its licence."
AUTHORS = "the authors of the companion"
NAMES = {"project": "Fool! companion", "version": "1", "msgid_bugs_address": AUTHORS}
TEAM = {"last_translator": AUTHORS, "language_team": AUTHORS}


class CompileCatalogues(BuildHookInterface[Any]):
    """Hatch calls this before it builds a wheel, also one that only leads to the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them."""
        compile_all()


def template() -> Catalog:
    """All messages of the sources."""
    found = Catalog(fuzzy=False)
    for ids, context, file, comments in extracted():
        found.add(ids, locations=[(file, 0)], auto_comments=comments, context=context)
    return found


def extracted() -> Iterator[tuple[str | tuple[str, ...], str | None, str, list[str]]]:
    """Each place in the sources that has a message: its text or its two forms, its context, the file, comments."""
    for folder, method in SOURCES.items():
        place = ROOT / folder
        messages = extract_from_dir(place, [method], OPTIONS, KEYWORDS, ["TRANSLATORS:"], strip_comment_tags=True)
        for file, _line, ids, comments, context in messages:
            yield ids, context, f"{folder}/{file}", comments


def catalogues() -> dict[str, Path]:
    """The file of each language."""
    return {path.parts[-3]: path for path in sorted(FOLDER.glob("*/LC_MESSAGES/companion.po"))}


def read(language: str, path: Path) -> Catalog:
    """The catalogue of a language."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def merge(new: list[str]) -> None:
    """Bring what is new into every catalogue, take out what is no more, and begin these new ones."""
    messages = template()
    for language in new:
        if not re.fullmatch("[a-z]{2,3}", language) or language in catalogues():
            sys.exit(f"{language} is there already, or no code such as sv: a language has no region here.")
        path = FOLDER / language / "LC_MESSAGES" / "companion.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, Catalog(language, header_comment=f"# {ABOUT}", fuzzy=False, **NAMES, **TEAM))
    for language, path in catalogues().items():
        catalogue = read(language, path)
        catalogue.update(messages, update_creation_date=False)
        _write(path, catalogue)


def compile_all() -> None:
    """Write each catalogue as the program reads it."""
    for language, path in catalogues().items():
        compiled = BytesIO()
        write_mo(compiled, read(language, path))
        path.with_suffix(".mo").write_bytes(compiled.getvalue())


def _write(path: Path, catalogue: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, ignore_obsolete=True, include_lineno=False)


if __name__ == "__main__":
    merge(sys.argv[1:])
    compile_all()
