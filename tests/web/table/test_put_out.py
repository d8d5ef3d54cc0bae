"""Who was put out stays out, and who is in a group with a table."""

import io
import json

import pytest

from companion.store.files import imports
from companion.store.links.links import SCORER, WATCHER
from tests.web.builders import OUT, Group, Phone, a_file, a_group, a_key, a_table, come, stranger


def over(client, **fields):
    return a_table(client, tens_to_end="1", **fields).with_round("17", OUT, "13", "5")


def rematch(phone):
    return Phone(phone.client, phone.post("/rematches", first_starter="1").location)


def remove(host, name):
    assert host.visit("/share").press(f"Remove {name}").status_code == 303


@pytest.fixture
def another(client):
    """A phone that belongs to somebody else, and keeps cookies."""
    return stranger(client, True)


def test_whatever_a_removed_phone_has_seen_ends_with_it(client):
    """The links that it could hand on, the code, and who came by them without cookies."""
    owner = over(client)
    thief, guest = (owner.handed_on(SCORER).of(name) for name in ("Paul", "Rachel"))
    shared = [thief.handed_on(role) for role in (SCORER, WATCHER)]
    code = thief.visit("/share").read(class_="code")
    shared.append(
        Phone(stranger(client), stranger(client).post("/joins", data={"key": a_key(), "code": code}).location)
    )
    for each in shared:
        each.visit("/sheet")
    remove(owner, "Paul")
    for each in (thief, *shared, *(Phone(thief.client, each.address) for each in shared)):
        for page in ("/sheet", "/rematch", ""):
            each.visit(page, status=410)
        for path in ("/phones", "/rematches", "/links", "/group", "/requests"):
            form = {"seat": "1", "first_starter": "1", "role": "host", "name": "Zoë"}
            assert each.post(path, **form).status_code == 410, path
    assert stranger(client).post("/joins", data={"key": a_key(), "code": code}).status_code == 404
    assert owner.visit("/settings").title == guest.visit("/settings").title == "Settings"
    assert come(thief.client, owner.handed_on(WATCHER).address).visit().title, "by a link that somebody hands on anew"


@pytest.mark.parametrize("role", [SCORER, WATCHER])
def test_who_is_put_out_at_the_rematch_does_not_come_back_by_the_table_before(client, role):
    """Nor does one who comes by a link of before once that role's links were replaced there; who came along goes on."""
    first = over(client)
    thief = first.handed_on(role).keeping_cookies()
    thief = thief.of("Paul") if role == SCORER else thief
    early = first.handed_on(SCORER).of("Rachel")
    second = rematch(first)
    late = [first.handed_on(role), first.handed_on(role).keeping_cookies()]
    there = Phone(thief.client, thief.client.get(f"{thief.address}/rematch").location)
    assert there.visit().title == "Round 1"
    if role == SCORER:
        remove(second, "Paul")
    else:
        (number,) = (
            client.application.extensions["store"]
            .db.execute("SELECT id FROM phones WHERE role = 'watcher' AND table_id = (SELECT max(id) FROM tables)")
            .fetchone()
        )
        assert second.post(f"/phones/{number}", role="none").status_code == 303
    there.visit(status=410)
    for each in (thief, *late):
        each.visit("/rematch", status=410)
    assert early.client.get(f"{early.address}/rematch").status_code == 303


def test_who_only_watches_at_the_rematch_writes_there_by_no_link_of_the_table_before(client):
    """Neither by the phone nor by the link that it came by."""
    first = over(client)
    common = first.handed_on(SCORER)
    own = common.of("Paul")
    second = rematch(first)
    there = Phone(own.client, own.client.get(f"{own.address}/rematch").location)
    second.visit("/share").press("Make watcher")
    for each in (there, Phone(own.client, own.client.get(f"{own.address}/rematch").location)):
        each.visit("/settings", status=403)
    common.visit("/rematch", status=410)


def test_a_replaced_link_of_a_group_ends_what_was_opened_with_it(client, another):
    """At a table that was begun there and one that was put there: which stays, but starts nothing there any more."""
    own = over(another)
    group = a_group(client)
    begun = over(client, group=group.key)
    own.post("/group", group=group.key)
    through = group.opened()
    guest = begun.handed_on(SCORER).of("Paul")
    code = begun.visit("/share").read(class_="code")
    got = [begun, *through, *(each.handed_on(role) for each in (begun, *through) for role in (SCORER, WATCHER))]
    new = Group(client, group.post("/links").location.partition("/share")[0])
    for each in got:
        each.visit(status=410)
    assert stranger(client).post("/joins", data={"key": a_key(), "code": code}).status_code == 404
    group.visit(status=410)
    assert client.get(f"{group.address}/tables/{new.tables()[0]}").status_code == 410
    assert guest.visit().title, "who came by no group goes on"
    assert own.post("/rematches", first_starter="1").status_code == 303
    assert len(new.tables()) == 2
    for each in new.opened():
        each.visit("/settings")


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
    lone = over(client)
    group = a_group(client, "Friday night")
    begun = over(client, group=group.key)
    sentence = "Group: Friday night"
    assert sentence in begun.visit("/share").text
    assert not begun.visit("/share").has_button("Remove from group"), "it was begun there"
    assert "Group:" not in lone.visit("/share").text
    assert lone.visit("/settings").follow("Add to group").press("Friday night").status_code == 303
    page = lone.visit("/share")
    assert sentence in page.text
    assert page.follow("Friday night").title == "Friday night"
    assert "Friday night" not in lone.handed_on(SCORER).visit("/share").text


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
