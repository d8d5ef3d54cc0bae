"""Rounds that the file lacks come back from the sheet that a phone kept, once."""

import pytest

from companion.games import sheetfile
from companion.store.files.restoring import restore_rounds
from companion.store.journal.facts import Conflict
from companion.store.links import links
from tests.store.builders import ANNE, RACHEL, a_key, a_table

ROUNDS = [("17", "", "13", ""), ("2", "", "", "4"), ("", "3", "5", "6")]


def sheet_of(phone):
    return sheetfile.read_sheet(sheetfile.write_sheet(phone.table.game, phone.table.sitting))


def with_rounds(store, rounds):
    phone = a_table(store)
    for played in rounds:
        phone.with_round(*played)
    return phone


def restored(store, phone, sheet):
    return restore_rounds(store, phone.address, sheet)


def test_what_is_missing_is_appended_once(store):
    """Twice sent, or by two phones, it is saved once; a starter that the table chose comes along."""
    whole = with_rounds(store, ROUNDS[:2]).choosing(RACHEL).with_round(*ROUNDS[2])
    older = with_rounds(store, ROUNDS[:1])
    table = restored(store, older, sheet_of(whole))
    assert table.sitting.rounds == whole.table.sitting.rounds
    assert table.sitting.starters == {3: RACHEL}
    assert restored(store, older, sheet_of(whole)).version == table.version
    assert restored(store, older, sheet_of(with_rounds(store, ROUNDS[:1]))).version == table.version


def test_how_it_ended_comes_along(store):
    whole = with_rounds(store, [("=80", "", "", "")])
    whole = whole.playing_on().with_round(*ROUNDS[0]).stopping()
    table = restored(store, with_rounds(store, []), sheet_of(whole))
    assert (table.sitting.played_on, table.sitting.stopped) == (("score",), True)
    assert table.sheet.ending == whole.table.sheet.ending


def test_what_was_begun_on_paper_and_who_joined_comes_along(store):
    whole = a_table(store).adds("begun_on_paper", totals=[(ANNE, -12)], tallies={"tens": [(RACHEL, 2)]}, starter=RACHEL)
    whole.with_round(*ROUNDS[0]).adds(
        "seats_changed", number=2, seats=(0, 1, 2, 3, 4), joined=[("Zoë", -7)], seen=range(4)
    )
    whole.with_round(*ROUNDS[1], "5")
    table = restored(store, with_rounds(store, []), sheet_of(whole))
    assert table.sitting == whole.table.sitting
    assert table.sheet == whole.table.sheet


@pytest.mark.parametrize("other", [[ROUNDS[1]], [("18", "", "13", "")]])
def test_where_the_others_differ_nothing_changes(store, other):
    older = with_rounds(store, other)
    with pytest.raises(Conflict):
        restored(store, older, sheet_of(with_rounds(store, ROUNDS)))
    assert older.version == 2


def test_a_table_that_was_stopped_goes_on_as_the_phone_has_it(store):
    """The copy was made while it was stopped; then they played on."""
    whole = with_rounds(store, ROUNDS[:1]).stopping().playing_on().with_round(*ROUNDS[1])
    older = with_rounds(store, ROUNDS[:1]).stopping()
    table = restored(store, older, sheet_of(whole))
    assert (table.sitting.rounds, table.sitting.stopped) == (whole.table.sitting.rounds, False)


def test_what_the_rules_of_the_table_refuse_is_not_brought_back(store):
    """Its own file could not be read any more."""
    older = a_table(store, **{f"highest_{colour}": 5 for colour in ("green", "red", "yellow", "blue")})
    with pytest.raises(Conflict):
        restored(store, older, sheet_of(with_rounds(store, ROUNDS)))
    assert older.version == 1


def test_who_has_no_scorers_link_any_more_brings_nothing_back(store):
    older, sheet = with_rounds(store, []), sheet_of(with_rounds(store, ROUNDS))
    with pytest.raises(links.MayNot):
        restore_rounds(store, links.share_link(store, older.address, links.WATCHER), sheet)
    scorer = links.share_link(store, older.address, links.SCORER)
    links.replace_links(store, older.address, links.SCORER, a_key())
    with pytest.raises(links.LinkEnded):
        restore_rounds(store, scorer, sheet)
    assert older.version == 1
