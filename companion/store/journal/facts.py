"""The facts that can be added to a table's journal, and when each may be.

Each function gives a decision: the fact, and whether it fits the table as it is inside the transaction. In the journal
a round has the form of a sheet file. Seats count from 0, rounds from 1.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.games import RULEBOOKS
from companion.games.contract import HandFields
from companion.games.derive import find_impossible_round
from companion.games.players import same_name
from companion.games.sitting import Round, Sitting
from companion.store.journal.replay import FORGOTTEN, HAND, REDO, RULING, UNDO, Table, with_notes

Journalled: TypeAlias = list[tuple[str, dict[str, Any]]]
"""The facts with which a table begins, as the journal has them: their kinds and payloads."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of entry and what it says. A round in it is the rulebook's record, not its written form."""

    kind: str
    payload: Mapping[str, Any]


@dataclass(eq=False)
class Conflict(Exception):
    """A fact does not fit the table any more: somebody else was quicker."""

    table: Table


@dataclass(frozen=True, slots=True)
class Decision:
    """A fact to append, and the condition under which it may be."""

    fact: Fact
    fits: Callable[[Table], bool]


def _is_next(number: int) -> Callable[[Table], bool]:
    return lambda table: table.sheet.next is not None and table.sheet.next.number == number


def _as_seen(number: int, seen: int) -> Callable[[Table], bool]:
    return lambda table: _is_next(number)(table) and (table.sitting.begun is None or table.changed[number] <= seen)


def round_begun(number: int, played: Round, seen: int) -> Decision:
    """Enter a step of the next round; ``played`` is the round so far. Nobody may have changed it since ``seen``."""
    return Decision(Fact("round_begun", {"number": number, "round": played}), _as_seen(number, seen))


def round_entered(number: int, played: Round, seen: int) -> Decision:
    """Enter the next round. It must still be the next, the game open, and what had begun of it as it was ``seen``."""
    return Decision(Fact("round_entered", {"number": number, "round": played}), _as_seen(number, seen))


def round_corrected(number: int, played: Round, seen: int) -> Decision:
    """Correct a round as it was at version ``seen``. Nobody may have changed that round since."""
    return Decision(
        Fact("round_corrected", {"number": number, "round": played}),
        lambda table: 1 <= number <= len(table.sitting.rounds) and table.changed[number] <= seen,
    )


def hand_laid(number: int, seat: int, hand: HandFields, seen: int) -> Decision:
    """Lay the hand left of one seat for the next round, in place of the one laid by entry ``seen`` (0: none)."""
    return Decision(
        Fact(HAND, {"number": number, "seat": seat, "hand": dict(hand)}),
        lambda table: _is_next(number)(table) and (table.hands[seat].seq if seat in table.hands else 0) == seen,
    )


def ruling_shown(asked: str) -> Decision:
    """Show the table what the referee rules; ``asked`` is the question as its address has it."""
    return Decision(Fact(RULING, {"asked": asked}), lambda _: True)


def name_forgotten() -> Fact:
    """Say that a name was taken out of all entries so far (see ``upkeep.forgetting``)."""
    return Fact(FORGOTTEN, {})


def starter_chosen(number: int, seat: int) -> Decision:
    """Let the table choose who starts a round that is still to come."""
    return Decision(Fact("starter_chosen", {"number": number, "seat": seat}), _is_next(number))


def player_renamed(seat: int, name: str) -> Decision:
    """Give the player of a seat another name, which nobody else at the table has."""
    return Decision(
        Fact("player_renamed", {"seat": seat, "name": name}),
        lambda table: all(
            other == seat or same_name(taken) != same_name(name) for other, taken in enumerate(table.sitting.players)
        ),
    )


def cards_noted(options: Mapping[str, Any], seen: Mapping[str, Any]) -> Decision:
    """Note what the table's own cards are, where it noted what was ``seen`` before; None is not noted.

    No round that was played may have a card that would not be in play then.
    """

    def fits(table: Table) -> bool:
        sitting = with_notes(table.sitting, options)
        before = {key: table.sitting.options.get(key) for key in options}
        return before == seen and find_impossible_round(table.rulebook, sitting) is None

    return Decision(Fact("cards_noted", {"options": dict(options)}), fits)


