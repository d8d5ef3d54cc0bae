"""Appending to a table's journal: what is numbered, what may be repeated, what is never changed."""

import sqlite3
from dataclasses import replace

import pytest

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.store.journal.facts import Conflict
from companion.store.journal.loading import open_table, read_journal
from companion.store.links.links import SCORER, Link
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append
from tests.store.builders import (
    ANNE,
    CAMILLE,
    FOUR,
    NAMES,
    PAUL,
    RACHEL,
    Phone,
    a_group,
    a_key,
    a_round,
    a_sitting,
    a_table,
    entering,
    everything,
    how_many,
)
from tests.store.changes import hand_laid, players_renamed, round_corrected, ruling_shown, undone

ROUND = a_round("17", "", "13", "")
OTHER_ROUND = a_round("", "2 2", "", "1")


def test_a_table_is_opened_by_its_address_only(store):
    """It has one entry then. The address is a key of 128 bits, and another than the one it was started with."""
    key = a_key()
    anne = Phone(store, start_table(store, "fool", a_sitting(RACHEL), key))
    assert (anne.kinds, anne.table.game, anne.table.sitting) == (["created"], "fool", a_sitting(RACHEL))
    link = Link(anne.table.id, SCORER, 1, changed_at=anne.table.last_at)
    assert open_table(store, anne.address) == (anne.table, link)
    for wrong in (a_key(), "", anne.address.swapcase(), anne.address + "=", key):
        assert open_table(store, wrong) is None
    assert len(anne.address) == 22


def test_a_table_starts_with_a_whole_sitting(store):
    """What is not recorded of who started and dealt its rounds is derived then, and recorded."""
    two = {"rounds": (ROUND, OTHER_ROUND)}
    for happened in (
        {"drawn": True, "first_starter": CAMILLE},
        two | {"starters": {1: PAUL, 2: ANNE, 3: CAMILLE}},
        two | {"played_on": ("tens",), "stopped": True},
    ):
        sitting = replace(a_sitting(), **happened)
        assert Phone(store, start_table(store, "fool", sitting, a_key())).table.sitting == recorded(sitting)


def recorded(sitting):
    """The sitting with who started and dealt its rounds; only the next starter is still a choice."""
    openings = tuple(line.opening.seats for line in derive(RULEBOOKS["fool"], sitting).lines)
    starters = {number: seat for number, seat in sitting.starters.items() if number > len(openings)}
    return replace(sitting, openings=openings, starters=starters)


def test_a_repeated_append_changes_nothing(store):
    """However late it comes: it is answered with the table of today, and puts nothing back that was undone since."""
    phone, key = a_table(store), a_key()
    first = append(store, phone.address, key, entering(1, ROUND))
    assert first == append(store, phone.address, key, entering(1, ROUND)) == phone.table
    phone.with_round("", "5", "", "").undoing(2)
    assert append(store, phone.address, key, entering(1, ROUND)) == phone.table
    assert (phone.version, phone.rounds) == (5, ())


def test_a_key_writes_one_change_only(store):
    """The same key with another change is a conflict, even where that change would fit."""
    phone, key = a_table(store), a_key()
    phone.writes(entering(1, ROUND), key=key)
    others = (round_corrected(1, ROUND), players_renamed((PAUL, "Paula")), undone(2))
    for change in (entering(1, OTHER_ROUND), entering(2, ROUND), *others):
        with pytest.raises(Conflict) as conflict:
            phone.writes(change, key=key)
        assert conflict.value.table == phone.table
    assert (phone.version, phone.rounds) == (2, (ROUND,))


def test_a_repeated_start_gives_the_same_table(store):
    """As it was played on since; and a starter drawn anew is the same start: the first draw counts."""
    key, sitting = a_key(), replace(a_sitting(RACHEL), rounds=(ROUND, OTHER_ROUND), drawn=True)
    phone = Phone(store, start_table(store, "fool", sitting, key)).with_round("", "5", "", "")
    before = everything(store)
    assert start_table(store, "fool", sitting, key) == phone.address
    assert start_table(store, "fool", replace(sitting, first_starter=PAUL), key) == phone.address
    assert everything(store) == before
    assert start_table(store, "fool", sitting, a_key()) != phone.address


