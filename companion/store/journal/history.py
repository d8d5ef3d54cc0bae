"""The history of a table: every entry of its journal as a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from companion.games.contract import Rulebook
from companion.games.derive import derive
from companion.games.message import Message, Signed, Value, say
from companion.games.sheet import Sheet
from companion.games.sitting import Round, Sitting
from companion.store.journal.replay import BESIDE, REDO, Entry, Step, Table


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry as a sentence. ``in_force`` is False where it stands undone; ``phone`` is whose phone it came from."""

    seq: int
    at: str
    sentence: Message
    in_force: bool
    phone: str | None


def list_history(now: Table, steps: Iterable[Step]) -> Iterator[HistoryEntry]:
    """The history of a table by steps of it, the last entry first; ``now`` says what stands undone by now."""
    writer, standing = _Writer(now), iter(now.done)
    in_force = next(standing, None)
    for step in steps:
        entry = step.entry
        while in_force and in_force.seq > entry.seq:
            in_force = next(standing, None)
        # Undo and redo act upon other entries, and what stands beside the rounds is passed by: none is ever undone.
        stands = step.target is not None or entry.kind in BESIDE or (in_force is not None and in_force.seq == entry.seq)
        yield HistoryEntry(entry.seq, entry.at, writer.step(step), stands, _phone_of(step))


def _phone_of(step: Step) -> str | None:
    """The name of the player from whose phone an entry came, as it was then."""
    return None if step.entry.phone is None else step.after.players[step.entry.phone]


def describe_news(table: Table) -> Message:
    """The last entry of a table, also where it took something back."""
    return _Writer(table).step(table.news)


def describe_undoable(table: Table) -> Message | None:
    """What undo would take back: the last entry in force, but for the opening of the table."""
    if table.undoable is None:
        return None
    return _Writer(table).fact(table.undoable, table.undone, table.sitting)


def describe_redoable(table: Table) -> Message | None:
    """What redo would put back."""
    if table.redoable is None or table.redone is None:
        return None
    return _Writer(table).fact(table.redoable, table.sitting, table.redone)


class _Writer:
    """Writes the sentences. It remembers the last two sheets: of the next ones most lines are there already."""

    def __init__(self, table: Table) -> None:
        self.rulebook = table.rulebook
        self.known = (table.earlier, (table.sitting, table.sheet))

    def sheet(self, sitting: Sitting[Round]) -> Sheet:
        """The sheet of a state of the table."""
        found = next((known[1] for known in self.known if known and known[0] is sitting), None)
        if found is None:
            nearest = max(filter(None, self.known), key=lambda known: _alike(known[0].rounds, sitting.rounds))
            found = derive(self.rulebook, sitting, nearest)
            self.known = (self.known[-1], (sitting, found))
        return found

    def step(self, step: Step) -> Message:
        """The sentence of an entry."""
        if step.target is None:
            return self.fact(step.entry, step.before, step.after)
        if step.entry.kind == REDO or step.before is None:
            return say("Redone: %(what)s", what=self.fact(step.target, step.before, step.after))
        return say("Undone: %(what)s", what=self.fact(step.target, step.after, step.before))

    def fact(self, entry: Entry, before: Sitting[Round] | None, after: Sitting[Round]) -> Message:
        """What a fact says that led from one state of the table to another."""
        fact = entry.payload
        if before is None:
            if fact.get("imported"):
                return say("The table was opened from a sheet file: %(names)s.", names=after.players)
            return say("The table was opened: %(names)s.", names=after.players)
        name = after.players[fact.get("seat", 0)]  # whom the fact is about, if it is about one
        match entry.kind:
            case "round_entered":
                told = self.summary(after, fact["number"], fact["round"])
                return say("Round %(number)s entered: %(told)s.", number=fact["number"], told=told)
            case "round_begun":
                step = self.rulebook.steps[self.rulebook.steps_entered(fact["round"]) - 1].name
                told = self.summary(after, fact["number"], fact["round"])
                return say("Round %(number)s, %(step)s: %(told)s.", number=fact["number"], step=step, told=told)
            case "round_corrected":
                return self.correction(fact["number"], before, after)
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
                return say("%(old)s is now called %(new)s.", old=before.players[fact["seat"]], new=name)
            case "cards_noted":
                return _noted(self.rulebook, after)
            case "stopped":
                return say("The table stopped the game after round %(number)s.", number=fact["after"])
            case _:
                return say("The table plays on after round %(number)s.", number=fact["after"])

    def summary(self, sitting: Sitting[Round], number: int, played: Round) -> Message:
        """What a round came to."""
        opening = self.sheet(sitting).opening(number)
        return self.rulebook.summarize(sitting, opening, played) if opening else say("–")

    def correction(self, number: int, before: Sitting[Round], after: Sitting[Round]) -> Message:
        """Whose points a correction changed, and who by it started another round than it had seemed."""
        old, new = (self.sheet(sitting) for sitting in (before, after))
        changes = tuple(
            say("%(name)s %(old)s → %(new)s", name=name, old=Signed(was), new=Signed(now))
            for name, was, now in zip(after.players, *(at.lines[number - 1].points for at in (old, new)), strict=True)
            if was != now
        )
        corrected = say("Round %(number)s corrected: %(changes)s.", number=number, changes=changes)
        if not changes:
            corrected = say("Round %(number)s corrected; the points stay the same.", number=number)
        return _with_starter(corrected, after.players, old, new)


def _alike(one: Sequence[Round], other: Sequence[Round]) -> int:
    """How many rounds two states of a table have in common from the first on."""
    both = min(len(one), len(other))
    if one[:both] == other[:both]:
        return both
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _with_starter(corrected: Message, players: tuple[str, ...], old: Sheet, new: Sheet) -> Message:
    """A correction, and the first round of which it changes who starts."""
    for number in range(1, len(new.lines) + 2):
        was, now = old.opening(number), new.opening(number)
        if was and now and was.starting != now.starting and None not in (was.starting, now.starting):
            told: dict[str, Value] = {
                "corrected": corrected,
                "new": players[now.starting or 0],
                "old": players[was.starting or 0],
                "number": number,
            }
            if number > len(new.lines):
                return say("%(corrected)s So %(new)s, not %(old)s, starts round %(number)s.", **told)
            return say("%(corrected)s So %(new)s, not %(old)s, started round %(number)s.", **told)
    return corrected


def _noted(rulebook: Rulebook[Round], after: Sitting[Round]) -> Message:
    noted = tuple(
        say("%(what)s %(value)s", what=option.question, value=option.describe(after.options[option.key], after.players))
        for option in rulebook.notes
        if option.key in after.options
    )
    if not noted:
        return say("Nothing is noted of your cards any more.")
    return say("Noted of your cards: %(noted)s.", noted=noted)
