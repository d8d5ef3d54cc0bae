"""What does not fit the table any more is a conflict, and a correction only where that very round has changed."""

from collections.abc import Callable

import pytest

from companion.store.database import Store
from companion.store.journal.facts import Conflict, Fact
from tests.store.builders import ANNE, CAMILLE, PAUL, Phone, a_round, a_table, entering, everything

ROUND = a_round("17", "", "13", "")


def refused(phone: Phone, decision: Fact) -> Conflict:
    before = everything(phone.store)
    with pytest.raises(Conflict) as conflict:
        phone.writes(decision)
    assert everything(phone.store) == before
    assert not phone.store.db.conn.in_transaction
    return conflict.value


def one_round(phone: Phone) -> Phone:
    return phone.with_round("17", "", "13", "")


def two_rounds(phone: Phone) -> Phone:
    return one_round(phone).with_round("", "2 2", "", "1")


SO_FAR: dict[str, Callable[[Phone], object]] = {
    "nothing": lambda phone: None,
    "one round": one_round,
    "two rounds": two_rounds,
    "over": lambda phone: phone.with_round("27 26 25 2", "", "13", ""),  # Anne has fallen to −80
    "stopped": lambda phone: one_round(phone).stopping(),
    "undone": lambda phone: two_rounds(phone).undoing(),  # of round 2, which was entry 3
    "new entry": lambda phone: two_rounds(phone).undoing().renaming(ANNE, "Annie"),
}


@pytest.mark.parametrize(
    ("so_far", "decision"),
    [
        pytest.param("one round", entering(1, ROUND), id="round-taken"),
        pytest.param("nothing", entering(2, ROUND), id="round-too-early"),
        pytest.param("nothing", entering(0, ROUND), id="round-0"),
        pytest.param("undone", entering(3, ROUND), id="round-after-one-taken-back"),
        pytest.param("over", entering(2, ROUND), id="round-after-the-end"),
        pytest.param("stopped", entering(2, ROUND), id="round-after-stopping"),
        pytest.param("nothing", Fact("round_corrected", {"number": 1, "round": ROUND}, 1), id="correct-before-round-1"),
        pytest.param(
            "one round", Fact("round_corrected", {"number": 2, "round": ROUND}, 2), id="correct-a-round-to-come"
        ),
        pytest.param("one round", Fact("round_corrected", {"number": 0, "round": ROUND}, 2), id="correct-round-0"),
        pytest.param(
            "two rounds", Fact("round_corrected", {"number": -1, "round": ROUND}, 3), id="correct-round-minus-1"
        ),
        pytest.param("one round", Fact("round_corrected", {"number": 1, "round": ROUND}, 1), id="correct-unseen-round"),
        pytest.param(
            "undone", Fact("round_corrected", {"number": 2, "round": ROUND}, 3), id="correct-round-taken-back"
        ),
        pytest.param("one round", Fact("starter_chosen", {"number": 1, "seat": PAUL}), id="starter-of-a-round-played"),
        pytest.param("one round", Fact("starter_chosen", {"number": 3, "seat": PAUL}), id="starter-too-early"),
        pytest.param("over", Fact("starter_chosen", {"number": 2, "seat": PAUL}), id="starter-after-the-end"),
        pytest.param("stopped", Fact("starter_chosen", {"number": 2, "seat": PAUL}), id="starter-after-stopping"),
        pytest.param(
            "one round", Fact("hand_laid", {"number": 1, "seat": PAUL, "hand": {}}, 0), id="hand-of-a-round-played"
        ),
        pytest.param("one round", Fact("hand_laid", {"number": 3, "seat": PAUL, "hand": {}}, 0), id="hand-too-early"),
        pytest.param("nothing", Fact("stopped", {"after": 0}), id="stop-before-round-1"),
        pytest.param("two rounds", Fact("stopped", {"after": 1}), id="stop-but-a-round-was-added"),
        pytest.param("undone", Fact("stopped", {"after": 2}), id="stop-but-a-round-was-taken-back"),
        pytest.param("over", Fact("stopped", {"after": 1}), id="stop-after-the-end"),
        pytest.param("stopped", Fact("stopped", {"after": 1}), id="stop-twice"),
        pytest.param("nothing", Fact("played_on", {"after": 0, "ends": ("score",)}), id="play-on-before-round-1"),
        pytest.param("one round", Fact("played_on", {"after": 1, "ends": ("score",)}), id="play-on-before-the-end"),
        pytest.param("over", Fact("played_on", {"after": 0, "ends": ("score",)}), id="play-on-stale"),
        pytest.param("over", Fact("played_on", {"after": 2, "ends": ("score",)}), id="play-on-too-early"),
        pytest.param("over", Fact("played_on", {"after": 1, "ends": ("tens",)}), id="play-on-past-another-end"),
        pytest.param("nothing", Fact("undone", {"seq": 1}), id="undo-the-opening"),
        pytest.param("two rounds", Fact("undone", {"seq": 2}), id="undo-but-another-entry-came"),
        pytest.param("two rounds", Fact("undone", {"seq": 4}), id="undo-what-is-not-there"),
        pytest.param("undone", Fact("undone", {"seq": 3}), id="undo-twice"),
        pytest.param("undone", Fact("undone", {"seq": 4}), id="undo-an-undo"),
        pytest.param("two rounds", Fact("redone", {"seq": 3}), id="redo-what-stands"),
        pytest.param("undone", Fact("redone", {"seq": 2}), id="redo-another-entry"),
        pytest.param("undone", Fact("redone", {"seq": 4}), id="redo-an-undo"),
        pytest.param("new entry", Fact("redone", {"seq": 3}), id="redo-after-a-new-entry"),
    ],
)
def test_what_does_not_fit_the_table_is_a_conflict(store: Store, so_far: str, decision: Fact) -> None:
    """Taken or stale is a conflict, which changes nothing and shows the table as it is by now."""
    phone = a_table(store)
    SO_FAR[so_far](phone)
    conflict = refused(phone, decision)
    assert conflict.table == phone.table


def test_names_at_a_table_stay_different(store: Store) -> None:
    """A sheet file knows players by name. Else a rename fits however far the table has moved on, also after the end."""
    phone = a_table(store).renaming(ANNE, "Eve")
    refused(phone, Fact("players_renamed", {"names": [(PAUL, "eve")]}))
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
def test_a_correction_conflicts_only_where_that_round_has_changed(
    store: Store, meanwhile: Callable[[Phone], Phone], fits: bool
) -> None:
    """Nobody overwrites a change they have not seen; that a change of it was taken back is a change too."""
    phone = two_rounds(a_table(store))
    decision = Fact("round_corrected", {"number": 1, "round": a_round("16", "", "13", "")}, phone.version)
    meanwhile(phone)
    if fits:
        assert phone.writes(decision).points[0] == (-16, 10, -13, 10)
    else:
        refused(phone, decision)


def test_undoing_a_correction_made_before_is_a_change(store: Store) -> None:
    """Whoever saw the corrected round must not correct the old one that an undo brought back; else any time again."""
    phone = one_round(a_table(store)).correcting(1, "18", "", "13", "")
    seen = phone.version
    phone.undoing()
    refused(phone, Fact("round_corrected", {"number": 1, "round": a_round("19", "", "13", "")}, seen))
    for cards in ("19", "20", "17"):
        phone.correcting(1, cards, "", "13", "")
    assert phone.rounds == (ROUND,)
    assert phone.table.changed == {1: 7}
