"""The sheet file: one JSON form for import, export and ``companion score``.

Version 1 is described in ``docs/formats.md``. Reading takes what happened and derives the rest
again; what cannot be read is refused whole, with the place and the reason.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.derive import derive, find_refusals
from companion.games.differences import find_differences
from companion.games.fields import read_seats
from companion.games.message import Message, say
from companion.games.option import LEFT_EARLY, OptionValue, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.reading import Unreadable, half, parse, seat_of, whole
from companion.games.record import has_begun, read_round, write_round
from companion.games.sheet import Opening, Sheet
from companion.games.sitting import From, Round, Sitting

T = TypeVar("T")

FORMAT = "companion-sheet"
VERSION = 1
MOST_ROUNDS = 500  # a long evening of Fool! has fifteen
MOST_PLAYERS = 60  # who ever sat at one table


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
    raw = check_format(raw, FORMAT, say("This is not a companion sheet."))
    game = raw.get("game")
    if not isinstance(game, str) or game not in RULEBOOKS:
        raise Unreadable("game", say("This game is not known."))
    rulebook = RULEBOOKS[game]
    players = _players(raw.get("players"))
    names: list[str] = raw["players"]  # as they are written in the file
    seatings = tuple(_seatings(raw, names, rulebook))
    first = len(seatings[0].seats) if seatings else len(names)
    for problem in check_count(first, rulebook.seats):
        raise Unreadable("players", problem.message)
    options = _options(raw.get("options", {}), names, rulebook)
    rules = tuple(_rules(raw, names, rulebook))
    totals = _start(raw, "start_totals", names, half)
    tallies = {tally.key: _start(raw, f"start_{tally.key}", names, whole) for tally in rulebook.tallies}
    nothing = Sitting(
        players,
        None,
        options,
        seatings=seatings,
        rules=rules,
        start_totals=totals,
        start_tallies={key: start for key, start in tallies.items() if start},
    )
    if seatings and any(len(side) > 1 for side in rulebook.sides(nothing)):
        raise Unreadable("seatings", say("In teams nobody joins or leaves."))
    sitting = replace(
        nothing,
        first_starter=_first_starter(raw, names, rulebook, nothing),
        rounds=tuple(_rounds(raw, names, rulebook, nothing)),
        drawn=raw.get("drawn") is True and raw.get("first_starter") is not None,
    )
    sitting = replace(sitting, begun=_begun(raw, names, rulebook, sitting))
    sitting = _with_facts(sitting, raw, names, rulebook)
    sheet = derive(rulebook, sitting)
    for number, problem in find_refusals(rulebook, sitting, sheet):
        raise Unreadable(f"rounds[{number - 1}]" if number <= len(sitting.rounds) else "begun", problem.message)
    if sitting.begun is not None and sheet.next is None:
        raise Unreadable("begun", say("The game is over: no round can begin."))
    return SheetFile(game, sitting, find_differences(raw, names, players, sheet))


def check_format(raw: object, kind: str, otherwise: Message) -> dict[str, Any]:
    """Return the parsed form of a file of this kind and version. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != kind:
        raise Unreadable("format", otherwise)
    if raw.get("version") != VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=VERSION))
    return raw


def write(game: str, sitting: Sitting) -> dict[str, object]:
    """Return the whole sheet file of a sitting, with everything derived."""
    rulebook = RULEBOOKS[game]
    sheet = derive(rulebook, sitting)
    names = sitting.players
    ending = sheet.ending
    options = defaults(rulebook.options) | dict(sitting.options)
    # Files were written before anybody could leave.
    untold = [LEFT_EARLY.key] if options.get(LEFT_EARLY.key) == LEFT_EARLY.default else []
    known = [option for option in rulebook.options if option.key in options and option.key not in untold]
    begun = sitting.begun if sheet.next else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "players": list(names),
        "first_starter": _name(names, sitting.first_starter),
        **({"drawn": True} if sitting.drawn else {}),
        "options": {option.key: option.write(options[option.key], names) for option in known},
        **_write_changes(rulebook, sitting),
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


