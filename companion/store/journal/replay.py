"""A table is its journal: replaying the entries in order gives its current state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

from companion.games import RULEBOOKS
from companion.games.contract import LaidHand, Rulebook
from companion.games.derive import derive
from companion.games.option import OptionValue
from companion.games.sheet import Opening, Sheet
from companion.games.sitting import Round, Sitting

UNDO, REDO, HAND, RULING, REMATCH = "undone", "redone", "hand_laid", "ruling_shown", "rematch_begun"
FORGOTTEN = "name_forgotten"  # the entries before it have another name since: whoever knows them reads them again
BESIDE = (HAND, RULING, REMATCH, FORGOTTEN)
"""What stands beside the rounds: it changes no score, and undo passes it by."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of a journal. ``at`` is UTC in ISO 8601; ``payload`` depends on ``kind`` (see ``facts``).

    ``phone`` is the seat of the player whose phone it came from, where that has said who it is.
    """

    seq: int
    kind: str
    payload: Mapping[str, Any]
    at: str
    phone: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An entry with the state before it (None: the table did not exist) and after it.

    For an undo or a redo, ``target`` is the entry that it took back or put back.
    """

    entry: Entry
    before: Sitting[Round] | None
    after: Sitting[Round]
    target: Entry | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """A stack of entries: the one on top with what it replaced in the sitting, and the stack ``below`` it."""

    entry: Entry
    replaced: Any
    below: Stack | None = field(repr=False)

    def __iter__(self) -> Iterator[Entry]:
        """The entries, the top one first."""
        stack: Stack | None = self
        while stack:
            yield stack.entry
            stack = stack.below


@dataclass(frozen=True)
class Table:
    """The current state of a table.

    ``created`` is its first entry, ``news`` the last. ``changed`` gives, for each round that was ever entered, the
    ``seq`` that last changed it. ``done`` are the entries in force, ``waiting`` those that redo would put back.
    ``entered_at`` is the moment of the last entry that was played. ``laid`` gives, by round number and seat, the hands
    that players laid for a round; they stay covered until it is saved. ``ruling`` is what was asked of the referee and
    shown to the table, until something else is entered. ``rematches`` are the ids of the tables where its players
    played again. ``earlier`` is an earlier state with its sheet, from which this one's is derived the quicker.
    """

    id: int
    created: Entry
    sitting: Sitting[Round]
    entered_at: str
    changed: Mapping[int, int]
    done: Stack = field(compare=False, repr=False)
    waiting: Stack | None = field(compare=False, repr=False)
    laid: Mapping[int, Mapping[int, LaidHand]]
    ruling: Entry | None
    rematches: tuple[int, ...]
    news: Step
    earlier: tuple[Sitting[Round], Sheet] | None = field(default=None, compare=False, repr=False)

    @property
    def version(self) -> int:
        """The ``seq`` of its last entry."""
        return self.news.entry.seq

    @property
    def game(self) -> str:
        """The key of its game."""
        key: str = self.created.payload["game"]
        return key

    @property
    def opened_at(self) -> str:
        """When it was opened here."""
        return self.created.at

    @property
    def started_at(self) -> str:
        """When it began to be played; a table from a file was played at another time than it was opened here."""
        began: str = self._played[0]
        return began

    @property
    def last_at(self) -> str:
        """When it was played last."""
        began, last = self._played
        return last if self.entered_at == self.created.at else max(began, self.entered_at)

    @property
    def _played(self) -> Sequence[str]:
        """The first and the last moment, as far as the opening knows them."""
        played: Sequence[str] = self.created.payload.get("played", (self.created.at, self.entered_at))
        return played

    @property
    def undoable(self) -> Entry | None:
        """What undo would take back: the last entry in force, but for the opening of the table."""
        return self.done.entry if self.done.below else None

    @property
    def undone(self) -> Sitting[Round] | None:
        """The state to which undo would lead."""
        if self.news.entry is self.undoable:
            return self.news.before
        return _taken_back(self.sitting, self.done) if self.undoable else None

    @property
    def redoable(self) -> Entry | None:
        """What redo would put back."""
        return self.waiting.entry if self.waiting else None

    @property
    def redone(self) -> Sitting[Round] | None:
        """The state to which redo would lead."""
        return _apply(self.sitting, self.waiting.entry) if self.waiting else None

    @property
    def rulebook(self) -> Rulebook[Round]:
        """The rules of this table's game."""
        return RULEBOOKS[self.game]

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting, self.earlier)

    def opening(self, number: int) -> Opening:
        """How a round is opened; one that a phone still takes for the next, as the next one would be."""
        opening = self.sheet.opening(number) or self.sheet.next or self.sheet.lines[-1].opening
        return opening if opening.number == number else replace(opening, number=number)

    @property
    def begun(self) -> Round | None:
        """The next round as far as it was entered; None once the game is over."""
        return self.sitting.begun if self.sheet.next else None

    @property
    def hands(self) -> Mapping[int, LaidHand]:
        """The hands laid for the next round, by seat."""
        return self.laid.get(len(self.sitting.rounds) + 1, {})

    @property
    def hands_missing(self) -> tuple[str, ...]:
        """The players who have not laid a hand for the next round; none when it is ready to save."""
        return tuple(name for seat, name in enumerate(self.sitting.players) if seat not in self.hands)


