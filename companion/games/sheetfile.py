"""The sheet file: one JSON form for import, export and ``companion score``.

Version 1 is described in ``docs/formats.md``. Reading takes what happened and derives the rest again; what can't be
read is refused whole, with the place and the reason.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.derive import derive, find_refusals
from companion.games.fields import STRANGER, find_seat, read_half, read_seats, read_whole
from companion.games.message import Message, say
from companion.games.option import LEFT_EARLY, OptionValue, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.reading import Unreadable, parse_json
from companion.games.record import check_round, has_begun, read_round, write_round
from companion.games.sitting import Line, Opening, Round, Seats, Sheet, Sitting

T = TypeVar("T")

SHEET_FORMAT = "companion-sheet"
FORMAT_VERSION = 1
MAX_ROUNDS_PER_TABLE = 500  # a long evening of Fool! has fifteen
STARTER_DEALER = "starter", "dealer"
MAX_PLAYERS_PER_TABLE = 60  # who ever sat there


@dataclass(frozen=True, slots=True)
class SheetFile:
    """What a sheet file says: the game by its key, and the sitting."""

    game: str
    sitting: Sitting


def parse_sheet(text: str | bytes) -> SheetFile:
    """Return what the text of a sheet file says. Raises Unreadable."""
    return read_sheet(parse_json(text))


def read_sheet(raw: object) -> SheetFile:
    """Return what the parsed form of a sheet file says. Raises Unreadable."""
    raw = check_format(raw, SHEET_FORMAT, say("This isn’t a companion sheet."))
    game = raw.get("game")
    if not isinstance(game, str) or game not in RULEBOOKS:
        raise Unreadable("game", say("Unknown game."))
    rulebook, players = RULEBOOKS[game], _read_players(raw.get("players"))
    sitting = _File(raw, raw["players"], rulebook).read_sitting(players)
    sheet = derive(rulebook, sitting)
    for number, problem in find_refusals(rulebook, sitting, sheet):
        raise Unreadable(_locate(sitting, number), problem.message)
    if sitting.begun is not None and sheet.next is None:
        raise Unreadable("begun", say("The game is over: no more rounds."))
    return SheetFile(game, sitting)


def read_sitting(game: str, raw: Mapping[str, Any]) -> Sitting:
    """Return what happened by the parsed form of a sheet file, also what its rules refuse. Raises Unreadable."""
    players = _read_players(raw.get("players"))
    return _File(raw, raw["players"], RULEBOOKS[game], is_strict=False).read_sitting(players)


def check_change(game: str, before: Sitting, after: Sitting) -> None:
    """Raise Unreadable if the sheet file of a table, after a change, would be refused for what it changed."""
    rulebook = RULEBOOKS[game]
    if _about(before) != _about(after):
        read_sheet(write_sheet(game, after))
    if len(after.rounds) > MAX_ROUNDS_PER_TABLE:
        raise Unreadable("rounds", _too_many_rounds())
    was, now = (*before.rounds, before.begun), (*after.rounds, after.begun)
    for number, played in enumerate(now, start=1):
        if played is None or was[number - 1 : number] == (played,):
            continue
        location = _locate(after, number)
        read_round(rulebook, after, number, write_round(rulebook, played, after.players), location)
        opening = Opening.of_seats(number, after.opened(number) or (None, None))
        for problem in check_round(rulebook, after, opening, played).errors:
            raise Unreadable(location, problem.message)


def _about(sitting: Sitting) -> Sitting:
    """Return a sitting without its rounds and without what is decided about the next one and the end."""
    return replace(sitting, rounds=(), begun=None, openings=(), starters={}, played_on=(), stopped=False)


def _locate(sitting: Sitting, number: int) -> str:
    return f"rounds[{number - 1}]" if number <= len(sitting.rounds) else "begun"


def _too_many_rounds() -> Message:
    # TRANSLATORS: %(most)s is 500.
    return say("Expected up to %(most)s rounds.", most=MAX_ROUNDS_PER_TABLE)


def check_format(raw: object, kind: str, otherwise: Message) -> dict[str, Any]:
    """Return the parsed form of a file of this kind and version. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != kind:
        raise Unreadable("format", otherwise)
    if raw.get("version") != FORMAT_VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=FORMAT_VERSION))
    return raw


def _read_players(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list) or not all(isinstance(name, str) for name in raw):
        raise Unreadable("players", say("Expected a list."))
    if len(raw) > MAX_PLAYERS_PER_TABLE:
        # TRANSLATORS: %(most)s is 60.
        raise Unreadable("players", say("Expected up to %(most)s players.", most=MAX_PLAYERS_PER_TABLE))
    names = tuple(clean_name(name) for name in raw)
    for problem_of_name in check_names(names):
        raise Unreadable(f"players[{problem_of_name.seat}]", problem_of_name.message)
    return names


