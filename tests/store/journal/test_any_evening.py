"""Any evening at all: whatever phones send, the store and a list of states come out the same."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.games.sitting import Round
from companion.store.database import FILE_NAME, Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Fact
from companion.store.journal.tables import append
from tests.store.builders import NAMES, Phone, a_round, a_table, entering


@dataclass(frozen=True)
class Evening:
    """What the model knows of a table: plain lists, no journal."""

    players: tuple[str, ...] = NAMES
    rounds: tuple[Round, ...] = ()
    starters: dict[int, int] = field(default_factory=dict)
    stopped: bool = False


# One player goes out at a time and nobody loses more than 12: with these limits a game of so few steps
# never ends by itself, so the model need not know the rules.
STEPS = 30
FAR_LIMITS = {"end_score": -500, "tens_to_end": 60}
rounds = st.sampled_from([a_round("", "2", "=9", "1 1"), a_round("12", "", "7", "=3"), a_round("5", "6", "", "8")])
seats = st.integers(0, 3)
nearly = st.sampled_from([0, 0, 0, 0, 0, -1, 1, 2])


class Scorekeeping(RuleBasedStateMachine):
    """The store against a list of states: whatever phones send, both come out the same."""

    @initialize()
    def start(self) -> None:
        self.folder = TemporaryDirectory()
        self.store = Store(Path(self.folder.name) / FILE_NAME)
        self.phone = a_table(self.store, **FAR_LIMITS)
        self.loaded = self.phone.table
        self.version = 1
        self.done = [(1, Evening())]
        self.undone: list[tuple[int, Evening]] = []
        self.changed: dict[int, int] = {}
        self.about: dict[int, int] = {}
        self.written: list[tuple[str, Fact]] = []
        self.fresh = (f"key-{number}" for number in itertools.count())

    @property
    def now(self) -> Evening:
        return self.done[-1][1]

    def write(self, decision: Fact, fits: bool) -> bool:
        key = next(self.fresh)
        if not fits:
            with pytest.raises(Conflict) as conflict:
                append(self.store, self.phone.address, key, decision)
            assert conflict.value.table.version == self.version
            return False
        after = append(self.store, self.phone.address, key, decision)
        self.version += 1
        self.written.append((key, decision))
        assert after.version == self.version
        return True

    def change(self, decision: Fact, fits: bool, about: int = 0, **changes: Any) -> None:
        """Send a new fact that changes the evening, and perhaps the round it is ``about``."""
        if self.write(decision, fits):
            self.done.append((self.version, replace(self.now, **changes)))
            self.undone.clear()
            if about:
                self.about[self.version] = about
                self.changed[about] = self.version

    @rule(played=rounds, off=nearly)
    def enter(self, played: Round, off: int) -> None:
        number = len(self.now.rounds) + 1 + off
        decision = entering(number, played)
        self.change(decision, not off and not self.now.stopped, number, rounds=(*self.now.rounds, played))

    @precondition(lambda self: self.now.rounds)
    @rule(played=rounds, pick=st.integers(0, 99), age=st.integers(0, 4))
    def correct(self, played: Round, pick: int, age: int) -> None:
        """Correct a round as it was some entries ago, or one that is not there."""
        number, seen = 1 + pick % (len(self.now.rounds) + 1), max(1, self.version - age)
        there = number <= len(self.now.rounds)
        corrected = (*self.now.rounds[: number - 1], played, *self.now.rounds[number:])
        decision = facts.round_corrected(number, played, seen)
        self.change(decision, there and self.changed[number] <= seen, number, rounds=corrected)

    @rule(seat=seats, nickname=st.text("Łé '☺", min_size=1, max_size=3))
    def rename(self, seat: int, nickname: str) -> None:
        players = list(self.now.players)
        players[seat] = f"{NAMES[seat]} {nickname}"
        self.change(facts.players_renamed({seat: players[seat]}), True, players=tuple(players))

    @rule(seat=seats, off=nearly)
    def choose_starter(self, seat: int, off: int) -> None:
        number = len(self.now.rounds) + 1 + off
        decision = facts.starter_chosen(number, seat)
        self.change(decision, not off and not self.now.stopped, starters={**self.now.starters, number: seat})

    @rule(off=nearly)
    def stop(self, off: int) -> None:
        number = len(self.now.rounds) + off
        self.change(facts.stopped(number), not off and number > 0 and not self.now.stopped, stopped=True)

    @rule(off=nearly)
    def play_on(self, off: int) -> None:
        number = len(self.now.rounds) + off
        self.change(facts.played_on(number, ("agreed",)), not off and self.now.stopped, stopped=False)

    @rule(off=nearly)
    def undo(self, off: int) -> None:
        seq = self.done[-1][0] + off
        if self.write(facts.undone(seq), not off and len(self.done) > 1):
            self.undone.append(self.done.pop())
            self.note_change(seq)

    @precondition(lambda self: self.undone)
    @rule(off=nearly)
    def redo(self, off: int) -> None:
        seq = self.undone[-1][0] + off
        if self.write(facts.redone(seq), not off):
            self.done.append(self.undone.pop())
            self.note_change(seq)

    def note_change(self, seq: int) -> None:
        """Taking back or putting back an entry about a round changes that round."""
        if seq in self.about:
            self.changed[self.about[seq]] = self.version

    @precondition(lambda self: self.written)
    @rule(pick=st.integers(0, 99))
    def repeat(self, pick: int) -> None:
        key, decision = self.written[pick % len(self.written)]
        assert append(self.store, self.phone.address, key, decision).version == self.version

    @rule()
    def restart(self) -> None:
        before = self.phone.table
        self.store.close()
        self.store = Store(self.store.path)
        self.phone = Phone(self.store, self.phone.address)
        assert self.phone.table == before

    @invariant()
    def the_table_is_the_model(self) -> None:
        """Rounds, names, starters, stop, undo, redo and history agree with the model."""
        table, model = self.phone.table, self.now
        assert table.version == self.version == len(self.phone.journal)
        kept = Evening(**{name: getattr(table.sitting, name) for name in [known.name for known in fields(Evening)]})
        assert kept == model
        assert bool(table.sheet.ending) == model.stopped
        assert (table.undoable.seq if table.undoable else 1) == self.done[-1][0]
        assert (table.redoable.seq if table.redoable else None) == (self.undone[-1][0] if self.undone else None)
        assert table.changed == self.changed
        undos = {entry.seq for entry in self.phone.journal if entry.kind in ("undone", "redone")}
        assert set(self.phone.standing) == undos | {seq for seq, _ in self.done}

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


def test_any_evening_comes_out_like_the_model(thorough: bool) -> None:
    """Rounds, corrections, undo, redo, repeated keys, stale requests and restarts in any order."""
    run_state_machine_as_test(
        Scorekeeping, settings=settings(max_examples=40 if thorough else 3, stateful_step_count=STEPS)
    )
