"""What is left of English on a page in another language."""

import re
from functools import cache

from companion.games import RULEBOOKS
from companion.locale import catalogues
from companion.text import languages, name_language

WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
NEITHER = re.compile(r"%\(\w+\)s|</?\w[^>]*>|\S*/\S*|\w+\[\d+\]\S*")  # places, markup, addresses, parts of a file
# What is called the same everywhere, and what was typed in tests.
SAME = ("BG Stats", "Excel", "CSV", "JSON", "Phase 10", "Friday night", *map(name_language, languages()))


def english_left(text: str, language: str, names=()) -> set[str]:
    """The words of a text that are in English messages and in no translation (the, of, is), and that begin no name."""
    found = words(text, names) & only_english(language)
    return {word for word in found if not any(name.casefold().startswith(word) for name in names)}


@cache
def only_english(language: str) -> set[str]:
    """What is said in English and never in this language."""
    paths = [path for path in catalogues.catalogues() if path.parts[-3] == language]
    messages = [message for path in paths for message in catalogues.read_catalogue(path) if message.id]
    english, translated = (
        set().union(*(words(form) for said in column for form in catalogues.forms(said)))
        for column in zip(*((message.id, message.string) for message in messages), strict=True)
    )
    return english - translated


def words(text: str, names=()) -> set[str]:
    """The words of a text but for names."""
    titles = (rulebook.title for rulebook in RULEBOOKS.values())
    for name in sorted((*names, *SAME, *titles), key=len, reverse=True):
        text = text.replace(name, " ")
    return set(WORD.findall(NEITHER.sub(" ", text.casefold())))
