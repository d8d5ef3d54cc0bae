"""A table that is remembered and carried on by its new entries is the one that its whole journal gives."""

from __future__ import annotations

from contextlib import closing
from functools import reduce

import pytest

from companion.store.database import Store
from companion.store.journal import facts, tables
from companion.store.journal.replay import advance, replay
from companion.store.journal.tables import append
from tests.store.builders import ANNE, PAUL, RACHEL, Phone, a_key, a_round, a_table, entering


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
    phone = an_evening(store)
    journal, whole = phone.journal, phone.table
    for count in range(1, len(journal) + 1):
        start = replay(whole.id, journal[:count])
        assert start.states == whole.states[:count]
        assert reduce(advance, journal[count:], start) == whole


def test_only_what_is_new_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save reads no entry again; of what another process wrote only what was not read before."""
    phone = a_table(store).with_round("17", "", "13", "")
    read: list[tuple[int, int]] = []
    rows = tables._read_rows
    monkeypatch.setattr(tables, "_read_rows", lambda *asked: read.append(asked[2:]) or rows(*asked))
    table = append(store, phone.table, a_key(), entering(2, a_round("2", "", "3", "")))
    assert (phone.table, read) == (table, [])
    with closing(Store(store.path)) as other:
        Phone(other, phone.address).with_round("2", "", "3", "")
    read.clear()
    assert len(phone.rounds) == 3
    assert read == [(3, 4)]
