"""The sheet as a workbook: real numbers, names that stay names. What its formulas give: ``test_formulas.py``."""

import io
from datetime import datetime, timedelta

from openpyxl import load_workbook

from companion.games.fool import Fool
from tests.web.builders import NAMES, OUT, a_table

SHOWN = [f"{name}: {what}" for what in ("Cards left", "Fool! disc") for name in NAMES[:4]]
FIRST = 5  # the column of the first player's points, counted from 1
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def page_of(phone, **how):
    """The worksheet as it is downloaded."""
    return load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data), **how).active


def rows(page):
    """What stands in it, without times and without empty cells at the ends of rows."""
    found = [
        ["" if cell.value is None or isinstance(cell.value, datetime) else cell.value for cell in row]
        for row in page.iter_rows()
    ]
    return [row[: max((place for place, value in enumerate(row, 1) if value != ""), default=0)] for row in found]


def formulas(page):
    """Every formula by its cell."""
    return {cell.coordinate: cell.value for row in page.iter_rows() for cell in row if cell.data_type == "f"}


# What it shows


def test_it_shows_rounds_and_what_they_come_to(client):
    phone = a_table(client, first_starter="2").with_round("=17", OUT, "13", "5", fools=["Paul"])
    assert rows(page_of(phone.with_round("2", OUT, "3", "4"), data_only=True))[:6] == [
        [
            "Round",
            "Starts",
            "Deals",
            "Took a Fool! disc",
            *NAMES[:4],
            *(f"Σ {name}" for name in NAMES[:4]),
            *SHOWN,
            "Saved",
        ],
        [1, "Paul", "Anne", "Paul", -17, 0, -13, -5, -17, 0, -13, -5, "Σ17", "out", "13", "5", "", "●"],
        [2, "Anne", "Paul", "", -2, 10, -3, -4, -19, 10, -16, -9, "2", "out", "3", "4"],
        ["Total", "", "", "", -19, 10, -16, -9],
        ["+10", "", "", "", 0, 1, 0, 0],
        ["Rank", "", "", "", 4, 1, 3, 2],
    ]


def test_what_is_worked_out_is_a_formula_and_what_was_scored_is_a_number(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4")
    page = page_of(phone)
    found = formulas(page)
    assert [found[cell] for cell in ("I2", "I3", "E4", "E5", "E6")] == [
        "=E2",
        "=I2+E3",
        "=SUM(E2:E3)",
        "=COUNTIF(E2:E3,10)",
        '=1+COUNTIF(E4:H4,">"&E4)',
    ]
    assert len(found) == 4 * 5
    assert {page.cell(row, column).data_type for row in (2, 3) for column in range(FIRST, FIRST + 4)} == {"n"}


def test_rounds_after_the_end_stand_apart_and_do_not_count(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    page = page_of(phone, data_only=True)
    assert rows(page)[2:8] == [
        ["Total", "", "", "", -60, 10, -13, -5],
        ["+10", "", "", "", 0, 1, 0, 0],
        ["Rank", "", "", "", 4, 1, 3, 2],
        ["The end. Anne reached −60 points or lower."],
        ["After the end: these rounds do not count"],
        [2, "Anne", "Anne", "", -2, 10, -13, -5, *[""] * 4, "2", "out", "13", "5"],
    ]
    assert formulas(page_of(phone))["E3"] == "=SUM(E2)"


def test_an_empty_sheet_has_nothing_to_add_up(client):
    phone = a_table(client)
    response = client.get(f"{phone.address}/sheet.xlsx")
    assert response.mimetype == XLSX
    assert response.headers["Content-Disposition"].endswith('.xlsx"')
    page = page_of(phone)
    assert [row[0] for row in rows(page)] == ["Round", rows(page)[-1][0]]
    assert formulas(page) == {}
    assert page.freeze_panes == "B2", "the names and the round stay in sight"


def test_more_tens_first_is_in_the_formula_where_it_is_in_the_house_rules(client):
    phone = a_table(client, equal_totals="tens").with_round("17", OUT, "13", "5")
    assert formulas(page_of(phone))["F5"] == '=1+COUNTIF(E3:H3,">"&F3)+COUNTIFS(E3:H3,F3,E4:H4,">"&F4)'


def test_a_name_is_a_text_whatever_it_looks_like(client):
    names = [
        "=1+1",
        "+cmd",
        "-x",
        "@SUM(A1)",
        "1",
        "http://a.example",
        "{=1}",
        "_x0041_",
        "👨‍👩‍👧‍👦",
        "مريم",
        "山田太郎",
    ]
    names += ["n" * 40, "\ufffe", "'=1", "#REF!", "1e5"]
    for players in (names[:8], names[8:]):
        page = page_of(a_table(client, players=players).with_round("17", OUT, "13", *"56789"))
        for column, name in enumerate(players):
            heads = [page.cell(1, FIRST + column), page.cell(1, FIRST + 8 + column)]
            assert [head.data_type for head in heads] == ["s", "s"]
            assert heads[0].hyperlink is None
            if name not in ("_x0041_", "\ufffe"):  # openpyxl does not take back how these are written
                assert heads[0].value == name
        assert (page["B2"].data_type, page["B2"].value) == ("s", page["E1"].value)
        assert len(formulas(page)) == 4 * 8


def test_nothing_a_game_shows_is_taken_for_a_formula(client, monkeypatch):
    monkeypatch.setattr(Fool, "show", lambda *_: ("=1+1", 7))
    page = page_of(a_table(client).with_round("17", OUT, "13", "5"))
    assert [(page[cell].data_type, page[cell].value) for cell in ("M2", "P2", "Q2")] == [
        *(("s", "=1+1"), ("s", "=1+1")),
        ("n", 7),
    ]


def test_the_same_table_is_the_same_file_and_its_times_are_times(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    first, again = (client.get(f"{phone.address}/sheet.xlsx").data for _ in range(2))
    assert first == again
    page = page_of(phone)
    saved = page.cell(2, page.max_column)
    assert (page.cell(1, page.max_column).value, saved.is_date) == ("Saved", True)
    assert abs(datetime.now() - saved.value) < timedelta(minutes=5)


def test_the_tab_is_called_as_the_game_as_far_as_excel_takes_it(client):
    tabs = {
        "Skat": "Skat",
        "": "Another game",
        "[6/7] a:b*c?": "6 7  a b c",
        "'x'": "x",
        "History": "Sheet",
        "??": "Sheet",
    }
    for title, tab in (tabs | {"n" * 40: "n" * 31, "🃏" * 20: "🃏" * 15}).items():
        assert page_of(a_table(client, game="points", title=title)).title == tab
