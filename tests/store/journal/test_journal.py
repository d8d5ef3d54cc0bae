"""Appending to a table's journal: what is numbered, what may be repeated, what comes too late."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.games.fool.round import FoolRound
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision, Fact
from companion.store.journal.replay import Table
from companion.store.journal.tables import append, entries, open_table, start_table
from companion.store.links.links import HOST, WATCHER, Link, LinkEnded
from tests.store.builders import ANNE, CAMILLE, NAMES, PAUL, RACHEL, Phone, a_key, a_round, a_sitting, a_table, entering

ROUND = a_round("17", "", "13", "")
OTHER_ROUND = a_round("", "2 2", "", "1")


def contents(store: Store) -> dict[str, list[Any]]:
    """Every row of every table in the file."""
    return {
        name: store.db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
        for name in ("tables", "links", "journal")
    }


def refused(phone: Phone, decision: Decision, key: str | None = None) -> Conflict:
    """The conflict that a decision meets, which must leave the file as it was."""
    before = contents(phone.store)
    with pytest.raises(Conflict) as conflict:
        append(phone.store, phone.table, key or a_key(), decision)
    assert contents(phone.store) == before
    assert not phone.store.db.conn.in_transaction
    return conflict.value


# Starting


def test_a_new_table_has_one_entry(store: Store) -> None:
    """A table is its journal, and the journal begins with the table's creation."""
    phone = a_table(store, starter=RACHEL)
    assert (phone.version, phone.kinds) == (1, ["created"])
    assert phone.table.sitting == a_sitting(RACHEL)
    assert phone.table.game == "fool"


def test_a_table_is_opened_by_its_address_only(store: Store) -> None:
    """The authority is in the address; another one opens nothing."""
    anne, paul = a_table(store), a_table(store)
    assert open_table(store, anne.address) == (anne.table, Link(anne.table.id, HOST, 1, None, 0, anne.table.last_at))
    assert anne.table.id != paul.table.id
    for wrong in (a_key(), "", anne.address.swapcase(), anne.address + "=", "\ud800"):
        assert open_table(store, wrong) is None


def test_an_address_has_128_bits_and_is_not_the_write_key(store: Store) -> None:
    """A key is 128 random bits: 22 characters that fit into an address."""
    key = a_key()
    address = start_table(store, "fool", a_sitting(), key)
    assert len(address) == 22
    assert address.replace("-", "").replace("_", "").isalnum()
    assert key not in address


def test_a_watchers_link_gives_the_watchers_role(store: Store) -> None:
    """One key writes, one only reads."""
    phone = a_table(store)
    add_link(store, phone.table, "watchers-key", WATCHER)
    assert open_table(store, "watchers-key") == (
        phone.table,
        Link(phone.table.id, WATCHER, 1, None, 0, phone.table.last_at),
    )


def test_an_ended_link_says_so(store: Store) -> None:
    """Replacing a key ends the old link, and only that link."""
    phone = a_table(store)
    add_link(store, phone.table, "old-key", WATCHER)
    store.db.execute("UPDATE links SET ended_at = '2024-01-01' WHERE role = 'watcher'")
    with pytest.raises(LinkEnded):
        open_table(store, "old-key")
    assert open_table(store, phone.address) is not None


def add_link(store: Store, table: Table, key: str, role: str) -> None:
    """Another link to a table, its key hashed with SHA-256."""
    store.db.execute(
        "INSERT INTO links (key_hash, table_id, role, created_at) VALUES (?, ?, ?, '2024-01-01')",
        [hashlib.sha256(key.encode()).hexdigest(), table.id, role],
    )


@pytest.mark.parametrize(
    "happened",
    [
        {},
        {"drawn": True, "first_starter": CAMILLE},
        {"rounds": (ROUND, OTHER_ROUND)},
        {"rounds": (ROUND, OTHER_ROUND), "starters": {1: PAUL, 2: ANNE, 3: CAMILLE}},
        {"rounds": (ROUND,), "stopped": True},
        {"rounds": (ROUND, OTHER_ROUND), "played_on": ("tens",)},
        {"rounds": (ROUND, OTHER_ROUND), "played_on": ("tens",), "stopped": True},
    ],
    ids=["empty", "drawn", "rounds", "starters", "stopped", "played-on", "played-on-and-stopped"],
)
def test_a_table_starts_with_a_whole_sitting(store: Store, happened: dict[str, Any]) -> None:
    """An imported table is the sitting that was imported."""
    sitting = replace(a_sitting(), **happened)
    phone = Phone(store, start_table(store, "fool", sitting, a_key()))
    assert phone.table.sitting == sitting


