"""Replaying a journal: undo and redo, corrections, and the end of a game that comes and goes."""

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

from companion.games.fool.round import FoolRound
from companion.store.database import FILE_NAME, Store
from companion.store.journal import facts, tables
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.replay import Entry, replay
from companion.store.journal.tables import append, retraced, start_table
from tests.store.builders import ANNE, CAMILLE, NAMES, PAUL, RACHEL, Phone, a_round, a_sitting, a_table, entering

FIRST = a_round("17", "", "13", "")
SECOND = a_round("", "2 2", "", "1")
THIRD = a_round("4", "6", "", "8")


def three_rounds(store: Store) -> Phone:
    """A table after three rounds (entries 2, 3 and 4), nobody near an end."""
    return a_table(store).with_round("17", "", "13", "").with_round("", "2 2", "", "1").with_round("4", "6", "", "8")


# Undo and redo


def test_undo_takes_back_the_last_entry(store: Store) -> None:
    """Undo goes back one entry at a time, and the sheet with it."""
    phone = three_rounds(store).undoing()
    assert phone.rounds == (FIRST, SECOND)
    assert phone.table.sheet.totals == (-7, 6, -3, 5)
    assert phone.undoing().rounds == (FIRST,)


def test_redo_puts_back_what_was_undone_last(store: Store) -> None:
    """Redo walks the way of undo backwards."""
    phone = three_rounds(store).undoing(2)
    assert phone.redoing().rounds == (FIRST, SECOND)
    assert phone.redoing().rounds == (FIRST, SECOND, THIRD)
    assert phone.table.redoable is None


def test_undo_after_redo_takes_back_the_same_entry(store: Store) -> None:
    """An entry keeps its number however often it is taken back and put back."""
    phone = three_rounds(store)
    for _ in range(3):
        assert phone.table.undoable is not None
        assert phone.table.undoable.seq == 4
        phone.undoing()
        assert phone.table.redoable is not None
        assert phone.table.redoable.seq == 4
        phone.redoing()
    assert phone.rounds == (FIRST, SECOND, THIRD)
    assert phone.version == 10


def test_undo_to_the_very_beginning_leaves_the_table(store: Store) -> None:
    """The opening of a table cannot be undone: then there would be none."""
    phone = three_rounds(store).undoing(3)
    assert phone.table.undoable is None
    assert phone.table.sitting == a_sitting()
    assert phone.table.version == 7
    assert phone.redoing(3).rounds == (FIRST, SECOND, THIRD)


def test_a_new_fact_clears_redo(store: Store) -> None:
    """After undo and a new entry there is nothing to put back."""
    phone = three_rounds(store).undoing(2).renaming(ANNE, "Annie")
    assert phone.table.redoable is None
    assert phone.rounds == (FIRST,)
    assert phone.with_round("", "5", "", "").rounds == (FIRST, a_round("", "5", "", ""))


def test_a_new_fact_clears_redo_only_of_what_was_undone(store: Store) -> None:
    """What stood before the undo can still be taken back and put back."""
    phone = three_rounds(store).undoing().renaming(ANNE, "Annie").undoing(2)
    assert phone.rounds == (FIRST,)
    assert phone.redoing(2).rounds == (FIRST, SECOND)
    assert phone.table.sitting.players[ANNE] == "Annie"
    assert phone.table.redoable is None


def test_a_refused_write_keeps_redo(store: Store) -> None:
    """A conflict is no entry, so what was undone can still be put back."""
    phone = three_rounds(store).undoing()
    with pytest.raises(Conflict):
        phone.writes(entering(9, FIRST))
    assert phone.redoing().rounds == (FIRST, SECOND, THIRD)


def test_undo_and_redo_tell_which_entry(store: Store) -> None:
    """The buttons can say what they would take back or put back."""
    phone = a_table(store).with_round("17", "", "13", "").renaming(ANNE, "Annie").undoing()
    table = phone.table
    assert table.undoable is not None
    assert table.redoable is not None
    assert (table.undoable.kind, table.undoable.payload["round"]) == ("round_entered", FIRST)
    assert (table.redoable.kind, table.redoable.payload["name"]) == ("player_renamed", "Annie")


