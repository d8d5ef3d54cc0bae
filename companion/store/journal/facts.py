"""A table is its journal: the facts that can be added to it, when each may be, and what they come to.

Every entry leads from one state to the next, and the last state is the table's. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook, Step
from companion.games.derive import derive, find_impossible_round
from companion.games.fields import CellValue
from companion.games.message import Message
from companion.games.option import OptionValue, defaults
from companion.games.players import same_name
from companion.games.record import cells, next_step, steps_entered
from companion.games.sitting import From, HandFields, LaidHand, Opening, Round, Sheet, Sitting

UNDO, REDO, HAND, RULING, REMATCH = "undone", "redone", "hand_laid", "ruling_shown", "rematch_begun"
UNSCORED = (HAND, RULING, REMATCH, "name_forgotten")
"""The kinds of entries that change nothing on the sheet; undo passes them by."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of a journal. ``at`` is UTC in ISO 8601; ``payload`` depends on ``kind`` (see docs/architecture.md).

    ``phone`` is the seat of the player whose phone it came from, where that has said who it is.
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
        """What has happened at the table so far."""
        return self.sittings[-1]

    @property
    def created(self) -> Entry:
        """The entry that opened it."""
        return self.entries[0]

    @property
    def game(self) -> str:
        """The key of its game."""
        key: str = self.created.payload["game"]
        return key

    @property
    def rulebook(self) -> Rulebook:
        """The rules of its game."""
        return RULEBOOKS[self.game]

    @property
    def started_at(self) -> str:
        """When it began to be played; a table from a file was played at another time than it was opened here."""
        began: str = self.created.payload.get("played", [self.created.at])[0]
        return began

    @property
    def last_at(self) -> str:
        """When it was played last."""
        played = (entry.at for entry in reversed(self.entries) if entry.kind not in (RULING, REMATCH, "name_forgotten"))
        entered_at = next(played)
        if entered_at == self.created.at:
            last: str = self.created.payload.get("played", [entered_at])[-1]
            return last
        return max(self.started_at, entered_at)

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting)

    def opening(self, number: int) -> Opening:
        """Return how a round is opened; a round that is not the next any more is opened like the next."""
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
        """The step of the next round that comes next; None where a round is entered at once."""
        return next_step(self.rulebook, self.begun)

    def cells(self, played: Round, side: int) -> list[tuple[Message, CellValue]]:
        """Return what the sheet shows of a side's round beside its points, each with its heading."""
        return list(cells(self.rulebook, self.sitting.players, self.sheet.sides[side], side, played))

    @property
    def steps_entered(self) -> tuple[Step, ...]:
        """The steps of the next round that were entered."""
        return () if self.begun is None else self.rulebook.steps[: steps_entered(self.rulebook, self.begun)]

    @cached_property
    def _stacks(self) -> tuple[list[Entry], list[Entry]]:
        """The entries in force, and those that redo would put back, the next one last."""
        done: list[Entry] = []
        undone: list[Entry] = []
        for entry in self.entries:
            if entry.kind == UNDO:
                undone.append(done.pop())
            elif entry.kind == REDO:
                done.append(undone.pop())
            elif entry.kind not in UNSCORED:
                done.append(entry)
                undone.clear()
        return done, undone

    @property
    def in_force(self) -> Sequence[Entry]:
        """The entries from which its sitting follows."""
        return self._stacks[0]

    @property
    def undoable(self) -> Entry | None:
        """What undo would take back: the last entry in force, but for the opening of the table."""
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
            target = self.entries[entry.payload["seq"] - 1] if entry.kind in (UNDO, REDO) else entry
            if target.kind.startswith("round_"):
                found[target.payload["number"]] = entry.seq
        return found

    @cached_property
    def laid(self) -> Mapping[int, Mapping[int, LaidHand]]:
        """The hands that players laid, by round number and seat. They stay covered until their round is saved."""
        found: dict[int, dict[int, LaidHand]] = {}
        for entry in self.entries:
            if entry.kind == HAND:
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
        last = next(entry for entry in reversed(self.entries) if entry.kind != HAND)
        return last if last.kind == RULING else None

    @property
    def rematch(self) -> int | None:
        """The id of the table where its players played again last."""
        return next((entry.payload["table"] for entry in reversed(self.entries) if entry.kind == REMATCH), None)