def test_missing_house_rules_take_their_defaults(store: Store) -> None:
    """Missing options take their defaults, and the journal says which were in force."""
    sitting = replace(a_sitting(), options={"end_score": -100})
    phone = Phone(store, start_table(store, "fool", sitting, a_key()))
    assert phone.table.sitting.options == a_sitting(end_score=-100).options


def test_a_sitting_that_cannot_be_written_starts_no_table(store: Store) -> None:
    """A table starts whole or not at all, and its key is then still fresh."""
    key = a_key()
    with pytest.raises(ValueError, match="zip"):
        start_table(store, "fool", replace(a_sitting(), rounds=(ROUND, a_round("17", ""))), key)
    assert contents(store) == {"tables": [], "links": [], "journal": []}
    assert open_table(store, start_table(store, "fool", a_sitting(), key)) is not None


# Numbering


def test_entries_count_from_1_without_gaps(store: Store) -> None:
    """``seq`` counts 1, 2, 3… whatever kind an entry is."""
    phone = a_table(store).with_round("17", "", "13", "").renaming(ANNE, "Annie").choosing(PAUL)
    phone.correcting(1, "16", "", "13", "").undoing(2).redoing().stopping().playing_on()
    assert [entry.seq for entry in phone.journal] == list(range(1, 11))
    assert phone.version == 10


def test_each_table_counts_for_itself(store: Store) -> None:
    """Two tables in one file do not see each other's entries."""
    anne, paul = a_table(store), a_table(store)
    anne.with_round("17", "", "13", "").renaming(ANNE, "Annie")
    paul.with_round("", "5", "", "")
    assert (anne.version, paul.version) == (3, 2)
    assert (anne.points, paul.points) == ([(-17, 10, -13, 10)], [(10, -5, 10, 10)])
    assert paul.table.sitting.players == NAMES


def test_append_returns_the_table_after_it(store: Store) -> None:
    """What a write returns is what a reader finds."""
    phone = a_table(store)
    after = append(store, phone.table, a_key(), entering(1, ROUND))
    assert after == phone.table
    assert (after.version, after.sitting.rounds) == (2, (ROUND,))


def test_an_old_copy_of_the_table_is_good_enough_to_write(store: Store) -> None:
    """What counts is the table inside the transaction, not the one the request loaded."""
    phone = a_table(store)
    loaded = phone.table
    phone.with_round("17", "", "13", "")
    after = append(store, loaded, a_key(), entering(2, OTHER_ROUND))
    assert after.sitting.rounds == (ROUND, OTHER_ROUND)
    assert loaded.sitting.rounds == ()


def test_entries_carry_their_time_in_utc(store: Store) -> None:
    """The history shows when something was entered."""
    began = datetime.now(UTC) - timedelta(milliseconds=1)
    phone = a_table(store).with_round("17", "", "13", "").undoing()
    times = [datetime.fromisoformat(entry.at) for entry in phone.journal]
    span = [began, *times, datetime.now(UTC)]
    assert span == sorted(span)
    assert {time.utcoffset() for time in times} == {timedelta(0)}
    assert (phone.table.started_at, phone.table.last_at) == (phone.journal[0].at, phone.journal[-1].at)


def test_a_name_and_a_total_come_back_as_written(store: Store) -> None:
    """Any name, and a hand known only by its total, survive the file."""
    phone = a_table(store).renaming(ANNE, "Zoë „Ł“ O'Neil 🃏").with_round("=32", "", "1 1 27", "", fools=[PAUL])
    assert phone.table.sitting.players[ANNE] == "Zoë „Ł“ O'Neil 🃏"
    assert phone.rounds == (a_round("=32", "", "1 1 27", "", fools=[PAUL]),)


# Repeating


