"""The sheet file: one JSON form for import, export and ``companion score``.

Version 1 is described in ``docs/formats.md``. Reading takes what happened and derives the rest
again; what cannot be read is refused whole, with the place and the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import say
from companion.games.option import OptionValue
from companion.games.players import check_count, check_names, clean_name
from companion.games.reading import Unreadable, seat_of
from companion.games.sheet import Opening, Sheet
from companion.games.sitting import Round, Sitting

FORMAT = "companion-sheet"
VERSION = 1
MOST_ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class SheetFile:
    """What a sheet file says: the game by its key, and the sitting."""

    game: str
    sitting: Sitting[Round]


def loads(text: str | bytes) -> SheetFile:
    """Read a sheet file from its text (UTF-8, with or without a byte order mark). Raises Unreadable."""
    return read(parse(text))


def parse(text: str | bytes) -> object:
    """The JSON of a file (UTF-8, with or without a byte order mark). Raises Unreadable."""
    try:
        if isinstance(text, bytes):
            text = text.decode()
        parsed: object = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "file"
        raise Unreadable(where, say("This is not a JSON file.")) from error
    return parsed


def read(raw: object) -> SheetFile:
    """Read a sheet file from its parsed form. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Unreadable("format", say("This is not a companion sheet."))
    if raw.get("version") != VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=VERSION))
    game = raw.get("game")
    if not isinstance(game, str) or game not in RULEBOOKS:
        raise Unreadable("game", say("This game is not known."))
    rulebook = RULEBOOKS[game]
    players = _players(raw.get("players"), rulebook)
    options = _options(raw.get("options", {}), raw["players"], rulebook)
    sitting: Sitting[Round] = Sitting(
        players=players,
        first_starter=_first_starter(raw, rulebook, Sitting(players, None, options)),
        options=options,
        rounds=tuple(_rounds(raw, rulebook)),
        drawn=raw.get("drawn") is True and raw.get("first_starter") is not None,
        begun=_begun(raw, rulebook),
    )
    sitting = _with_facts(sitting, raw, rulebook)
    _validate(rulebook, sitting)
    return SheetFile(game, sitting)


def write(game: str, sitting: Sitting[Round]) -> dict[str, object]:
    """The whole sheet file of a sitting, with everything derived."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    names = sitting.players
    ending = sheet.ending
    open_round = sitting.begun if sheet.next else None
    begun = {} if open_round is None else {"begun": rulebook.write_round(open_round, names)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "players": list(names),
        "first_starter": _name(names, sitting.first_starter),
        **({"drawn": True} if sitting.drawn else {}),
        "options": _write_options(rulebook, sitting),
        "rounds": _write_rounds(rulebook, sitting, sheet),
        **begun,
        **({"played_on": list(sitting.played_on)} if sitting.played_on else {}),
        "totals": dict(zip(names, sheet.totals, strict=True)),
        **{key: dict(zip(names, tally, strict=True)) for key, tally in sheet.tallies.items()},
        "finished": ending is not None,
        "ended_by": list(ending.keys) if ending else [],
        "winners": [names[seat] for seat in ending.winners] if ending else [],
        "next": _write_opening(names, sheet.next) if sheet.next else None,
    }


def _write_options(rulebook: Rulebook[Round], sitting: Sitting[Round]) -> dict[str, object]:
    """The house rules; what is noted of the table's cards only where something is."""
    values = rulebook.defaults() | dict(sitting.options)
    return {
        option.key: option.write(values[option.key], sitting.players)
        for option in rulebook.options
        if option.key in values
    }


def _write_opening(names: Sequence[str], opening: Opening) -> dict[str, object]:
    return {"starter": _name(names, opening.starting), "dealer": _name(names, opening.dealing)}


