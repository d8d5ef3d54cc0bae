"""What belongs to a side stands there once, headed by its players' names; files and statistics give it to each."""

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.builders import a_group
from tests.web.markup import words_of

SIDES = ["Anne & Rachel", "Paul & Camille"]
TICHU = ({"first": "1", "side-1-cards": "70", "seat-1-calls": "tichu"}, {"first": "3", "double": "y"})


@pytest.fixture(params=["tichu", "durak"])
def group_and_phone(request, client):
    """A game that Anne and Rachel win together against Paul and Camille, in two rounds."""
    group = a_group(client)
    if request.param == "durak":
        return group, group.table(game="durak", teams="2").tap("Paul", "Camille").stopping()
    phone = group.table(game="tichu")
    for number, played in enumerate(TICHU, start=1):
        assert phone.visit("/rounds/new").press(f"Save round {number}", played).status_code == 303
    return group, phone.stopping()


def test_pages_show_a_row_a_column_and_a_line_for_each_side(group_and_phone):
    _, phone = group_and_phone
    page = phone.visit()
    assert page.title == "Anne and Rachel win together"
    assert [words_of(name) for name in page.all("span", class_="ranked-name")] == SIDES
    assert [words_of(place) for place in page.all("span", class_="ranked-place")] == ["1", "2"]
    assert phone.visit("/sheet").rows("sheet")[0][1:] == SIDES
    assert phone.visit("/sheet").rows("sheet")[-1][1:] == ["1", "2"]
    assert [words_of(curve) for curve in phone.visit("/chart").one(class_="legend").iter("bdi")] == SIDES
    assert all(side.replace("&", "&amp;") in phone.client.get(f"{phone.address}/sheet.svg").text for side in SIDES)


def test_files_give_everybody_what_the_side_has(client, group_and_phone):
    _, phone = group_and_phone
    one, other = phone.sheet["totals"]["Anne"], phone.sheet["totals"]["Paul"]
    assert phone.sheet["totals"] == {"Anne": one, "Paul": other, "Rachel": one, "Camille": other}
    rows = list(csv.DictReader(io.StringIO(client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig"))))
    assert [rows[-1][name] for name in phone.sheet["players"]] == [str(n) for n in (one, other, one, other)]
    (link,) = [link for link in phone.visit().all("a") if "bgstats" in link.get("href", "")]
    play = json.loads(parse_qs(urlsplit(link.get("href")).query)["data"][0])
    assert [(one["name"], one["rank"], one["winner"], one["role"]) for one in play["players"]] == [
        ("Anne", 1, True, "with Rachel"),
        ("Paul", 2, False, "with Camille"),
        ("Rachel", 1, True, "with Anne"),
        ("Camille", 2, False, "with Paul"),
    ]


def test_partners_are_no_rivals(group_and_phone):
    group, phone = group_and_phone
    game = phone.sheet["game"]
    figures = group.visit(f"/statistics?game={game}").rows("figures")[1:]
    assert sorted(row[:3] for row in figures) == [
        *(["Anne", "1", "1"], ["Camille", "1", "0"], ["Paul", "1", "0"], ["Rachel", "1", "1"])
    ]
    page = group.visit(f"/players/{group.people()['Anne']}?game={game}")
    assert [row[0] for row in page.rows("figures") if len(row) == 4][1:] == ["Paul", "Camille"]