def test_a_repeated_append_changes_nothing(store: Store) -> None:
    """Retry without double entry: the same key writes once."""
    phone, key = a_table(store), a_key()
    first = append(store, phone.table, key, entering(1, ROUND))
    again = append(store, phone.table, key, entering(1, ROUND))
    assert first == again == phone.table
    assert phone.kinds == ["created", "round_entered"]


def test_a_repeated_append_gives_the_table_as_it_is_by_now(store: Store) -> None:
    """A retry from a phone that was in a pocket for two rounds is answered with today's sheet."""
    phone, key = a_table(store), a_key()
    phone.writes(entering(1, ROUND), key).with_round("", "5", "", "").undoing()
    before = phone.table
    assert append(store, phone.table, key, entering(1, ROUND)) == before
    assert phone.version == 4


@pytest.mark.parametrize(
    "decision",
    [
        entering(1, OTHER_ROUND),
        entering(2, ROUND),
        facts.round_corrected(1, ROUND, 2),
        facts.player_renamed(PAUL, "Paula"),
        facts.undone(2),
    ],
    ids=["other-cards", "next-round", "correction", "rename", "undo"],
)
def test_a_key_writes_one_fact_only(store: Store, decision: Decision) -> None:
    """The same key with another decision is a conflict, even where that decision would fit."""
    phone, key = a_table(store), a_key()
    phone.writes(entering(1, ROUND), key)
    assert refused(phone, decision, key).table == phone.table
    assert phone.rounds == (ROUND,)


def test_a_key_counts_at_its_own_table(store: Store) -> None:
    """What was written at one table neither hinders nor answers a write at another."""
    anne, paul, key = a_table(store), a_table(store), a_key()
    anne.writes(entering(1, ROUND), key)
    paul.writes(entering(1, ROUND), key).writes(entering(1, ROUND), key)
    assert (anne.rounds, paul.rounds) == ((ROUND,), (ROUND,))
    assert (anne.version, paul.version) == (2, 2)


def test_a_used_key_stays_used_when_its_entry_is_undone(store: Store) -> None:
    """A late retry must not put back what somebody took back."""
    phone, key = a_table(store), a_key()
    phone.writes(entering(1, ROUND), key).undoing()
    append(store, phone.table, key, entering(1, ROUND))
    assert phone.rounds == ()
    assert phone.kinds == ["created", "round_entered", "undone"]


def test_a_refused_key_may_be_used_again(store: Store) -> None:
    """Only what was written uses up its key."""
    phone, key = a_table(store), a_key()
    with pytest.raises(Conflict):
        append(store, phone.table, key, entering(2, ROUND))
    append(store, phone.table, key, entering(1, ROUND))
    assert phone.rounds == (ROUND,)


def test_a_repeated_start_gives_the_same_table(store: Store) -> None:
    """ "Start game" tapped twice starts one table with one address."""
    key = a_key()
    first = start_table(store, "fool", a_sitting(), key)
    again = start_table(store, "fool", a_sitting(), key)
    assert first == again
    assert [len(rows) for rows in contents(store).values()] == [1, 1, 1]


def test_a_starter_drawn_again_is_the_same_start(store: Store) -> None:
    """The server draws the starter anew for a repeated request: the first draw counts."""
    key = a_key()
    first = start_table(store, "fool", replace(a_sitting(starter=RACHEL), drawn=True), key)
    again = start_table(store, "fool", replace(a_sitting(starter=PAUL), drawn=True), key)
    assert first == again
    assert Phone(store, again).table.sitting.first_starter == RACHEL