def _write_changes(rulebook: Rulebook, sitting: Sitting) -> dict[str, object]:
    """Return who came and went, what they began with, and the house rules that changed, as far as there was any."""
    names, known = sitting.players, {option.key: option for option in rulebook.options}
    seatings = [{"from": each.number, "players": [names[seat] for seat in each.seats]} for each in sitting.seatings]
    starts = {"totals": sitting.start_totals, **sitting.start_tallies}
    changed = ((each.number, each.options.items()) for each in sitting.rules)
    rules = [{"from": number, "options": {key: known[key].write(v, names) for key, v in at}} for number, at in changed]
    written: dict[str, object] = {
        "seatings": seatings,
        **{f"start_{key}": {names[seat]: number for seat, number in start.items()} for key, start in starts.items()},
        "rule_changes": rules,
    }
    return {key: value for key, value in written.items() if value}


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


def _players(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise Unreadable("players", say("Here a list of names is expected."))
    if len(raw) > MOST_PLAYERS:
        # TRANSLATORS: %(most)s is 60.
        raise Unreadable("players", say("Here a list of up to %(most)s players is expected.", most=MOST_PLAYERS))
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


def _seatings(raw: Mapping[str, object], names: list[str], rulebook: Rulebook) -> Iterator[From]:
    """Yield who plays from which round on; nothing where everybody plays every round."""
    seatings = _entries(raw, "seatings", say("Expected a list of seatings."))
    before = 0
    for index, entry in enumerate(seatings):
        number, place = whole(entry.get("from")), f"seatings[{index}]"
        if number is None or number <= before or (not before and number != 1):
            raise Unreadable(f"{place}.from", say("Seatings go by rounds; the first is from round 1 on."))
        before = number
        seats = read_seats(entry.get("players"), names, range(len(names)), f"{place}.players")
        if not 1 < len(seats) <= rulebook.seats[-1]:
            problems = check_count(len(seats), rulebook.seats)
            raise Unreadable(f"{place}.players", problems[0].message)
        yield From(number, tuple(seats))


def _entries(raw: Mapping[str, Any], key: str, otherwise: Message) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = raw.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Unreadable(key, otherwise)
    return entries


def _rules(raw: Mapping[str, object], names: list[str], rulebook: Rulebook) -> Iterator[From]:
    """Yield the house rules that changed from a round on."""
    changes = _entries(raw, "rule_changes", say("Expected a list of changed house rules."))
    before = 1
    for index, entry in enumerate(changes):
        number, place = whole(entry.get("from")), f"rule_changes[{index}]"
        if number is None or number <= before:
            raise Unreadable(f"{place}.from", say("Changes go by rounds, from round 2 on."))
        before = number
        given = entry.get("options")
        read = _options(given, names, rulebook, f"{place}.options")
        yield From(number, options={key: read[key] for key in given} if isinstance(given, Mapping) else {})


def _start(raw: Mapping[str, object], key: str, names: list[str], read: Callable[[object], T | None]) -> dict[int, T]:
    """Return what players do not begin with 0 of, by seat."""
    given, start = raw.get(key, {}), {}
    if not isinstance(given, Mapping):
        raise Unreadable(key, say("Expected a number for some players."))
    for name, value in given.items():
        number = read(value)
        if number is None:
            raise Unreadable(f"{key}.{name}", say("Points are a whole number or a half."))
        start[seat_of(name, names, f"{key}.{name}")] = number
    return start


def _options(raw: object, names: list[str], rulebook: Rulebook, place: str = "options") -> dict[str, OptionValue]:
    if not isinstance(raw, Mapping):
        raise Unreadable(place, say("Here the house rules are expected."))
    known = {option.key: option for option in rulebook.options}
    options = defaults(rulebook.options)
    for key, value in raw.items():
        if key not in known:
            raise Unreadable(f"{place}.{key}", say("This house rule is not known."))
        options[key] = known[key].read(value, names)
        fixed = known[key].fixed and place != "options"
        if fixed or known[key].problem(options[key], len(names)):
            raise Unreadable(f"{place}.{key}", say("This house rule can't have this value."))
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


def _with_facts(sitting: Sitting, raw: Mapping[str, Any], names: list[str], rulebook: Rulebook) -> Sitting:
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


def _given_starters(raw: Mapping[str, Any], names: list[str]) -> dict[int, int]:
    """Return the starters a file names, by round number; the next round's included."""
    named = [(entry.get("starter"), f"rounds[{index}].starter") for index, entry in enumerate(raw.get("rounds", []))]
    if isinstance(raw.get("next"), dict):
        named.append((raw["next"].get("starter"), "next.starter"))
    given = enumerate(named, start=1)
    return {number: seat_of(name, names, place) for number, (name, place) in given if name is not None}