def _name(names: Sequence[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]


def _write_rounds(rulebook: Rulebook[Round], sitting: Sitting[Round], sheet: Sheet) -> list[dict[str, object]]:
    names = sitting.players
    return [
        rulebook.write_round(played, names)
        | {
            "number": line.number,
            **_write_opening(names, line.opening),
            "points": dict(zip(names, line.points, strict=True)),
            "totals": dict(zip(names, line.totals, strict=True)),
        }
        | ({} if line.counts else {"counts": False})
        for played, line in zip(sitting.rounds, sheet.lines, strict=True)
    ]


def _players(raw: object, rulebook: Rulebook[Round]) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise Unreadable("players", say("Here a list of names is expected."))
    for problem in check_count(len(raw), rulebook.seats):
        raise Unreadable("players", problem.message)
    names = tuple(clean_name(name) for name in raw)
    for problem in check_names(names):
        raise Unreadable(f"players[{problem.seat}]", problem.message)
    return names


def _names(raw: Mapping[str, object]) -> list[str]:
    """The names as they are written in the file."""
    names = raw["players"]
    return names if isinstance(names, list) else []


def _first_starter(raw: Mapping[str, object], rulebook: Rulebook[Round], sitting: Sitting[Round]) -> int | None:
    """The first starter; null only in a game that decides it by itself, or at a table that does not keep who starts."""
    if raw.get("first_starter") is None and rulebook.opening(sitting, ()).starter is None:
        return None
    if "first_starter" in raw and raw["first_starter"] is None and rulebook.undecided:
        return None
    return seat_of(raw.get("first_starter"), _names(raw), "first_starter")


def _options(raw: object, written: list[str], rulebook: Rulebook[Round]) -> dict[str, OptionValue]:
    if not isinstance(raw, Mapping):
        raise Unreadable("options", say("Here the house rules are expected."))
    known = {option.key: option for option in rulebook.options}
    options = rulebook.defaults()
    for key, value in raw.items():
        if key not in known:
            raise Unreadable(f"options.{key}", say("This house rule is not known."))
        options[key] = known[key].read(value, written)
        if known[key].problem(options[key], len(written)):
            raise Unreadable(f"options.{key}", say("This house rule can't have this value."))
        if known[key].noted and options[key] is None:
            del options[key]
    return options


def _rounds(raw: Mapping[str, object], rulebook: Rulebook[Round]) -> Iterator[Round]:
    rounds = raw.get("rounds", [])
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Unreadable("rounds", say("Here a list of up to %(most)s rounds is expected.", most=MOST_ROUNDS))
    for index, entry in enumerate(rounds):
        played = _round(entry, raw, rulebook, f"rounds[{index}]")
        if rulebook.has_steps_left(played):
            raise Unreadable(f"rounds[{index}]", say("This round is not finished."))
        yield played


def _begun(raw: Mapping[str, object], rulebook: Rulebook[Round]) -> Round | None:
    """The next round as far as it was entered."""
    if raw.get("begun") is None:
        return None
    begun = _round(raw["begun"], raw, rulebook, "begun")
    if not rulebook.has_steps_left(begun):
        raise Unreadable("begun", say("This round has not just begun."))
    return begun


def _round(entry: object, raw: Mapping[str, object], rulebook: Rulebook[Round], place: str) -> Round:
    if not isinstance(entry, dict):
        raise Unreadable(place, say("Here a round is expected."))
    return rulebook.read_round(entry, _names(raw), place)


def _validate(rulebook: Rulebook[Round], sitting: Sitting[Round]) -> None:
    """Raise Unreadable where a round can't have been played."""
    sheet = derive(rulebook, sitting)
    begun = [] if sitting.begun is None or sheet.next is None else [(sheet.next, sitting.begun, "begun")]
    rounds = zip(sheet.lines, sitting.rounds, strict=True)
    played = [(line.opening, entry, f"rounds[{line.number - 1}]") for line, entry in rounds]
    for opening, entry, place in played + begun:
        for problem in rulebook.validate(sitting, opening, entry).errors:
            raise Unreadable(place, problem.message)
    if sitting.begun is not None and sheet.next is None:
        raise Unreadable("begun", say("The game is over: no round can begin."))


def _with_facts(sitting: Sitting[Round], raw: Mapping[str, object], rulebook: Rulebook[Round]) -> Sitting[Round]:
    """Add what the table decided: stopping, playing on, and starters that differ from the derived ones."""
    ended_by = raw.get("ended_by", [])
    ends = rulebook.ends if rulebook.plays_on else ()
    played_on = raw.get("played_on", [])
    if not isinstance(played_on, list) or not all(isinstance(key, str) and key in ends for key in played_on):
        raise Unreadable("played_on", say("Here a list of ends is expected: %(ends)s.", ends=ends))
    sitting = replace(
        sitting, stopped=isinstance(ended_by, list) and "agreed" in ended_by, played_on=tuple(dict.fromkeys(played_on))
    )
    return _with_starters(sitting, _given_starters(raw), rulebook)


def _given_starters(raw: Mapping[str, object]) -> dict[int, int]:
    """The starters a file names, by round number; the next round's included."""
    opening = raw.get("next")
    rounds = raw.get("rounds", [])
    named = {
        number: (entry.get("starter"), f"rounds[{number - 1}].starter")
        for number, entry in enumerate(rounds if isinstance(rounds, list) else [], start=1)
    }
    if isinstance(opening, dict):
        named[len(named) + 1] = (opening.get("starter"), "next.starter")
    names = _names(raw)
    return {number: seat_of(name, names, place) for number, (name, place) in named.items() if name is not None}


def _with_starters(sitting: Sitting[Round], given: Mapping[int, int], rulebook: Rulebook[Round]) -> Sitting[Round]:
    """Keep the given starters that the rules would not have named: those the table chose itself."""
    sheet = derive(rulebook, replace(sitting, starters=given))
    openings = [*(line.opening for line in sheet.lines), *([sheet.next] if sheet.next else [])]
    kept = {opening.number: opening.starting for opening in openings if opening.chosen and opening.starting is not None}
    return replace(sitting, starters=kept)