def in_seats(*players: str) -> Sitting[FoolRound]:
    """Other players at the table."""
    return replace(a_sitting(), players=players)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(a_sitting(), in_seats("Anne", "Paul", "Rachel", "Dora"), id="players"),
        pytest.param(a_sitting(), in_seats("Paul", "Anne", "Rachel", "Camille"), id="seats"),
        pytest.param(a_sitting(), in_seats(*NAMES, "Dora"), id="one-more-player"),
        pytest.param(a_sitting(), a_sitting(starter=PAUL), id="starter-chosen"),
        pytest.param(a_sitting(), replace(a_sitting(), drawn=True), id="starter-drawn"),
        pytest.param(a_sitting(), a_sitting(end_score=-100), id="house-rules"),
        pytest.param(a_sitting(), replace(a_sitting(), rounds=(ROUND,)), id="rounds"),
        pytest.param(
            replace(a_sitting(), rounds=(ROUND,)), replace(a_sitting(), rounds=(OTHER_ROUND,)), id="other-rounds"
        ),
        pytest.param(
            replace(a_sitting(), rounds=(ROUND,)), replace(a_sitting(), rounds=(ROUND, ROUND)), id="more-rounds"
        ),
        pytest.param(
            replace(a_sitting(), rounds=(ROUND, ROUND)), replace(a_sitting(), rounds=(ROUND,)), id="fewer-rounds"
        ),
        pytest.param(
            replace(a_sitting(), rounds=(ROUND,)), replace(a_sitting(), rounds=(ROUND,), stopped=True), id="stopped"
        ),
    ],
)
def test_another_start_with_the_same_key_is_another_table(
    store: Store, one: Sitting[FoolRound], other: Sitting[FoolRound]
) -> None:
    """Back in the browser, something changed, sent again: nobody lands at the table they left."""
    key = a_key()
    first = Phone(store, start_table(store, "fool", one, key))
    second = Phone(store, start_table(store, "fool", other, key))
    assert first.table.id != second.table.id
    assert (first.table.sitting, second.table.sitting) == (one, other)
    assert Phone(store, start_table(store, "fool", one, key)).table.id == first.table.id


def test_another_start_with_the_same_key_may_be_repeated_too(store: Store) -> None:
    """Any request may be repeated, also one that carries a key from a page that was gone back to."""
    key = a_key()
    start_table(store, "fool", a_sitting(), key)
    start_table(store, "fool", a_sitting(starter=PAUL), key)
    start_table(store, "fool", a_sitting(starter=PAUL), key)
    assert len(contents(store)["tables"]) == 2


def test_a_key_that_wrote_before_still_starts_a_table(store: Store) -> None:
    """A key that was used for a round does not stand in the way of a new game."""
    phone, key = a_table(store), a_key()
    phone.writes(entering(1, ROUND), key)
    started = Phone(store, start_table(store, "fool", a_sitting(starter=RACHEL), key))
    assert started.table.sitting == a_sitting(starter=RACHEL)
    assert phone.rounds == (ROUND,)


def test_a_repeated_start_leaves_a_table_in_play_alone(store: Store) -> None:
    """A start that is repeated late finds the table as it was played on."""
    key = a_key()
    sitting = replace(a_sitting(), rounds=(ROUND, OTHER_ROUND))
    phone = Phone(store, start_table(store, "fool", sitting, key)).with_round("", "5", "", "")
    before = contents(store)
    assert start_table(store, "fool", sitting, key) == phone.address
    assert contents(store) == before


def test_other_keys_start_other_tables(store: Store) -> None:
    """The same players may sit down twice."""
    assert len({start_table(store, "fool", a_sitting(), a_key()) for _ in range(3)}) == 3
    assert len(contents(store)["tables"]) == 3


# Conflicts


def after_one_round(phone: Phone) -> None:
    """One round, nobody near an end."""
    phone.with_round("17", "", "13", "")


def after_two_rounds(phone: Phone) -> None:
    """Two rounds, nobody near an end."""
    phone.with_round("17", "", "13", "").with_round("", "2 2", "", "1")


def after_the_end(phone: Phone) -> None:
    """Anne has fallen to −80."""
    phone.with_round("27 26 25 2", "", "13", "")


def after_stopping(phone: Phone) -> None:
    """The table has stopped after round 1."""
    phone.with_round("17", "", "13", "").stopping()


def after_an_undo(phone: Phone) -> None:
    """Round 2 was entered (entry 3) and taken back."""
    phone.with_round("17", "", "13", "").with_round("", "2 2", "", "1").undoing()


def after_a_new_entry(phone: Phone) -> None:
    """Round 2 was taken back, then Anne was renamed, so nothing is left to put back."""
    phone.with_round("17", "", "13", "").with_round("", "2 2", "", "1").undoing().renaming(ANNE, "Annie")


def nothing_yet(phone: Phone) -> None:
    """A table before its first round."""


