"""What does not fit the table any more is a conflict, and a correction only where that very round has changed."""

import pytest

from companion.games.reading import Unreadable
from companion.store.journal.facts import Conflict
from tests.store.builders import ANNE, CAMILLE, PAUL, RACHEL, a_round, a_table, entering, everything
from tests.store.changes import (
    hand_laid,
    played_on,
    players_renamed,
    redone,
    returned,
    round_corrected,
    starter_chosen,
    stopped,
    undone,
)

FIRST = ("17", "", "13", "")
ROUND = a_round(*FIRST)


def refused(phone, change, seen=None, error=Conflict):
    before = everything(phone.store)
    with pytest.raises(error) as refusal:
        phone.writes(change, seen)
    assert everything(phone.store) == before
    assert not phone.store.db.conn.in_transaction
    return refusal.value


def one_round(phone):
    return phone.with_round(*FIRST)


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


def correcting(number, played=ROUND):
    return round_corrected(number, played)


def choosing(number):
    return starter_chosen(number, PAUL)


def laying(number):
    return hand_laid(number, PAUL, {})


def playing_on(after, end="score"):
    return played_on(after, (end,))


STALE = {
    "nothing": [entering(2, ROUND), entering(0, ROUND), correcting(1), stopped(0), playing_on(0), undone(1)],
    "one round": [
        *(entering(1, ROUND), correcting(2), correcting(0), choosing(1), choosing(3)),
        *(laying(1), laying(3), playing_on(1), returned(0), returned(3)),
    ],
    "two rounds": [correcting(-1), stopped(1), undone(2), undone(4), redone(3)],
    "over": [entering(2, ROUND), choosing(2), stopped(1), playing_on(0), playing_on(2), playing_on(1, "tens")],
    "stopped": [entering(2, ROUND), choosing(2), stopped(1)],
    "undone": [*(entering(3, ROUND), correcting(2), stopped(2), undone(3), undone(4), redone(2), redone(4))],
    "new entry": [redone(3)],
}


@pytest.mark.parametrize("so_far", SO_FAR)
def test_what_does_not_fit_the_table_is_a_conflict(store, so_far):
    """Taken or stale is a conflict, which changes nothing and shows the table of now."""
    phone = a_table(store)
    SO_FAR[so_far](phone)
    for change in STALE[so_far]:
        assert refused(phone, change).table == phone.table, change


def test_a_version_that_had_no_such_round_is_a_conflict(store):
    phone = one_round(a_table(store))
    for seen in (-50, 0, 1):
        assert refused(phone, correcting(1, a_round("16", "", "13", "")), seen).table == phone.table


def test_names_at_a_table_stay_different(store):
    """A sheet file knows players by name. Else a rename fits also much later, after the end too."""
    phone = a_table(store).renaming(ANNE, "Eve")
    refused(phone, players_renamed((PAUL, "eve")), error=Unreadable)
    assert phone.renaming(ANNE, "EVE").table.sitting.players == ("EVE", "Paul", "Rachel", "Camille")
    phone.with_round("27 26 25 2", "", "13", "")
    phone.writes(players_renamed((PAUL, "Paula")), seen=1)
    assert phone.table.sitting.players == ("EVE", "Paula", "Rachel", "Camille")
    refused(phone, players_renamed((RACHEL, "Ray"), (PAUL, "Pauline")), seen=1)  # Paul has another name now


def test_only_what_a_change_replaces_can_be_in_its_way(store):
    for change, meanwhile, later in (
        (hand_laid(1, PAUL, {"cards": "5"}), hand_laid(1, PAUL, {"cards": "6"}), hand_laid(1, ANNE, {"cards": "6"})),
        (starter_chosen(1, PAUL), starter_chosen(1, CAMILLE), hand_laid(1, PAUL, {})),
    ):
        phone = a_table(store)
        refused(phone.writes(meanwhile), change, seen=1)
        assert phone.writes(later).writes(change, seen=2).table.entries[-1].payload == change.payload


MEANWHILE = {
    "renamed": (True, lambda phone: phone.renaming(ANNE, "Annie")),
    "next round entered": (True, lambda phone: phone.with_round("", "5", "", "")),
    "other round corrected": (True, lambda phone: phone.correcting(2, "", "4", "", "")),
    "other round undone": (True, lambda phone: phone.undoing()),
    "starter chosen": (True, lambda phone: phone.undoing().choosing(CAMILLE)),
    "stopped and played on": (True, lambda phone: phone.stopping().playing_on()),
    "corrected": (False, lambda phone: phone.correcting(1, "18", "", "13", "")),
    "correction undone": (True, lambda phone: phone.correcting(1, "18", "", "", "").undoing()),
    "undone and redone": (True, lambda phone: phone.undoing(2).redoing(2)),
    "starter corrected": (False, lambda phone: phone.correcting(1, *FIRST, opening=(PAUL, ANNE))),
    "entered anew": (False, lambda phone: phone.undoing(2).with_round("", "5", "", "")),
    "undone": (False, lambda phone: phone.undoing(2)),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_a_correction_conflicts_only_where_that_round_has_changed(store, meanwhile):
    """Nobody overwrites a change they have not seen. A round that is again as the phone saw it can be corrected."""
    phone = two_rounds(a_table(store))
    change, seen = correcting(1, a_round("16", "", "13", "")), phone.version
    fits, happen = MEANWHILE[meanwhile]
    happen(phone)
    if fits:
        assert phone.writes(change, seen).points[0] == (-16, 10, -13, 10)
    else:
        refused(phone, change, seen)