def test_nothing_is_ever_lost(store: Store) -> None:
    """Undone entries stay in the journal."""
    phone = three_rounds(store).undoing(3).with_round("", "5", "", "")
    assert phone.kinds == ["created", *["round_entered"] * 3, *["undone"] * 3, "round_entered"]
    assert [entry.payload["round"] for entry in phone.journal[1:4]] == [FIRST, SECOND, THIRD]


def test_an_imported_table_can_be_undone_round_by_round(store: Store) -> None:
    """The rounds of an import are entries like any other."""
    sitting = replace(a_sitting(), rounds=(FIRST, SECOND), starters={2: CAMILLE}, stopped=True)
    phone = Phone(store, start_table(store, "fool", sitting, "an-import"))
    assert phone.undoing().table.sitting == replace(sitting, stopped=False)
    assert phone.undoing(2).table.sitting == replace(a_sitting(), rounds=(FIRST,))


# Corrections and decisions


@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_round_can_be_corrected(store: Store, number: int) -> None:
    """A correction replaces that round and no other, and an undo brings the old one back."""
    played = [FIRST, SECOND, THIRD]
    phone = three_rounds(store).correcting(number, "3", "", "", "")
    expected = [*played[: number - 1], a_round("3", "", "", ""), *played[number:]]
    assert phone.rounds == tuple(expected)
    assert phone.undoing().rounds == (FIRST, SECOND, THIRD)
    assert phone.redoing().rounds == tuple(expected)


def test_a_correction_changes_the_totals_of_all_later_rounds(store: Store) -> None:
    """Everything derived is derived again: "that can't be right, show me round one"."""
    phone = three_rounds(store)
    assert phone.table.sheet.totals == (-11, 0, 7, -3)
    phone.correcting(1, "", "17", "13", "")
    assert phone.table.sheet.totals == (16, -27, 7, -3)
    assert [line.starter.seat for line in phone.table.sheet.lines] == [ANNE, PAUL, PAUL]


def test_a_rename_holds_for_the_whole_sheet(store: Store) -> None:
    """A player keeps seat and points under the new name; undo gives the old name back."""
    phone = three_rounds(store).renaming(RACHEL, "Rahel")
    assert phone.table.sitting.players == ("Anne", "Paul", "Rahel", "Camille")
    assert phone.table.sheet.totals == (-11, 0, 7, -3)
    assert phone.undoing().table.sitting.players == NAMES


def test_the_table_can_choose_who_starts(store: Store) -> None:
    """One tap overrides the starter of that round only."""
    phone = a_table(store).with_round("17", "", "13", "")
    assert next_starter(phone) == ANNE
    assert next_starter(phone.choosing(PAUL)) == PAUL
    phone.with_round("", "2 2", "", "1")
    assert phone.table.sheet.lines[1].starter.seat == PAUL
    assert next_starter(phone) == ANNE
    assert phone.table.sitting.starters == {2: PAUL}


def test_the_last_choice_of_a_starter_holds_and_undo_gives_back_the_one_before(store: Store) -> None:
    """A choice is a fact like any other."""
    phone = a_table(store).choosing(PAUL).choosing(CAMILLE)
    assert next_starter(phone) == CAMILLE
    assert next_starter(phone.undoing()) == PAUL
    assert next_starter(phone.undoing()) == ANNE


def next_starter(phone: Phone) -> int:
    """The seat that starts the next round."""
    coming = phone.table.sheet.next
    assert coming is not None, "the game is over"
    return coming.starter.seat


# The end


def ended_by(phone: Phone) -> tuple[str, ...]:
    """Why the game is over; empty while it is open."""
    ending = phone.table.sheet.ending
    return ending.keys if ending else ()


def test_a_game_can_be_stopped_and_opened_again(store: Store) -> None:
    """A game can be ended early by the table; undo opens it again."""
    phone = three_rounds(store).stopping()
    assert ended_by(phone) == ("agreed",)
    assert phone.table.sheet.next is None
    assert ended_by(phone.undoing()) == ()
    assert phone.with_round("", "5", "2", "1").table.sheet.lines[-1].number == 4


