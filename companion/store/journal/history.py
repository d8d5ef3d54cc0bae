"""The history of a table: every entry of its journal as a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.games.message import Message, Signed, say
from companion.games.rulebook import Rulebook
from companion.games.sitting import Sitting
from companion.store.journal.replay import REDO, UNDO, Entry, Step, Table, steps


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as a sentence. ``in_force`` is False where it stands undone."""

    seq: int
    at: str
    sentence: Message
    in_force: bool


def tell(rulebook: Rulebook[Any], entries: Iterable[Entry]) -> list[Told]:
    """The history of a table, the last entry first."""
    return [
        Told(step.entry.seq, step.entry.at, _sentence(rulebook, step), step.in_force)
        for step in reversed(steps(entries))
    ]


def tell_news(table: Table) -> Message:
    """The last entry of a table, also where it took something back."""
    return _sentence(table.rulebook, table.news)


def tell_undoable(table: Table) -> Message | None:
    """What undo would take back: the last entry in force, but for the opening of the table."""
    if table.undoable is None:
        return None
    return _fact_sentence(table.rulebook, table.undoable, table.undone, table.sitting)


def tell_redoable(table: Table) -> Message | None:
    """What redo would put back."""
    if table.redoable is None or table.redone is None:
        return None
    return _fact_sentence(table.rulebook, table.redoable, table.sitting, table.redone)


def _sentence(rulebook: Rulebook[Any], step: Step) -> Message:
    if step.target is not None:
        what = _fact_sentence(rulebook, step.target, _before_target(step), _after_target(step))
        if step.entry.kind == UNDO:
            return say("Undone: %(what)s", what=what)
        return say("Redone: %(what)s", what=what)
    return _fact_sentence(rulebook, step.entry, step.before, step.after)


def _before_target(step: Step) -> Sitting[Any] | None:
    return step.before if step.entry.kind == REDO else step.after


def _after_target(step: Step) -> Sitting[Any]:
    return step.after if step.entry.kind == REDO or step.before is None else step.before


def _fact_sentence(rulebook: Rulebook[Any], entry: Entry, before: Sitting[Any] | None, after: Sitting[Any]) -> Message:
    fact = entry.payload
    if before is None:
        if fact.get("imported"):
            return say("The table was opened from a sheet file: %(names)s.", names=after.players)
        return say("The table was opened: %(names)s.", names=after.players)
    match entry.kind:
        case "round_entered":
            number = fact["number"]
            return say(
                "Round %(number)s entered: %(told)s.",
                number=number,
                told=rulebook.told(after, number, fact["round"]),
            )
        case "round_corrected":
            return _correction(rulebook, fact["number"], before, after)
        case "hand_laid":
            # What was in it stays covered here; once its round is saved, that says it.
            return say(
                "%(name)s laid a hand for round %(number)s.", name=after.players[fact["seat"]], number=fact["number"]
            )
        case "starter_chosen":
            return say(
                "%(name)s was chosen to start round %(number)s.",
                name=after.players[fact["seat"]],
                number=fact["number"],
            )
        case "player_renamed":
            return say(
                "%(old)s is now called %(new)s.", old=before.players[fact["seat"]], new=after.players[fact["seat"]]
            )
        case "cards_noted":
            return _noted(rulebook, after)
        case "stopped":
            return say("The table stopped the game after round %(number)s.", number=fact["after"])
        case _:
            return say("The table plays on after round %(number)s.", number=fact["after"])


def _noted(rulebook: Rulebook[Any], after: Sitting[Any]) -> Message:
    noted = tuple(
        say("%(what)s %(value)s", what=option.question, value=option.tell(after.options[option.key], after.players))
        for option in rulebook.options
        if option.noted and option.key in after.options
    )
    if not noted:
        return say("Nothing is noted of your cards any more.")
    return say("Noted of your cards: %(noted)s.", noted=noted)


def _correction(rulebook: Rulebook[Any], number: int, before: Sitting[Any], after: Sitting[Any]) -> Message:
    old = rulebook.points(before, number, before.rounds[number - 1])
    new = rulebook.points(after, number, after.rounds[number - 1])
    changes = tuple(
        say("%(name)s %(old)s → %(new)s", name=name, old=Signed(was), new=Signed(now))
        for name, was, now in zip(after.players, old, new, strict=True)
        if was != now
    )
    if not changes:
        return say("Round %(number)s corrected; the points stay the same.", number=number)
    return say("Round %(number)s corrected: %(changes)s.", number=number, changes=changes)
