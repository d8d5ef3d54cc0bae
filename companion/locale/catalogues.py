"""The catalogues of the languages: messages are found in the sources, merged into them, compiled and counted.

What only a game's own folders say is in its folder ``companion/games/<game>/locale/``, all else in the main ones here.

``.venv/bin/python companion/locale/catalogues.py`` brings all up to date, compiles them and prints what is missing;
``… catalogues.py sv`` begins a language. Building or installing from the sources compiles them (``pyproject.toml``).
"""

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from io import BytesIO
from itertools import product
from pathlib import Path
from subprocess import run
from tempfile import mkdtemp
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MAIN = "companion"
NO_GAME = ""  # in place of a game: what none of them says alone
FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
SOURCES = {"companion": ("**.py", "python"), "templates": ("**", "jinja2")}
KEYWORDS = DEFAULT_KEYWORDS | {"say": None, "say_n": (1, 2)}
EXTRACTORS = {"**": {"extensions": "jinja2.ext.i18n", "silent": "false"}}
TAGS = ["TRANSLATORS:"]
WIDTH = 110
AUTHORS = "the authors of the companion"
HEADER = {
    "header_comment": "# A translation of the Fool! companion, under its licence.",
    **{"project": "Fool! companion", "version": "1", "msgid_bugs_address": AUTHORS},
    **{"last_translator": AUTHORS, "language_team": AUTHORS},
}


class CompileCatalogues(BuildHookInterface[Any]):
    """Hatch calls this before it builds, also a wheel that only leads to the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them, and write down the commit of a clone; an archive of the sources has it written down."""
        compile_all()
        written = ROOT / "companion" / "commit"
        if version != "editable" and (ROOT / ".git").exists():
            written = Path(mkdtemp()) / "commit"
            with written.open("wb") as file, suppress(FileNotFoundError):  # without git
                run(["git", "rev-parse", "--short=9", "HEAD"], cwd=ROOT, stdout=file, check=False)  # noqa: S607
        if written.exists():
            build_data["force_include"][str(written)] = "companion/commit"


def templates() -> dict[str, Catalog]:
    """Return all messages of the sources: the common ones, and by a game's folder those that only games say."""
    locations: dict[tuple[str | None, str | tuple[str, ...]], list[tuple[str, list[str]]]] = {}
    for folder, method in SOURCES.items():
        messages = extract_from_dir(ROOT / folder, [method], EXTRACTORS, KEYWORDS, TAGS, strip_comment_tags=True)
        for file, _line, ids, comments, context in messages:
            locations.setdefault((context, ids), []).append((f"{folder}/{file}", comments))
    catalogs: dict[str, Catalog] = {}
    for (context, ids), found in locations.items():
        games = {game_of(file) for file, _ in found}
        for home in sorted(games) if NO_GAME not in games else [NO_GAME]:
            catalog = catalogs.setdefault(home, Catalog(fuzzy=False))
            for file, comments in found:
                if home in (NO_GAME, game_of(file)):
                    catalog.add(ids, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogs


def game_of(file: str) -> str:
    """Return the folder's name of the game that a file belongs to; ``NO_GAME`` where it belongs to none."""
    own = re.match(r"(?:companion|companion/web|templates)/games/(\w+)/", file)
    return own[1] if own else NO_GAME


def list_languages() -> list[str]:
    """Return the languages that there are."""
    return sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{MAIN}.po"))


def path_of(language: str, game: str = NO_GAME) -> Path:
    """Return the file of a language's catalogue: the main one, or that of a game's folder."""
    folder = ROOT / "companion" / "games" / game / "locale" if game else FOLDER
    return folder / language / "LC_MESSAGES" / f"{game or MAIN}.po"


def catalogues() -> list[Path]:
    """Return the files of all catalogues: each language's main one first, then those of games."""
    return [*sorted(FOLDER.glob("*/*/*.po")), *sorted(ROOT.glob("companion/games/*/locale/*/*/*.po"))]


def read_catalogue(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], abort_invalid=True)


def update_catalogues(new: Sequence[str] = ()) -> None:
    """Bring what is new into every catalogue, take out what is no more, and begin these new languages."""
    for language in new:
        if not re.fullmatch("[a-z]{2,3}", language) or language in list_languages():
            sys.exit(f"{language} is there already, or no code such as sv: a language has no region here.")
    translated = {  # in any catalogue: a message may move from one to another
        (path.parts[-3], message.context, forms(message.id)): message.string
        for path in catalogues()
        for message in read_catalogue(path)
        if message.id and is_translated(message)
    }
    for language, (game, messages) in product([*list_languages(), *new], templates().items()):
        path = path_of(language, game)
        catalogue = read_catalogue(path) if path.exists() else Catalog(language, fuzzy=False, **HEADER)
        catalogue.update(deepcopy(messages), update_creation_date=False)  # it takes the new ones in as they are
        for message in catalogue:
            translation = translated.get((language, message.context, forms(message.id)))
            if translation and not is_translated(message):
                message.string = translation
                message.flags.discard("fuzzy")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=WIDTH, ignore_obsolete=True, include_lineno=False)


def compile_all() -> None:
    """Write each catalogue as the program reads it."""
    for path in catalogues():
        path.with_suffix(".mo").write_bytes(compiled(path))


def compiled(path: Path) -> bytes:
    """Return a catalogue as the program reads it."""
    written = BytesIO()
    write_mo(written, read_catalogue(path))
    return written.getvalue()


def missing(path: Path) -> list[str]:
    """Return the messages of a catalogue that aren't translated yet."""
    return [str(each.id) for each in read_catalogue(path) if each.id and not is_translated(each)]


def is_translated(message: Message) -> bool:
    """Return whether a message is translated in every form, and not only guessed (fuzzy)."""
    return not message.fuzzy and all(forms(message.string))


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or of its translation: one, or one for each number."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


if __name__ == "__main__":
    update_catalogues(sys.argv[1:])
    compile_all()
    for path in catalogues():
        for text in missing(path):
            print(f"{path.relative_to(ROOT)}: {text}")
