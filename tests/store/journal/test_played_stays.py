"""What was played stays played: who started and dealt a round, and why, whatever is corrected later."""

import random
from dataclasses import replace

import pytest

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive, derive_results
from companion.games.option import defaults
from companion.games.reasons import explain_opening
from companion.games.sitting import Sitting
from companion.store.journal.facts import Conflict
from companion.store.tables.starting import start_table
from tests.games.builders import english
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, Phone, a_key, a_score, a_table, entering
from tests.store.changes import returned, round_corrected
from tests.store.journal.test_come_and_go import a_happening

EVENING = ("-17 10 -13 10", "10 -20 -5 -3", "-2 -3 -20 10", "10 -4 -3 -8", "-9 10 -6 -2")


def an_evening(store, rounds=EVENING, **house_rules):
    phone = a_table(store, **house_rules)
    for score in rounds:
        phone.writes(entering(len(phone.rounds) + 1, a_score(score), phone.table.sheet.next.seats), phone.version)
    return phone


def told(phone, *numbers):
    """What the table says of how rounds were opened."""
    players = phone.table.sitting.players
    openings = (phone.table.opening_as_played(number) for number in numbers or range(1, len(phone.rounds) + 1))
    return [[english(sentence) for sentence in explain_opening(players, each)] for each in openings]


def openings(phone):
    return [line.opening.seats for line in phone.table.sheet.lines]


def as_derived(phone):
    """How its rounds had been opened by today's points alone."""
    lines = derive(phone.table.rulebook, replace(phone.table.sitting, openings=())).lines
    return [line.opening.seats for line in lines]


# Corrected points


def test_a_correction_changes_no_word_about_later_rounds(store):
    """Totals and the next opening change; who started and dealt does not, on the sheet as in files and statistics."""
    phone = an_evening(store)
    sheet, words, opened = phone.table.sheet, told(phone), openings(phone)
    starts = [each.counts["starts"] for each in derive_results(phone.table.rulebook, phone.table.sitting, sheet)]
    phone.writes(round_corrected(2, a_score("10 -5 -3 -40"), opened[1]), phone.version)
    assert as_derived(phone) != opened, "else this shows nothing"
    assert openings(phone) == opened
    assert told(phone) == words
    assert phone.table.sheet.totals == (-8, 8, -45, -30)
    assert sheet.totals != phone.table.sheet.totals
    again = derive_results(phone.table.rulebook, phone.table.sitting, phone.table.sheet)
    assert [each.counts["starts"] for each in again] == starts
    written = sheetfile.write_sheet("fool", phone.table.sitting)
    assert [played["starter"] for played in written["rounds"]] == [
        phone.table.sitting.players[starter] for starter, _ in opened
    ]
    assert sheetfile.read_sheet(written).sitting == phone.table.sitting
    assert openings(phone.undoing().redoing()) == opened


def test_only_the_next_opening_follows_a_correction(store):
    """Who starts by the totals of now, and the dealer is who really started the last round."""
    phone = an_evening(store, EVENING[:2])
    assert phone.table.sheet.next.seats == (RACHEL, ANNE)
    phone.correcting(1, "", "17", "13", "")
    assert phone.table.sheet.next.seats == (PAUL, ANNE)
    assert openings(phone) == [(ANNE, CAMILLE), (ANNE, ANNE)]
    assert as_derived(phone)[1] == (PAUL, ANNE)


def test_a_tie_that_a_correction_breaks_still_decided_who_started(store):
    """Two tied at −43, the next clockwise started round 5; then round 4 was corrected by one point."""
    phone = an_evening(store, ("-10 -20 10 -5", "-10 -3 -3 10", "-10 -10 10 -3", "-13 -10 -2 10"))
    assert phone.table.sheet.totals == (-43, -43, 15, 12)
    first = phone.table.sheet.next.starting
    phone.writes(entering(5, a_score("10 -3 -2 -4"), phone.table.sheet.next.seats), phone.version)
    words = told(phone, 5)
    assert "tie at -43" in words[0][0]
    other = {ANNE: PAUL, PAUL: ANNE}[first]
    score = {ANNE: "-14 -10 -2 10", PAUL: "-13 -11 -2 10"}[other]
    phone.writes(round_corrected(4, a_score(score), phone.table.sheet.lines[3].opening.seats), phone.version)
    assert as_derived(phone)[4][0] == other
    assert (openings(phone)[4][0], told(phone, 5)) == (first, words)


