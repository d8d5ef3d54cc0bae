"""The sheet file: one JSON form for import, export and ``companion score``.

Version 1 is described in ``docs/formats.md``. Reading takes what happened and derives the rest
again; what cannot be read is refused whole, with the place and the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.differences import find_differences
from companion.games.message import Message, say
from companion.games.option import OptionValue, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.reading import Unreadable, parse, seat_of
from companion.games.record import check_round, has_begun, read_round, write_round
from companion.games.sheet import Opening, Sheet
from companion.games.sitting import Round, Sitting

FORMAT = "companion-sheet"
VERSION = 1
MOST_ROUNDS = 500  # a long evening of Fool! has fifteen


@dataclass(frozen=True, slots=True)
class SheetFile:
    """What a sheet file says: the game by its key, the sitting, and where the file's own points are not the rules'."""

    game: str
    sitting: Sitting
    warnings: tuple[Message, ...] = ()


def loads(text: str | bytes) -> SheetFile:
    """Return what the text of a sheet file says. Raises Unreadable."""
    return read(parse(text))


def read(raw: object) -> SheetFile:
    """Return what the parsed form of a sheet file says. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Unreadable("format", say("This is not a companion sheet."))
    if raw.get("version") != VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=VERSION))
    game = raw.get("game")
    if not isinstance(game, str) or game not in RULEBOOKS:
        raise Unreadable("game", say("This game is not known."))
    rulebook = RULEBOOKS[game]
    players = _players(raw.get("players"), rulebook)
    names: list[str] = raw["players"]  # as they are written in the file
    options = _options(raw.get("options", {}), names, rulebook)
    nothing = Sitting(players, None, options)
    sitting = replace(
        nothing,
        first_starter=_first_starter(raw, names, rulebook, nothing),
        rounds=tuple(_rounds(raw, names, rulebook, nothing)),
        drawn=raw.get("drawn") is True and raw.get("first_starter") is not None,
    )
    sitting = replace(sitting, begun=_begun(raw, names, rulebook, sitting))
    sitting = _with_facts(sitting, raw, names, rulebook)
    sheet = derive(rulebook, sitting)
    _validate(rulebook, sitting, sheet)
    return SheetFile(game, sitting, find_differences(raw, names, players, sheet))


def write(game: str, sitting: Sitting) -> dict[str, object]:
    """Return the whole sheet file of a sitting, with everything derived."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    names = sitting.players
    ending = sheet.ending
    options = defaults(rulebook.options) | dict(sitting.options)
    known = [option for option in rulebook.options if option.key in options]
    begun = sitting.begun if sheet.next else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "players": list(names),
        "first_starter": _name(names, sitting.first_starter),
        **({"drawn": True} if sitting.drawn else {}),
        "options": {option.key: option.write(options[option.key], names) for option in known},
        "rounds": _write_rounds(rulebook, sitting, sheet),
        **({} if begun is None else {"begun": write_round(rulebook, begun, names)}),
        **({"played_on": list(sitting.played_on)} if sitting.played_on else {}),
        **({"sides": [[names[seat] for seat in side] for side in sheet.sides]} if sheet.in_teams else {}),
        "totals": _by_name(names, sheet, sheet.totals),
        **{key: _by_name(names, sheet, tally) for key, tally in sheet.tallies.items()},
        "finished": ending is not None,
        "ended_by": list(ending.keys) if ending else [],
        "winners": [names[seat] for seat in sheet.winners],
        "next": _write_opening(names, sheet.next) if sheet.next else None,
    }


def _by_name(
    names: Sequence[str], sheet: Sheet, values: Sequence[float | None], seats: Sequence[int] | None = None
) -> dict[str, float | None]:
    """Return what every player, or each of these seats, has: that of the side."""
    return {name: values[sheet.side_of(seat)] for seat, name in enumerate(names) if seats is None or seat in seats}


def _write_opening(names: Sequence[str], opening: Opening) -> dict[str, object]:
    return {"starter": _name(names, opening.starting), "dealer": _name(names, opening.dealing)}


def _name(names: Sequence[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]


def _write_rounds(rulebook: Rulebook, sitting: Sitting, sheet: Sheet) -> list[dict[str, object]]:
    names = sitting.players
    return [
        write_round(rulebook, played, names)
        | {
            "number": line.number,
            **_write_opening(names, line.opening),
            "points": _by_name(names, sheet, line.points, sitting.seated(line.number)),
            "totals": _by_name(names, sheet, line.totals, sitting.seated(line.number)),
        }
        | ({} if line.counts else {"counts": False})
        for played, line in zip(sitting.rounds, sheet.lines, strict=True)
    ]


def _players(raw: object, rulebook: Rulebook) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise Unreadable("players", say("Here a list of names is expected."))
    for problem in check_count(len(raw), rulebook.seats):
        raise Unreadable("players", problem.message)
    names = tuple(clean_name(name) for name in raw)
    for problem in check_names(names):
        raise Unreadable(f"players[{problem.seat}]", problem.message)
    return names


def _first_starter(raw: Mapping[str, object], names: list[str], rulebook: Rulebook, sitting: Sitting) -> int | None:
    """Return the first starter; None only where the game decides it or the table doesn't keep who starts."""
    named = raw.get("first_starter")
    undecided = "first_starter" in raw and rulebook.starting is not None and rulebook.starting.undecided is not None
    if named is None and (undecided or rulebook.opening(sitting, ()).starter is None):
        return None
    return seat_of(named, names, "first_starter")


