"""Opening a table from a sheet file, and taking it home again."""

import json

import pytest

from tests.web.builders import CASES, HANDS, OUT, a_file, a_group, a_key, opened, send
from tests.web.markup import words_of


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_sheet_file_opens_in_the_same_state_and_leaves_as_it_came(client, case):
    written = json.loads(case.read_text(encoding="utf-8"))
    phone = opened(client, written)
    assert {key: value for key, value in phone.sheet.items() if key not in ("id", "started_at", "last_at")} == written
    first = client.get(f"{phone.address}/sheet.json").data
    assert client.get(f"{opened(client, first).address}/sheet.json").data == first


UNREADABLE = {  # a few of each kind: all are in games/test_sheetfile.py
    "a-picture": (b"\x89PNG\r\n\x1a\n\xff\xfe", "This isn’t a JSON file. (At: file)"),
    "latin-1": ('{"players":\n["Jürgen"]}'.encode("latin-1"), "This file isn’t in UTF-8. Save it as UTF-8. (At: file)"),
    "twice": (
        json.dumps(a_file()).replace('"Anne": [17]', '"Anne": [17], "Anne": [3]').encode(),
        "This is in the file twice. (At: Anne)",  # a hand would be lost, and nobody would know
    ),
    "unknown-rule": (a_file(options={"<i>": 1}), "Unknown house rule. (At: options.<i>)"),
    "nobody-out": (a_file([{"hands": HANDS | {"Paul": [2]}}]), "Nobody went out."),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_place_and_reason(client, name):
    content, told = UNREADABLE[name]
    response = send(client, content)
    assert response.status_code == 422
    assert told in response.page.problem("file")


def test_a_file_that_differs_from_the_rules_opens_and_says_where(client):
    """The first place for each player: what is wrong after it may only follow from it."""
    right = opened(client, a_file([{"hands": HANDS}, {"hands": HANDS}])).sheet
    wrong = json.loads(json.dumps(right))
    first, second = wrong["rounds"]
    first["points"]["Anne"] = first["totals"]["Anne"] = -12
    second["totals"] |= {"Anne": -29, "Rachel": -25}
    wrong["totals"] |= {"Anne": -29, "Rachel": -25, "Paul": 21}
    assert [words_of(item) for item in send(client, wrong).page.one("ol", class_="history")] == [
        "Round 1: Anne scores −12 in the file, −17 by the rules.",
        "At the end: Paul has 21 in the file, 20 by the rules.",
        "Round 2, total: Rachel has −25 in the file, −26 by the rules.",
    ]
    assert opened(client, wrong).sheet["totals"] == right["totals"]


def test_a_group_file_says_of_which_table_it_speaks(client):
    group = a_group(client).with_game("17", OUT, "13", "5")
    file = group.file
    file["tables"][0]["totals"]["Anne"] = 1
    response = send(client, file)
    day = file["tables"][0]["started_at"][:10]
    assert [words_of(item) for item in response.page.one("ol", class_="history")] == [
        f"{day}, Anne, Paul, Rachel and Camille:",
        "At the end: Anne has 1 in the file, −17 by the rules.",
    ]


def test_the_form_takes_a_file_and_asks_for_one(client):
    for response in (send(client, b""), client.post("/imports", data={"key": a_key()})):
        assert (response.status_code, response.page.problem("file")) == (422, "Choose a file first.")
    form = client.get("/imports", follow_redirects=True).page.one("form")  # as a refused form is loaded again
    assert (form.get("method"), form.get("enctype"), form.get("action")) == ("post", "multipart/form-data", "/imports")
