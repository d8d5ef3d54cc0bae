"""The history of a table: every entry as a sentence that a player reads."""

import pytest

from tests.store.builders import ANNE, CAMILLE, PAUL, a_table
from tests.store.changes import ruling_shown

OPENED = "Table opened: Anne, Paul, Rachel and Camille."
ROUND_1 = "Round 1 saved: Anne −17, Paul 0, Rachel −13, Camille +10."
RENAMED = "Anne is now called Annie."


def after_a_round(store):
    return a_table(store).with_round("17", "", "=13", "", fools=[PAUL])


SENTENCES = {
    "Round 2 saved: Anne +10, Paul −10, Rachel −53, Camille −8.": lambda phone: phone.with_round(
        "", "1 1", "27 26", "8"
    ),
    "Round 1 corrected: Anne −17 → −19.": lambda phone: phone.correcting(1, "19", "", "13", "", fools=[PAUL]),
    "Round 1 corrected: Anne −17 → 0, Paul 0 → +10, Camille +10 → −2. Now Rachel starts round 2, not Anne.": (
        lambda phone: phone.correcting(1, "", "", "13", "2", fools=[ANNE])
    ),
    "Round 1 corrected: same points.": lambda phone: phone.correcting(1, "8 9", "", "13", "", fools=[PAUL]),
    "Camille chosen to start round 2.": lambda phone: phone.choosing(CAMILLE),
    RENAMED: lambda phone: phone.renaming(ANNE, "Annie"),
    "Overview card noted.": lambda phone: phone.holding("cards_noted", options={"ones": 6}),
    "Game stopped after round 1.": lambda phone: phone.stopping(),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_kind_of_entry_has_its_sentence(store, sentence):
    """An entry, its undo and its redo are each told in plain words."""
    phone = SENTENCES[sentence](after_a_round(store))
    assert phone.history == [OPENED, ROUND_1, sentence]
    phone.undoing().redoing()
    assert phone.history[3:] == [f"Undone: {sentence}", f"Redone: {sentence}"]


def test_playing_on_and_a_ruling_have_their_sentences(store):
    """A ruling is no entry that undo takes back."""
    phone = after_a_round(store).stopping().playing_on().writes(ruling_shown("cards=G2")).undoing()
    sentence = "Game continued after round 1."
    assert phone.history[3:] == [sentence, "The referee’s ruling was shown.", f"Undone: {sentence}"]


def test_a_sentence_keeps_the_names_of_its_time(store):
    """What was entered for Anne was entered for Anne, also where it is taken back later; from the rename on Annie."""
    phone = after_a_round(store).renaming(ANNE, "Annie").correcting(1, "19", "", "13", "", fools=[PAUL])
    corrected = "Round 1 corrected: Annie −17 → −19."
    assert phone.history[1:] == [ROUND_1, RENAMED, corrected]
    phone.undoing(3).redoing()
    assert phone.history[4:] == [
        *(f"Undone: {sentence}" for sentence in (corrected, RENAMED, ROUND_1)),
        f"Redone: {ROUND_1}",
    ]


def test_a_correction_says_who_by_it_starts_the_next_round(store):
    """Unless the table chose who does."""
    phone = after_a_round(store).with_round("", "1 1", "27 26", "8")
    corrected = "Round 2 corrected: Rachel −53 → +10."
    assert phone.correcting(2, "", "1 1", "", "8").history[-1] == f"{corrected} Now Paul starts round 3, not Rachel."
    phone.undoing().choosing(CAMILLE)
    assert phone.correcting(2, "", "1 1", "", "8").history[-1] == corrected


def test_what_stands_undone_is_not_in_force(store):
    """Until it is put back, which a new entry makes impossible. What was corrected stays in force."""
    phone = after_a_round(store).renaming(ANNE, "100 %(n)s")
    assert phone.history[-1] == "Anne is now called 100 %(n)s.", "a name may look like a place in a text"
    assert phone.undoing().standing == [1, 2, 4]
    assert phone.undoing().standing == [1, 4, 5]
    assert phone.redoing().standing == [1, 2, 4, 5, 6]
    phone.correcting(1, "19", "", "13", "")
    assert phone.standing == [1, 2, 4, 5, 6, 7]