def _options(raw: object, names: list[str], rulebook: Rulebook) -> dict[str, OptionValue]:
    if not isinstance(raw, Mapping):
        raise Unreadable("options", say("Here the house rules are expected."))
    known = {option.key: option for option in rulebook.options}
    options = defaults(rulebook.options)
    for key, value in raw.items():
        if key not in known:
            raise Unreadable(f"options.{key}", say("This house rule is not known."))
        options[key] = known[key].read(value, names)
        if known[key].problem(options[key], len(names)):
            raise Unreadable(f"options.{key}", say("This house rule can't have this value."))
        if known[key].noted and options[key] is None:
            del options[key]
    return options


def _rounds(raw: Mapping[str, object], names: list[str], rulebook: Rulebook, sitting: Sitting) -> Iterator[Round]:
    rounds = raw.get("rounds", [])
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        # TRANSLATORS: %(most)s is 500.
        raise Unreadable("rounds", say("Here a list of up to %(most)s rounds is expected.", most=MOST_ROUNDS))
    for index, entry in enumerate(rounds):
        played = _round(entry, names, rulebook, sitting, index + 1, f"rounds[{index}]")
        if has_begun(rulebook, played):
            raise Unreadable(f"rounds[{index}]", say("This round is not finished."))
        yield played


def _begun(raw: Mapping[str, object], names: list[str], rulebook: Rulebook, sitting: Sitting) -> Round | None:
    """Return the next round as far as it was entered."""
    if raw.get("begun") is None:
        return None
    begun = _round(raw["begun"], names, rulebook, sitting, len(sitting.rounds) + 1, "begun")
    if not has_begun(rulebook, begun):
        raise Unreadable("begun", say("This round is whole: it belongs among the rounds."))
    return begun


def _round(entry: object, names: list[str], rulebook: Rulebook, sitting: Sitting, number: int, place: str) -> Round:
    if not isinstance(entry, dict):
        raise Unreadable(place, say("Here a round is expected."))
    return read_round(rulebook, sitting, number, entry, names, place)


def _validate(rulebook: Rulebook, sitting: Sitting, sheet: Sheet) -> None:
    """Raise Unreadable where a round can't have been played."""
    rounds = [(line.opening, played) for line, played in zip(sheet.lines, sitting.rounds, strict=True)]
    if sitting.begun is not None and sheet.next:
        rounds.append((sheet.next, sitting.begun))
    for index, (opening, played) in enumerate(rounds):
        for problem in check_round(rulebook, sitting, opening, played).errors:
            raise Unreadable("begun" if opening is sheet.next else f"rounds[{index}]", problem.message)
    if sitting.begun is not None and sheet.next is None:
        raise Unreadable("begun", say("The game is over: no round can begin."))


def _with_facts(sitting: Sitting, raw: Mapping[str, object], names: list[str], rulebook: Rulebook) -> Sitting:
    """Add what the table decided: stopping, playing on, and the starters that the rules would not have named."""
    ended_by, played_on = raw.get("ended_by", []), raw.get("played_on", [])
    nothing = derive(rulebook, replace(sitting, rounds=(), begun=None))
    ends = tuple(end.key for end in rulebook.ends(sitting, nothing.standing) if not end.final)
    if not isinstance(played_on, list) or not all(isinstance(key, str) and key in ends for key in played_on):
        raise Unreadable("played_on", say("Here a list of ends is expected: %(ends)s.", ends=ends))
    stopped = isinstance(ended_by, list) and "agreed" in ended_by
    sitting = replace(sitting, stopped=stopped, played_on=tuple(dict.fromkeys(played_on)))
    sheet = derive(rulebook, replace(sitting, starters=_given_starters(raw, names)))
    openings = [*(line.opening for line in sheet.lines), *([sheet.next] if sheet.next else [])]
    chosen = {opening.number: opening.starting for opening in openings if opening.chosen}
    return replace(sitting, starters={number: seat for number, seat in chosen.items() if seat is not None})


def _given_starters(raw: Mapping[str, object], names: list[str]) -> dict[int, int]:
    """Return the starters a file names, by round number; the next round's included."""
    opening, rounds = raw.get("next"), raw.get("rounds", [])
    entries = rounds if isinstance(rounds, list) else []
    named = [(entry.get("starter"), f"rounds[{index}].starter") for index, entry in enumerate(entries)]
    if isinstance(opening, dict):
        named.append((opening.get("starter"), "next.starter"))
    given = enumerate(named, start=1)
    return {number: seat_of(name, names, place) for number, (name, place) in given if name is not None}
