"""Opening a table from a sheet file, and taking it home again."""

import json

import pytest

from tests.web.builders import CASES, HANDS, a_file, a_key, opened, send


def test_a_sheet_file_opens_in_the_same_state_and_leaves_as_it_came(client):
    written = json.loads(CASES[0].read_text(encoding="utf-8"))
    phone = opened(client, written)
    assert {key: value for key, value in phone.sheet.items() if key not in ("id", "started_at", "last_at")} == written
    first = client.get(f"{phone.address}/sheet.json").data
    assert client.get(f"{opened(client, first).address}/sheet.json").data == first


MANY_ROUNDS = {"format": "companion-group", "version": 1, "name": "Us", "tables": [{"rounds": [0] * 500}] * 41}
UNREADABLE = {  # a few of each kind: all are in games/test_sheetfile.py
    "unknown-rule": (a_file(options={"<i>": 1}), "Unknown house rule. (At: options.<i>)"),
    "nobody-out": (a_file([{"hands": HANDS | {"Paul": [2]}}]), "Nobody went out."),
    "many-rounds": (MANY_ROUNDS, "Expected up to 20000 rounds."),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_place_and_reason(client, name):
    content, told = UNREADABLE[name]
    response = send(client, content)
    assert response.status_code == 422
    assert told in response.page.problem("file")


def test_the_form_takes_a_file_and_asks_for_one(client):
    for response in (send(client, b""), client.post("/imports", data={"key": a_key()})):
        assert (response.status_code, response.page.problem("file")) == (422, "Choose a file first.")
    form = client.get("/imports/new").page.one("form")
    assert (form.get("method"), form.get("enctype"), form.get("action")) == ("post", "multipart/form-data", "/imports")