def replay(table_id: int, entries: Iterable[Entry]) -> Table:
    """Return the table after these entries, which are its whole journal in order. Raises ValueError."""
    journal, sittings = tuple(entries), list[Sitting]()
    for entry in journal:
        sittings.append(_apply(sittings, entry))
    return Table(table_id, journal, tuple(sittings))


def advance(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry."""
    return Table(table.id, (*table.entries, entry), (*table.sittings, _apply(table.sittings, entry)))


def _apply(sittings: Sequence[Sitting], entry: Entry) -> Sitting:
    """Return the sitting after an entry. Undo leads to that before the entry which it names, redo to that after it."""
    fact = entry.payload
    if entry.kind == "created":
        return Sitting(
            tuple(fact["players"]),
            fact["first_starter"],
            fact["options"],
            drawn=fact.get("drawn", False),
            seatings=tuple(From(number, tuple(seats)) for number, seats in fact.get("seatings", ())),
            start_totals=dict(fact.get("start_totals", ())),
            start_tallies={key: dict(start) for key, start in fact.get("start_tallies", {}).items()},
            rules=tuple(From(number, options=options) for number, options in fact.get("rules", ())),
        )
    sitting = sittings[-1]
    match entry.kind:
        case "undone":
            sitting = sittings[fact["seq"] - 2]
        case "redone":
            sitting = sittings[fact["seq"] - 1]
        case "round_entered":
            return replace(sitting, rounds=(*sitting.rounds, fact["round"]), begun=None)
        case "round_begun":
            return replace(sitting, begun=fact["round"])
        case "round_corrected":
            earlier, later = sitting.rounds[: fact["number"] - 1], sitting.rounds[fact["number"] :]
            return replace(sitting, rounds=(*earlier, fact["round"], *later))
        case "starter_chosen":
            return replace(sitting, starters={**sitting.starters, fact["number"]: fact["seat"]})
        case "players_renamed":
            return with_names(sitting, dict(fact["names"]))
        case "seats_changed":
            return with_seats(sitting, fact["number"], tuple(fact["seats"]), fact["joined"])
        case "begun_on_paper":
            tallies = {key: dict(given) for key, given in fact["tallies"].items()}
            return with_start(sitting, dict(fact["totals"]), tallies, fact.get("starter"))
        case "rules_changed":
            return with_rules(sitting, fact["number"], fact["options"])
        case "cards_noted":
            return with_notes(sitting, fact["options"])
        case "stopped":
            return replace(sitting, stopped=True)
        case "played_on":
            # A game that was only stopped ("agreed") has no end that it plays past.
            passed = (*sitting.played_on, *(end for end in fact["ends"] if end != "agreed"))
            return replace(sitting, stopped=False, played_on=tuple(dict.fromkeys(passed)))
        case _ if entry.kind not in UNSCORED:
            raise ValueError(f"unknown kind of entry: {entry.kind}")
    return sitting


def with_names(sitting: Sitting, names: Mapping[int, str]) -> Sitting:
    """Return the sitting where these seats have these names."""
    return replace(sitting, players=tuple(names.get(seat, name) for seat, name in enumerate(sitting.players)))


def with_seats(
    sitting: Sitting, number: int, seats: tuple[int, ...], joined: Sequence[tuple[str, float]] = ()
) -> Sitting:
    """Return the sitting where these seats play from round ``number`` on, clockwise; who joined sits at the new ones.

    ``joined`` has the names with the totals to start with.
    """
    new = len(sitting.players)
    before = [each for each in sitting.seatings or (From(1, tuple(sitting.seats)),) if each.number < number]
    totals = {new + index: total for index, (_, total) in enumerate(joined) if total}
    return replace(
        sitting,
        players=(*sitting.players, *(name for name, _ in joined)),
        seatings=(*before, From(number, seats)),
        start_totals={**sitting.start_totals, **totals},
    )


def with_start(
    sitting: Sitting, totals: Mapping[int, float], tallies: Mapping[str, Mapping[int, int]], starter: int | None = None
) -> Sitting:
    """Return the sitting where the seats begin with these totals and tallies instead of 0, and this one starts."""
    if starter is not None:
        sitting = replace(sitting, first_starter=starter, drawn=False, starters={})
    return replace(sitting, start_totals=totals, start_tallies=tallies)


def with_rules(sitting: Sitting, number: int, options: Mapping[str, OptionValue]) -> Sitting:
    """Return the sitting with these house rules from round ``number`` on; from round 1 on, for the whole game."""
    if number > 1:
        at = {each.number: each.options for each in sitting.rules}
        at[number] = {**at.get(number, {}), **options}
        return replace(sitting, rules=tuple(From(n, options=changed) for n, changed in sorted(at.items())))
    kept = (
        From(each.number, options={key: value for key, value in each.options.items() if key not in options})
        for each in sitting.rules
    )
    return replace(sitting, options={**sitting.options, **options}, rules=tuple(each for each in kept if each.options))


def with_notes(sitting: Sitting, options: Mapping[str, OptionValue]) -> Sitting:
    """Return the sitting after this was noted of its cards; what is None is not noted any more."""
    others = {key: value for key, value in sitting.options.items() if key not in options}
    return replace(sitting, options=others | {key: value for key, value in options.items() if value is not None})


@dataclass(eq=False)
class Conflict(Exception):
    """A fact does not fit the table any more: somebody else was quicker."""

    table: Table


@dataclass(frozen=True, slots=True)
class Fact:
    """What can be added to a journal, and whether it fits the table as it is by then.

    A round in its payload is the rulebook's record, not its written form.
    """

    kind: str
    payload: Mapping[str, Any]
    fits: Callable[[Table], bool] = lambda _table: True


def round_begun(number: int, played: Round, seen: int) -> Fact:
    """Enter a step of the next round; ``played`` is the round so far. Nobody may have changed it since ``seen``."""
    return Fact("round_begun", {"number": number, "round": played}, lambda table: _as_seen(table, number, seen))


def round_entered(number: int, played: Round, seen: int) -> Fact:
    """Enter the next round. It must still be the next, the game open, and what had begun and who plays as ``seen``."""
    return Fact("round_entered", {"number": number, "round": played}, lambda table: _as_seen(table, number, seen))


def _as_seen(table: Table, number: int, seen: int) -> bool:
    then = table.sittings[min(seen, table.version) - 1]
    same_seats = then.seated(number) == table.sitting.seated(number)
    return table.is_next(number) and same_seats and (table.sitting.begun is None or table.changed[number] <= seen)


def round_corrected(number: int, played: Round, seen: int) -> Fact:
    """Correct a round as it was at version ``seen``. Nobody may have changed that round since."""
    return Fact(
        "round_corrected",
        {"number": number, "round": played},
        lambda table: 1 <= number <= len(table.sitting.rounds) and table.changed[number] <= seen,
    )


def hand_laid(number: int, seat: int, hand: HandFields, seen: int) -> Fact:
    """Lay the hand left of one seat for the next round, in place of the one laid by entry ``seen`` (0: none)."""
    return Fact(
        HAND,
        {"number": number, "seat": seat, "hand": dict(hand)},
        lambda table: table.is_next(number) and (table.hands[seat].seq if seat in table.hands else 0) == seen,
    )


def ruling_shown(asked: str) -> Fact:
    """Show the table what the referee rules; ``asked`` is the question as its address has it."""
    return Fact(RULING, {"asked": asked})


def name_forgotten() -> Fact:
    """Say that a name was taken out of all entries so far (see ``upkeep.deletion``)."""
    return Fact("name_forgotten", {})


def starter_chosen(number: int, seat: int) -> Fact:
    """Let the table choose who starts a round that is still to come."""
    return Fact("starter_chosen", {"number": number, "seat": seat}, lambda table: table.is_next(number))


def players_renamed(names: Mapping[int, str]) -> Fact:
    """Give the players of these seats other names, all at once: nobody may be called as somebody else is then."""

    def fits(table: Table) -> bool:
        players = with_names(table.sitting, names).players
        return len(set(map(same_name, players))) == len(players)

    return Fact("players_renamed", {"names": [*names.items()]}, fits)


def seats_changed(number: int, seats: Sequence[int], joined: Sequence[tuple[str, float]], seen: Sequence[int]) -> Fact:
    """Let these seats play from round ``number`` on, clockwise, where those played who were ``seen`` before.

    ``joined`` are the names, with the totals to start with, of who sits at the seats after the last so far. Nothing of
    the round may be entered yet.
    """

    def fits(table: Table) -> bool:
        names = [*table.sitting.players, *(name for name, _ in joined)]
        return (
            table.is_next(number)
            and table.begun is None
            and table.sitting.seated(number) == tuple(seen)
            and sorted(seats) == sorted(set(seats) & set(range(len(names))))
            and len(set(map(same_name, names))) == len(names)
        )

    return Fact(
        "seats_changed", {"number": number, "seats": list(seats), "joined": [list(one) for one in joined]}, fits
    )


def begun_on_paper(
    totals: Mapping[int, float], tallies: Mapping[str, Mapping[int, int]], starter: int | None = None
) -> Fact:
    """Begin with the totals and tallies that the table has on paper, before the first round, and with who starts it."""
    written = {key: [*given.items()] for key, given in tallies.items()}
    return Fact(
        "begun_on_paper",
        {"totals": [*totals.items()], "tallies": written, "starter": starter},
        lambda table: not table.sitting.rounds,
    )


def rules_changed(number: int, options: Mapping[str, OptionValue], seen: Mapping[str, OptionValue]) -> Fact:
    """Change house rules from round ``number`` on, the next, or from the first; they were as ``seen`` before.

    No round that was played may be one that the rules then refuse.
    """

    def fits(table: Table) -> bool:
        latest = len(table.sitting.rounds) + 1
        now = table.sitting.at(latest).options
        after = with_rules(table.sitting, number, options)
        return (
            number in (1, latest)
            and {key: now.get(key) for key in options} == seen
            and find_impossible_round(table.rulebook, after) is None
        )

    return Fact("rules_changed", {"number": number, "options": dict(options)}, fits)


def cards_noted(options: Mapping[str, Any], seen: Mapping[str, Any]) -> Fact:
    """Note what the table's own cards are, where ``seen`` was noted; None is nothing.

    No round may have a card that is not in play then.
    """

    def fits(table: Table) -> bool:
        before = {key: table.sitting.options.get(key) for key in options}
        return before == seen and find_impossible_round(table.rulebook, with_notes(table.sitting, options)) is None

    return Fact("cards_noted", {"options": dict(options)}, fits)


def stopped(after: int) -> Fact:
    """End the game early after round ``after``, the last one played."""
    return Fact(
        "stopped", {"after": after}, lambda table: table.sheet.ending is None and 0 < after == len(table.sitting.rounds)
    )


def played_on(after: int, ends: tuple[str, ...]) -> Fact:
    """Play past the ends that were reached; ``after`` is the last round on the sheet."""

    def fits(table: Table) -> bool:
        ending = table.sheet.ending
        open_end = ending is not None and not ending.final and ending.keys == ends
        return open_end and after == len(table.sitting.rounds)

    return Fact("played_on", {"after": after, "ends": list(ends)}, fits)


def undone(seq: int) -> Fact:
    """Take back the entry ``seq``, which must be the last in force."""
    return Fact(UNDO, {"seq": seq}, lambda table: table.undoable is not None and table.undoable.seq == seq)


def redone(seq: int) -> Fact:
    """Put back the entry ``seq``, which must be the last undone."""
    return Fact(REDO, {"seq": seq}, lambda table: table.redoable is not None and table.redoable.seq == seq)


def facts_of(game: str, sitting: Sitting, played: tuple[str, str] | None = None) -> list[Fact]:
    """Return the facts that make up a sitting; ``played`` says when it was played, if that was before."""
    last = len(sitting.rounds)
    more = {
        "seatings": [[each.number, each.seats] for each in sitting.seatings],
        "start_totals": [*sitting.start_totals.items()],
        "start_tallies": {key: [*start.items()] for key, start in sitting.start_tallies.items()},
        "rules": [[each.number, each.options] for each in sitting.rules],
        "played": played,
    }
    return [
        Fact(
            "created",
            {
                "game": game,
                "players": list(sitting.players),
                "first_starter": sitting.first_starter,
                "drawn": sitting.drawn,
                "options": {**defaults(RULEBOOKS[game].options), **sitting.options},
                "imported": bool(sitting.rounds),
                **{key: value for key, value in more.items() if value},
            },
        ),
        *(Fact("round_entered", {"number": n, "round": entered}) for n, entered in enumerate(sitting.rounds, start=1)),
        *(Fact("starter_chosen", {"number": n, "seat": seat}) for n, seat in sorted(sitting.starters.items())),
        *([] if sitting.begun is None else [Fact("round_begun", {"number": last + 1, "round": sitting.begun})]),
        *([Fact("played_on", {"after": last, "ends": list(sitting.played_on)})] if sitting.played_on else []),
        *([Fact("stopped", {"after": last})] if sitting.stopped else []),
    ]
