"""The sheet as a workbook: real numbers, names that stay names, and sums that say what the rules say."""

import io
import json
import re
from datetime import datetime, timedelta

import pytest
from openpyxl import load_workbook

from tests.web.builders import CASES, NAMES, OUT, a_file, a_table, opened

SHOWN = [f"{name}: {what}" for what in ("Cards left", "Fool! disc") for name in NAMES[:4]]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HOSTILE = ["=1+1", "+cmd", "-x", "@SUM(A1)", "1", "http://a.example", "{=1}", "👨‍👩‍👧‍👦"]
HOSTILE += ["مريم", "山田太郎", "n" * 40, "'=1", "#REF!", "1e5", "x y", "{{ 1 }}"]

# Every case, and a game in which +10s rank Anne and Paul, Rachel and Camille, whose totals are equal.
LEFT = ([[], 10, 5, 18], [[], [], 3, []], [[], [], 2, 2])
EQUALS = a_file(
    [{"hands": dict(zip(NAMES, hands, strict=False)), "fools": ["Anne"] * bool(at)} for at, hands in enumerate(LEFT)],
    options={"equal_totals": "tens"},
)
GAMES = [*(json.loads(path.read_text("utf-8")) for path in CASES), EQUALS]


def page_of(phone, **how):
    return load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data), **how).active


def rows(page):
    """What stands in it, without times, the game's name and empty cells at the ends of rows."""
    shown = [list(row)[:-2] for row in page.iter_rows(values_only=True)]
    found = [["" if value is None else value for value in row] for row in shown]
    return [row[: max((place for place, value in enumerate(row, 1) if value != ""), default=0)] for row in found]


def formulas(page):
    return {cell.coordinate: cell.value for row in page.iter_rows() for cell in row if cell.data_type == "f"}


# What it shows


def test_it_shows_rounds_and_what_they_come_to(client):
    """Only the sums of points are formulas."""
    phone = a_table(client, first_starter="2").with_round("=17", OUT, "13", "5", fools=["Paul"])
    phone.with_round("2", OUT, "3", "4")
    page = page_of(phone)
    assert rows(page_of(phone, data_only=True))[:6] == [
        ["Round", "Starts", "Deals", *NAMES[:4], *(f"Σ {name}" for name in NAMES[:4]), *SHOWN],
        [1, "Paul", "Anne", -17, 0, -13, -5, -17, 0, -13, -5, "Σ17", "out", "13", "5", "", "●"],
        [2, "Anne", "Paul", -2, 10, -3, -4, -19, 10, -16, -9, "2", "out", "3", "4"],
        ["Total", "", "", -19, 10, -16, -9],
        ["+10", "", "", 0, 1, 0, 0],
        ["Rank", "", "", 4, 1, 3, 2],
    ]
    assert formulas(page) == {f"{column}4": f"=SUM({column}2:{column}3)" for column in "DEFG"}
    assert {cell.data_type for row in page["D2:G3"] for cell in row} == {"n"}


def test_rounds_after_the_end_do_not_count(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    assert rows(page_of(phone, data_only=True))[2:7] == [
        ["2 (after the end)", "Anne", "Anne", -2, 10, -13, -5, *[""] * 4, "2", "out", "13", "5"],
        ["Total", "", "", -60, 10, -13, -5],
        ["+10", "", "", 0, 1, 0, 0],
        ["Rank", "", "", 4, 1, 3, 2],
        ["The end. Anne fell to −60 points or lower."],
    ]
    assert formulas(page_of(phone))["D4"] == "=SUM(D2)"


def test_an_empty_sheet_has_nothing_to_add_up(client):
    phone = a_table(client)
    response = client.get(f"{phone.address}/sheet.xlsx")
    assert response.mimetype == XLSX
    assert response.headers["Content-Disposition"].endswith('.xlsx"')
    page = page_of(phone)
    assert [row[0] for row in rows(page)] == ["Round"]
    assert formulas(page) == {}
    assert page.freeze_panes == "B2", "the names and the round stay in sight"


@pytest.mark.parametrize("players", [HOSTILE[:8], HOSTILE[8:]])
def test_a_name_is_a_text_whatever_it_looks_like(client, players):
    page = page_of(a_table(client, players=players).with_round("17", OUT, "13", *"56789"))
    heads = [cell for cell in page[1] if cell.value in players]
    assert [(head.value, head.data_type, head.hyperlink) for head in heads] == [(name, "s", None) for name in players]
    assert (page["B2"].data_type, page["B2"].value) == ("s", players[0])
    assert len(formulas(page)) == 8


def test_the_same_table_is_the_same_file_and_its_times_are_times(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    first, again = (client.get(f"{phone.address}/sheet.xlsx").data for _ in range(2))
    assert first == again
    head, saved = (row[-2] for row in page_of(phone)["A1:U2"])
    assert (head.value, saved.is_date) == ("Saved", True)
    assert abs(datetime.now() - saved.value) < timedelta(minutes=5)


# What it comes to


def expected(sheet):
    """Running totals, totals, +10s and ranks as the sheet file has them; in Durak the fewest marks are best."""
    names = sheet["players"]
    counted = [played for played in sheet["rounds"] if played.get("counts", True)]
    by_tens = sheet["options"].get("equal_totals") == "tens"
    sign = -1 if sheet["game"] == "durak" else 1
    standing = {name: (sign * sheet["totals"][name], sheet["tens"][name] if by_tens else 0) for name in names}
    sides = sheet.get("sides", [[name] for name in names])
    return {
        "running": [[played["totals"][name] for name in names] for played in counted],
        "Total": [sheet["totals"][name] for name in names],
        **({"+10": [sheet["tens"][name] for name in names]} if "tens" in sheet else {}),
        "Rank": [1 + sum(standing[side[0]] > standing[name] for side in sides) for name in names],
    }


def found(page, sheet):
    """The same as ``expected``, as it was worked out."""
    seats = len(sheet["players"])
    first = page[0].index(sheet["players"][0])
    points, totals = slice(first, first + seats), slice(first + seats, first + 2 * seats)
    counted = sum(played.get("counts", True) for played in sheet["rounds"])
    named = {row[0]: [float(cell) for cell in row[points]] for row in page if row[0] in ("Total", "+10", "Rank")}
    return {"running": [[float(cell) for cell in row[totals]] for row in page[1 : counted + 1]]} | named


def test_totals_counts_and_ranks_are_those_of_the_sheet(client):
    for game in GAMES:
        phone = opened(client, game)
        assert found(rows(page_of(phone, data_only=True)), phone.sheet) == expected(phone.sheet)


def test_every_sum_comes_to_the_total_beside_it(client):
    for game in GAMES:
        phone = opened(client, game)
        page, totals = page_of(phone), page_of(phone, data_only=True)
        for cell, formula in formulas(page).items():
            first, last = re.fullmatch(r"=SUM\((\w+?)(?::(\w+))?\)", formula).groups()
            points = [entry.value or 0 for (entry,) in page[f"{first}:{last or first}"]]
            assert sum(points) == totals[cell].value, (cell, formula)
