"""The history of a table: every entry of its journal as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import Message, Signed, Value, say
from companion.games.sheet import Sheet
from companion.games.sitting import Round, Sitting
from companion.store.journal.replay import REDO, UNDO, UNSCORED, Entry, Table


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry as a sentence. ``in_force`` is False where it is undone; ``phone`` is whose phone it came from."""

    seq: int
    at: str
    sentence: Message
    in_force: bool
    phone: str | None


def list_history(table: Table, first: int, last: int) -> Iterator[HistoryEntry]:
    """Yield the history of a table from entry ``last`` back to entry ``first``."""
    writer, in_force = _Writer(table), {entry.seq for entry in table.in_force}
    for state in reversed(table.states[first - 1 : last]):
        entry = state.entry
        # Undo passes by what changes nothing on the sheet, and undo itself: that stays in force.
        stays = entry.seq in in_force or entry.kind in (UNDO, REDO, *UNSCORED)
        phone = None if entry.phone is None else state.sitting.players[entry.phone]
        yield HistoryEntry(entry.seq, entry.at, writer.write(entry), stays, phone)


def describe_news(table: Table) -> Message:
    """Describe the last entry of a table, also where it took something back."""
    return _Writer(table).write(table.states[-1].entry)


def describe_undoable(table: Table) -> Message | None:
    """Describe what undo would take back; None where that is nothing."""
    return _Writer(table).write(table.undoable) if table.undoable else None


def describe_redoable(table: Table) -> Message | None:
    """Describe what redo would put back; None where that is nothing."""
    return _Writer(table).write(table.redoable) if table.redoable else None


class _Writer:
    """Writes the sentences of a table. The last sheet serves the next sentence where it can: deriving takes long."""

    def __init__(self, table: Table) -> None:
        self.table, self.rulebook = table, table.rulebook
        self.sitting, self.sheet = table.sitting, table.sheet
        self.written: dict[int, Message] = {}

    def write(self, entry: Entry) -> Message:
        """Return the sentence of an entry. What is undone or redone is told as when it was entered."""
        if entry.kind in (UNDO, REDO):
            what = self.write(self.table.states[entry.payload["seq"] - 1].entry)
            return say("Undone: %(what)s", what=what) if entry.kind == UNDO else say("Redone: %(what)s", what=what)
        if entry.seq not in self.written:
            self.written[entry.seq] = self._write_fact(entry)
        return self.written[entry.seq]

    def _write_fact(self, entry: Entry) -> Message:
        fact, after = entry.payload, self.table.states[entry.seq - 1].sitting
        name = after.players[fact.get("seat", 0)]  # whom the fact is about, if it is about one
        match entry.kind:
            case "created" if fact.get("imported"):
                return say("The table was opened from a sheet file: %(names)s.", names=after.players)
            case "created":
                return say("The table was opened: %(names)s.", names=after.players)
            case "round_entered":
                told = self._summarize(after, fact["number"], fact["round"])
                return say("Round %(number)s entered: %(told)s.", number=fact["number"], told=told)
            case "round_begun":
                step = self.rulebook.steps[self.rulebook.steps_entered(fact["round"]) - 1].name
                told = self._summarize(after, fact["number"], fact["round"])
                return say("Round %(number)s, %(step)s: %(told)s.", number=fact["number"], step=step, told=told)
            case "round_corrected":
                return self._describe_correction(fact["number"], self._before(entry), after)
            case "hand_laid":
                # What was in it stays covered here; once its round is saved, that says it.
                return say("%(name)s sent a hand for round %(number)s.", name=name, number=fact["number"])
            case "ruling_shown":
                return say("A ruling of the referee was shown.")
            case "rematch_begun":
                return say("A rematch began.")
            case "name_forgotten":
                return say("A name was taken out of this table, also of what had been entered before.")
            case "starter_chosen":
                return say("%(name)s was chosen to start round %(number)s.", name=name, number=fact["number"])
            case "player_renamed":
                old = self._before(entry).players[fact["seat"]]
                return say("%(old)s is now called %(new)s.", old=old, new=name)
            case "cards_noted":
                return _describe_notes(self.rulebook, after)
            case "stopped":
                return say("The table stopped the game after round %(number)s.", number=fact["after"])
            case _:
                return say("The table plays on after round %(number)s.", number=fact["after"])

    def _before(self, entry: Entry) -> Sitting[Round]:
        return self.table.states[entry.seq - 2].sitting

    def _summarize(self, after: Sitting[Round], number: int, played: Round) -> Message:
        """Return what a round came to."""
        opening = self._find_sheet(after, number).opening(number)
        return self.rulebook.summarize(after, opening, played) if opening else say("–")

    def _find_sheet(self, sitting: Sitting[Round], number: int) -> Sheet:
        """Return a sheet that opens the rounds up to ``number`` as a sitting does: the last one, or else its own."""
        if _cut(self.sitting, number) != _cut(sitting, number):
            self.sitting, self.sheet = sitting, derive(self.rulebook, sitting)
        return self.sheet

    def _describe_correction(self, number: int, before: Sitting[Round], after: Sitting[Round]) -> Message:
        """Return whose points a correction changed, and who by it started another round than it had seemed."""
        coming = len(after.rounds) + 1
        new, old = (self._find_sheet(sitting, coming) for sitting in (after, before))
        changes = tuple(
            say("%(name)s %(old)s → %(new)s", name=name, old=Signed(was), new=Signed(now))
            for name, was, now in zip(after.players, *(at.lines[number - 1].points for at in (old, new)), strict=True)
            if was != now
        )
        corrected = say("Round %(number)s corrected: %(changes)s.", number=number, changes=changes)
        if not changes:
            corrected = say("Round %(number)s corrected; the points stay the same.", number=number)
        return _add_starter(corrected, after.players, old, new, coming)


def _cut(sitting: Sitting[Round], number: int) -> Sitting[Round]:
    """Return what decides how the rounds up to a number are opened."""
    starters = {chosen: seat for chosen, seat in sitting.starters.items() if chosen <= number}
    return replace(sitting, rounds=sitting.rounds[: number - 1], starters=starters, begun=None)


def _add_starter(corrected: Message, players: tuple[str, ...], old: Sheet, new: Sheet, coming: int) -> Message:
    """Add to a correction the first round, of all up to the ``coming`` one, of which it changes who starts."""
    for number in range(1, coming + 1):
        was, now = old.opening(number), new.opening(number)
        if was and now and was.starting != now.starting and None not in (was.starting, now.starting):
            words: dict[str, Value] = {
                "corrected": corrected,
                "new": players[now.starting or 0],
                "old": players[was.starting or 0],
                "number": number,
            }
            if number == coming:
                return say("%(corrected)s So %(new)s, not %(old)s, starts round %(number)s.", **words)
            return say("%(corrected)s So %(new)s, not %(old)s, started round %(number)s.", **words)
    return corrected


def _describe_notes(rulebook: Rulebook[Round], after: Sitting[Round]) -> Message:
    noted = tuple(
        say("%(what)s %(value)s", what=option.question, value=option.describe(after.options[option.key], after.players))
        for option in rulebook.notes
        if option.key in after.options
    )
    if not noted:
        return say("Nothing is noted of your cards any more.")
    return say("Noted of your cards: %(noted)s.", noted=noted)
