"""What a page of a table says of itself: by its tag a phone asks whether it has it, by a header that it may be kept."""

import pytest

from companion.web.table import pages
from tests.web.builders import OUT, a_table, another_link

TAGGED = ["", "/sheet", "/chart", "/history", "?why=2", "/sheet?why=1-2"]
FORMS = ["/share", "/settings", "/rounds/new", "/rounds/1", "/phones", "/rematch"]


@pytest.fixture
def phone(client):
    return a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "4").undoing()


def tag_of(phone, path=""):
    return phone.client.get(phone.address + path).headers["ETag"]


def status(phone, tag, path="", **headers):
    """How a phone is answered that has a page already."""
    return phone.client.get(phone.address + path, headers={"If-None-Match": tag} | headers).status_code


def test_a_page_that_a_phone_has_is_not_sent_again_until_it_changes(phone):
    for change in (
        lambda: phone.visit().press("Redo"),
        lambda: phone.with_round("2", OUT, "", "4"),
        lambda: phone.post("/names", **{"name-1": "Anna"}),
    ):
        tags = {path: tag_of(phone, path) for path in TAGGED}
        assert {status(phone, f'"x", {tag}', path) for path, tag in tags.items()} == {304}
        change()
        assert {status(phone, tag, path) for path, tag in tags.items()} == {200}


def test_a_tag_is_for_one_link_its_role_and_seat_one_page_one_language_and_one_start(app, phone, monkeypatch):
    tag = tag_of(phone)
    assert [status(phone, tag, path) for path in TAGGED] == [304, 200, 200, 200, 200, 200]
    assert status(phone, tag, **{"Accept-Language": "de"}) == 200
    assert status(another_link(app, phone, "scorer"), tag) == 200
    scorer = phone.handed_on("scorer").of("Rachel")
    tag = tag_of(scorer)
    scorer.visit("/phones").press("Paul")
    assert status(scorer, tag) == 200
    tag = tag_of(phone)
    monkeypatch.setattr(pages, "START_TOKEN", "anew")
    assert status(phone, tag) == 200


def test_a_phone_may_keep_what_there_is_to_read_and_no_form(client, phone):
    stored = ["/", "/offline", "/rules/fool", *(phone.address + path for path in (*TAGGED, "/screen", "/rules"))]
    assert all("Companion-Offline" in client.get(address).headers for address in stored)
    forms = [path for path in FORMS if path != "/rounds/new"]  # its key is renewed
    assert not any("Companion-Offline" in client.get(phone.address + path).headers for path in forms)
