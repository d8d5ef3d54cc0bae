"""What does not fit the table any more is a conflict, and a correction only where that very round has changed."""

import pytest

from companion.store.journal.facts import Conflict
from tests.store.builders import ANNE, CAMILLE, PAUL, a_fact, a_round, a_table, entering, everything

ROUND = a_round("17", "", "13", "")


def refused(phone, decision):
    before = everything(phone.store)
    with pytest.raises(Conflict) as conflict:
        phone.writes(decision)
    assert everything(phone.store) == before
    assert not phone.store.db.conn.in_transaction
    return conflict.value


def one_round(phone):
    return phone.with_round("17", "", "13", "")


def two_rounds(phone):
    return one_round(phone).with_round("", "2 2", "", "1")


SO_FAR = {
    "nothing": lambda phone: None,
    "one round": one_round,
    "two rounds": two_rounds,
    "over": lambda phone: phone.with_round("27 26 25 2", "", "13", ""),  # Anne has fallen to −80
    "stopped": lambda phone: one_round(phone).stopping(),
    "undone": lambda phone: two_rounds(phone).undoing(),  # of round 2, which was entry 3
    "new entry": lambda phone: two_rounds(phone).undoing().renaming(ANNE, "Annie"),
}


def correcting(number, seen):
    return a_fact("round_corrected", number=number, round=ROUND, seen=seen)


def choosing(number):
    return a_fact("starter_chosen", number=number, seat=PAUL)


def laying(number):
    return a_fact("hand_laid", number=number, seat=PAUL, hand={}, seen=0)


def stopping(after):
    return a_fact("stopped", after=after)


def playing_on(after, end="score"):
    return a_fact("played_on", after=after, ends=(end,))


def undoing(seq):
    return a_fact("undone", seq=seq)


def redoing(seq):
    return a_fact("redone", seq=seq)


STALE = {
    "nothing": [entering(2, ROUND), entering(0, ROUND), correcting(1, 1), stopping(0), playing_on(0), undoing(1)],
    "one round": [
        *(entering(1, ROUND), correcting(2, 2), correcting(0, 2), correcting(1, 1), choosing(1), choosing(3)),
        *(laying(1), laying(3), playing_on(1)),
    ],
    "two rounds": [correcting(-1, 3), stopping(1), undoing(2), undoing(4), redoing(3)],
    "over": [entering(2, ROUND), choosing(2), stopping(1), playing_on(0), playing_on(2), playing_on(1, "tens")],
    "stopped": [entering(2, ROUND), choosing(2), stopping(1)],
    "undone": [*(entering(3, ROUND), correcting(2, 3), stopping(2), undoing(3), undoing(4), redoing(2), redoing(4))],
    "new entry": [redoing(3)],
}


@pytest.mark.parametrize(("so_far", "decision"), [(so_far, each) for so_far, facts in STALE.items() for each in facts])
def test_what_does_not_fit_the_table_is_a_conflict(store, so_far, decision):
    """Taken or stale is a conflict, which changes nothing and shows the table as it is by now."""
    phone = a_table(store)
    SO_FAR[so_far](phone)
    conflict = refused(phone, decision)
    assert conflict.table == phone.table


def test_names_at_a_table_stay_different(store):
    """A sheet file knows players by name. Else a rename fits however far the table has moved on, also after the end."""
    phone = a_table(store).renaming(ANNE, "Eve")
    refused(phone, a_fact("players_renamed", names=[(PAUL, "eve")]))
    assert phone.renaming(ANNE, "EVE").table.sitting.players == ("EVE", "Paul", "Rachel", "Camille")
    phone.with_round("27 26 25 2", "", "13", "")
    phone.renaming(PAUL, "Paula")
    assert phone.table.sitting.players == ("EVE", "Paula", "Rachel", "Camille")


# Correcting round 1 of two


@pytest.mark.parametrize(
    ("meanwhile", "fits"),
    [
        pytest.param(lambda phone: phone.renaming(ANNE, "Annie"), True, id="renamed"),
        pytest.param(lambda phone: phone.with_round("", "5", "", ""), True, id="next-round-entered"),
        pytest.param(lambda phone: phone.correcting(2, "", "4", "", ""), True, id="other-round-corrected"),
        pytest.param(lambda phone: phone.undoing(), True, id="other-round-undone"),
        pytest.param(lambda phone: phone.undoing().choosing(CAMILLE), True, id="starter-of-that-number-chosen"),
        pytest.param(lambda phone: phone.stopping().playing_on(), True, id="stopped-and-played-on"),
        pytest.param(lambda phone: phone.correcting(1, "18", "", "13", ""), False, id="corrected"),
        pytest.param(lambda phone: phone.correcting(1, "18", "", "", "").undoing(), False, id="correction-undone"),
        pytest.param(lambda phone: phone.undoing(2).redoing(2), False, id="undone-and-redone"),
        pytest.param(lambda phone: phone.undoing(2).with_round("", "5", "", ""), False, id="entered-anew"),
        pytest.param(lambda phone: phone.undoing(2), False, id="undone"),
    ],
)
def test_a_correction_conflicts_only_where_that_round_has_changed(store, meanwhile, fits):
    """Nobody overwrites a change they have not seen; that a change of it was taken back is a change too."""
    phone = two_rounds(a_table(store))
    decision = a_fact("round_corrected", number=1, round=a_round("16", "", "13", ""), seen=phone.version)
    meanwhile(phone)
    if fits:
        assert phone.writes(decision).points[0] == (-16, 10, -13, 10)
    else:
        refused(phone, decision)
