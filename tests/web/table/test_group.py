"""Who was put out stays out, and who is in a group with a table."""

import pytest

from companion.store.links.links import SCORER, WATCHER
from tests.web.builders import OUT, Phone, a_group, a_table, stranger


def over(client, **fields):
    return a_table(client, tens_to_end="1", **fields).with_round("17", OUT, "13", "5")


def rematch(phone):
    return Phone(phone.client, phone.post("/rematches", first_starter="1").location)


@pytest.fixture
def another(client):
    """A phone that belongs to somebody else, and keeps cookies."""
    return stranger(client, True)


def test_only_a_host_puts_a_rematch_into_a_group_of_their_choice(client, another):
    """Another game that somebody begins meanwhile is their own."""
    owner, group = over(client), a_group(another)
    scorer = owner.handed_on(SCORER)
    assert not scorer.visit("/rematch").all("input", name="quiet")
    assert scorer.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert group.tables() == []
    assert over(client).post("/rematches", first_starter="1", group=group.key).status_code == 303
    running = a_table(stranger(client, True)).handed_on(SCORER)
    assert running.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert len(group.tables()) == 2


def test_add_to_group_offers_a_new_one_to_who_knows_none(client):
    lone = over(client)
    assert lone.visit("/settings").follow("Add to group").press("New group").status_code == 303
    assert lone.visit("/share").follow("Game night").title == "Game night"


def test_a_host_takes_a_table_out_of_a_group_that_it_was_put_into(client, another):
    """With its rematches there. Whoever came through the group is out; the table and who is known there stay."""
    group, phone = a_group(another), over(client)
    phone.post("/group", group=group.key)
    repeated, guest = rematch(phone), phone.handed_on(SCORER).of("Paul")
    through = group.opened()
    assert len(through) == 2
    handed = [each.handed_on(role) for each in through for role in (SCORER, WATCHER)]
    answer = phone.visit("/share").press("Remove from group")
    page = client.get(answer.location).page
    assert "Done." in page.text
    assert group.tables() == []
    for each in (*through, *handed):
        each.visit(status=410)
    assert {each.visit("/settings").title for each in (repeated, phone, guest)} == {"Settings"}
    assert phone.post("/group/removal").status_code == 303, "once more does nothing"
    assert phone.handed_on(SCORER).post("/group/removal").status_code == 403