def test_a_stopped_game_can_be_played_on(store: Store) -> None:
    """After stopping, "play on" opens the game; it can be stopped again later."""
    phone = three_rounds(store).stopping().playing_on()
    assert ended_by(phone) == ()
    phone.with_round("", "5", "2", "1", fools=[ANNE]).stopping()
    assert ended_by(phone) == ("agreed",)
    assert len(phone.rounds) == 4


def test_after_the_end_play_on_opens_the_game(store: Store) -> None:
    """After the end there is no further round unless somebody chooses to play on."""
    phone = a_table(store).with_round("27 26 25 2", "", "13", "")
    assert ended_by(phone) == ("score",)
    phone.playing_on().with_round("", "5", "", "")
    assert ended_by(phone) == ()
    assert phone.table.sheet.totals == (-70, 5, -3, 20)
    assert phone.table.sheet.passed is not None
    assert phone.table.sheet.passed.after == 1


def test_undoing_play_on_ends_the_game_again(store: Store) -> None:
    """Play on is an entry that can be taken back."""
    phone = a_table(store).with_round("27 26 25 2", "", "13", "").playing_on().undoing()
    assert ended_by(phone) == ("score",)
    assert phone.table.sitting.played_on == ()


def test_an_edit_undoes_the_end(store: Store) -> None:
    """When an edit undoes the end, the game is open again by itself."""
    phone = a_table(store).with_round("27 26 25 2", "", "13", "").correcting(1, "27 26 2", "", "13", "")
    assert ended_by(phone) == ()
    assert phone.with_round("", "5", "", "").table.sheet.totals == (-45, 5, -3, 20)
    assert ended_by(phone.undoing(2)) == ("score",)


def test_an_edit_moves_the_end_to_an_earlier_round(store: Store) -> None:
    """Later rounds then stay on the sheet and do not count."""
    phone = three_rounds(store).correcting(2, "27 26 25 2", "", "13", "")
    assert ended_by(phone) == ("score",)
    assert [line.counts for line in phone.table.sheet.lines] == [True, True, False]
    assert len(phone.rounds) == 3
    assert phone.playing_on().table.sheet.totals == (-101, 14, -16, 12)


# The file


def test_reopening_the_file_gives_the_same_table(path: Path) -> None:
    """The server may stop at any time: the next one reads the same sheet from the file."""
    store = Store(path)
    phone = three_rounds(store).correcting(2, "", "9", "2", "1").renaming(PAUL, "Paula").choosing(CAMILLE).undoing()
    before, journal = phone.table, phone.journal
    store.close()
    later = Phone(Store(path), phone.address)
    assert later.table == before
    assert later.journal == journal
    assert later.redoing().table.sitting.starters == {4: CAMILLE}
    later.store.close()


def test_every_version_is_the_journal_up_to_there(store: Store) -> None:
    """Replaying the first entries gives the table as it was then."""
    phone = a_table(store)
    seen = [phone.table]
    for act in (
        lambda: phone.with_round("17", "", "13", ""),
        lambda: phone.renaming(ANNE, "Annie"),
        lambda: phone.correcting(1, "16", "", "13", ""),
        lambda: phone.undoing(),
        lambda: phone.stopping(),
        lambda: phone.playing_on(),
    ):
        act()
        seen.append(phone.table)
    for count, table in enumerate(seen, start=1):
        assert replay(table.id, phone.journal[:count]) == table


def test_steps_show_the_state_before_and_after_every_entry(store: Store) -> None:
    """Each entry leads from the state the one before it left."""
    phone = three_rounds(store).undoing(2).redoing().renaming(ANNE, "Annie")
    taken = list(retraced(store, phone.table))[::-1]
    assert [step.entry for step in taken] == phone.journal
    assert taken[0].before is None
    assert [step.before for step in taken[1:]] == [step.after for step in taken[:-1]]
    assert [len(step.after.rounds) for step in taken] == [0, 1, 2, 3, 2, 1, 2, 2]
    assert [step.target.seq if step.target else None for step in taken] == [None] * 4 + [4, 3, 3, None]


