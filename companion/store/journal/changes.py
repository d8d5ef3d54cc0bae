"""What can be written into a table's journal: each kind of change, with the sitting after it and its stored form.

A change replaces a *part* of the table: a round, the seats, some house rules, a hand. Where that part isn't, now, what
the phone saw, somebody else was quicker. The sentence of each kind is in ``history``, its payload in
docs/architecture.md. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games import RULEBOOKS
from companion.games.record import read_round, write_round
from companion.games.sheetfile import read_sitting, write_sitting
from companion.games.sitting import Opening, Sitting

if TYPE_CHECKING:
    from companion.store.journal.facts import Table

UNSCORED = ("hand_laid", "ruling_shown", "rematch_begun", "deputy_named", "deputy_dismissed", "name_forgotten")
"""The kinds that change nothing on the sheet; undo passes them by."""
NOBODY = Sitting((), None, {})


class Misfit(Exception):
    """A change that can't be made to a table as it is."""


@dataclass(frozen=True)
class Change:
    """Something to write into a journal. A ``round`` is the rulebook's record, and a whole ``sitting`` a sitting."""

    kind: str
    payload: Mapping[str, Any]

    @property
    def is_scored(self) -> bool:
        """Return whether it can change something on the sheet."""
        return self.kind not in UNSCORED

    @property
    def is_round(self) -> bool:
        """Return whether it is the content of a round, or of a step of one."""
        return self.kind in ("round_entered", "round_begun", "round_corrected")

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        """Return the sitting after it, by those after each entry so far. Raises ValueError for an unknown kind."""
        sitting, of = sittings[-1] if sittings else NOBODY, self.payload
        number = of.get("number", 0)
        match self.kind:
            case "created" | "restored":
                return of["sitting"]  # type: ignore[no-any-return]
            case "round_entered":
                opened = sitting.with_opening(number, of.get("opening"))
                return replace(opened, rounds=(*sitting.rounds, of["round"]), begun=None)
            case "round_begun":
                return replace(sitting.with_opening(number, of.get("opening")), begun=of["round"])
            case "round_corrected":
                opened = sitting.with_opening(number, of.get("opening") or sitting.opened(number))
                return replace(opened, rounds=(*sitting.rounds[: number - 1], of["round"], *sitting.rounds[number:]))
            case "starter_chosen":  # of a round that has begun, the rules name the dealer anew
                return replace(sitting.with_opening(number, None), starters={**sitting.starters, number: of["seat"]})
            case "players_renamed":
                names = dict(of["names"])
                players = tuple(names.get(seat, name) for seat, name in enumerate(sitting.players))
                return replace(sitting, players=players)
            case "seats_changed" if of["joined"] or tuple(of["seats"]) != sitting.seated(number):
                before = sitting.seatings or {1: tuple(sitting.seats)}
                totals = {seat: total for seat, (_, total) in enumerate(of["joined"], len(sitting.players)) if total}
                return replace(
                    sitting,
                    players=(*sitting.players, *(name for name, _ in of["joined"])),
                    seatings={at: seats for at, seats in before.items() if at < number} | {number: tuple(of["seats"])},
                    start_totals={**sitting.start_totals, **totals},
                )
            case "begun_on_paper":
                tallies = {key: dict(start) for key, start in of["tallies"].items()}
                started = replace(sitting, start_totals=dict(of["totals"]), start_tallies=tallies)
                starter = of.get("starter")
                return started if starter is None else replace(started, first_starter=starter, drawn=False, starters={})
            case "rules_changed" if number > 1:
                now = sitting.with_rules_at(number).options
                if all(now.get(key) == value for key, value in of["options"].items()):
                    return sitting
                rules = {**sitting.rules, number: {**sitting.rules.get(number, {}), **of["options"]}}
                return replace(sitting, rules=dict(sorted(rules.items())))
            case "rules_changed":  # for the whole game: also where they had changed later
                later = {at: _without(options, of["options"]) for at, options in sitting.rules.items()}
                rules = {at: options for at, options in later.items() if options}
                return replace(sitting, options={**sitting.options, **of["options"]}, rules=rules)
            case "stopped":
                return replace(sitting, stopped=True)
            case "played_on":  # a game that was only stopped ("agreed") has no end that it plays past
                passed = (*sitting.played_on, *(end for end in of["ends"] if end != "agreed"))
                return replace(sitting, stopped=False, played_on=tuple(dict.fromkeys(passed)))
            case "undone":
                return sittings[int(of["seq"]) - 2]
            case "redone" | "returned":
                return sittings[int(of["seq"]) - 1]
            case "seats_changed" | "cards_noted":
                return sitting
            case kind if kind in UNSCORED:
                return sitting
        raise ValueError(f"unknown kind of entry: {self.kind}")

    def part(self, table: Table) -> object:
        """Return what it replaces in a table, to compare. Raises Misfit if it can't be made there."""
        sitting, of = table.sitting, self.payload
        number, last = of.get("number", 0), len(sitting.rounds)
        if opening := of.get("opening"):
            _require({*opening} <= {None, *sitting.seated(number)})
        match self.kind:
            case "round_entered" | "round_begun":
                return _find_next(table, number).seats, sitting.seated(number), sitting.begun
            case "round_corrected":
                _require(1 <= number <= last)
                return sitting.rounds[number - 1], table.sheet.lines[number - 1].opening.seats
            case "hand_laid":
                return _find_next(table, number).number, table.hands.get(of["seat"])
            case "starter_chosen":
                _require(of["seat"] in sitting.seated(number))
                return _find_next(table, number).seats
            case "players_renamed":
                _require(all(seat in sitting.seats for seat, _ in of["names"]))
                return [sitting.players[seat] for seat, _ in of["names"]]
            case "seats_changed":
                seats = range(len(sitting.players) + len(of["joined"]))
                _require(sitting.begun is None and all(seat in seats for seat in of["seats"]))
                return _find_next(table, number).number, sitting.seated(number), sitting.players
            case "begun_on_paper":
                _require(not sitting.rounds)
                return sitting.start_totals, sitting.start_tallies, sitting.first_starter, sitting.starters
            case "rules_changed":
                _require(number in (1, last + 1))
                return [[each.get(key) for each in (sitting.options, *sitting.rules.values())] for key in of["options"]]
            case "stopped":
                _require(last == of["after"] > 0 and table.sheet.ending is None)
            case "played_on":
                ending = table.sheet.ending
                _require(ending is not None and not ending.final and ending.keys == tuple(of["ends"]))
                _require(last == of["after"])
            case "undone":
                _require(table.undoable is not None and table.undoable.seq == of["seq"])
            case "redone":
                _require(table.redoable is not None and table.redoable.seq == of["seq"])
            case "returned":
                _require(1 <= of["seq"] <= table.version)
                return table.version
            case "restored":
                return table.version
        return None


