"""A table as its journal: facts, when each can be added, and the sitting that follows.

Every entry leads from one state to the next, and the last state is the table's. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook, Step
from companion.games.derive import derive, find_impossible_round
from companion.games.fields import CellValue
from companion.games.message import Message
from companion.games.option import OptionValue, defaults
from companion.games.players import fold_name
from companion.games.record import count_steps, find_next_step, list_cells
from companion.games.sitting import LaidHand, Opening, Round, Sheet, Sitting

UNSCORED = ("hand_laid", "ruling_shown", "rematch_begun", "name_forgotten")
"""The kinds of entries that change nothing on the sheet; undo passes them by."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of a journal. ``at`` is UTC in ISO 8601; ``payload`` depends on ``kind`` (see docs/architecture.md).

    ``phone`` is the seat of the phone's player, if known.
    """

    seq: int
    kind: str
    payload: Mapping[str, Any]
    at: str
    phone: int | None = None


@dataclass(frozen=True)
class Table:
    """A table: its journal, and the sitting after every entry of it, both in order."""

    id: int
    entries: tuple[Entry, ...]
    sittings: tuple[Sitting, ...]

    @property
    def version(self) -> int:
        """The ``seq`` of its last entry."""
        return len(self.entries)

    @property
    def sitting(self) -> Sitting:
        """What has happened so far."""
        return self.sittings[-1]

    @property
    def created(self) -> Entry:
        """The entry that opened it."""
        return self.entries[0]

    @property
    def game(self) -> str:
        """The key of its game."""
        return str(self.created.payload["game"])

    @property
    def rulebook(self) -> Rulebook:
        """The rules of its game."""
        return RULEBOOKS[self.game]

    @property
    def started_at(self) -> str:
        """When it began to be played; a table from a file was played at another time than it was opened here."""
        return str(self.created.payload.get("played", [self.created.at])[0])

    @property
    def last_at(self) -> str:
        """When it was played last."""
        kinds = {*UNSCORED} - {"hand_laid"}
        entered_at = next(entry.at for entry in reversed(self.entries) if entry.kind not in kinds)
        if entered_at == self.created.at:
            return str(self.created.payload.get("played", [entered_at])[-1])
        return max(self.started_at, entered_at)

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting)

    def opening(self, number: int) -> Opening:
        """Return the opening of a round; of one that is no longer next, like the next one's."""
        opening = self.sheet.opening(number) or self.sheet.next or self.sheet.lines[-1].opening
        return opening if opening.number == number else replace(opening, number=number)

    def is_next(self, number: int) -> bool:
        """Return whether this is the round that comes next; none does once the game is over."""
        return self.sheet.next is not None and self.sheet.next.number == number

    @property
    def begun(self) -> Round | None:
        """The next round as far as it was entered; None once the game is over."""
        return self.sitting.begun if self.sheet.next else None

    @property
    def next_step(self) -> Step | None:
        """The step of the next round that comes next; None if a round is entered at once."""
        return find_next_step(self.rulebook, self.begun)

    def cells(self, played: Round, side: int) -> list[tuple[Message, CellValue]]:
        """Return a side's cells in a round, each as (heading, value)."""
        return list(list_cells(self.rulebook, self.sitting, side, played))

    @property
    def steps_entered(self) -> tuple[Step, ...]:
        """The steps of the next round that were entered."""
        return () if self.begun is None else self.rulebook.steps[: count_steps(self.rulebook, self.begun)]

    @cached_property
    def _stacks(self) -> tuple[list[Entry], list[Entry]]:
        """The entries in force, and those to redo, the next one last."""
        done: list[Entry] = []
        undone: list[Entry] = []
        for entry in self.entries:
            if entry.kind == "undone":
                undone.append(done.pop())
            elif entry.kind == "redone":
                done.append(undone.pop())
            elif entry.kind not in UNSCORED:
                done.append(entry)
                undone.clear()
        return done, undone

    @property
    def in_force(self) -> Sequence[Entry]:
        """The entries that aren't undone."""
        return self._stacks[0]

    @property
    def undoable(self) -> Entry | None:
        """The entry that undo takes back: the last in force, except the table's opening."""
        return self.in_force[-1] if len(self.in_force) > 1 else None

    @property
    def redoable(self) -> Entry | None:
        """What redo would put back."""
        return self._stacks[1][-1] if self._stacks[1] else None

    @cached_property
    def changed(self) -> Mapping[int, int]:
        """The ``seq`` of the entry that last changed a round, for each round that was ever entered."""
        found = {}
        for entry in self.entries:
            target = self.entries[entry.payload["seq"] - 1] if entry.kind in ("undone", "redone") else entry
            if target.kind.startswith("round_"):
                found[target.payload["number"]] = entry.seq
        return found

    @cached_property
    def laid(self) -> Mapping[int, Mapping[int, LaidHand]]:
        """The hands that players laid, by round and seat; covered until the round is saved."""
        found: dict[int, dict[int, LaidHand]] = {}
        for entry in self.entries:
            if entry.kind == "hand_laid":
                hands = found.setdefault(entry.payload["number"], {})
                hands[entry.payload["seat"]] = LaidHand(entry.seq, entry.payload["hand"])
        return found

    @property
    def hands(self) -> Mapping[int, LaidHand]:
        """The hands laid for the next round, by seat."""
        return self.laid.get(len(self.sitting.rounds) + 1, {})

    @property
    def hands_missing(self) -> tuple[str, ...]:
        """The players who have not laid a hand for the next round; none when it is ready to save."""
        return tuple(self.sitting.players[seat] for seat in self.sitting.seated_next if seat not in self.hands)

    @property
    def ruling(self) -> Entry | None:
        """The ruling of the referee that the table is shown, until something other than a hand is entered."""
        last = next(entry for entry in reversed(self.entries) if entry.kind != "hand_laid")
        return last if last.kind == "ruling_shown" else None


