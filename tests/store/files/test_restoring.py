"""Rounds that the file lacks come back from the sheet that a phone kept: all in one entry, once."""

import pytest

from companion.games import sheetfile
from companion.games.sheetfile import SheetFile
from companion.store.files.restoring import restore_sheet
from companion.store.journal.facts import Conflict
from companion.store.tables.starting import start_table
from companion.store.upkeep.deletion import forget_at_table
from tests.games.wizard import test_wizard as wizard
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, Phone, a_key, a_table
from tests.store.changes import begun_on_paper, round_begun

ROUNDS = [("17", "", "13", ""), ("2", "", "", "4"), ("", "3", "5", "6")]
ZOE = 4


def sheet_of(phone):
    return sheetfile.read_sheet(sheetfile.write_sheet(phone.table.game, phone.table.sitting))


def with_rounds(store, rounds):
    phone = a_table(store)
    for played in rounds:
        phone.with_round(*played)
    return phone


def restored(store, phone, sheet):
    return restore_sheet(store, phone.address, sheet)


def test_what_is_missing_comes_back_in_one_entry_and_once(store):
    """Sent twice, or by two phones, it is saved once; who started and dealt the rounds comes along."""
    whole = with_rounds(store, ROUNDS[:2]).choosing(RACHEL).with_round(*ROUNDS[2])
    older = with_rounds(store, ROUNDS[:1])
    table = restored(store, older, sheet_of(whole))
    assert older.kinds == ["created", "round_entered", "restored"]
    assert table.sitting.rounds == whole.table.sitting.rounds
    assert table.sitting.openings == whole.table.sitting.openings
    assert table.sheet.lines[2].opening.starting == RACHEL
    assert older.history[-1] == "Restored: 3 rounds."
    assert len(older.undoing().rounds) == 1, "one undo takes back what came"
    table = older.redoing().table
    for sheet in (sheet_of(whole), sheet_of(with_rounds(store, ROUNDS[:1])), sheet_of(with_rounds(store, []))):
        assert restored(store, older, sheet).version == table.version == 5


def test_what_was_undone_here_comes_back(store):
    """Also where the rules, the names or who plays were changed between."""
    phone = with_rounds(store, ROUNDS)
    sheet = sheet_of(phone)
    phone.undoing(2).changing(end_score=-120).renaming(ANNE, "Annie")
    table = restored(store, phone, sheet)
    assert table.sitting.rounds == sheet.sitting.rounds
    assert table.sitting.players == ("Annie", "Paul", "Rachel", "Camille")
    assert phone.undoing().table.sitting.rules == {2: {"end_score": -120}}
    assert len(phone.rounds) == 1


def test_whatever_happened_comes_along(store):
    """How it ended, what was begun on paper, and who joined."""
    whole = a_table(store).writes(begun_on_paper(((ANNE, -12),), {"tens": ((RACHEL, 2),)}, RACHEL))
    whole.with_round(*ROUNDS[0]).seating(ANNE, PAUL, RACHEL, CAMILLE, ZOE, joined=(("Zoë", -7),))
    whole.with_round("=80", "", "", "", "5").playing_on().with_round("2", "", "", "4", "").stopping()
    table = restored(store, with_rounds(store, []), sheet_of(whole))
    assert (table.sitting, table.sheet) == (whole.table.sitting, whole.table.sheet)
    assert (table.sitting.played_on, table.sitting.stopped) == (("score", "tens"), True)


def test_a_step_that_was_entered_comes_along(store):
    """The bids of the round that was played when the server went."""
    whole, older = (Phone(store, start_table(store, "wizard", wizard.a_sitting(), a_key())) for _ in range(2))
    whole.writes(round_begun(1, wizard.bids(1, 0, 0), whole.table.sheet.next.seats))
    assert restored(store, older, sheet_of(whole)).sitting == whole.table.sitting
    version = older.version
    assert restored(store, older, sheet_of(whole)).version == version


def test_names_that_the_table_gave_stay(store):
    """Nobody who was forgotten comes back with a phone's sheet."""
    whole, older = with_rounds(store, ROUNDS), with_rounds(store, ROUNDS[:1]).renaming(PAUL, "Paula")
    forget_at_table(store, older.table.id, "Anne", "Somebody")
    restored(store, older, sheet_of(whole))
    assert older.table.sitting.players == ("Somebody", "Paula", "Rachel", "Camille")
    assert all("Anne" not in repr(entry) for entry in older.journal)


def test_a_sheet_of_other_rounds_people_or_another_game_is_a_conflict(store):
    """Somebody joined here meanwhile, or it would give two players one name."""
    three = sheet_of(with_rounds(store, ROUNDS))
    whole = with_rounds(store, ROUNDS[:1]).seating(ANNE, PAUL, RACHEL, CAMILLE, ZOE, joined=(("Zoë", 0),))
    whole = whole.with_round(*ROUNDS[1], "5")
    for older, sheet in (
        (with_rounds(store, [ROUNDS[1]]), three),
        (with_rounds(store, [("18", "", "13", "")]), three),
        (with_rounds(store, ROUNDS[:1]).renaming(ANNE, "ZOË"), sheet_of(whole)),
        (with_rounds(store, []).seating(*range(5), joined=(("Max", 0),)), three),
        (with_rounds(store, []), SheetFile("wizard", wizard.a_sitting(wizard.FIRST))),
    ):
        version = older.version
        with pytest.raises(Conflict):
            restored(store, older, sheet)
        assert older.version == version
