"""Facts as the journal has them: a round in the form of a sheet file, and the facts that a table begins with."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from companion.games import RULEBOOKS
from companion.games.sitting import Round, Sitting
from companion.store.journal.facts import Fact

Packed: TypeAlias = list[tuple[str, dict[str, Any]]]


def opening(game: str, sitting: Sitting[Round], played: tuple[str, str] | None = None) -> Packed:
    """The kinds and payloads of the facts that make up a sitting, and when it was ``played`` if that was before."""
    facts = _facts_of(game, sitting)
    packed = [(fact.kind, pack(game, len(sitting.players), fact)) for fact in facts]
    if played:
        packed[0][1]["played"] = list(played)
    return packed


def same_start(packed: Packed) -> str:
    """What two requests for the same table have in common: all its facts, but for a starter drawn by lot."""
    (kind, opening), *rest = packed
    if opening["drawn"]:
        opening = {**opening, "first_starter": None}
    return json.dumps([(kind, opening), *rest])


def _facts_of(game: str, sitting: Sitting[Round]) -> list[Fact]:
    """The facts that make up a sitting, for a table that starts with one."""
    options = {**RULEBOOKS[game].defaults(), **sitting.options}
    facts = [
        Fact(
            "created",
            {
                "game": game,
                "players": list(sitting.players),
                "first_starter": sitting.first_starter,
                "drawn": sitting.drawn,
                "options": options,
                "imported": bool(sitting.rounds),
            },
        )
    ]
    facts += [
        Fact("round_entered", {"number": number, "round": played})
        for number, played in enumerate(sitting.rounds, start=1)
    ]
    facts += [
        Fact("starter_chosen", {"number": number, "seat": seat}) for number, seat in sorted(sitting.starters.items())
    ]
    if sitting.begun is not None:
        facts.append(Fact("round_begun", {"number": len(sitting.rounds) + 1, "round": sitting.begun}))
    if sitting.played_on:
        facts.append(Fact("played_on", {"after": len(sitting.rounds), "ends": list(sitting.played_on)}))
    if sitting.stopped:
        facts.append(Fact("stopped", {"after": len(sitting.rounds)}))
    return facts


def pack(game: str, seats: int, fact: Fact) -> dict[str, Any]:
    """The payload of a fact as the journal has it."""
    if "round" not in fact.payload:
        return dict(fact.payload)
    return {**fact.payload, "round": RULEBOOKS[game].write_round(fact.payload["round"], _labels(seats))}


def unpack(game: str, seats: int, payload: dict[str, Any]) -> dict[str, Any]:
    """A payload of the journal as a fact has it."""
    if "options" in payload:
        return {**payload, "options": {key: _frozen(value) for key, value in payload["options"].items()}}
    if "round" not in payload:
        return payload
    return {**payload, "round": RULEBOOKS[game].read_round(payload["round"], _labels(seats), "journal")}


def _frozen(value: Any) -> Any:
    """A value without lists, which can be changed."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _labels(seats: int) -> list[str]:
    """In the journal a round has the form of a sheet file, with seat numbers from "1" where that has names."""
    return [str(number) for number in range(1, seats + 1)]