def replay(table_id: int, entries: Iterable[Entry]) -> Table:
    """The state after these entries, the whole journal of a table in order of ``seq``."""
    later = iter(entries)
    opening = next(later, None)
    if opening is None:
        raise ValueError(f"table {table_id} has no journal")
    return reduce(advance, later, _opened(table_id, opening))


def advance(table: Table, entry: Entry) -> Table:
    """The state of a table after one more entry. What is kept of the state before is only what the entry replaced."""
    sitting, done, waiting, target = table.sitting, table.done, table.waiting, entry
    if entry.kind == UNDO:
        # Where it takes back what came last, the state before that is there, and mostly its sheet.
        target, sitting = done.entry, table.undone or _taken_back(sitting, done)
        done, waiting = _below(done), Stack(target, None, waiting)
    elif entry.kind not in BESIDE:
        if entry.kind == REDO:
            target, waiting = _top(waiting), waiting and waiting.below
        else:
            waiting = None
        done = Stack(target, _replaced(sitting, target), done)
        sitting = _apply(sitting, target)
    return Table(
        id=table.id,
        created=table.created,
        sitting=sitting,
        entered_at=table.entered_at if entry.kind in (RULING, REMATCH, FORGOTTEN) else entry.at,
        changed=_with_change(table.changed, entry, target),
        done=done,
        waiting=waiting,
        laid=_with_hand(table.laid, entry) if entry.kind == HAND else table.laid,
        ruling=entry if entry.kind == RULING else table.ruling if entry.kind == HAND else None,
        rematches=(*table.rematches, entry.payload["table"]) if entry.kind == REMATCH else table.rematches,
        news=Step(entry, table.sitting, sitting, None if target is entry else target),
        earlier=_nearest(table, sitting),
    )


def _nearest(table: Table, sitting: Sitting[Round]) -> tuple[Sitting[Round], Sheet] | None:
    """A state of a table with its sheet, to derive that of the sitting that comes next.

    Only what is known already: an evening that is replayed derives its last sheet alone.
    """
    if "sheet" not in vars(table) or (table.earlier and table.earlier[0] is sitting):
        return table.earlier
    return table.sitting, table.sheet


def retrace(table: Table, entries: Iterable[Entry], find: Callable[[int], Entry]) -> Iterator[Step]:
    """The way back from a table: its entries, the last one first, each with the state before and after it.

    ``find`` gives an entry by its ``seq``.
    """
    sitting: Sitting[Round] | None = table.sitting
    done: Stack | None = table.done
    for entry in entries:
        if sitting is None or done is None:
            return
        after, target = sitting, entry
        if entry.kind == UNDO:
            target = find(entry.payload["seq"])
            done, sitting = Stack(target, _replaced(sitting, target), done), _apply(sitting, target)
        elif entry.kind not in BESIDE:
            target = done.entry if entry.kind == REDO else entry
            sitting, done = _taken_back(sitting, done) if done.below else None, done.below
        yield Step(entry, sitting, after, None if target is entry else target)


def _opened(table_id: int, entry: Entry) -> Table:
    """A table after the first entry of its journal."""
    fact = entry.payload
    sitting: Sitting[Round] = Sitting(
        players=tuple(fact["players"]),
        first_starter=fact["first_starter"],
        options=fact["options"],
        drawn=fact.get("drawn", False),
    )
    return Table(
        id=table_id,
        created=entry,
        sitting=sitting,
        entered_at=entry.at,
        changed={},
        done=Stack(entry, None, None),
        waiting=None,
        laid={},
        ruling=None,
        rematches=(),
        news=Step(entry, None, sitting),
    )


