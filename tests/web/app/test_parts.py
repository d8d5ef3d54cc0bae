"""Parts of pages that scripts ask for."""

import json

import pytest

from tests.web.builders import a_table


def test_every_answer_says_whose_it_is(client, phone):
    """So that no script takes a Wi-Fi's login page for it."""
    paths = ("", "/sheet", "/rounds/new", "/live?page=sheet", "/live?page=nothing", "/referee/ruling")
    sent = client.post("/tables/seats", data={"player-1": "Anne"}), client.post(f"{phone.address}/rounds/check")
    shown = (client.get(phone.address + path) for path in paths)
    assert all("Companion" in answer.headers for answer in (*shown, *sent))


@pytest.mark.parametrize(
    ("game", "field", "readings"),
    [
        ("fool", "cards", {"5,12+1": "5 12 1", "= −17": "=17", "-17": "=17", "=0": "0", "5 12 1": None, "x": None}),
        ("points", "points", {"-2.5": "−2½", "+07": "7", "0,5": "½", "−12½": None, "−": None, "x": None}),
    ],
)
def test_what_was_typed_otherwise_is_told_as_the_keys_of_the_pad_type_it(client, game, field, readings):
    """Scripts know nothing of how cards and numbers may be written."""
    phone = a_table(client, game=game, title="Phase 10")
    for typed, canonical in readings.items():
        answer = phone.post("/rounds/check", **{"number": 1, f"seat-1-{field}": typed, "seat-2-out": "y"})
        told = json.loads(answer.headers.get("HX-Trigger", '{"read": {"texts": {}}}'))
        assert told["read"]["texts"] == ({} if canonical is None else {typed: canonical})