# What is recorded


def test_a_saved_round_records_who_started_and_dealt_it(store):
    phone = an_evening(store, EVENING[:2])
    assert phone.table.sitting.openings == ((ANNE, CAMILLE), (ANNE, ANNE))
    assert [payload["opening"] for _, kind, payload, *_ in phone.journal if kind == "round_entered"] == [
        [ANNE, CAMILLE],
        [ANNE, ANNE],
    ]
    assert phone.undoing().table.sitting.openings == ((ANNE, CAMILLE),)


@pytest.mark.parametrize(
    ("meanwhile", "fits"),
    [
        (lambda phone: phone.choosing(CAMILLE), False),
        (lambda phone: phone.correcting(1, "", "17", "13", ""), False),
        (lambda phone: phone.correcting(1, "18", "", "13", ""), True),
        (lambda phone: phone.choosing(CAMILLE).undoing(), True),
        (lambda phone: phone.seating(PAUL, ANNE, RACHEL, CAMILLE), False),
    ],
    ids=["chosen", "corrected", "corrected-without-consequence", "chosen-and-undone", "seats-changed"],
)
def test_an_opening_that_moved_between_form_and_save_is_a_conflict(store, meanwhile, fits):
    """The form said who starts: nobody records another without having seen it."""
    phone = a_table(store).with_round("17", "", "13", "")
    seen, change = phone.version, entering(2, a_score("10 -3 -2 -4"), phone.table.sheet.next.seats)
    version = meanwhile(phone).version
    if fits:
        assert phone.writes(change, seen).table.sitting.openings[-1] == (ANNE, ANNE)
    else:
        with pytest.raises(Conflict):
            phone.writes(change, seen)
        assert phone.version == version


def test_only_who_plays_a_round_has_started_or_dealt_it(store):
    """Else its file would be refused."""
    phone = a_table(store).with_round("17", "", "13", "").seating(ANNE, PAUL, RACHEL)
    played = a_score("-17 10 10")
    for opening in ((CAMILLE, ANNE), (ANNE, CAMILLE), (7, None)):
        with pytest.raises(Conflict):
            phone.writes(entering(2, played, opening))
    with pytest.raises(Conflict):
        phone.writes(round_corrected(1, phone.rounds[0], (7, ANNE)))
    assert phone.version == 3


def test_a_chosen_starter_who_leaves_is_in_nobodys_way(store):
    """The seats are saved, and who starts is as the rules say."""
    phone = a_table(store).with_round("17", "", "13", "").choosing(CAMILLE).seating(ANNE, PAUL, RACHEL)
    assert phone.table.sheet.next.starting == ANNE
    assert phone.with_round("", "5", "6").table.sitting.openings[-1] == (ANNE, ANNE)
    assert phone.undoing(2).table.sheet.next.starting == CAMILLE


# The starter of a round, corrected


def test_a_corrected_starter_is_that_rounds_alone(store):
    """Later dealers stay: they dealt."""
    phone = an_evening(store)
    before = openings(phone)
    played = phone.rounds[1]
    phone.writes(round_corrected(2, played, (CAMILLE, before[1][1])), phone.version)
    assert openings(phone) == [before[0], (CAMILLE, before[1][1]), *before[2:]]
    assert phone.history[-1] == "Camille started round 2, not Anne."
    assert told(phone, 2)[0][0] == "Camille started."
    assert told(phone.undoing())[1][0] != "Camille started."
    assert openings(phone) == before


