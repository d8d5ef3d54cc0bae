"""Parts of pages that scripts ask for."""

import json

import pytest

from companion.web.app.parts import PARTS
from tests.web.builders import a_table

HEADER = "Companion-Part"


def test_a_part_says_that_it_is_one(client, app):
    """So that no script takes a Wi-Fi's login page for it."""
    phone = a_table(client)
    parts = [
        client.get(f"{phone.address}/live?page=sheet&v=0"),
        client.get(f"{phone.address}/referee/ruling"),
        client.get("/referee/durak/ruling"),
        client.post("/tables/seats", data={"player-1": "Anne"}),
        phone.post("/rounds/check", number=1),
    ]
    assert {part.headers[HEADER] for part in parts} == PARTS
    assert {rule.endpoint for rule in app.url_map.iter_rules()} >= PARTS


@pytest.mark.parametrize("path", ["", "/sheet", "/referee", "/rounds/new", "/live?page=nothing"])
def test_a_page_says_nothing_like_that(client, path):
    assert HEADER not in client.get(a_table(client).address + path).headers


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [("5,12+1", "5 12 1"), ("= −17", "=17"), ("-17", "=17"), ("=0", ""), ("0", ""), ("5 12 1", None), ("x", None)],
)
def test_what_was_typed_otherwise_is_told_as_the_keys_of_the_pad_type_it(client, typed, canonical):
    """Scripts know nothing of how cards may be written."""
    answer = a_table(client).post("/rounds/check", **{"seat-1-cards": typed, "seat-2-out": "y"})
    told = json.loads(answer.headers.get("HX-Trigger", '{"read": {"texts": {}}}'))
    assert told["read"]["texts"] == ({} if canonical is None else {typed: canonical})


@pytest.mark.parametrize(
    ("typed", "canonical"), [("-2.5", "−2½"), ("+07", "7"), ("0,5", "½"), ("−12½", None), ("−", None), ("x", None)]
)
def test_numbers_are_told_as_the_keys_of_their_pad_type_them(client, typed, canonical):
    phone = a_table(client, game="points", title="Phase 10")
    answer = phone.post("/rounds/check", number=1, **{"seat-1-points": typed})
    told = json.loads(answer.headers.get("HX-Trigger", '{"read": {"texts": {}}}'))
    assert told["read"]["texts"] == ({} if canonical is None else {typed: canonical})


def test_the_referee_tells_the_cards_as_the_keys_of_its_pad_type_them(client):
    answer = client.get("/referee/fool/ruling?players=4&cards=g12,1;Ж&hand=r3")
    told = json.loads(answer.headers["HX-Trigger"])
    assert told == {"read": {"texts": {"g12,1;Ж": "G12 1 Ж", "r3": "R3"}}}
    assert answer.page.one(id="ruling").get("data-cards") == "G12 1 Ж"
    assert "HX-Trigger" not in client.get("/referee/fool?players=4&cards=g12").headers
