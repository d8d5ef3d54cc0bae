"""The sheet as a workbook: real numbers, names that stay names, and sums that say what the rules say."""

import io
import json
import re

import pytest
from openpyxl import load_workbook

from tests.web.builders import CASES, NAMES, OUT, a_table, opened

SHOWN = [f"{name}: {what}" for what in ("Cards left", "Fool! disc") for name in NAMES[:4]]
HOSTILE = ["=1+1", "+cmd", "-x", "@SUM(A1)", "1", "http://a.example", "{=1}", "👨‍👩‍👧‍👦"]
HOSTILE += ["مريم", "山田太郎", "n" * 40, "'=1", "#REF!", "1e5", "x y", "{{ 1 }}"]


def page_of(phone, **how):
    return load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data), **how).active


def rows(page):
    """What stands in it, without times, the game's name and empty cells at the ends of rows."""
    shown = [list(row)[:-2] for row in page.iter_rows(values_only=True)]
    found = [["" if value is None else value for value in row] for row in shown]
    return [row[: max((place for place, value in enumerate(row, 1) if value != ""), default=0)] for row in found]


def formulas(page):
    return {cell.coordinate: cell.value for row in page.iter_rows() for cell in row if cell.data_type == "f"}


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


@pytest.mark.parametrize("players", [HOSTILE[:8], HOSTILE[8:]])
def test_a_name_is_a_text_whatever_it_looks_like(client, players):
    page = page_of(a_table(client, players=players).with_round("17", OUT, "13", *"56789"))
    heads = [cell for cell in page[1] if cell.value in players]
    assert [(head.value, head.data_type, head.hyperlink) for head in heads] == [(name, "s", None) for name in players]
    assert (page["B2"].data_type, page["B2"].value) == ("s", players[0])
    assert len(formulas(page)) == 8


def test_every_sum_comes_to_the_total_beside_it(client):
    for game in (json.loads(path.read_text("utf-8")) for path in CASES):
        phone = opened(client, game)
        page, totals = page_of(phone), page_of(phone, data_only=True)
        for cell, formula in formulas(page).items():
            first, last = re.fullmatch(r"=SUM\((\w+?)(?::(\w+))?\)", formula).groups()
            points = [entry.value or 0 for (entry,) in page[f"{first}:{last or first}"]]
            assert sum(points) == totals[cell].value, (cell, formula)
