"""What was played stays played: who started and dealt a round, and why, whatever is corrected later."""

from dataclasses import replace

import pytest

from companion.games import sheetfile
from companion.games.derive import derive, derive_results
from companion.games.reading import Unreadable
from companion.games.reasons import explain_opening
from companion.store.journal.facts import Conflict
from tests.games.builders import english
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, a_score, a_table, entering
from tests.store.changes import returned, round_corrected, rules_changed, seats_changed

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


def test_a_corrected_starter_is_that_rounds_alone(store):
    """Later dealers stay: they dealt."""
    phone = an_evening(store)
    before = openings(phone)
    played = phone.rounds[1]
    phone.writes(round_corrected(2, played, (CAMILLE, before[1][1])), phone.version)
    assert openings(phone) == [before[0], (CAMILLE, before[1][1]), *before[2:]]
    assert phone.history[-1] == "Camille started round 2, not Anne."
    assert told(phone, 2)[0][0] == "Camille starts."
    assert told(phone.undoing())[1][0] != "Camille starts."
    assert openings(phone) == before


def test_going_back_writes_nothing_where_the_table_is_there_and_is_a_conflict_where_somebody_wrote(store):
    phone = an_evening(store, EVENING[:2]).undoing()
    assert phone.returning(2).returning(4).version == 4
    change, seen = returned(2), phone.version
    phone.renaming(ANNE, "Annie")
    with pytest.raises(Conflict):
        phone.writes(change, seen)


def refuses(phone, change, seen, error=Conflict):
    with pytest.raises(error):
        phone.writes(change, seen)


def test_a_change_that_another_phone_has_overtaken_is_a_conflict(store):
    phone = a_table(store).with_round("", "5", "4", "3")
    without_camille, turned = ((ANNE, PAUL, RACHEL), (RACHEL, PAUL, ANNE))
    phone.seating(*without_camille)
    for number, seats, joined, seen, error in (
        (2, turned, (), 2, Conflict),  # of those who were there before
        (1, turned, (), 3, Conflict),  # a round that was played
        (2, (ANNE, PAUL, RACHEL, CAMILLE, 4), (("anne", 0),), 3, Unreadable),  # a name that somebody has
        (2, (ANNE, PAUL, 4), (), 3, Conflict),  # nobody sits there
    ):
        refuses(phone, seats_changed(number, seats, joined), seen, error)
    assert phone.writes(seats_changed(2, turned), 3).version == 4


def test_rules_change_from_now_on_or_for_the_whole_game(store):
    phone = a_table(store).with_round("", "=40", "5", "3")
    now_on = rules_changed(2, {"end_score": -40})
    assert not phone.writes(now_on, 2).table.sheet.ending
    refuses(phone, rules_changed(2, {"end_score": -50}), 2)  # they are no longer as that phone saw them
    phone.changing(1, end_score=-30)
    assert phone.table.sitting.rules == {}, "also in place of what had changed later"
    assert phone.table.sheet.ending.after == 1
    assert not phone.undoing(2).table.sheet.ending


def test_only_the_next_opening_follows_a_correction(store):
    """Who starts by the totals of now, and the dealer is who really started the last round."""
    phone = an_evening(store, EVENING[:2])
    assert [payload["opening"] for _, _, payload, *_ in phone.journal[1:]] == [[ANNE, CAMILLE], [ANNE, ANNE]]
    assert phone.table.sheet.next.seats == (RACHEL, ANNE)
    phone.correcting(1, "", "17", "13", "")
    assert phone.table.sheet.next.seats == (PAUL, ANNE)
    assert openings(phone) == [(ANNE, CAMILLE), (ANNE, ANNE)]
    assert as_derived(phone)[1] == (PAUL, ANNE)
    assert openings(phone.correcting(2, "", "=21", "=5", "=3"))[1] == (ANNE, ANNE), "and nobody said otherwise"


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
