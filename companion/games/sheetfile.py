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
from companion.games.message import Message, say
from companion.games.option import LEFT_EARLY, OptionValue, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.reading import Part, Unreadable, parse_json
from companion.games.record import check_round, has_begun, read_round, write_round
from companion.games.sitting import Opening, Round, Seats, Sitting

T = TypeVar("T")

SHEET_FORMAT = "companion-sheet"
FORMAT_VERSION = 1
MAX_ROUNDS_PER_TABLE = 500  # a long evening of Fool! has fifteen
MAX_PLAYERS_PER_TABLE = 60  # who ever sat there
STARTER_DEALER = "starter", "dealer"
# TRANSLATORS: %(most)s is 500.
TOO_MANY_ROUNDS = say("Expected up to %(most)s rounds.", most=MAX_ROUNDS_PER_TABLE)


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
    sitting = read_sitting(game, raw, is_strict=True)
    sheet = derive(RULEBOOKS[game], sitting)
    for number, problem in find_refusals(RULEBOOKS[game], sitting, sheet):
        raise Unreadable(_locate(sitting, number), problem.message)
    if sitting.begun is not None and sheet.next is None:
        raise Unreadable("begun", say("The game is over: no more rounds."))
    return SheetFile(game, sitting)


def read_sitting(game: str, raw: Mapping[str, Any], *, is_strict: bool = False) -> Sitting:
    """Return what happened by the parsed form of a sheet file, also rounds that the rules refuse. Raises Unreadable.

    If it isn't ``is_strict``, house rules may have values that they can't have today.
    """
    return _File(raw, RULEBOOKS[game], is_strict).read_sitting()


def check_change(game: str, before: Sitting, after: Sitting) -> None:
    """Raise Unreadable if the sheet file of a table, after a change, would be refused for what it changed."""
    rulebook = RULEBOOKS[game]
    if _about(before) != _about(after):
        read_sheet(write_sheet(game, after))
    if len(after.rounds) > MAX_ROUNDS_PER_TABLE:
        raise Unreadable("rounds", TOO_MANY_ROUNDS)
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


def check_format(raw: object, kind: str, otherwise: Message) -> dict[str, Any]:
    """Return the parsed form of a file of this kind and version. Raises Unreadable."""
    if not isinstance(raw, dict) or raw.get("format") != kind:
        raise Unreadable("format", otherwise)
    if raw.get("version") != FORMAT_VERSION or raw["version"] is True:
        raise Unreadable("version", say("Only version %(version)s can be read.", version=FORMAT_VERSION))
    return raw


