"""Who was put out stays out, and who is in a group with a table."""

import io
import json

import pytest

from companion.store.files import imports
from companion.store.links.links import HOST, SCORER, WATCHER
from tests.web.builders import OUT, Group, Phone, a_file, a_group, a_key, a_table


def over(client, **fields):
    return a_table(client, tens_to_end="1", **fields).with_round("17", OUT, "13", "5")


def replaces(phone, role):
    """The phone of who replaces a link, with the link that it goes on with."""
    answer = phone.post("/links", role=role)
    assert answer.status_code == 303
    return Phone(phone.client, answer.location.partition("/share")[0])


def test_whatever_was_opened_with_a_leaked_link_ends_with_it(client):
    """A phone's own link, those that are handed on, the code, and the way through a group of the thief's."""
    owner = over(client)
    thief = Phone(client, owner.address)
    theirs = a_group(client)
    code = thief.visit("/share").read(class_="code")
    assert thief.post("/group", group=theirs.key).status_code == 303
    through = theirs.opened()[0]
    mine = Phone(client, thief.post("/phones", seat="2").location)
    joined = Phone(client, client.post("/joins", data={"key": a_key(), "code": code}).location)
    shared = [each.handed_on(role) for each in (thief, mine, through) for role in (SCORER, WATCHER)]
    got = [thief, mine, joined, through, *shared]
    for each in got:
        each.visit("/sheet")
    new = replaces(owner, HOST)
    for each in got:
        each.visit("/sheet", status=410)
        each.visit("/rematch", status=410)
        for path in ("/phones", "/rematches", "/links", "/group"):
            form = {"seat": "1", "first_starter": "1", "role": "host", "group": theirs.key}
            assert each.post(path, **form).status_code == 410
    assert client.post("/joins", data={"key": a_key(), "code": code}).status_code == 404
    assert theirs.tables() == []
    assert new.visit("/settings").title == "Settings"


@pytest.mark.parametrize("role", [SCORER, WATCHER])
def test_who_is_put_out_at_the_rematch_does_not_come_back_by_the_table_before(client, role):
    """Who went along before, and who comes later."""
    first = over(client)
    early, late = first.handed_on(role), Phone(client, first.handed_on(SCORER).post("/phones", seat="1").location)
    second = Phone(client, first.post("/rematches", first_starter="1").location)
    there = Phone(client, client.get(f"{early.address}/rematch").location)
    replaces(second, role)
    there.visit(status=410)
    early.visit("/rematch", status=410)
    assert client.get(f"{late.address}/rematch").status_code == (410 if role == SCORER else 303)
    replaces(second, HOST)
    for each in (first, late):
        each.visit("/rematch", status=410)


def test_who_only_watches_at_the_rematch_writes_there_by_no_link_of_the_table_before(client):
    """Neither by the phone's own link nor by the common one that it came by."""
    first = over(client)
    common = first.handed_on(SCORER)
    own = Phone(client, common.post("/phones", seat="1").location)
    second = Phone(client, first.post("/rematches", first_starter="1").location)
    there = Phone(client, client.get(f"{own.address}/rematch").location)
    second.visit("/share").press("Make watcher")
    for each in (there, Phone(client, client.get(f"{own.address}/rematch").location)):
        each.visit("/settings", status=403)
    common.visit("/rematch", status=410)


def test_a_replaced_link_of_a_group_ends_what_was_opened_with_it(client):
    """At a table that was begun there and one that was put there: which stays, but starts nothing there any more."""
    group, own = a_group(client), over(client)
    begun = over(client, group=group.key)
    own.post("/group", group=group.key)
    through = group.opened()
    mine = Phone(client, through[0].post("/phones", seat="1").location)
    code = begun.visit("/share").read(class_="code")
    got = [begun, mine, *through, *(each.handed_on(WATCHER) for each in (begun, mine, *through))]
    new = Group(client, group.post("/links").location.partition("/share")[0])
    for each in got:
        each.visit(status=410)
    assert client.post("/joins", data={"key": a_key(), "code": code}).status_code == 404
    group.visit(status=410)
    assert client.get(f"{group.address}/tables/{new.tables()[0]}").status_code == 410
    assert own.post("/rematches", first_starter="1").status_code == 303
    assert len(new.tables()) == 2
    for each in new.opened():
        each.visit("/settings")


def test_only_a_host_puts_a_rematch_into_a_group(client):
    """Where all come along. Who only keeps score begins it, without a group; another game he begins is his own."""
    owner, group = over(client), a_group(client)
    scorer = owner.handed_on(SCORER)
    assert not scorer.visit("/rematch").all("input", name="quiet")
    assert scorer.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert group.tables() == []
    assert over(client).post("/rematches", first_starter="1", group=group.key).status_code == 303
    running = a_table(client).handed_on(SCORER)
    assert running.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert len(group.tables()) == 2


def test_a_file_that_is_still_coming_in_stays_out(client, monkeypatch):
    """A long one, of somebody whose link of the group is replaced while it is read."""
    group = a_group(client)
    before, prepare = group.file, imports.prepare_table

    def prepare_slowly(*about):
        group.post("/links", key="k" * 22)
        return prepare(*about)

    monkeypatch.setattr(imports, "prepare_table", prepare_slowly)
    sent = {"key": a_key(), "file": (io.BytesIO(json.dumps(a_file()).encode()), "sheet.json")}
    assert client.post(f"{group.address}/imports", data=sent).status_code == 410
    new = Group(client, group.post("/links", key="k" * 22).location.partition("/share")[0])
    assert new.file == before
    assert new.people() == {}


# The group of a table


def test_the_share_page_says_which_group_a_table_is_in(client):
    """To hosts, and leads there: it is theirs."""
    group = a_group(client, "Friday night")
    begun, lone = over(client, group=group.key), over(client)
    sentence = "Group: Friday night"
    assert sentence in begun.visit("/share").text
    assert not begun.visit("/share").has_button("Remove from group"), "it was begun there"
    assert "Group:" not in lone.visit("/share").text
    lone.post("/group", group=group.key)
    page = lone.visit("/share")
    assert sentence in page.text
    assert page.follow("Friday night").title == "Friday night"
    assert "Friday night" not in lone.handed_on(SCORER).visit("/share").text


def test_a_host_takes_a_table_out_of_a_group_that_it_was_put_into(client):
    """With its rematches there. Whoever came through the group is out; the table and its other links stay."""
    group, phone = a_group(client), over(client)
    phone.post("/group", group=group.key)
    repeated = Phone(client, phone.post("/rematches", first_starter="1").location)
    through = group.opened()
    assert len(through) == 2
    handed = [each.handed_on(role) for each in through for role in (SCORER, WATCHER)]
    answer = phone.visit("/share").press("Remove from group")
    page = client.get(answer.location).page
    assert "Done." in page.text
    assert group.tables() == []
    for each in (*through, *handed):
        assert each.visit(status=410)
    assert repeated.visit("/settings").title == phone.visit("/settings").title == "Settings"
    assert phone.post("/group/removal").status_code == 303, "once more does nothing"
    assert phone.handed_on(SCORER).post("/group/removal").status_code == 403
