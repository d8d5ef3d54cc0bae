"""What a phone that lost the Wi-Fi gets from the server: pages for later, and answers in the place of a page."""

import pytest

from tests.web.builders import OUT, a_key, a_table

HTMX = {"HX-Request": "true"}


@pytest.fixture
def phone(client):
    return a_table(client)


def test_a_save_by_htmx_is_answered_by_the_table(client, phone):
    answer = client.post(f"{phone.address}/rounds", data=phone.entry("17", OUT, "13", "5"), headers=HTMX)
    assert answer.status_code == 200
    assert answer.headers["HX-Push-Url"] == f"{phone.address}#saved-1"
    assert answer.page.read("h1") == "Round 2"
    assert answer.page.title.startswith("Round 2")


@pytest.mark.parametrize(
    ("path", "form", "sentence"),
    [
        ("/rounds", {"seat-1-cards": "99"}, "<bdi>Anne</bdi>: There’s no 99 in the deck"),
        ("/hands/1", {"seat-1-cards": "99", "version": "1"}, "There’s no 99 in the deck"),
    ],
)
def test_a_refusal_by_htmx_stands_where_the_save_would_be_told(client, phone, path, form, sentence):
    answer = client.post(phone.address + path, data={"key": a_key(), "number": "1"} | form, headers=HTMX)
    assert answer.status_code == 422
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#verdict", "innerHTML")
    assert sentence in answer.text
    assert "<main" not in answer.text


def test_the_round_after_is_saved_behind_the_one_that_waits(phone):
    """Its form is blank and says no version: who starts it follows from the round that is saved before."""
    ahead = phone.visit("/rounds/new?ahead=1")
    assert ahead.read("h1") == "Round 2"
    assert not ahead.all("input", name="version")
    assert phone.enter("17", OUT, "13", "5").status_code == 303
    typed = {"seat-1-cards": "2", "seat-2-cards": "0", "seat-3-cards": "3", "seat-4-cards": "4"}
    assert ahead.press("Save round 2", typed).status_code == 303
    assert phone.points == [[-17, 10, -13, -5], [-2, 10, -3, -4]]
    assert phone.sheet["rounds"][1]["starter"] == "Anne"


def test_what_a_phone_saved_is_undone_by_its_write_key(phone):
    """It doesn't know its number; undone twice, or what never arrived, is nothing."""
    key = a_key()
    phone.enter("17", OUT, "13", "5", key=key)
    for of in (key, key, a_key()):
        phone.post("/undos", of=of)
        assert phone.points == []
    phone.enter("2", OUT, "3", "4")
    assert phone.post("/undos", of=key).status_code == 409
    assert phone.points == [[-2, 10, -3, -4]]