def test_undo_gives_back_all_that_an_entry_replaced(store: Store) -> None:
    """Whatever it was: going back through a whole evening leads through the same states, and forward again."""
    phone = a_table(store).with_round("17", "", "13", "").choosing(PAUL).choosing(RACHEL).renaming(ANNE, "Annie")
    phone.writes(facts.cards_noted({"ones": 6}, {"ones": None})).writes(facts.cards_noted({"ones": 5}, {"ones": 6}))
    phone.with_round("27 26 25", "", "13", "").playing_on().correcting(1, "2", "", "1", "").stopping().playing_on()
    seen = [replay(1, phone.journal[: entry.seq]).sitting for entry in phone.journal]
    for sitting in reversed(seen[:-1]):
        assert phone.undoing().table.sitting == sitting
    for sitting in seen[1:]:
        assert phone.redoing().table.sitting == sitting
    assert phone.version == 3 * len(seen) - 2


def test_a_table_is_kept_once_however_often_it_changed(store: Store) -> None:
    """Four hundred entries at a table leave its newest version in memory, not every one."""
    phone = three_rounds(store)
    for _ in range(20):
        phone.undoing(3).redoing(3)
    kept = [table for (of, table_id), table in tables._newest.items() if of is store and table_id == phone.table.id]
    assert [table.version for table in kept] == [124]
    assert len(list(kept[0].done)) == 4


def test_a_table_without_a_journal_is_no_table() -> None:
    """There is nothing to replay before a table was opened."""
    with pytest.raises(ValueError, match="no journal"):
        replay(1, [])


def test_an_entry_of_an_unknown_kind_is_not_passed_over(store: Store) -> None:
    """A journal written by a newer program is refused rather than half understood."""
    phone = a_table(store)
    with pytest.raises(ValueError, match="sang"):
        replay(1, [*phone.journal, Entry(2, "sang", {}, "2024-01-01")])


# Any evening at all