def test_a_corrected_starter_can_change_points(store):
    """In The Fool's Field a tie can be worth more to who started the game."""
    rules = defaults(RULEBOOKS["fools-field"].options) | {"tie_full_point": "game"}
    phone = Phone(store, start_table(store, "fools-field", Sitting(("Anne", "Paul"), ANNE, rules), a_key()))
    tie = {"winner": "tie", "started_last_battle": PAUL}
    phone.writes(entering(1, tie, (ANNE, None)))
    assert phone.points == [(1, 0.5)]
    assert phone.writes(round_corrected(1, tie, (PAUL, None)), phone.version).points == [(0.5, 1)]


# Back to here


def test_the_table_goes_back_to_what_it_was_after_an_entry(store):
    """What came later is one undo away, and nothing can be redone across it."""
    phone = an_evening(store, EVENING[:2]).renaming(ANNE, "Annie").undoing()
    later, there = phone.table.sitting, phone.table.sittings[1]
    assert phone.returning(2).table.sitting == there
    assert (phone.standing, phone.table.redoable) == ([1, 2, 5, 6], None)
    assert [entry.seq for entry in phone.table.in_force] == [1, 2, 6]
    assert phone.table.undoable.seq == 6
    assert phone.history[-1] == "Back to: Round 1 saved: Anne −17, Paul +10, Rachel −13, Camille +10."
    assert phone.undoing().table.sitting == later
    assert [entry.seq for entry in phone.table.in_force] == [1, 2, 3]
    assert phone.redoing().table.sitting == there
    assert phone.undoing(2).table.sitting == there


def test_what_was_undone_before_something_else_is_not_lost(store):
    """Round 2 undone, round 1 corrected: redo is gone, and the whole table can be had back."""
    phone = an_evening(store, EVENING[:2]).undoing().correcting(1, "18", "", "13", "")
    assert phone.table.redoable is None
    assert phone.returning(3).points == [(-17, 10, -13, 10), (10, -20, -5, -3)]
    assert phone.undoing().points == [(-18, 10, -13, 10)]


def test_going_back_to_where_the_table_is_writes_nothing(store):
    phone = an_evening(store, EVENING[:2]).undoing()
    assert phone.returning(2).returning(4).version == 4


def test_going_back_is_a_conflict_where_somebody_wrote_meanwhile(store):
    phone = an_evening(store, EVENING[:2])
    change, seen = returned(2), phone.version
    phone.renaming(ANNE, "Annie")
    with pytest.raises(Conflict):
        phone.writes(change, seen)


# Whatever happens


def test_no_evening_ever_tells_a_played_round_otherwise(store, thorough):
    """Corrections, undo, redo, going back, who comes and goes, changed rules: each in any order."""
    for seed in range(1000 if thorough else 15):
        chance = random.Random(seed)
        phone, first = a_table(store, end_score=-500, tens_to_end=60), {}
        for _ in range(16):
            happen(chance, phone)
            table = phone.table
            for entry in table.in_force:
                if entry.kind == "round_entered":
                    now = table.opening_as_played(entry.payload["number"])
                    assert first.setdefault(entry.seq, now) == now, seed
            written = sheetfile.write_sheet("fool", table.sitting)
            assert sheetfile.write_sheet("fool", sheetfile.read_sheet(written).sitting) == written, seed


def happen(chance, phone):
    table = phone.table
    what = chance.choice(["play", "play", "play", "correct", "choose", "seats", "rules", "undo", "redo", "back"])
    if what == "undo" and table.undoable:
        phone.undoing()
    elif what == "redo" and table.redoable:
        phone.redoing()
    elif what == "back":
        phone.returning(chance.randint(1, table.version))
    elif what == "choose":
        phone.choosing(chance.choice(table.sitting.seated_next))
    elif what == "correct" and table.sitting.rounds:
        number = chance.randint(1, len(table.sitting.rounds))
        hands = dict(table.sitting.rounds[number - 1]["hands"])
        seat = chance.choice([seat for seat, hand in hands.items() if hand.only_total])
        hands[seat] = replace(hands[seat], only_total=chance.randint(2, 60))
        played = {"hands": hands, "fools": ()}
        phone.writes(round_corrected(number, played, table.sheet.lines[number - 1].opening.seats), table.version)
    elif change := a_happening(chance, table, what):
        phone.writes(change, table.version)
