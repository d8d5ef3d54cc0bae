"""A round that is entered in steps has begun until the last one is in, and what a game does not have it leaves out."""

import pytest

from companion.games import sheetfile
from companion.games.derive import derive, find_impossible_round
from companion.games.reading import Unreadable
from companion.text import Catalogue, translate
from tests.wizard import NAMES, RULES, WizardRound, a_sitting, register

WIZARD = RULES.RULEBOOK
BIDS = WizardRound((1, 0, 0))
FIRST = WizardRound((1, 0, 0), (1, 0, 0))


@pytest.fixture(autouse=True)
def wizard(monkeypatch):
    register(monkeypatch)


def told(message):
    return translate(message, Catalogue())


def test_the_next_step_is_the_first_that_is_not_entered():
    assert WIZARD.next_step(None) == WIZARD.steps[0]
    assert WIZARD.next_step(BIDS) == WIZARD.steps[1]
    assert WIZARD.next_step(FIRST) is None
    assert (WIZARD.has_steps_left(BIDS), WIZARD.has_steps_left(FIRST)) == (True, False)


def test_a_begun_round_is_summed_up_by_its_cells_and_a_whole_one_by_its_points():
    sitting = a_sitting()
    opening = derive(WIZARD, sitting).next
    assert told(WIZARD.summarize(sitting, opening, BIDS)) == "Anne 1, Paul 0, Rachel 0"
    assert told(WIZARD.summarize(sitting, opening, FIRST)) == "Anne +30, Paul +20, Rachel +20"


def test_a_begun_round_changes_no_total_and_can_be_impossible():
    sitting = a_sitting(FIRST, begun=BIDS)
    assert [sitting.saved(number) for number in range(4)] == [None, FIRST, BIDS, None]
    assert derive(WIZARD, sitting).lines == derive(WIZARD, a_sitting(FIRST)).lines
    assert find_impossible_round(WIZARD, sitting) is None
    assert find_impossible_round(WIZARD, a_sitting(FIRST, begun=WizardRound((3, 0, 0)))) == 2


def test_the_dealer_comes_first_and_is_right_of_a_chosen_starter():
    after = derive(WIZARD, a_sitting(FIRST, FIRST)).next
    assert (after.dealing, after.starter.seat) == (1, 2)
    chosen = derive(WIZARD, a_sitting(FIRST, starters={2: 0})).next
    assert (chosen.dealing, chosen.starter.seat, chosen.other.seat) == (2, 0, 1)


def test_a_file_has_what_has_begun_and_reads_it_again():
    sitting = a_sitting(FIRST, begun=BIDS)
    written = sheetfile.write("wizard", sitting)
    assert written["begun"] == {"bids": dict(zip(NAMES, (1, 0, 0), strict=True))}
    assert sheetfile.read(written).sitting == sitting


def test_a_game_that_is_over_has_no_begun_round_in_its_file():
    written = sheetfile.write("wizard", a_sitting(FIRST, begun=BIDS, stopped=True))
    assert "begun" not in written
    assert sheetfile.read(written).sitting.begun is None
    with pytest.raises(Unreadable, match="begun"):
        sheetfile.read(written | {"begun": {"bids": dict(zip(NAMES, (1, 0, 0), strict=True))}})


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"begun": {"bids": {"Anne": 1, "Paul": 0, "Rachel": 9}}}, "begun"),
        ({"begun": {"bids": {"Anne": 1, "Paul": 0, "Rachel": "many"}}}, "begun.bids.Rachel"),
        ({"begun": {"bids": 3}}, "begun.bids"),
        ({"begun": 3}, "begun"),
        ({"begun": WIZARD.write_round(FIRST, NAMES)}, "begun"),
        ({"rounds": [WIZARD.write_round(BIDS, NAMES)]}, r"rounds\[0\]"),
        ({"played_on": ["rounds"]}, "played_on"),
    ],
)
def test_what_cannot_be_is_refused(changes, place):
    with pytest.raises(Unreadable, match=f"^\\('{place}'"):
        sheetfile.read(sheetfile.write("wizard", a_sitting(begun=BIDS)) | changes)
