"""Hands laid from the players' own phones: they wait, covered, for their round."""

from tests.store.builders import ANNE, RACHEL, a_table
from tests.store.changes import hand_laid

HAND = {"cards": "12 1", "disc": False}
OTHER = {"cards": "12", "disc": True}


def laying(phone, seat, hand, number=1):
    return phone.writes(hand_laid(number, seat, hand), phone.version)


def hands(phone):
    return {seat: laid.hand for seat, laid in phone.table.hands.items()}


def test_a_hand_belongs_to_its_round(store):
    """It says nothing about the next, and is there again when its round is undone, and the other way round."""
    phone = laying(a_table(store), RACHEL, HAND)
    assert hands(phone.with_round("17", "", "=17", "")) == {}
    assert phone.table.laid[1][RACHEL].hand == HAND
    assert hands(phone.undoing()) == {RACHEL: HAND}
    assert hands(phone.redoing()) == {}
    laying(phone, RACHEL, OTHER, number=2)
    assert hands(phone.undoing()) == {RACHEL: HAND}
    assert hands(phone.redoing()) == {RACHEL: OTHER}


def test_a_hand_is_neither_undone_nor_in_the_way_of_undo(store):
    """Undo takes back the last thing that is on the sheet, and what was undone can still be put back."""
    phone = a_table(store).with_round("17", "", "=17", "")
    laying(phone, RACHEL, HAND, number=2)
    assert phone.table.undoable.kind == "round_entered"
    laying(phone.undoing(), ANNE, HAND)
    assert phone.standing == [1, 3, 4, 5]
    assert len(phone.redoing().rounds) == 1