@pytest.mark.parametrize(
    ("so_far", "decision"),
    [
        pytest.param(after_one_round, entering(1, ROUND), id="round-taken"),
        pytest.param(nothing_yet, entering(2, ROUND), id="round-too-early"),
        pytest.param(nothing_yet, entering(0, ROUND), id="round-0"),
        pytest.param(after_an_undo, entering(3, ROUND), id="round-after-one-taken-back"),
        pytest.param(after_the_end, entering(2, ROUND), id="round-after-the-end"),
        pytest.param(after_stopping, entering(2, ROUND), id="round-after-stopping"),
        pytest.param(nothing_yet, facts.round_corrected(1, ROUND, 1), id="correct-before-round-1"),
        pytest.param(after_one_round, facts.round_corrected(2, ROUND, 2), id="correct-a-round-to-come"),
        pytest.param(after_one_round, facts.round_corrected(0, ROUND, 2), id="correct-round-0"),
        pytest.param(after_two_rounds, facts.round_corrected(-1, ROUND, 3), id="correct-round-minus-1"),
        pytest.param(after_one_round, facts.round_corrected(1, ROUND, 1), id="correct-unseen-round"),
        pytest.param(after_an_undo, facts.round_corrected(2, ROUND, 3), id="correct-round-taken-back"),
        pytest.param(after_one_round, facts.starter_chosen(1, PAUL), id="starter-of-a-round-played"),
        pytest.param(after_one_round, facts.starter_chosen(3, PAUL), id="starter-too-early"),
        pytest.param(after_the_end, facts.starter_chosen(2, PAUL), id="starter-after-the-end"),
        pytest.param(after_stopping, facts.starter_chosen(2, PAUL), id="starter-after-stopping"),
        pytest.param(nothing_yet, facts.stopped(0), id="stop-before-round-1"),
        pytest.param(after_two_rounds, facts.stopped(1), id="stop-but-a-round-was-added"),
        pytest.param(after_an_undo, facts.stopped(2), id="stop-but-a-round-was-taken-back"),
        pytest.param(after_the_end, facts.stopped(1), id="stop-after-the-end"),
        pytest.param(after_stopping, facts.stopped(1), id="stop-twice"),
        pytest.param(nothing_yet, facts.played_on(0, ("score",)), id="play-on-before-round-1"),
        pytest.param(after_one_round, facts.played_on(1, ("score",)), id="play-on-before-the-end"),
        pytest.param(after_the_end, facts.played_on(0, ("score",)), id="play-on-stale"),
        pytest.param(after_the_end, facts.played_on(2, ("score",)), id="play-on-too-early"),
        pytest.param(after_the_end, facts.played_on(1, ("tens",)), id="play-on-past-another-end"),
        pytest.param(nothing_yet, facts.undone(1), id="undo-the-opening"),
        pytest.param(after_two_rounds, facts.undone(2), id="undo-but-another-entry-came"),
        pytest.param(after_two_rounds, facts.undone(4), id="undo-what-is-not-there"),
        pytest.param(after_an_undo, facts.undone(3), id="undo-twice"),
        pytest.param(after_an_undo, facts.undone(4), id="undo-an-undo"),
        pytest.param(after_two_rounds, facts.redone(3), id="redo-what-stands"),
        pytest.param(after_an_undo, facts.redone(2), id="redo-another-entry"),
        pytest.param(after_an_undo, facts.redone(4), id="redo-an-undo"),
        pytest.param(after_a_new_entry, facts.redone(3), id="redo-after-a-new-entry"),
    ],
)
def test_what_does_not_fit_the_table_is_a_conflict(
    store: Store, so_far: Callable[[Phone], None], decision: Decision
) -> None:
    """Taken or stale is a conflict, which changes nothing and shows the table as it is by now."""
    phone = a_table(store)
    so_far(phone)
    conflict = refused(phone, decision)
    assert conflict.table == phone.table
    assert str(phone.version) in str(conflict)


def test_two_phones_enter_the_same_round(store: Store) -> None:
    """Who is second with round 1 is told so and sees the round of who was first."""
    phone = a_table(store)
    seen_by_paul = phone.table
    phone.with_round("17", "", "13", "")
    with pytest.raises(Conflict) as conflict:
        append(store, seen_by_paul, a_key(), entering(1, OTHER_ROUND))
    assert conflict.value.table.sitting.rounds == (ROUND,)
    assert phone.rounds == (ROUND,)


