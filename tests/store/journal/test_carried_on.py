"""A table that is carried on by its new entries is the one that its whole journal gives, from whatever version on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.points.round import PointsRound
from companion.games.sitting import Round, Sitting
from companion.store.database import FILE_NAME, Store
from companion.store.journal import facts, tables
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.replay import Table, advance, replay
from companion.store.journal.tables import append, entries, open_table, retraced, start_table, table_at
from tests.store.builders import Phone, a_key, a_round, a_table, entering
from tests.store.groups.evenings import a_round_of

GAMES = ("fool", "fools-field", "durak", "points")
NAMES = ("Anne", "Paul", "Rachel", "Camille")


def everything(table: Table) -> tuple[object, ...]:
    """All that a table says, also what undo and redo would lead to, one after the other."""
    derived = derive(table.rulebook, table.sitting)
    assert table.sheet == derived
    done, waiting = list(table.done), list(table.waiting or ())
    return table, done, waiting, table.undone, table.redone, derived, table.version, table.started_at, table.last_at


def a_played_round(chance: random.Random, table: Table) -> Round:
    if table.game == "points":
        return PointsRound(tuple(chance.choice([-3, 0, 0.5, 7]) for _ in table.sitting.seats))
    played: Round = a_round_of(table.game, chance, table.sitting)
    return played


def happenings(chance: random.Random, table: Table) -> Iterator[Decision]:
    """What might be written next, whether it fits or not."""
    number, seat = len(table.sitting.rounds) + 1, chance.choice(table.sitting.seats)
    played = a_played_round(chance, table)
    for _ in range(3):
        yield facts.round_entered(number, played, table.version)
        yield facts.round_corrected(chance.randint(1, number), played, table.version)
        yield facts.undone(table.undoable.seq if table.undoable else 0)
        yield facts.redone(table.redoable.seq if table.redoable else 0)
    yield facts.round_begun(number, played, table.version)
    yield facts.starter_chosen(number, seat)
    yield facts.player_renamed(seat, chance.choice(["Zoë", "Ben", *NAMES]))
    yield facts.hand_laid(number, seat, {"cards": "2 3"}, 0)
    yield facts.ruling_shown("cards=G2")
    yield facts.stopped(number - 1)
    if table.sheet.ending:
        yield facts.played_on(number - 1, table.sheet.ending.keys)
    if table.rulebook.notes:
        key = chance.choice(table.rulebook.notes).key
        yield facts.cards_noted({key: chance.choice([None, 6])}, {key: table.sitting.options.get(key)})
    yield Decision(facts.Fact("rematch_begun", {"table": chance.randint(2, 9)}), lambda table: True)


def an_evening(game: str, chance: random.Random, phones: list[Store], key: str, happened: int) -> None:
    """So many things happen at a table, each from the one or the other process."""
    for _ in range(happened):
        store = chance.choice(phones)
        found = open_table(store, key)
        assert found is not None
        decision = chance.choice(list(happenings(chance, found[0])))
        with suppress(Conflict):
            append(store, found[0], a_key(), decision)


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32), happened=st.integers(1, 60))
def test_a_table_is_carried_on_from_any_version(game: str, seed: int, happened: int) -> None:
    """With undo, redo, corrections, names, notes, hands, rulings, rematches; by two processes on one file."""
    chance = random.Random(seed)
    names = NAMES[:2] if game == "fools-field" else NAMES
    sitting: Sitting[Any] = Sitting(names, 0, RULEBOOKS[game].defaults())
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        with closing(Store(path)) as one, closing(Store(path)) as other:
            key = start_table(one, game, sitting, a_key())
            an_evening(game, chance, [one, other], key, happened)
            for store in (one, other):
                found = open_table(store, key)
                assert found is not None
                table, journal = found[0], entries(store, found[0].id)
                whole = everything(replay(table.id, journal))
                assert everything(table) == whole
            versions = [replay(table.id, journal[:count]) for count in range(1, len(journal) + 1)]
            for start in versions:
                assert chance.random() < 0.5 or start.sheet  # it may be derived already, or not
                assert everything(reduce(advance, journal[start.version :], start)) == whole
                assert table_at(one, table, start.version) == start
            back = list(retraced(one, table))[::-1]
            assert [step.entry for step in back] == journal
            assert [step.after for step in back] == [version.sitting for version in versions]
            assert [step.before for step in back] == [None, *(version.sitting for version in versions[:-1])]
            assert [step.target for step in back] == [version.news.target for version in versions]


def test_an_older_version_does_not_take_the_place_of_the_newest(store: Store) -> None:
    """Who looks back at a table must not make the next save read it all again."""
    phone = a_table(store).with_round("17", "", "13", "").with_round("2", "", "3", "")
    newest = phone.table
    assert table_at(store, newest, 2).version == 2
    assert phone.table is newest
    assert table_at(store, newest, 9) is newest


def test_only_what_is_new_is_read_and_derived(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save reads no entry again; what another process wrote is read from the version that is known."""
    phone = a_table(store).with_round("17", "", "13", "")
    read: list[tuple[int, int]] = []
    rows, before = tables._rows, phone.table.sheet
    monkeypatch.setattr(tables, "_rows", lambda *asked: read.append(asked[2:]) or rows(*asked))
    table = append(store, phone.table, a_key(), entering(2, a_round("2", "", "3", "")))
    assert (phone.table, read) == (table, [])
    assert table.sheet.lines[0] is before.lines[0]
    with closing(Store(store.path)) as other:
        Phone(other, phone.address).with_round("2", "", "3", "")
    read.clear()
    assert len(phone.rounds) == 3
    assert read == [(3, 4)]


@pytest.mark.thorough
def test_many_threads_read_while_one_saves(store: Store) -> None:
    """Nobody ever sees a version that is not as its journal says."""
    phone, seen = a_table(store, end_score=-500, tens_to_end=60), list[Table]()

    def look() -> None:
        while len(phone.rounds) < 20:
            seen.append(phone.table)

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        phone.with_round("2", "", "3", "")
    for thread in threads:
        thread.join()
    journal = phone.journal
    whole = {count: everything(replay(phone.table.id, journal[:count])) for count in range(1, 22)}
    assert all(everything(table) == whole[table.version] for table in {id(table): table for table in seen}.values())
