"""Opening a table from a sheet file, and taking it home again."""

import json

import pytest

from tests.web.builders import CASES, HANDS, OUT, a_file, a_key, a_table, opened, send


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_sheet_file_opens_in_the_same_state(client, case):
    written = json.loads(case.read_text(encoding="utf-8"))
    phone = opened(client, written)
    assert {key: value for key, value in phone.sheet.items() if key not in ("id", "started_at", "last_at")} == written
    assert "The table was opened from a sheet file: " in phone.visit("/history").text


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_export_import_export_loses_nothing(client, case):
    first = client.get(f"{opened(client, case.read_bytes()).address}/sheet.json").data
    assert client.get(f"{opened(client, first).address}/sheet.json").data == first


def test_what_the_table_decided_comes_along(client):
    """Another starter, playing on, stopping, names that need care."""
    phone = a_table(client, players=("A", "<b>", "שרה", "'x\""), tens_to_end="1").with_round("17", OUT, "13", "5")
    phone.playing_on()
    phone.post("/starters", number="2", seat="3")
    phone.with_round("2", OUT, "3", "4").stopping()
    again = opened(client, phone.sheet)
    assert again.sheet == phone.sheet
    assert again.sheet["rounds"][1]["starter"] == "שרה"
    assert again.sheet["ended_by"] == ["agreed"]


def test_an_imported_table_goes_on(client):
    phone = opened(client, a_file()).with_round("2", OUT, "3", "4")
    assert phone.points == [[-17, 10, -13, -5], [-2, 10, -3, -4]]
    assert "The table was opened from a sheet file" in phone.visit("/history").text


def test_a_byte_order_mark_does_not_matter(client):
    assert opened(client, json.dumps(a_file()).encode("utf-8-sig")).points == [[-17, 10, -13, -5]]


UNREADABLE = {
    "not-json": (b"hello", "This is not a JSON file. (At: line 1)"),
    "broken-json": (b'{\n"format":\n}', "This is not a JSON file. (At: line 3)"),
    "a-picture": (b"\x89PNG\r\n\x1a\n\xff\xfe", "This is not a JSON file. (At: file)"),
    "utf-16": ("{}".encode("utf-16"), "This is not a JSON file. (At: file)"),
    "deep": (b"[" * 200_000, "This is not a JSON file. (At: file)"),
    "long-number": (b'{"version": ' + b"9" * 5000 + b"}", "This is not a JSON file. (At: file)"),
    "a-list": ([], "This is not a companion sheet. (At: format)"),
    "another-format": ({"format": "x"}, "This is not a companion sheet. (At: format)"),
    "another-version": (a_file(version=2), "Only version 1 can be read. (At: version)"),
    "another-game": (a_file(game="chess"), "This game is not known. (At: game)"),
    "no-players": (a_file(players=None), "Here a list of names is expected. (At: players)"),
    "few-players": (a_file(players=["Anne"]), "4 to 8 can play; there is 1 name so far. (At: players)"),
    "same-name": (a_file(players=["Anne", "Paul", "Paul", "Ben"]), "Somebody else has this name too. Add an initial?"),
    "no-starter": (a_file(first_starter="Ben"), "Here the name of a player at the table is expected. (At: first_sta"),
    "unknown-rule": (a_file(options={"<i>": 1}), "This house rule is not known. (At: options.<i>)"),
    "wrong-rule": (a_file(options={"end_score": 0}), "This house rule can't have this value. (At: options.end_score)"),
    "no-hands": (a_file([{}]), "Here the hands of all players are expected. (At: rounds[0].hands)"),
    "a-hand-missing": (a_file([{"hands": {"Anne": []}}]), "The hand of this player is missing. (At: rounds[0].hands.P"),
    "a-stranger": (
        a_file([{"hands": HANDS | {"Ben": []}}]),
        "This player is not at the table. (At: rounds[0].hands.Ben",
    ),
    "half-a-face": (
        a_file([{"hands": HANDS | {"Anne": [2.5]}}]),
        "A face is a whole number. (At: rounds[0].hands.Anne[0",
    ),
    "nobody-out": (a_file([{"hands": HANDS | {"Paul": [2]}}]), "Nobody went out."),
    "no-such-face": (a_file([{"hands": HANDS | {"Anne": [28]}}]), "There is no 28 in the deck"),
    "surrogate-name": (a_file([{"hands": HANDS | {"\ud800": []}}]), "This player is not at the table."),
    "surrogate-rule": (a_file(options={"\udfff": 1}), "This house rule is not known."),
    "played-on": (a_file(played_on=2), "Here a list of ends is expected: score and tens. (At: played_on)"),
    "many-rounds": (a_file([{}] * 2001), "Here a list of up to 2000 rounds is expected. (At: rounds)"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_place_and_reason(client, name):
    content, told = UNREADABLE[name]
    response = send(client, content)
    assert response.status_code == 422
    assert told in response.page.problem("file")


@pytest.mark.parametrize("content", [b"", None])
def test_without_a_file_one_is_asked_for(client, content):
    response = send(client, b"") if content is not None else client.post("/imports", data={"key": a_key()})
    assert response.status_code == 422
    assert response.page.problem("file") == "Choose a file first."


def test_the_form_takes_files(client):
    form = client.get("/imports/new").page.one("form")
    assert (form.get("method"), form.get("enctype"), form.get("action")) == ("post", "multipart/form-data", "/imports")


def test_a_double_tap_opens_one_table(client):
    key = a_key()
    assert send(client, a_file(), key).location == send(client, a_file(), key).location


def test_going_back_and_choosing_another_file_opens_another_table(client):
    """A later sheet of the same game has the same players and house rules."""
    key = a_key()
    first = opened(client, a_file(), key)
    later = opened(client, a_file([{"hands": HANDS}, {"hands": HANDS | {"Anne": [2]}}]), key)
    assert later.points == [[-17, 10, -13, -5], [-2, 10, -13, -5]]
    assert first.points == [[-17, 10, -13, -5]]