@dataclass(frozen=True)
class Evening:
    """What the model knows of a table: plain lists, no journal."""

    players: tuple[str, ...] = NAMES
    rounds: tuple[FoolRound, ...] = ()
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
        """Sit down at a new file."""
        self.folder = TemporaryDirectory()
        self.store = Store(Path(self.folder.name) / FILE_NAME)
        self.phone = a_table(self.store, **FAR_LIMITS)
        self.loaded = self.phone.table
        self.version = 1
        self.done = [(1, Evening())]
        self.undone: list[tuple[int, Evening]] = []
        self.changed: dict[int, int] = {}
        self.about: dict[int, int] = {}
        self.written: list[tuple[str, Decision]] = []
        self.fresh = (f"key-{number}" for number in itertools.count())

    @property
    def now(self) -> Evening:
        """The model's evening."""
        return self.done[-1][1]

    def write(self, decision: Decision, fits: bool) -> bool:
        """Send one write, which must go through just when it fits."""
        key = next(self.fresh)
        if not fits:
            with pytest.raises(Conflict) as conflict:
                append(self.store, self.loaded, key, decision)
            assert conflict.value.table.version == self.version
            return False
        after = append(self.store, self.loaded, key, decision)
        self.version += 1
        self.written.append((key, decision))
        assert after.version == self.version
        return True

    def change(self, decision: Decision, fits: bool, about: int = 0, **changes: Any) -> None:
        """Send a new fact that changes the evening, and perhaps the round it is ``about``."""
        if self.write(decision, fits):
            self.done.append((self.version, replace(self.now, **changes)))
            self.undone.clear()
            if about:
                self.about[self.version] = about
                self.changed[about] = self.version

    @rule(played=rounds, off=nearly)
    def enter(self, played: FoolRound, off: int) -> None:
        """Enter the next round, or one that is taken or too early."""
        number = len(self.now.rounds) + 1 + off
        decision = entering(number, played)
        self.change(decision, not off and not self.now.stopped, number, rounds=(*self.now.rounds, played))

    @precondition(lambda self: self.now.rounds)
    @rule(played=rounds, pick=st.integers(0, 99), age=st.integers(0, 4))
    def correct(self, played: FoolRound, pick: int, age: int) -> None:
        """Correct a round as it was some entries ago, or one that is not there."""
        number, seen = 1 + pick % (len(self.now.rounds) + 1), max(1, self.version - age)
        there = number <= len(self.now.rounds)
        corrected = (*self.now.rounds[: number - 1], played, *self.now.rounds[number:])
        decision = facts.round_corrected(number, played, seen)
        self.change(decision, there and self.changed[number] <= seen, number, rounds=corrected)

    @rule(seat=seats, nickname=st.text("Łé '☺", min_size=1, max_size=3))
    def rename(self, seat: int, nickname: str) -> None:
        """Give a player a name nobody else has."""
        players = list(self.now.players)
        players[seat] = f"{NAMES[seat]} {nickname}"
        self.change(facts.player_renamed(seat, players[seat]), True, players=tuple(players))

    @rule(seat=seats, off=nearly)
    def choose_starter(self, seat: int, off: int) -> None:
        """Choose who starts the next round, or a round that is past or far."""
        number = len(self.now.rounds) + 1 + off
        decision = facts.starter_chosen(number, seat)
        self.change(decision, not off and not self.now.stopped, starters={**self.now.starters, number: seat})

    @rule(off=nearly)
    def stop(self, off: int) -> None:
        """End the game, perhaps without having seen the last round."""
        number = len(self.now.rounds) + off
        self.change(facts.stopped(number), not off and number > 0 and not self.now.stopped, stopped=True)

    @rule(off=nearly)
    def play_on(self, off: int) -> None:
        """Play on, perhaps without having seen the last round, perhaps in an open game."""
        number = len(self.now.rounds) + off
        self.change(facts.played_on(number, ("agreed",)), not off and self.now.stopped, stopped=False)

    @rule(off=nearly)
    def undo(self, off: int) -> None:
        """Take back the last entry in force, or one that is not."""
        seq = self.done[-1][0] + off
        if self.write(facts.undone(seq), not off and len(self.done) > 1):
            self.undone.append(self.done.pop())
            self.note_change(seq)

    @precondition(lambda self: self.undone)
    @rule(off=nearly)
    def redo(self, off: int) -> None:
        """Put back the last entry undone, or one that is not."""
        seq = self.undone[-1][0] + off
        if self.write(facts.redone(seq), not off):
            self.done.append(self.undone.pop())
            self.note_change(seq)

    def note_change(self, seq: int) -> None:
        """Taking back or putting back an entry about a round changes that round."""
        if seq in self.about:
            self.changed[self.about[seq]] = self.version

    @precondition(lambda self: not self.undone)
    @rule()
    def redo_nothing(self) -> None:
        """There is nothing to put back."""
        self.write(facts.redone(self.version), False)

    @precondition(lambda self: self.written)
    @rule(pick=st.integers(0, 99))
    def repeat(self, pick: int) -> None:
        """Send a write again, however long ago it was: nothing happens."""
        key, decision = self.written[pick % len(self.written)]
        assert append(self.store, self.loaded, key, decision).version == self.version

    @precondition(lambda self: self.written)
    @rule(pick=st.integers(0, 99))
    def reuse_a_key(self, pick: int) -> None:
        """Send a used key with another decision: a conflict, and nothing happens."""
        key, _ = self.written[pick % len(self.written)]
        with pytest.raises(Conflict):
            append(self.store, self.loaded, key, facts.player_renamed(ANNE, "Somebody else"))

    @rule()
    def restart(self) -> None:
        """Stop the server and start another on the same file."""
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
        """Leave no file behind."""
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


def test_any_evening_comes_out_like_the_model(thorough: bool) -> None:
    """Rounds, corrections, undo, redo, repeated keys, stale requests and restarts in any order."""
    run_state_machine_as_test(
        Scorekeeping, settings=settings(max_examples=40 if thorough else 3, stateful_step_count=STEPS)
    )
