"""What the docs say of every game, written from its rulebook: ``.venv/bin/python docs/games.py`` brings it up to date.

It stands in README.md (the list of games) and docs/formats.md (options, ends, and the form of a round), between two
comments; what a rulebook does not say stands around them.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.fields import MUST, Field, Flag, Hand, Number, Per, Pick, Points, Split
from companion.games.message import Message
from companion.games.option import LEFT_EARLY, Amount, Choices, Option, Teams, Text
from companion.games.record import list_fields
from companion.games.sitting import End, Sitting, Standing
from companion.text import ENGLISH, translate

ROOT = Path(__file__).parents[1]
WRITTEN = re.compile(r"(<!-- Written by docs/games.py: -->\n).*?(\n<!-- the end of it -->)", re.DOTALL)
OF = {Per.SEAT: "every player, by name", Per.SIDE: "every side, in a list", Per.ROUND: "the round"}


def list_games() -> str:
    """Return the list of games: for how many each is, and what is scored."""
    rows = ["| game | players | what is scored |", "|---|---|---|"]
    for rulebook in RULEBOOKS.values():
        seats = "–".join(map(str, dict.fromkeys((rulebook.seats[0], rulebook.seats[-1]))))
        alone = ", alone or in teams" if any(isinstance(option, Teams) for option in rulebook.options) else ""
        rows.append(f"| {rulebook.title} | {seats}{alone} | {english(rulebook.about)} |")
    return "\n".join(rows)


def describe_formats() -> str:
    """Return what a sheet file holds of each game: a round, house rules, ends."""
    return "\n".join(line for rulebook in RULEBOOKS.values() for line in _describe(rulebook)).rstrip("\n")


def _describe(rulebook: Rulebook) -> Iterator[str]:
    yield f"#### {rulebook.title} (`{rulebook.key}`)\n"
    yield "| in a round | what is asked | of | what it holds |"
    yield "|---|---|---|---|"
    for field in list_fields(rulebook):
        asked = english(field.question or field.name)
        yield f"| `{field.key}` | {asked} | {OF[field.per]} | {describe_field(field)}{_missing(field)} |"
    yield ""
    if len(rulebook.steps) > 1:
        yield f"A round is entered in steps: {', '.join(f'`{step.key}`' for step in rulebook.steps)}.\n"
    options = [option for option in rulebook.options if option is not LEFT_EARLY]  # the page says it once
    if options:
        yield "| option | what is asked | default | values |"
        yield "|---|---|---|---|"
        for option in options:
            values = f"{value_of(option.default)} | {describe_option(option)}"
            yield f"| `{option.key}` | {english(option.question)} | {values} |"
        yield ""
    ends = [value_of(end.key) + (f" ({english(end.label)})" if end.label else "") for end in _ends(rulebook)]
    if ends:
        yield f"Ends: {', '.join(ends)}.\n"


def describe_field(field: Field) -> str:
    """Return what a field of a round holds in a sheet file."""
    match field:
        case Hand():
            return "a list of the faces left, or a whole number where only their total is known; `[]`: none are left"
        case Points():
            return f"a whole number or a half, from {field.low} to {field.high}"
        case Split():
            return f"a whole number from {field.low} to {field.high} in steps of {field.step}, together {field.total}"
        case Number(low=int(low), high=int(high)):
            return f"a whole number from {low} to {high}" + (f" in steps of {field.step}" if field.step > 1 else "")
        case Number():
            return "a whole number in the range that the round has"
        case Flag(per=Per.SEAT):
            return "the names of those of whom it is so, in a list"
        case Flag():
            return "`true` where it is so"
        case Pick(seats=True):
            others = (f"; or in its place `{word}`: `true` ({english(label)})" for word, label in field.choices.items())
            return "a name" + "".join(others)
        case Pick():
            return _choices(field.choices)
    return ""


def _missing(field: Field) -> str:
    if field.when or field.for_table:
        return "; only where it is asked"
    return "" if field.default is MUST else "; may be missing"


def describe_option(option: Option) -> str:
    """Return which values an option may have in a sheet file."""
    match option:
        case Teams():
            return "a list of teams, each a list of two or three names; `null`: everybody alone"
        case Text():
            return f"text, up to {option.longest} characters"
        case Amount():
            never = f"; `null`: {english(option.without)}" if option.without else ""
            return f"whole number from {option.low} to {option.high}{'' if option.zero else ', not 0'}{never}"
    return _choices(option.choices)


def _choices(choices: Choices) -> str:
    told = [(value_of(choice), english(label)) for choice, label in choices.items()]
    return "; ".join(value if value == f"`{label}`" else f"{value}: {label}" for value, label in told)


def _ends(rulebook: Rulebook) -> tuple[End, ...]:
    """Return the ends of a table whose house rules set them all."""
    limits = {option.key: option.high for option in rulebook.options if isinstance(option, Amount)}
    options = {option.key: option.default for option in rulebook.options} | limits
    sitting = Sitting(tuple(map(str, range(rulebook.seats[0]))), 0, options)
    none_yet = (0,) * len(rulebook.sides(sitting))
    tallies = {tally.key: none_yet for tally in rulebook.tallies}
    return rulebook.ends(sitting, Standing(0, none_yet, tallies, tuple(range(len(none_yet)))))


def value_of(value: object) -> str:
    """Return a value as a file has it."""
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def english(message: Message) -> str:
    """Return a message as it is in the sources."""
    return translate(message, ENGLISH)


PAGES = {"README.md": list_games, "docs/formats.md": describe_formats}


def updated(page: str) -> str:
    """Return a page with what follows from the rulebooks."""
    text = (ROOT / page).read_text("utf-8")
    return WRITTEN.sub(lambda found: f"{found[1]}\n{PAGES[page]()}\n{found[2]}", text)


if __name__ == "__main__":
    for name in PAGES:
        (ROOT / name).write_text(updated(name), "utf-8")
