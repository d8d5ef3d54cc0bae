"""A table that is carried on by its new entries is the one that its whole journal gives, from whatever version on."""

from __future__ import annotations

from contextlib import closing
from functools import reduce

import pytest

from companion.store.database import Store
from companion.store.journal import facts, tables
from companion.store.journal.replay import Table, advance, replay
from companion.store.journal.tables import append, retraced, table_at
from tests.store.builders import ANNE, PAUL, RACHEL, Phone, a_key, a_round, a_table, entering


def everything(table: Table) -> tuple[object, ...]:
    """All that a table says, also what undo and redo would lead to, one after the other."""
    stacks = list(table.done), list(table.waiting or ())
    return table, stacks, table.undone, table.redone, table.sheet, table.version, table.started_at, table.last_at


def an_evening(store: Store) -> Phone:
    phone = a_table(store).with_round("17", "", "13", "").choosing(PAUL).choosing(RACHEL).renaming(ANNE, "Annie")
    phone.writes(facts.cards_noted({"ones": 6}, {"ones": None})).writes(facts.cards_noted({"ones": 5}, {"ones": 6}))
    phone.writes(facts.hand_laid(2, RACHEL, {"cards": "2 3"}, 0)).writes(facts.ruling_shown("cards=G2"))
    phone.writes(facts.round_begun(2, a_round("", "", "", ""), 0)).undoing(2).redoing()
    phone.writes(facts.round_begun(2, a_round("2", "", "", ""), phone.version))
    phone.writes(facts.round_entered(2, a_round("27 26 25", "", "13", ""), phone.version)).playing_on()
    phone.correcting(1, "2", "", "1", "").stopping().playing_on()
    return phone.undoing(7).redoing(7).undoing(3).redoing(2)


def test_a_table_is_carried_on_from_any_version(store: Store) -> None:
    """Also the way back leads through the same states."""
    phone = an_evening(store)
    journal, whole = phone.journal, everything(phone.table)
    versions = [replay(phone.table.id, journal[:count]) for count in range(1, len(journal) + 1)]
    assert everything(versions[-1]) == whole
    for start in versions:
        assert start.version % 2 or start.sheet  # it may be derived already, or not
        assert everything(reduce(advance, journal[start.version :], start)) == whole
        assert table_at(store, phone.table, start.version) == start
    back = list(retraced(store, phone.table))[::-1]
    assert [step.entry for step in back] == journal
    assert [step.after for step in back] == [version.sitting for version in versions]
    assert [step.before for step in back] == [None, *(version.sitting for version in versions[:-1])]
    assert [step.target for step in back] == [version.news.target for version in versions]


def test_undo_gives_back_all_that_an_entry_replaced(store: Store) -> None:
    """Whatever it was: going back through a whole evening leads through the same states, and forward again."""
    phone = an_evening(store)
    states = [phone.table.sitting]
    while phone.table.undoable:
        states.append(phone.undoing().table.sitting)
    assert len(states) > 8
    for state in states[-2::-1]:
        assert phone.redoing().table.sitting == state


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