def write_payload(change: Change, game: str, sitting: Sitting) -> dict[str, Any]:
    """Return the payload of a change in the journal of a table that was at this sitting before.

    Players are seat numbers there. The names of a whole sitting stand in ``players`` alone, where one that is to be
    forgotten is found.
    """
    written = dict(change.payload)
    if "round" in written:
        written["round"] = write_round(RULEBOOKS[game], written["round"], _labels(sitting.players))
    if whole := written.pop("sitting", None):
        sheet = write_sitting(game, replace(whole, players=_labels(whole.players)))
        del sheet["players"]
        written |= {"game": game, "players": whole.players, "sheet": sheet}
    return written


def read_change(kind: str, payload: Mapping[str, Any], game: str, sitting: Sitting) -> Change:
    """Return the change that a journal has of a table that was at this sitting before."""
    read = dict(payload)
    if kind == "player_renamed":  # as it was written when a form could rename only one
        return Change("players_renamed", {"names": [[payload["seat"], payload["name"]]]})
    if "round" in read:
        labelled = replace(sitting, players=_labels(sitting.players))
        read["round"] = read_round(RULEBOOKS[game], labelled, read["number"], read["round"], "journal")
        read["opening"] = tuple(read["opening"]) if read.get("opening") else None
    if sheet := read.pop("sheet", None):
        names = tuple(read["players"])
        whole = read_sitting(game, {**sheet, "players": [*_labels(names)]})
        read["sitting"] = replace(whole, players=names)
    elif kind == "created":
        read["sitting"] = _read_opened(payload)
    return Change(kind, read)


def _read_opened(payload: Mapping[str, Any]) -> Sitting:
    """Return the sitting of an opening as it was written until version 1.0, where rounds were entries of their own."""
    rulebook = RULEBOOKS[payload["game"]]
    return Sitting(
        tuple(payload["players"]),
        payload["first_starter"],
        {key: _freeze(value) for key, value in rulebook.without_former(payload["options"]).items()},
        drawn=payload.get("drawn", False),
        seatings={number: tuple(seats) for number, seats in payload.get("seatings", ())},
        start_totals=dict(payload.get("start_totals", ())),
        start_tallies={key: dict(start) for key, start in payload.get("start_tallies", {}).items()},
        rules={number: rulebook.without_former(options) for number, options in payload.get("rules", ())},
    )


def _find_next(table: Table, number: int) -> Opening:
    """Return the opening of a round. Raises Misfit unless it is the next one."""
    opening = table.sheet.next
    if opening is None or opening.number != number:
        raise Misfit
    return opening


def _require(fits: bool) -> None:
    if not fits:
        raise Misfit


def _without(options: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key not in others}


def _labels(players: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, len(players) + 1))


def _freeze(value: Any) -> Any:
    """Return a value with tuples for its lists."""
    return tuple(map(_freeze, value)) if isinstance(value, list) else value