@dataclass(frozen=True, slots=True)
class _File:
    """The parsed form of a sheet file, with the names as they are written in it, and the rulebook of its game.

    If it isn't ``is_strict``, house rules may have values that they can't have today.
    """

    raw: Mapping[str, Any]
    names: Sequence[str]
    rulebook: Rulebook
    is_strict: bool = True

    def read_sitting(self, players: tuple[str, ...]) -> Sitting:
        raw, rulebook = self.raw, self.rulebook
        seatings = dict(self._read_seatings())
        for problem in check_count(len(seatings.get(1, players)), rulebook.seats):
            raise Unreadable("players", problem.message)
        options, rules = self._read_options(raw.get("options", {})), dict(self._read_rules())
        totals = self._read_start("start_totals", read_half)
        tallies = {tally.key: self._read_start(f"start_{tally.key}", read_whole) for tally in rulebook.tallies}
        tallies = {key: start for key, start in tallies.items() if start}
        sitting = Sitting(
            tuple(self.names), None, options, seatings=seatings, rules=rules, start_totals=totals, start_tallies=tallies
        )
        if seatings and any(len(side) > 1 for side in rulebook.sides(sitting)):
            raise Unreadable("seatings", say("In a team game, players can’t join or leave."))
        drawn = raw.get("drawn") is True and raw.get("first_starter") is not None
        starter, played = self._read_first_starter(sitting), tuple(self._read_rounds(sitting))
        last = len(raw.get("rounds", ()))
        rounds, begun = played[:last], next(iter(played[last:]), None)
        sitting = replace(sitting, first_starter=starter, rounds=rounds, begun=begun, drawn=drawn)
        return self._with_decisions(replace(sitting, players=players))

    def _read_first_starter(self, sitting: Sitting) -> int | None:
        """Return the seat of the first starter, or None if the game decides or nobody tracks it. Raises Unreadable."""
        name, starting = self.raw.get("first_starter"), self.rulebook.starting
        undecided = "first_starter" in self.raw and starting is not None and starting.undecided is not None
        if name is None and (undecided or self.rulebook.opening(sitting, ()).starter is None):
            return None
        return find_seat(name, self.names, "first_starter")

    def _read_seatings(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield who plays from which round on; nothing if everybody plays every round. Raises Unreadable."""
        for location, number, change in self._read_changes("seatings", 1, 1):
            seats = read_seats(change.get("players"), self.names, range(len(self.names)), f"{location}.players")
            if not 1 < len(seats) <= self.rulebook.seats[-1]:
                raise Unreadable(f"{location}.players", check_count(len(seats), self.rulebook.seats)[0].message)
            yield number, seats

    def _read_rules(self) -> Iterator[tuple[int, dict[str, OptionValue]]]:
        for location, number, change in self._read_changes("rule_changes", 2, MAX_ROUNDS_PER_TABLE):
            options = self._read_options(change.get("options"), f"{location}.options")
            yield number, {key: options[key] for key in self.rulebook.without_former(change["options"])}

    def _read_changes(self, key: str, low: int, high: int) -> Iterator[tuple[str, int, dict[str, Any]]]:
        """Yield the changes of a list, each with its location and from which round on it is in force.

        The first is from ``low`` to ``high``, and each later than the one before.
        """
        changes = self.raw.get(key, [])
        if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
            raise Unreadable(key, say("Expected a list."))
        for index, change in enumerate(changes):
            number = read_whole(change.get("from"))
            if number is None or not low <= number <= high:
                raise Unreadable(f"{key}[{index}].from", say("From %(low)s to %(high)s only.", low=low, high=high))
            yield f"{key}[{index}]", number, change
            low, high = number + 1, MAX_ROUNDS_PER_TABLE

    def _read_start(self, key: str, read_one: Callable[[object], T | None]) -> dict[int, T]:
        raw, start = self.raw.get(key, {}), {}
        if not isinstance(raw, Mapping):
            raise Unreadable(key, say("Expected the list of players."))
        for name, value in raw.items():
            number = read_one(value)
            if number is None:
                raise Unreadable(f"{key}.{name}", say("Points are whole or half numbers."))
            start[find_seat(name, self.names, f"{key}.{name}")] = number
        return start

    def _read_options(self, raw: object, location: str = "options") -> dict[str, OptionValue]:
        if not isinstance(raw, Mapping):
            raise Unreadable(location, say("Expected the house rules."))
        declared = {option.key: option for option in self.rulebook.options}
        options = defaults(self.rulebook.options)
        for key, value in self.rulebook.without_former(raw).items():
            if key not in declared:
                raise Unreadable(f"{location}.{key}", say("Unknown house rule."))
            option = declared[key]
            options[key] = option.read(value, self.names)
            is_wrong = (option.fixed and location != "options") or option.problem(options[key], len(self.names))
            if self.is_strict and is_wrong:
                raise Unreadable(f"{location}.{key}", say("This house rule can’t have this value."))
        return options

    def _read_rounds(self, sitting: Sitting) -> Iterator[Round]:
        """Yield the rounds, and then the one that has begun, if there is one. Raises Unreadable."""
        rounds, begun = self.raw.get("rounds", []), self.raw.get("begun")
        if not isinstance(rounds, list) or len(rounds) > MAX_ROUNDS_PER_TABLE:
            raise Unreadable("rounds", _too_many_rounds())
        raw_rounds = {f"rounds[{index}]": raw_round for index, raw_round in enumerate(rounds)}
        for number, (location, raw_round) in enumerate((raw_rounds | {"begun": begun}).items(), start=1):
            if location == "begun" and begun is None:
                return
            if not isinstance(raw_round, dict):
                raise Unreadable(location, say("Expected a round."))
            played = read_round(self.rulebook, sitting, number, raw_round, location)
            unfinished = has_begun(self.rulebook, played)
            if unfinished and location != "begun":
                raise Unreadable(location, say("This round isn’t finished."))
            if location == "begun" and not unfinished:
                raise Unreadable(location, say("This round is finished. Put it under “rounds”."))
            yield played

    def _with_decisions(self, sitting: Sitting) -> Sitting:
        """Return the sitting with what the table decided: stopping, playing on, other starters. Raises Unreadable."""
        ended_by, played_on = self.raw.get("ended_by", []), self.raw.get("played_on", [])
        before = derive(self.rulebook, replace(sitting, rounds=(), begun=None))
        ends = tuple(end.key for end in self.rulebook.ends(sitting, before.standing) if not end.final)
        if not isinstance(played_on, list) or not all(isinstance(key, str) and key in ends for key in played_on):
            raise Unreadable("played_on", say("Expected one of these: %(words)s.", words=ends))
        stopped = isinstance(ended_by, list) and "agreed" in ended_by
        sitting = replace(sitting, stopped=stopped, played_on=tuple(dict.fromkeys(played_on)))
        sheet = derive(self.rulebook, self._with_openings(sitting))
        opened = [*(line.opening for line in sheet.lines), *([sheet.next] if sheet.next else [])]
        last = len(sitting.rounds)
        chosen = ((each.number, each.starting) for each in opened[last:] if each.chosen)
        return replace(
            sitting,
            openings=tuple(each.seats for each in opened if each.number <= last or sitting.begun is not None),
            starters={number: seat for number, seat in chosen if seat is not None},
        )

    def _with_openings(self, sitting: Sitting) -> Sitting:
        """Return the sitting with who started and dealt its rounds; a starter alone is the table's choice."""
        starters, last = dict[int, int](), len(sitting.rounds) + (sitting.begun is not None)
        starting, options = self.rulebook.starting, self.rulebook.options
        tracks_none = any(option.key == "starter" and "none" in option.choices for option in options)
        can_be_unknown = tracks_none or starting is None or starting.undecided is not None
        raw_rounds = {f"rounds[{index}]": raw_round for index, raw_round in enumerate(self.raw.get("rounds", []))}
        for number, (location, raw) in enumerate((raw_rounds | {"next": self.raw.get("next")}).items(), start=1):
            if not isinstance(raw, dict) or "starter" not in raw:
                continue
            starter, dealer = (self._read_seat(raw, key, sitting.seated(number), location) for key in STARTER_DEALER)
            if number <= last and "dealer" in raw and (starter is not None or can_be_unknown):
                sitting = sitting.with_opening(number, (starter, dealer))
            elif starter is not None:
                starters[number] = starter
        return replace(sitting, starters=starters)

    def _read_seat(self, raw: Mapping[str, Any], key: str, seated: Sequence[int], location: str) -> int | None:
        if raw.get(key) is None:
            return None
        seat = find_seat(raw[key], self.names, f"{location}.{key}")
        if seat not in seated:
            raise Unreadable(f"{location}.{key}", STRANGER)
        return seat


def write_sitting(game: str, sitting: Sitting) -> dict[str, Any]:
    """Return what happened at a table, in the form of a sheet file: what ``read_sitting`` reads."""
    rulebook, names, last = RULEBOOKS[game], sitting.players, len(sitting.rounds)
    options = defaults(rulebook.options) | dict(sitting.options)
    if options.get(LEFT_EARLY.key) == LEFT_EARLY.default:  # files were written before anybody could leave
        del options[LEFT_EARLY.key]
    opening = _write_opening(sitting, last + 1)
    return {
        "players": list(names),
        "first_starter": _name(names, sitting.first_starter),
        **({"drawn": True} if sitting.drawn else {}),
        "options": {each.key: each.write(options[each.key], names) for each in rulebook.options if each.key in options},
        **_write_changes(rulebook, sitting),
        "rounds": [
            write_round(rulebook, played, names) | _write_opening(sitting, number)
            for number, played in enumerate(sitting.rounds, start=1)
        ],
        **({} if sitting.begun is None else {"begun": write_round(rulebook, sitting.begun, names)}),
        **({"played_on": list(sitting.played_on)} if sitting.played_on else {}),
        **({"ended_by": ["agreed"]} if sitting.stopped else {}),
        **({"next": opening} if opening else {}),
    }


def write_sheet(game: str, sitting: Sitting) -> dict[str, object]:
    """Return the whole sheet file of a sitting, with everything derived."""
    rulebook, names = RULEBOOKS[game], sitting.players
    sheet = derive(rulebook, sitting)
    ending, happened = sheet.ending, write_sitting(game, sitting if sheet.next else replace(sitting, begun=None))
    rounds = zip(happened["rounds"], sheet.lines, strict=True)
    sides = {"sides": [[names[seat] for seat in side] for side in sheet.sides]} if sheet.in_teams else {}
    return {
        **{"format": SHEET_FORMAT, "version": FORMAT_VERSION, "game": game},
        **{key: happened[key] for key in happened if key not in ("next", "ended_by")},
        "rounds": [played | _write_line(sitting, sheet, line) for played, line in rounds],
        **sides,
        "totals": _by_name(names, sheet, sheet.totals, sitting.seats),
        **{key: _by_name(names, sheet, tally, sitting.seats) for key, tally in sheet.tallies.items()},
        "finished": ending is not None,
        "ended_by": list(ending.keys) if ending else [],
        "winners": [names[seat] for seat in sheet.winners],
        "next": _write_seats(names, sheet.next.seats) if sheet.next else None,
    }


def _write_changes(rulebook: Rulebook, sitting: Sitting) -> dict[str, object]:
    """Return the seatings, start totals and changed house rules that a sheet file has; empty ones are left out."""
    names, declared = sitting.players, {option.key: option for option in rulebook.options}
    starts = {"totals": sitting.start_totals, **sitting.start_tallies}
    rules = {
        number: {key: declared[key].write(value, names) for key, value in options.items()}
        for number, options in sitting.rules.items()
    }
    written: dict[str, object] = {
        "seatings": [
            {"from": at, "players": [names[seat] for seat in seats]} for at, seats in sitting.seatings.items()
        ],
        **{f"start_{key}": {names[seat]: number for seat, number in start.items()} for key, start in starts.items()},
        "rule_changes": [{"from": number, "options": options} for number, options in rules.items()],
    }
    return {key: value for key, value in written.items() if value}


def _write_opening(sitting: Sitting, number: int) -> dict[str, str | None]:
    """Return who started and dealt a round, as recorded, else the starter that the table chose, who still plays."""
    if recorded := sitting.opened(number):
        return _write_seats(sitting.players, recorded)
    chosen = sitting.starters.get(number)
    return {"starter": sitting.players[chosen]} if chosen is not None and chosen in sitting.seated(number) else {}


def _write_line(sitting: Sitting, sheet: Sheet, line: Line) -> dict[str, object]:
    seated = sitting.seated(line.number)
    derived: dict[str, object] = {
        "number": line.number,
        **_write_seats(sitting.players, line.opening.seats),
        "points": _by_name(sitting.players, sheet, line.points, seated),
        "totals": _by_name(sitting.players, sheet, line.totals, seated),
    }
    return derived if line.counts else derived | {"counts": False}


def _by_name(
    names: Sequence[str], sheet: Sheet, values: Sequence[float | None], seats: Sequence[int]
) -> dict[str, float | None]:
    """Return the value of each seat's side by player name, in seat order."""
    return {names[seat]: values[sheet.side_of(seat)] for seat in sorted(seats)}


def _write_seats(names: Sequence[str], seats: Seats) -> dict[str, str | None]:
    return {key: _name(names, seat) for key, seat in zip(STARTER_DEALER, seats, strict=True)}


def _name(names: Sequence[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]