def _with_change(changed: Mapping[int, int], entry: Entry, target: Entry) -> Mapping[int, int]:
    if target.kind.startswith("round_"):
        return {**changed, target.payload["number"]: entry.seq}
    return changed


def _with_hand(laid: Mapping[int, Mapping[int, LaidHand]], entry: Entry) -> Mapping[int, Mapping[int, LaidHand]]:
    number, seat = entry.payload["number"], entry.payload["seat"]
    return {**laid, number: {**laid.get(number, {}), seat: LaidHand(entry.seq, entry.payload["hand"])}}


def _top(stack: Stack | None) -> Entry:
    if stack is None:
        raise ValueError("there is nothing to put back")
    return stack.entry


def _below(stack: Stack) -> Stack:
    if stack.below is None:
        raise ValueError("there is nothing to take back")
    return stack.below


def with_notes(sitting: Sitting[Round], options: Mapping[str, OptionValue]) -> Sitting[Round]:
    """The sitting after this was noted of its cards; what is None is not noted any more."""
    others = {key: value for key, value in sitting.options.items() if key not in options}
    return replace(sitting, options=others | {key: value for key, value in options.items() if value is not None})


def _replaced(sitting: Sitting[Round], entry: Entry) -> Any:
    """What an entry is about to replace in a sitting."""
    fact = entry.payload
    match entry.kind:
        case "round_corrected":
            return sitting.rounds[fact["number"] - 1]
        case "starter_chosen":
            return sitting.starters.get(fact["number"])
        case "player_renamed":
            return sitting.players
        case "cards_noted":
            return sitting.options
        case "stopped" | "played_on":
            return sitting.stopped, sitting.played_on
    return sitting.begun


def _taken_back(sitting: Sitting[Round], done: Stack) -> Sitting[Round]:
    """The sitting before the entry on top of the stack, which was the last to change it."""
    fact, replaced = done.entry.payload, done.replaced
    match done.entry.kind:
        case "round_entered":
            return replace(sitting, rounds=sitting.rounds[:-1], begun=replaced)
        case "round_corrected":
            return _with_round(sitting, fact["number"], replaced)
        case "starter_chosen":
            others = {number: seat for number, seat in sitting.starters.items() if number != fact["number"]}
            return replace(sitting, starters=others if replaced is None else {**others, fact["number"]: replaced})
        case "player_renamed":
            return replace(sitting, players=replaced)
        case "cards_noted":
            return replace(sitting, options=replaced)
        case "stopped" | "played_on":
            stopped, played_on = replaced
            return replace(sitting, stopped=stopped, played_on=played_on)
    return replace(sitting, begun=replaced)


def _apply(sitting: Sitting[Round], entry: Entry) -> Sitting[Round]:
    """The sitting after an entry."""
    fact = entry.payload
    match entry.kind:
        case "round_entered":
            return replace(sitting, rounds=(*sitting.rounds, fact["round"]), begun=None)
        case "round_begun":
            return replace(sitting, begun=fact["round"])
        case "round_corrected":
            return _with_round(sitting, fact["number"], fact["round"])
        case "starter_chosen":
            return replace(sitting, starters={**sitting.starters, fact["number"]: fact["seat"]})
        case "player_renamed":
            seat = fact["seat"]
            names = (*sitting.players[:seat], fact["name"], *sitting.players[seat + 1 :])
            return replace(sitting, players=names)
        case "cards_noted":
            return with_notes(sitting, fact["options"])
        case "stopped":
            return replace(sitting, stopped=True)
        case "played_on":
            # A game that was only stopped ("agreed") has no end that it plays past.
            passed = (*sitting.played_on, *(end for end in fact["ends"] if end != "agreed"))
            return replace(sitting, stopped=False, played_on=tuple(dict.fromkeys(passed)))
    raise ValueError(f"unknown kind of entry: {entry.kind}")


def _with_round(sitting: Sitting[Round], number: int, played: Round) -> Sitting[Round]:
    return replace(sitting, rounds=(*sitting.rounds[: number - 1], played, *sitting.rounds[number:]))