def with_rounds(*rounds):
    return replace(a_sitting(), rounds=rounds)


def test_another_start_with_the_same_key_is_another_table(store):
    """Back in the browser, something changed, sent again: nobody lands at the table they left. Both may be repeated."""
    for one, other in (
        (a_sitting(), replace(a_sitting(), players=("Paul", "Anne", "Rachel", "Camille"))),
        (a_sitting(), replace(a_sitting(), players=(*NAMES, "Dora"))),
        (a_sitting(), a_sitting(PAUL)),
        (a_sitting(), a_sitting(end_score=-100)),
        (with_rounds(ROUND), with_rounds(OTHER_ROUND)),
        (with_rounds(ROUND), replace(with_rounds(ROUND), stopped=True)),
    ):
        key = a_key()
        first, second = (Phone(store, start_table(store, "fool", sitting, key)) for sitting in (one, other))
        assert first.table.id != second.table.id
        assert (first.table.sitting, second.table.sitting) == (recorded(one), recorded(other))
        assert [start_table(store, "fool", each, key) for each in (one, other)] == [first.address, second.address]


def test_a_write_that_fails_leaves_nothing_behind(store):
    """Whatever goes wrong inside the transaction; its key is still fresh."""
    key, bad = a_key(), {"hands": {}}
    with pytest.raises(Unreadable):
        start_table(store, "fool", with_rounds(ROUND, bad), key)
    assert how_many(store)["tables"] == how_many(store)["links"] == how_many(store)["journal"] == 0
    phone = Phone(store, start_table(store, "fool", a_sitting(), key))
    before = everything(store)
    with pytest.raises(Unreadable):
        append(store, phone.address, key, entering(1, a_round("10 10 10 10 10", "", "", "")))
    assert everything(store) == before
    assert phone.writes(entering(1, ROUND), key=key).rounds == (ROUND,)


def test_what_changes_nothing_is_not_written(store):
    """Hands and rulings are: they change no sheet anyway, and the same one again may be news."""
    phone = a_table(store).with_round("17", "", "13", "").choosing(CAMILLE)
    before = everything(store)
    phone.correcting(1, "17", "", "13", "").renaming(ANNE, "Anne").choosing(CAMILLE)
    phone.changing(end_score=-80).changing(1, end_score=-80).seating(ANNE, PAUL, RACHEL, CAMILLE)
    assert everything(store) == before
    hand, ruling = hand_laid(2, ANNE, {"cards": "5", "disc": False}), ruling_shown("cards=G2")
    assert phone.writes(hand).writes(hand).writes(ruling).writes(ruling).version == 7


def test_the_journal_is_append_only(store):
    """The file itself refuses to change or remove an entry, of any table but one that has been deleted."""
    circle = a_group(store).with_table(FOUR, "-80 10 10 0").with_table(FOUR, "-80 10 10 0").deleting(2)
    phone = a_table(store).with_round("17", "", "13", "")
    before = everything(store)
    for statement in (
        "UPDATE journal SET payload = '{}'",
        "UPDATE OR REPLACE journal SET seq = 1 WHERE seq = 2",
        "DELETE FROM journal",
        "INSERT OR REPLACE INTO journal SELECT table_id, seq, 'forged', '', at, 'new', NULL FROM journal WHERE seq = 2",
        "REPLACE INTO journal SELECT table_id, seq, 'forged', '{}', at, key, NULL FROM journal WHERE seq = 2",
        "INSERT INTO journal SELECT * FROM journal WHERE true ON CONFLICT DO UPDATE SET payload = '{}'",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store.db.execute(statement)
        assert everything(store) == before, statement
    assert [kind for _, kind, *_ in read_journal(store.db, circle.tables[0])] == ["created"]
    assert phone.kinds == ["created", "round_entered"]
