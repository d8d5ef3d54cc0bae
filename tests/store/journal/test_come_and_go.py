"""Players who come, go and change seats, in the journal: conflicts, undo in any order, and what it reads again."""

import random

import pytest

from companion.games import sheetfile
from companion.games.fields import HandLeft
from companion.games.reading import Unreadable
from companion.store.journal.facts import Conflict, replay
from companion.store.journal.loading import read_journal
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, a_table, entering
from tests.store.changes import begun_on_paper, players_renamed, rules_changed, seats_changed

ALL = (ANNE, PAUL, RACHEL, CAMILLE)
ZOE = 4


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
        (2, (*ALL, ZOE), (("anne", 0),), 3, Unreadable),  # a name that somebody has
        (2, (ANNE, PAUL, ZOE), (), 3, Conflict),  # nobody sits there
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


def test_undo_and_redo_in_any_order_leave_the_sheet_as_it_was(store, thorough):
    for seed in range(1000 if thorough else 15):
        chance = random.Random(seed)
        phone = a_table(store, end_score=-500, tens_to_end=60)
        done, undone = [written(phone)], []
        for _ in range(14):
            table = phone.table
            what = chance.choice(["play", "play", "seats", "swap", "rules", "paper", "undo", "undo", "redo"])
            if what == "undo" and len(done) > 1:
                phone.undoing()
                undone.append(done.pop())
            elif what == "redo" and undone:
                phone.redoing()
                done.append(undone.pop())
            elif change := a_happening(chance, table, what):
                phone.writes(change, table.version)
                if phone.version > table.version:  # it changed something
                    done.append(written(phone))
                    undone.clear()
            assert written(phone) == done[-1], seed
            assert sheetfile.write_sheet("fool", sheetfile.read_sheet(done[-1]).sitting) == done[-1], seed
        assert replay(table.id, read_journal(store.db, table.id)) == phone.table


def written(phone):
    return sheetfile.write_sheet("fool", phone.table.sitting)


def a_happening(chance, table, what):
    """Something that happens at the table; None where it is only undo and redo, and there is nothing."""
    sitting, number = table.sitting, len(table.sitting.rounds) + 1
    seats = sitting.seated_next
    if what == "play":
        hands = {seat: HandLeft(only_total=chance.randint(2, 9)) for seat in seats}
        played = {"hands": hands | {chance.choice(seats): HandLeft()}, "fools": ()}
        return entering(number, played, table.sheet.next.seats)
    if what == "swap":
        one, other = chance.sample(sitting.seats, 2)
        return players_renamed((one, sitting.players[other]), (other, sitting.players[one]))
    if what == "paper" and not sitting.rounds:
        tens = {"tens": ((seats[1], 2),)}
        return begun_on_paper(((seats[0], -chance.randint(1, 9)),), tens, chance.choice(seats))
    if what == "rules":
        limit = sitting.with_rules_at(number).options["end_score"]
        return rules_changed(chance.choice([1, number]), {"end_score": limit + 1})
    if what == "seats":
        joined = [(f"New {len(sitting.players)}", -chance.randint(0, 9))] * (len(seats) < 8 and chance.random() < 0.5)
        ever = [*sitting.seats, *(len(sitting.players) + at for at in range(len(joined)))]
        wanted = chance.sample(ever, chance.randint(3 if sitting.rounds else 4, min(8, len(ever))))
        wanted = tuple(dict.fromkeys([*ever[len(sitting.players) :], *wanted]))[:8]
        return seats_changed(number, wanted, tuple(joined))
    return None