def test_two_players_never_end_up_with_one_name(store: Store) -> None:
    """Two phones rename two players at once: a sheet file knows players by name, so names stay different."""
    phone = a_table(store).renaming(ANNE, "Eve")
    refused(phone, facts.player_renamed(PAUL, "eve"))
    assert phone.renaming(ANNE, "EVE").table.sitting.players == ("EVE", "Paul", "Rachel", "Camille")


def test_a_rename_always_finds_its_player(store: Store) -> None:
    """A rename fits a table however far it has moved on, also after the end."""
    phone = a_table(store)
    loaded = phone.table
    phone.with_round("27 26 25 2", "", "13", "")
    append(store, loaded, a_key(), facts.player_renamed(PAUL, "Paula"))
    assert phone.table.sitting.players == ("Anne", "Paula", "Rachel", "Camille")


# Correcting


def renamed(phone: Phone) -> None:
    """A player has another name."""
    phone.renaming(ANNE, "Annie")


def next_round_entered(phone: Phone) -> None:
    """Round 3 has come."""
    phone.with_round("", "5", "", "")


def other_round_corrected(phone: Phone) -> None:
    """Round 2 was corrected."""
    phone.correcting(2, "", "4", "", "")


def other_round_undone(phone: Phone) -> None:
    """Round 2 was taken back."""
    phone.undoing()


def starter_of_that_number_chosen(phone: Phone) -> None:
    """Round 2 was taken back and round 2's starter chosen."""
    phone.undoing().choosing(CAMILLE)


def stopped_and_played_on(phone: Phone) -> None:
    """The table stopped and thought better of it."""
    phone.stopping().playing_on()


@pytest.mark.parametrize(
    "meanwhile",
    [
        renamed,
        next_round_entered,
        other_round_corrected,
        other_round_undone,
        starter_of_that_number_chosen,
        stopped_and_played_on,
    ],
)
def test_what_happens_elsewhere_does_not_hinder_a_correction(store: Store, meanwhile: Callable[[Phone], None]) -> None:
    """A correction conflicts only when that very round has changed since."""
    phone = a_table(store)
    after_two_rounds(phone)
    seen = phone.version
    meanwhile(phone)
    phone.writes(facts.round_corrected(1, a_round("16", "", "13", ""), seen))
    assert phone.rounds[0] == a_round("16", "", "13", "")
    assert phone.points[0] == (-16, 10, -13, 10)


def that_round_corrected(phone: Phone) -> None:
    """Somebody else corrected round 1."""
    phone.correcting(1, "18", "", "13", "")


def that_correction_undone(phone: Phone) -> None:
    """Somebody else corrected round 1 and took it back: the round is the same, but it moved."""
    phone.correcting(1, "18", "", "13", "").undoing()


def that_round_undone_and_redone(phone: Phone) -> None:
    """Both rounds were taken back and put back."""
    phone.undoing(2).redoing(2)


def that_round_entered_anew(phone: Phone) -> None:
    """Both rounds were taken back and round 1 was entered otherwise."""
    phone.undoing(2).with_round("", "5", "", "")


def that_round_undone(phone: Phone) -> None:
    """Both rounds were taken back."""
    phone.undoing(2)


@pytest.mark.parametrize(
    "meanwhile",
    [
        that_round_corrected,
        that_correction_undone,
        that_round_undone_and_redone,
        that_round_entered_anew,
        that_round_undone,
    ],
)
def test_a_round_that_has_changed_since_cannot_be_corrected(store: Store, meanwhile: Callable[[Phone], None]) -> None:
    """Nobody overwrites a change they have not seen; an undo of a correction is a change too."""
    phone = a_table(store)
    after_two_rounds(phone)
    seen = phone.version
    meanwhile(phone)
    refused(phone, facts.round_corrected(1, a_round("16", "", "13", ""), seen))


def test_undoing_a_correction_made_before_is_a_change(store: Store) -> None:
    """Whoever saw the corrected round must not correct the old one that an undo brought back."""
    phone = a_table(store)
    after_one_round(phone)
    phone.correcting(1, "18", "", "13", "")
    seen = phone.version
    phone.undoing()
    refused(phone, facts.round_corrected(1, a_round("19", "", "13", ""), seen))
    phone.writes(facts.round_corrected(1, a_round("19", "", "13", ""), phone.version))
    assert phone.points == [(-19, 10, -13, 10)]


