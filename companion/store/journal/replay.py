"""A table is its journal: replaying the entries in order gives its current state."""

from collections.abc import Iterable, Mapping
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
BESIDE = (HAND, RULING, REMATCH)
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

    For an undo or a redo, ``target`` is the entry that it took back or put back. ``in_force`` is False
    for an entry that stands undone now.
    """

    entry: Entry
    before: Sitting[Round] | None
    after: Sitting[Round]
    target: Entry | None = None
    in_force: bool = True


@dataclass(frozen=True)
class Table:
    """The current state of a table.

    ``version`` is the ``seq`` of its last entry. ``changed`` gives, for each round that was ever
    entered, the ``seq`` that last changed it. ``undoable`` and ``redoable`` are what undo would take back
    and redo would put back, with the state that each would lead to. ``started_at`` and ``last_at`` say when
    it was played, ``opened_at`` when it was opened here. ``laid`` gives, by round number and
    seat, the hands that players laid for a round; they stay covered until it is saved. ``ruling`` is what was asked of
    the referee and shown to the table, until something else is entered. ``rematches`` are the ids of the tables where
    its players played again. ``news`` is the last entry.
    """

    id: int
    version: int
    game: str
    sitting: Sitting[Round]
    opened_at: str
    started_at: str
    last_at: str
    changed: Mapping[int, int]
    undoable: Entry | None
    undone: Sitting[Round] | None
    redoable: Entry | None
    redone: Sitting[Round] | None
    laid: Mapping[int, Mapping[int, LaidHand]]
    ruling: Entry | None
    rematches: tuple[int, ...]
    news: Step

    @property
    def rulebook(self) -> Rulebook[Round]:
        """The rules of this table's game."""
        return RULEBOOKS[self.game]

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting)

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
    done: list[tuple[Entry, Sitting[Round]]] = []
    undone: list[Entry] = []
    changed: dict[int, int] = {}
    laid: dict[int, dict[int, LaidHand]] = {}
    rematches: list[int] = []
    opening: Entry | None = None
    ruling: Entry | None = None
    news: Step | None = None
    played_at = ""
    for entry in entries:
        if opening is None:
            opening = entry
        news = _step(entry, done, undone)
        target = news.target or entry
        if entry.kind == HAND:
            hands = laid.setdefault(entry.payload["number"], {})
            hands[entry.payload["seat"]] = LaidHand(entry.seq, entry.payload["hand"])
        elif entry.kind == REMATCH:
            rematches.append(entry.payload["table"])
        elif target.kind.startswith("round_"):
            changed[target.payload["number"]] = entry.seq
        if entry.kind != HAND:
            ruling = entry if entry.kind == RULING else None
        if entry.kind not in (RULING, REMATCH):
            played_at = entry.at
    if opening is None or news is None:
        raise ValueError(f"table {table_id} has no journal")
    # A table from a file was played at another time than it was opened here.
    played = opening.payload.get("played", (opening.at, played_at))
    return Table(
        id=table_id,
        version=news.entry.seq,
        game=opening.payload["game"],
        sitting=done[-1][1],
        opened_at=opening.at,
        started_at=played[0],
        last_at=played[1] if played_at == opening.at else max(played[0], played_at),
        changed=changed,
        undoable=done[-1][0] if len(done) > 1 else None,
        undone=done[-2][1] if len(done) > 1 else None,
        redoable=undone[-1] if undone else None,
        redone=_apply(done[-1][1], undone[-1]) if undone else None,
        laid=laid,
        ruling=ruling,
        rematches=tuple(rematches),
        news=news,
    )


def steps(entries: Iterable[Entry]) -> list[Step]:
    """Every entry of a journal with the state before and after it, in order."""
    done: list[tuple[Entry, Sitting[Round]]] = []
    undone: list[Entry] = []
    taken = [_step(entry, done, undone) for entry in entries]
    standing = {entry.seq for entry, _ in done}
    return [step if _stands(step, standing) else replace(step, in_force=False) for step in taken]


def _stands(step: Step, standing: set[int]) -> bool:
    """Undo and redo act upon other entries, and what stands beside the rounds is passed by: none is ever undone."""
    return step.target is not None or step.entry.kind in BESIDE or step.entry.seq in standing


def _step(entry: Entry, done: list[tuple[Entry, Sitting[Round]]], undone: list[Entry]) -> Step:
    """Take one entry; what stands beside the rounds changes neither what is done nor what is undone."""
    before = done[-1][1] if done else None
    target = entry if entry.kind in BESIDE else _move(entry, done, undone)
    return Step(entry, before, done[-1][1], None if target is entry else target)


def _move(entry: Entry, done: list[tuple[Entry, Sitting[Round]]], undone: list[Entry]) -> Entry:
    """Take one entry into the two stacks; the entry it acts upon, which is itself but for undo and redo."""
    if entry.kind == UNDO:
        target, _ = done.pop()
        undone.append(target)
        return target
    if entry.kind == REDO:
        target = undone.pop()
    else:
        target = entry
        undone.clear()
    done.append((target, _apply(done[-1][1] if done else None, target)))
    return target


def with_notes(sitting: Sitting[Round], options: Mapping[str, OptionValue]) -> Sitting[Round]:
    """The sitting after this was noted of its cards; what is None is not noted any more."""
    others = {key: value for key, value in sitting.options.items() if key not in options}
    return replace(sitting, options=others | {key: value for key, value in options.items() if value is not None})


def _apply(sitting: Sitting[Round] | None, entry: Entry) -> Sitting[Round]:
    fact = entry.payload
    if sitting is None:
        return Sitting(
            players=tuple(fact["players"]),
            first_starter=fact["first_starter"],
            options=fact["options"],
            drawn=fact.get("drawn", False),
        )
    match entry.kind:
        case "round_entered":
            return replace(sitting, rounds=(*sitting.rounds, fact["round"]), begun=None)
        case "round_begun":
            return replace(sitting, begun=fact["round"])
        case "round_corrected":
            index = fact["number"] - 1
            return replace(sitting, rounds=(*sitting.rounds[:index], fact["round"], *sitting.rounds[index + 1 :]))
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