def stopped(after: int) -> Decision:
    """End the game early after round ``after``, the last one played."""
    return Decision(
        Fact("stopped", {"after": after}),
        lambda table: table.sheet.ending is None and 0 < after == len(table.sitting.rounds),
    )


def played_on(after: int, ends: tuple[str, ...]) -> Decision:
    """Play past the ends that were reached; ``after`` is the last round on the sheet."""
    return Decision(
        Fact("played_on", {"after": after, "ends": list(ends)}),
        lambda table: (
            table.sheet.ending is not None and table.sheet.ending.keys == ends and after == len(table.sitting.rounds)
        ),
    )


def undone(seq: int) -> Decision:
    """Take back the entry ``seq``, which must be the last in force."""
    return Decision(Fact(UNDO, {"seq": seq}), lambda table: table.undoable is not None and table.undoable.seq == seq)


def redone(seq: int) -> Decision:
    """Put back the entry ``seq``, which must be the last undone."""
    return Decision(Fact(REDO, {"seq": seq}), lambda table: table.redoable is not None and table.redoable.seq == seq)


def facts_of(game: str, sitting: Sitting[Round], played: tuple[str, str] | None = None) -> Journalled:
    """Return kinds and payloads of the facts that make up a sitting; ``played`` says when, if that was before."""
    last = len(sitting.rounds)
    created = Fact(
        "created",
        {
            "game": game,
            "players": list(sitting.players),
            "first_starter": sitting.first_starter,
            "drawn": sitting.drawn,
            "options": {**RULEBOOKS[game].defaults(), **sitting.options},
            "imported": bool(sitting.rounds),
        },
    )
    facts = [
        created,
        *(Fact("round_entered", {"number": n, "round": entered}) for n, entered in enumerate(sitting.rounds, start=1)),
        *(Fact("starter_chosen", {"number": n, "seat": seat}) for n, seat in sorted(sitting.starters.items())),
        *([] if sitting.begun is None else [Fact("round_begun", {"number": last + 1, "round": sitting.begun})]),
        *([Fact("played_on", {"after": last, "ends": list(sitting.played_on)})] if sitting.played_on else []),
        *([Fact("stopped", {"after": last})] if sitting.stopped else []),
    ]
    journalled = [(fact.kind, write_payload(game, len(sitting.players), fact)) for fact in facts]
    if played:
        journalled[0][1]["played"] = list(played)
    return journalled


def hashed(key: str) -> str:
    """Return what the journal has of a write key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def derived(key: str, use: str) -> str:
    """Return the write key of one of several writes of a form, by the form's: always the same for the same use."""
    return hashed(f"{use}:{key}")


def same_start(journalled: Journalled) -> str:
    """Return what two requests for the same table have in common: all its facts but a starter drawn by lot."""
    (kind, created), *rest = journalled
    return json.dumps([(kind, created | ({"first_starter": None} if created["drawn"] else {})), *rest])


def write_payload(game: str, seats: int, fact: Fact) -> dict[str, Any]:
    """Return the payload of a fact in the form that the journal has."""
    if "round" not in fact.payload:
        return dict(fact.payload)
    return {**fact.payload, "round": RULEBOOKS[game].write_round(fact.payload["round"], _labels(seats))}


def read_payload(game: str, seats: int, payload: dict[str, Any]) -> dict[str, Any]:
    """Return a payload of the journal in the form that a fact has."""
    if "options" in payload:
        return {**payload, "options": {key: _freeze(value) for key, value in payload["options"].items()}}
    if "round" not in payload:
        return payload
    return {**payload, "round": RULEBOOKS[game].read_round(payload["round"], _labels(seats), "journal")}


def _freeze(value: Any) -> Any:
    """Return a value with tuples in place of its lists, which can be changed."""
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


def _labels(seats: int) -> list[str]:
    """In the journal a round has the form of a sheet file, with seat numbers from "1" where that has names."""
    return [str(number) for number in range(1, seats + 1)]