def test_a_round_may_be_corrected_again_and_again(store: Store) -> None:
    """Who has seen the last correction may correct it."""
    phone = a_table(store)
    after_one_round(phone)
    for cards in ("18", "19", "17"):
        phone.correcting(1, cards, "", "13", "")
    assert phone.rounds == (ROUND,)
    assert phone.table.changed == {1: 5}


# Refusing


def test_a_rejected_decision_leaves_nothing_behind(store: Store) -> None:
    """After a refusal no number is skipped, and the next write goes through."""
    phone = a_table(store).with_round("17", "", "13", "")
    for _ in range(3):
        refused(phone, entering(1, OTHER_ROUND))
    phone.with_round("", "2 2", "", "1")
    assert [entry.seq for entry in phone.journal] == [1, 2, 3]


def test_a_decision_that_fails_leaves_nothing_behind(store: Store) -> None:
    """Whatever goes wrong inside the transaction, nothing of it is kept."""
    phone = a_table(store)
    before = contents(store)

    def break_down(table: Table) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        append(store, phone.table, a_key(), Decision(Fact("stopped", {"after": 0}), break_down))
    with pytest.raises(ValueError, match="zip"):
        append(store, phone.table, a_key(), entering(1, a_round("17", "")))
    assert contents(store) == before
    assert phone.with_round("17", "", "13", "").rounds == (ROUND,)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET payload = '{}'",
        "UPDATE journal SET seq = 9 WHERE seq = 2",
        "UPDATE OR REPLACE journal SET seq = 1 WHERE seq = 2",
        "DELETE FROM journal",
        "DELETE FROM journal WHERE seq = 2",
        "INSERT OR REPLACE INTO journal SELECT table_id, seq, 'forged', '', at, 'new', NULL FROM journal WHERE seq = 2",
        "INSERT OR REPLACE INTO journal SELECT table_id, 9, 'forged', '{}', at, key, NULL FROM journal WHERE seq = 2",
        "REPLACE INTO journal SELECT table_id, seq, 'forged', '{}', at, key, NULL FROM journal WHERE seq = 2",
        "INSERT INTO journal SELECT * FROM journal WHERE true ON CONFLICT DO UPDATE SET payload = '{}'",
    ],
)
def test_the_journal_is_append_only(store: Store, statement: str) -> None:
    """Nothing is ever lost: the file itself refuses to change or remove an entry."""
    phone = a_table(store).with_round("17", "", "13", "")
    before = contents(store)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store.db.execute(statement)
    assert contents(store) == before
    assert entries(store, phone.table.id) == phone.journal


@pytest.mark.parametrize("seq", [0, -1])
def test_entries_have_whole_numbers_from_1(store: Store, seq: int) -> None:
    """The file refuses an entry before the first."""
    phone = a_table(store)
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        store.db.execute("INSERT INTO journal VALUES (?, ?, 'forged', '{}', '', 'k', NULL)", [phone.table.id, seq])


def test_an_entry_belongs_to_a_table(store: Store) -> None:
    """The file refuses an entry or a link of a table that does not exist."""
    for statement in (
        "INSERT INTO journal VALUES (99, 1, 'created', '{}', '', 'k', NULL)",
        "INSERT INTO links VALUES ('k', 99, 'scorer', '', NULL, NULL, NULL)",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            store.db.execute(statement)


# Keys


def test_keys_are_stored_only_hashed(store: Store, path: Path) -> None:
    """Whoever reads the file, or its write-ahead log, finds no key with which to open or write a table."""
    started, written = a_key(), a_key()
    sitting = replace(a_sitting(), rounds=(ROUND, OTHER_ROUND))
    phone = Phone(store, start_table(store, "fool", sitting, started))
    phone.writes(facts.player_renamed(ANNE, "Annie-in-the-file"), written)
    beside = b"".join(file.read_bytes() for file in path.parent.iterdir())
    store.close()
    alone = path.read_bytes()
    for kept in (beside, alone):
        assert b"Annie-in-the-file" in kept
        for secret in (started, written, phone.address):
            assert secret.encode() not in kept