def replay(table_id: int, entries: Iterable[Entry]) -> Table:
    """Return the table after these entries, which are its whole journal in order. Raises ValueError."""
    journal, sittings = tuple(entries), list[Sitting]()
    for entry in journal:
        sittings.append(_follow(sittings, entry))
    return Table(table_id, journal, tuple(sittings))


def advance(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry."""
    return Table(table.id, (*table.entries, entry), (*table.sittings, _follow(table.sittings, entry)))


def _follow(sittings: Sequence[Sitting], entry: Entry) -> Sitting:
    """Return the sitting after an entry. Undo returns to the one before the entry it names, redo to the one after."""
    payload = entry.payload
    match entry.kind:
        case "created":
            rulebook = RULEBOOKS[payload["game"]]
            return Sitting(
                tuple(payload["players"]),
                payload["first_starter"],
                rulebook.without_former(payload["options"]),
                drawn=payload.get("drawn", False),
                seatings={number: tuple(seats) for number, seats in payload.get("seatings", ())},
                start_totals=dict(payload.get("start_totals", ())),
                start_tallies={key: dict(start) for key, start in payload.get("start_tallies", {}).items()},
                rules={number: rulebook.without_former(options) for number, options in payload.get("rules", ())},
            )
        case "undone":
            return sittings[int(payload["seq"]) - 2]
        case "redone":
            return sittings[int(payload["seq"]) - 1]
    return apply_fact(sittings[-1], entry)


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact to add to a journal, with what its phone had ``seen`` (see ``fits``); a round is the rulebook's record."""

    kind: str
    payload: Mapping[str, Any]
    seen: Any = None


@dataclass(eq=False)
class Conflict(Exception):
    """A fact that no longer fits the table: somebody else was quicker."""

    table: Table


def apply_fact(sitting: Sitting, fact: Fact | Entry) -> Sitting:
    """Return the sitting after a fact about the table itself. Raises ValueError if there is no such kind."""
    payload, number = fact.payload, fact.payload.get("number", 0)
    match fact.kind:
        case "round_entered":
            return replace(sitting, rounds=(*sitting.rounds, payload["round"]), begun=None)
        case "round_begun":
            return replace(sitting, begun=payload["round"])
        case "round_corrected":
            return replace(sitting, rounds=(*sitting.rounds[: number - 1], payload["round"], *sitting.rounds[number:]))
        case "starter_chosen":
            return replace(sitting, starters={**sitting.starters, number: payload["seat"]})
        case "players_renamed":
            names = dict(payload["names"])
            return replace(sitting, players=tuple(names.get(seat, name) for seat, name in enumerate(sitting.players)))
        case "seats_changed":
            joined = payload["joined"]
            before = {at: seats for at, seats in (sitting.seatings or {1: tuple(sitting.seats)}).items() if at < number}
            totals = {seat: total for seat, (_, total) in enumerate(joined, len(sitting.players)) if total}
            return replace(
                sitting,
                players=(*sitting.players, *(name for name, _ in joined)),
                seatings={**before, number: tuple(payload["seats"])},
                start_totals={**sitting.start_totals, **totals},
            )
        case "begun_on_paper":
            tallies = {key: dict(start) for key, start in payload["tallies"].items()}
            sitting = replace(sitting, start_totals=dict(payload["totals"]), start_tallies=tallies)
            starter = payload.get("starter")
            return sitting if starter is None else replace(sitting, first_starter=starter, drawn=False, starters={})
        case "rules_changed":
            return _change_rules(sitting, number, payload["options"])
        case "cards_noted":  # what older journals say of the table's own cards
            return sitting
        case "stopped":
            return replace(sitting, stopped=True)
        case "played_on":
            # A game that was only stopped ("agreed") has no end that it plays past.
            passed = (*sitting.played_on, *(end for end in payload["ends"] if end != "agreed"))
            return replace(sitting, stopped=False, played_on=tuple(dict.fromkeys(passed)))
        case _ if fact.kind in UNSCORED:
            return sitting
    raise ValueError(f"unknown kind of entry: {fact.kind}")


def _change_rules(sitting: Sitting, number: int, options: Mapping[str, OptionValue]) -> Sitting:
    """Return the sitting with these house rules from round ``number`` on; 1 is the whole game."""
    if number > 1:
        rules = {**sitting.rules, number: {**sitting.rules.get(number, {}), **options}}
        return replace(sitting, rules=dict(sorted(rules.items())))
    others = {
        at: {key: value for key, value in later.items() if key not in options} for at, later in sitting.rules.items()
    }
    rules = {at: later for at, later in others.items() if later}
    return replace(sitting, options={**sitting.options, **options}, rules=rules)


def fits(table: Table, fact: Fact) -> bool:
    """Return whether a fact may be added to a table as it is now."""
    sitting, payload, seen = table.sitting, fact.payload, fact.seen
    number, last = payload.get("number", 0), len(sitting.rounds)
    match fact.kind:
        case "round_begun" | "round_entered":  # who plays, and what has begun, are as in version ``seen``
            then = table.sittings[min(seen, table.version) - 1]
            same_seats = then.seated(number) == sitting.seated(number)
            return table.is_next(number) and same_seats and (sitting.begun is None or table.changed[number] <= seen)
        case "round_corrected":  # nobody has changed it since version ``seen``
            return 1 <= number <= last and table.changed[number] <= int(seen)
        case "hand_laid":  # it takes the place of that of entry ``seen``; 0 is none
            hand = table.hands.get(payload["seat"])
            return table.is_next(number) and (hand.seq if hand else 0) == seen
        case "starter_chosen":
            return table.is_next(number)
        case "players_renamed":
            return _are_all_different(apply_fact(sitting, fact).players)
        case "seats_changed":  # the seats ``seen`` played before, and nothing of the round is entered
            after = apply_fact(sitting, fact)
            return (
                table.is_next(number)
                and table.begun is None
                and sitting.seated(number) == tuple(seen)
                and sorted(payload["seats"]) == sorted({*payload["seats"]} & {*after.seats})
                and _are_all_different(after.players)
            )
        case "begun_on_paper":
            return not sitting.rounds
        case "rules_changed":  # the options were as ``seen``, and every round is still possible
            now = sitting.with_rules_at(last + 1).options
            return (
                number in (1, last + 1)
                and {key: now.get(key) for key in payload["options"]} == seen
                and find_impossible_round(table.rulebook, apply_fact(sitting, fact)) is None
            )
        case "stopped":
            return table.sheet.ending is None and 0 < payload["after"] == last
        case "played_on":
            ending = table.sheet.ending
            is_open = ending is not None and not ending.final and ending.keys == tuple(payload["ends"])
            return is_open and payload["after"] == last
        case "undone":
            return table.undoable is not None and table.undoable.seq == payload["seq"]
        case "redone":
            return table.redoable is not None and table.redoable.seq == payload["seq"]
    return True


def _are_all_different(names: Collection[str]) -> bool:
    return len(set(map(fold_name, names))) == len(names)


def facts_of(game: str, sitting: Sitting, times: tuple[str, str] | None = None) -> list[Fact]:
    """Return the facts that make up a sitting; ``times`` says when it was played, if that was before."""
    last = len(sitting.rounds)
    created = {
        "game": game,
        "players": sitting.players,
        "first_starter": sitting.first_starter,
        "drawn": sitting.drawn,
        "options": {**defaults(RULEBOOKS[game].options), **sitting.options},
        "imported": bool(sitting.rounds),
    }
    from_file = {
        "seatings": [*sitting.seatings.items()],
        "start_totals": [*sitting.start_totals.items()],
        "start_tallies": {key: [*start.items()] for key, start in sitting.start_tallies.items()},
        "rules": [*sitting.rules.items()],
        "played": times,
    }
    return [
        Fact("created", created | {key: value for key, value in from_file.items() if value}),
        *(Fact("round_entered", {"number": n, "round": entered}) for n, entered in enumerate(sitting.rounds, start=1)),
        *(Fact("starter_chosen", {"number": n, "seat": seat}) for n, seat in sorted(sitting.starters.items())),
        *([] if sitting.begun is None else [Fact("round_begun", {"number": last + 1, "round": sitting.begun})]),
        *([Fact("played_on", {"after": last, "ends": sitting.played_on})] if sitting.played_on else []),
        *([Fact("stopped", {"after": last})] if sitting.stopped else []),
    ]
