"""Journals of before: each kind and payload that was ever written is read, undone and gone on with as it was."""

import json

import pytest

from companion.games import sheetfile
from tests.games.builders import a_hand
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, a_round, a_sitting, a_table, entering
from tests.store.changes import round_corrected
from tests.store.upkeep.damage import forced

ZOE = 4
FORMER = {
    "game": "fool",
    "players": ["Anne", "Paul", "Rachel", "Camille", "Zoë"],
    "first_starter": ANNE,
    "drawn": True,
    "options": dict(a_sitting().options),
    "imported": True,
    "seatings": [[1, [0, 1, 2, 3]], [3, [0, 1, 2, 4]]],
    "start_totals": [[PAUL, -3], [4, -7]],
    "start_tallies": {"tens": [[CAMILLE, 1]]},
    "rules": [[2, {"end_score": -100}]],
    "played": ["2024-05-01T18:00:00.000+00:00", "2024-05-01T20:00:00.000+00:00"],
}
ROUNDS = ({"1": [17], "2": [], "3": 13, "4": []}, {"1": [2], "2": [], "3": [], "4": [4]})


def a_former_table(store, **created):
    """A table whose opening was written before openings were sheets."""
    phone = a_table(store)
    forced(store, "UPDATE journal SET payload = ?", json.dumps(FORMER | created))
    return phone


@pytest.fixture
def phone(store):
    """From a file, as each round of it was an entry without who started and dealt it."""
    phone = a_former_table(store)
    for number, hands in enumerate(ROUNDS, start=1):
        phone.holding("round_entered", number=number, round={"hands": hands, "fools": ["2"] if number == 1 else []})
    return phone.holding("starter_chosen", number=3, seat=RACHEL)


def test_a_table_from_a_file_reads_as_it_did(phone):
    """Who started and dealt a round that does not say so is derived."""
    sitting, sheet = phone.table.sitting, phone.table.sheet
    assert (sitting.drawn, sitting.seatings, sitting.openings) == (True, {1: (0, 1, 2, 3), 3: (0, 1, 2, 4)}, ())
    assert phone.points == [(-17, 0, -13, 10, None), (-2, 10, 10, -4, None)]
    assert sheet.totals == (-19, 7, -3, 6, -7)
    assert [line.opening.seats for line in sheet.lines] == [(ANNE, CAMILLE), (ANNE, ANNE)]
    assert (sheet.next.seats, sheet.next.chosen) == ((RACHEL, ANNE), True)
    assert (phone.table.created.payload["imported"], phone.table.started_at) == (True, FORMER["played"][0])
    assert phone.history[0] == "Table opened from a file: Anne, Paul, Rachel, Camille and Zoë."


def test_it_is_undone_round_by_round_and_goes_on(phone):
    assert len(phone.undoing(2).rounds) == 1
    assert phone.redoing(2).table.sheet.next.starting == RACHEL
    hands = dict(zip((ANNE, PAUL, RACHEL, ZOE), map(a_hand, ("5", "", "", "4")), strict=True))
    phone.writes(entering(3, {"hands": hands, "fools": ()}, phone.table.sheet.next.seats))
    assert phone.table.sitting.openings == (None, None, (RACHEL, ANNE))
    phone.writes(round_corrected(1, a_round("16", "", "13", ""), (PAUL, ANNE)), phone.version)
    assert phone.table.sitting.openings == ((PAUL, ANNE), None, (RACHEL, ANNE)), "a correction records that round only"
    written = sheetfile.write_sheet("fool", phone.table.sitting)
    assert sheetfile.write_sheet("fool", sheetfile.read_sheet(written).sitting) == written


def test_a_rename_was_once_of_one_player(store):
    phone = a_table(store).holding("player_renamed", seat=PAUL, name="Paula")
    assert phone.table.sitting.players[PAUL] == "Paula"
    assert phone.history[-1] == "Paul is now called Paula."
    assert phone.undoing().table.sitting.players[PAUL] == "Paul"


def test_a_table_could_once_note_its_own_cards(store):
    """A table that notes only the green cards up to 3 once had no 17; the note is undone like any entry."""
    noted = a_former_table(store, options=FORMER["options"] | {"highest_green": 3, "ones": 0})
    noted.holding("cards_noted", options={"highest_green": 3, "ones": None})
    before = noted.table.sitting
    assert before.options == a_sitting().options
    noted.with_round("17", "", "", "2")
    assert (noted.points[0][0], noted.table.in_force[1].kind) == (-17, "cards_noted")
    assert noted.undoing(2).table.sitting == before
    assert noted.redoing(2).points[0][0] == -17