class _File:
    """A sheet file while it is read; ``seats`` are by the names as they are written in it."""

    def __init__(self, raw: Mapping[str, Any], rulebook: Rulebook, is_strict: bool) -> None:
        self.file, self.rulebook, self.is_strict = Part(raw), rulebook, is_strict
        self.seats = {part.read_name(): seat for seat, part in enumerate(self.file.get("players").read_list())}

    def read_sitting(self) -> Sitting:
        file, rulebook, players = self.file, self.rulebook, self._read_players()
        seatings = dict(self._read_seatings())
        for problem in check_count(len(seatings.get(1, players)), rulebook.seats):
            raise Unreadable("players", problem.message)
        tallies = {tally.key: self._read_start(f"start_{tally.key}", Part.read_whole) for tally in rulebook.tallies}
        sitting = Sitting(
            tuple(self.seats),
            None,
            self._read_options(file.get("options", {})),
            seatings=seatings,
            rules=dict(self._read_rules()),
            start_totals=self._read_start("start_totals", Part.read_half),
            start_tallies={key: start for key, start in tallies.items() if start},
        )
        if seatings and any(len(side) > 1 for side in rulebook.sides(sitting)):
            raise Unreadable("seatings", say("In a team game, players can’t join or leave."))
        starter, played = self._read_first_starter(sitting), tuple(self._read_rounds(sitting))
        last = len(file.raw.get("rounds", ()))
        sitting = replace(
            sitting,
            players=players,
            first_starter=starter,
            drawn=file.raw.get("drawn") is True and file.raw.get("first_starter") is not None,
            rounds=played[:last],
            begun=next(iter(played[last:]), None),
        )
        return self._with_decisions(sitting)

    def _read_players(self) -> tuple[str, ...]:
        names = tuple(map(clean_name, self.file.raw["players"]))
        if len(names) > MAX_PLAYERS_PER_TABLE:
            # TRANSLATORS: %(most)s is 60.
            raise Unreadable("players", say("Expected up to %(most)s players.", most=MAX_PLAYERS_PER_TABLE))
        for problem in check_names(names):
            raise Unreadable(f"players[{problem.seat}]", problem.message)
        return names

    def _read_first_starter(self, sitting: Sitting) -> int | None:
        """Return the seat of the first starter, or None if the game decides or nobody tracks it. Raises Unreadable."""
        name, starting = self.file.get("first_starter"), self.rulebook.starting
        undecided = "first_starter" in self.file.raw and starting is not None and starting.undecided is not None
        if name.raw is None and (undecided or self.rulebook.opening(sitting, ()).starter is None):
            return None
        return name.read_seat(self.seats)

    def _read_seatings(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield who plays from which round on; nothing if everybody plays every round. Raises Unreadable."""
        for number, change in self._read_changes("seatings", 1, 1):
            seats = change.get("players").read_seats(self.seats)
            if not 1 < len(seats) <= self.rulebook.seats[-1]:
                raise change.get("players").refuse(check_count(len(seats), self.rulebook.seats)[0].message)
            yield number, seats

    def _read_rules(self) -> Iterator[tuple[int, dict[str, OptionValue]]]:
        for number, change in self._read_changes("rule_changes", 2, MAX_ROUNDS_PER_TABLE):
            options = self._read_options(change.get("options"))
            yield number, {key: options[key] for key in self.rulebook.without_former(change.raw["options"])}

    def _read_changes(self, key: str, low: int, high: int) -> Iterator[tuple[int, Part]]:
        """Yield the changes of a list, each with the round from which on it is in force.

        The first is from ``low`` to ``high``, and each later than the one before.
        """
        for change in self.file.get(key, []).read_list():
            number = change.get("from")
            if not low <= number.read_whole() <= high:
                raise number.refuse(say("From %(low)s to %(high)s only.", low=low, high=high))
            yield number.raw, change
            low, high = number.raw + 1, MAX_ROUNDS_PER_TABLE

    def _read_start(self, key: str, read_one: Callable[[Part], T]) -> dict[int, T]:
        parts = self.file.get(key, {}).read_keys()
        return {Part(name, part.location).read_seat(self.seats): read_one(part) for name, part in parts.items()}

    def _read_options(self, part: Part) -> dict[str, OptionValue]:
        declared = {option.key: option for option in self.rulebook.options}
        options = defaults(self.rulebook.options)
        for key, each in self.rulebook.without_former(part.read_keys(say("Expected the house rules."))).items():
            if key not in declared:
                raise each.refuse(say("Unknown house rule."))
            option = declared[key]
            options[key] = option.read(each.raw, tuple(self.seats))
            is_wrong = (option.fixed and part.location != "options") or option.problem(options[key], len(self.seats))
            if self.is_strict and is_wrong:
                raise each.refuse(say("This house rule can’t have this value."))
        return options

    def _read_rounds(self, sitting: Sitting) -> Iterator[Round]:
        """Yield the rounds, and then the one that has begun, if there is one. Raises Unreadable."""
        rounds, begun = self.file.get("rounds", []).read_list(), self.file.get("begun")
        if len(rounds) > MAX_ROUNDS_PER_TABLE:
            raise Unreadable("rounds", TOO_MANY_ROUNDS)
        for number, part in enumerate([*rounds, *([] if begun.raw is None else [begun])], start=1):
            part.read_keys(say("Expected a round."))
            played = read_round(self.rulebook, sitting, number, part.raw, part.location)
            if has_begun(self.rulebook, played) != (number > len(rounds)):
                raise part.refuse(say("Finished rounds, and only those, go under “rounds”."))
            yield played

    def _with_decisions(self, sitting: Sitting) -> Sitting:
        """Return the sitting with what the table decided: stopping, playing on, other starters. Raises Unreadable."""
        ended_by, played_on = self.file.raw.get("ended_by"), self.file.get("played_on", [])
        before = derive(self.rulebook, replace(sitting, rounds=(), begun=None))
        ends = tuple(end.key for end in self.rulebook.ends(sitting, before.standing) if not end.final)
        if not all(part.raw in ends for part in played_on.read_list()):
            raise played_on.refuse(say("Expected one of these: %(words)s.", words=ends))
        stopped = isinstance(ended_by, list) and "agreed" in ended_by
        sitting = replace(sitting, stopped=stopped, played_on=tuple(dict.fromkeys(played_on.raw)))
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
        parts = [*self.file.get("rounds", []).read_list(), self.file.get("next")]
        for number, part in enumerate(parts, start=1):
            if not isinstance(part.raw, dict) or "starter" not in part.raw:
                continue
            seats = {name: seat for name, seat in self.seats.items() if seat in sitting.seated(number)}
            named = (part.get(key) for key in STARTER_DEALER)
            starter, dealer = (None if each.raw is None else each.read_seat(seats) for each in named)
            if number <= last and "dealer" in part.raw and (starter is not None or can_be_unknown):
                sitting = sitting.with_opening(number, (starter, dealer))
            elif starter is not None:
                starters[number] = starter
        return replace(sitting, starters=starters)


def write_sitting(game: str, sitting: Sitting) -> dict[str, Any]:
    """Return what happened at a table, in the form of a sheet file: what ``read_sitting`` reads."""
    rulebook, names = RULEBOOKS[game], sitting.players
    declared = {option.key: option for option in rulebook.options}
    options = defaults(rulebook.options) | dict(sitting.options)
    if options.get(LEFT_EARLY.key) == LEFT_EARLY.default:  # files were written before anybody could leave
        del options[LEFT_EARLY.key]
    starts = {"totals": sitting.start_totals, **sitting.start_tallies}

    def write_options(options: Mapping[str, OptionValue]) -> dict[str, object]:
        return {key: declared[key].write(value, names) for key, value in options.items()}

    written: dict[str, Any] = {
        "players": list(names),
        "first_starter": _name(names, sitting.first_starter),
        "drawn": sitting.drawn,
        "options": write_options({key: options[key] for key in declared if key in options}),
        "seatings": [
            {"from": at, "players": [names[seat] for seat in seats]} for at, seats in sitting.seatings.items()
        ],
        **{f"start_{key}": {names[seat]: number for seat, number in start.items()} for key, start in starts.items()},
        "rule_changes": [{"from": at, "options": write_options(rules)} for at, rules in sitting.rules.items()],
        "rounds": [
            write_round(rulebook, played, names) | _write_opening(sitting, number)
            for number, played in enumerate(sitting.rounds, start=1)
        ],
        "begun": None if sitting.begun is None else write_round(rulebook, sitting.begun, names),
        "played_on": list(sitting.played_on),
        "ended_by": ["agreed"] if sitting.stopped else [],
        "next": _write_opening(sitting, len(sitting.rounds) + 1),
    }
    always = ("players", "first_starter", "options", "rounds")
    return {key: value for key, value in written.items() if value or key in always}


def write_sheet(game: str, sitting: Sitting) -> dict[str, object]:
    """Return the whole sheet file of a sitting, with everything derived."""
    names, sheet = sitting.players, derive(RULEBOOKS[game], sitting)
    ending, happened = sheet.ending, write_sitting(game, sitting if sheet.next else replace(sitting, begun=None))

    def by_name(values: Sequence[float | None], seats: Sequence[int] = sitting.seats) -> dict[str, float | None]:
        return {names[seat]: values[sheet.side_of(seat)] for seat in sorted(seats)}

    for played, line in zip(happened["rounds"], sheet.lines, strict=True):
        seated = sitting.seated(line.number)
        played |= {"number": line.number, **_write_seats(names, line.opening.seats)}
        played |= {"points": by_name(line.points, seated), "totals": by_name(line.totals, seated)}
        played |= {} if line.counts else {"counts": False}
    return {
        **{"format": SHEET_FORMAT, "version": FORMAT_VERSION, "game": game},
        **{key: happened[key] for key in happened if key not in ("next", "ended_by")},
        **({"sides": [[names[seat] for seat in side] for side in sheet.sides]} if sheet.in_teams else {}),
        "totals": by_name(sheet.totals),
        **{key: by_name(tally) for key, tally in sheet.tallies.items()},
        "finished": ending is not None,
        "ended_by": list(ending.keys) if ending else [],
        "winners": [names[seat] for seat in sheet.winners],
        "next": _write_seats(names, sheet.next.seats) if sheet.next else None,
    }


def _write_opening(sitting: Sitting, number: int) -> dict[str, str | None]:
    """Return who started and dealt a round, as recorded, else the starter that the table chose, who still plays."""
    if recorded := sitting.opened(number):
        return _write_seats(sitting.players, recorded)
    chosen = sitting.starters.get(number)
    return {"starter": sitting.players[chosen]} if chosen is not None and chosen in sitting.seated(number) else {}


def _write_seats(names: Sequence[str], seats: Seats) -> dict[str, str | None]:
    return {key: _name(names, seat) for key, seat in zip(STARTER_DEALER, seats, strict=True)}


def _name(names: Sequence[str], seat: int | None) -> str | None:
    return None if seat is None else names[seat]
