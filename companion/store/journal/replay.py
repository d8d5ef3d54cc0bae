"""A table is its journal: every entry leads from one state to the next, and the last state is the table's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.games import RULEBOOKS
from companion.games.contract import LaidHand, Rulebook
from companion.games.derive import derive
from companion.games.option import OptionValue
from companion.games.sheet import Opening, Sheet
from companion.games.sitting import Round, Sitting

UNDO, REDO, HAND, RULING, REMATCH = "undone", "redone", "hand_laid", "ruling_shown", "rematch_begun"
FORGOTTEN = "name_forgotten"  # the entries before it have another name since: read them from the file
UNSCORED = (HAND, RULING, REMATCH, FORGOTTEN)
"""The kinds of entries that change nothing on the sheet; undo passes them by."""


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
class State:
    """An entry and the sitting after it."""

    entry: Entry
    sitting: Sitting[Round]


@dataclass(frozen=True)
class Table:
    """A table: its state after every entry of its journal, in order. Entry ``seq`` is ``states[seq - 1]``."""

    id: int
    states: tuple[State, ...]

    @property
    def version(self) -> int:
        """The ``seq`` of its last entry."""
        return len(self.states)

    @property
    def sitting(self) -> Sitting[Round]:
        """What has happened at the table so far."""
        return self.states[-1].sitting

    @property
    def entries(self) -> Iterable[Entry]:
        """Its journal."""
        return (state.entry for state in self.states)

    @property
    def created(self) -> Entry:
        """The entry that opened it."""
        return self.states[0].entry

    @property
    def game(self) -> str:
        """The key of its game."""
        key: str = self.created.payload["game"]
        return key

    @property
    def rulebook(self) -> Rulebook[Round]:
        """The rules of its game."""
        return RULEBOOKS[self.game]

    @property
    def opened_at(self) -> str:
        """When it was opened here."""
        return self.created.at

    @property
    def started_at(self) -> str:
        """When it began to be played; a table from a file was played at another time than it was opened here."""
        began: str = self.created.payload.get("played", [self.created.at])[0]
        return began

    @property
    def last_at(self) -> str:
        """When it was played last."""
        played = (entry.at for entry in self._newest_first if entry.kind not in (RULING, REMATCH, FORGOTTEN))
        entered_at = next(played)
        if entered_at == self.opened_at:
            last: str = self.created.payload.get("played", [entered_at])[-1]
            return last
        return max(self.started_at, entered_at)

    @property
    def _newest_first(self) -> Iterable[Entry]:
        return (state.entry for state in reversed(self.states))

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting)

    def opening(self, number: int) -> Opening:
        """Return how a round is opened; a round that is not the next any more is opened like the next."""
        opening = self.sheet.opening(number) or self.sheet.next or self.sheet.lines[-1].opening
        return opening if opening.number == number else replace(opening, number=number)

    @property
    def begun(self) -> Round | None:
        """The next round as far as it was entered; None once the game is over."""
        return self.sitting.begun if self.sheet.next else None

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
            target = self.states[entry.payload["seq"] - 1].entry if entry.kind in (UNDO, REDO) else entry
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
        return tuple(name for seat, name in enumerate(self.sitting.players) if seat not in self.hands)

    @property
    def ruling(self) -> Entry | None:
        """The ruling of the referee that the table is shown, until something other than a hand is entered."""
        last = next(entry for entry in self._newest_first if entry.kind != HAND)
        return last if last.kind == RULING else None

    @property
    def rematch(self) -> int | None:
        """The id of the table where its players played again last."""
        return next((entry.payload["table"] for entry in self._newest_first if entry.kind == REMATCH), None)


def replay(table_id: int, entries: Iterable[Entry]) -> Table:
    """Return the table after these entries, which are its whole journal in order. Raises ValueError."""
    states: list[State] = []
    for entry in entries:
        states.append(_next_state(states, entry))
    if not states:
        raise ValueError(f"table {table_id} has no journal")
    return Table(table_id, tuple(states))


def advance(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry."""
    return Table(table.id, (*table.states, _next_state(table.states, entry)))


def _next_state(states: Sequence[State], entry: Entry) -> State:
    """Return the state after an entry. Undo leads to the state before the entry it names, redo to that after it."""
    if entry.kind in (UNDO, REDO):
        seq = entry.payload["seq"]
        if not 1 < seq <= len(states):
            raise ValueError(f"there is no entry {seq} to undo or redo")
        return State(entry, states[seq - 2 if entry.kind == UNDO else seq - 1].sitting)
    if entry.kind in UNSCORED:
        return State(entry, states[-1].sitting)
    return State(entry, _apply(states[-1].sitting, entry) if states else _open(entry.payload))


def _open(fact: Mapping[str, Any]) -> Sitting[Round]:
    """Return the sitting with which a table was opened."""
    return Sitting(
        players=tuple(fact["players"]),
        first_starter=fact["first_starter"],
        options=fact["options"],
        drawn=fact.get("drawn", False),
    )


def _apply(sitting: Sitting[Round], entry: Entry) -> Sitting[Round]:
    """Return the sitting after an entry."""
    fact = entry.payload
    match entry.kind:
        case "round_entered":
            return replace(sitting, rounds=(*sitting.rounds, fact["round"]), begun=None)
        case "round_begun":
            return replace(sitting, begun=fact["round"])
        case "round_corrected":
            earlier, later = sitting.rounds[: fact["number"] - 1], sitting.rounds[fact["number"] :]
            return replace(sitting, rounds=(*earlier, fact["round"], *later))
        case "starter_chosen":
            return replace(sitting, starters={**sitting.starters, fact["number"]: fact["seat"]})
        case "player_renamed":
            seat = fact["seat"]
            return replace(sitting, players=(*sitting.players[:seat], fact["name"], *sitting.players[seat + 1 :]))
        case "cards_noted":
            return with_notes(sitting, fact["options"])
        case "stopped":
            return replace(sitting, stopped=True)
        case "played_on":
            # A game that was only stopped ("agreed") has no end that it plays past.
            passed = (*sitting.played_on, *(end for end in fact["ends"] if end != "agreed"))
            return replace(sitting, stopped=False, played_on=tuple(dict.fromkeys(passed)))
    raise ValueError(f"unknown kind of entry: {entry.kind}")


def with_notes(sitting: Sitting[Round], options: Mapping[str, OptionValue]) -> Sitting[Round]:
    """Return the sitting after this was noted of its cards; what is None is not noted any more."""
    others = {key: value for key, value in sitting.options.items() if key not in options}
    return replace(sitting, options=others | {key: value for key, value in options.items() if value is not None})
