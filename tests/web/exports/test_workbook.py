"""The sheet as a workbook: real numbers, formulas that go on adding up, and names that stay names."""

import csv
import io
import json
import random
import shutil
import subprocess
from datetime import datetime, timedelta

import pytest
from openpyxl import load_workbook

from companion.games.fool import Fool
from tests.needs import needs
from tests.web.builders import CASES, NAMES, OUT, a_file, a_table, opened

SHOWN = [f"{name}: {what}" for what in ("Cards left", "Fool! disc") for name in NAMES[:4]]
FIRST = 5  # the column of the first player's points, counted from 1
SOFFICE = shutil.which("soffice")
NEEDS_LIBREOFFICE = needs("LibreOffice", "apt install libreoffice-calc-nogui", SOFFICE)
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


def test_columns_are_as_wide_as_their_names(client):
    long = "Maximiliane-Friederike von Hohenlohe-Lan"
    page = page_of(a_table(client, players=(long, *NAMES[1:4])).with_round("17", OUT, "13", "5"))
    of_column = {
        column: wide.width for wide in page.column_dimensions.values() for column in range(wide.min, wide.max + 1)
    }
    widths = {str(cell.value): of_column[cell.column] for cell in page[1]}
    assert min(widths[heading] for heading in (long, f"Σ {long}", "Starts", f"{long}: Cards left")) >= len(long)
    assert max(widths["Paul"], widths["Round"]) < 12


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


# What a spreadsheet works out


def spoilt(phone, changed=None):
    """The workbook with no formula's value as it was; ``changed`` gives other points by cell."""
    book = load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data))
    for cell, points in (changed or {}).items():
        assert book.active[cell].data_type == "n"
        book.active[cell] = points
    written = io.BytesIO()
    book.save(written)  # openpyxl writes formulas without their values
    assert not any(
        cell.value is not None
        for row in load_workbook(io.BytesIO(written.getvalue()), data_only=True).active.iter_rows()
        for cell in row
        if cell.coordinate in formulas(book.active)
    )
    return written.getvalue()


def worked_out(folder, books):
    """What LibreOffice makes of workbooks: their cells, as texts, row by row."""
    for number, book in enumerate(books):
        (folder / f"{number}.xlsx").write_bytes(book)
    assert SOFFICE, "LibreOffice is not installed, and CI skips nothing"
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    options = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false"  # UTF-8, cells as they are
    command = [SOFFICE, profile, "--headless", "--convert-to", options, "--outdir", folder]
    subprocess.run([*command, *sorted(folder.glob("*.xlsx"))], check=True, capture_output=True, timeout=300)
    pages = [(folder / f"{number}.csv").read_text("utf-8") for number in range(len(books))]
    return [list(csv.reader(io.StringIO(page))) for page in pages]


def expected(sheet):
    """Running totals, totals, +10s and ranks as the sheet file has them; in Durak the fewest marks are best."""
    names = sheet["players"]
    counted = [played for played in sheet["rounds"] if played.get("counts", True)]
    by_tens = sheet["options"].get("equal_totals") == "tens"
    sign = -1 if sheet["game"] == "durak" else 1
    standing = [(sign * sheet["totals"][name], sheet["tens"][name] if by_tens else 0) for name in names]
    return {
        "running": [[played["totals"][name] for name in names] for played in counted],
        "Total": [sheet["totals"][name] for name in names],
        **({"+10": [sheet["tens"][name] for name in names]} if "tens" in sheet else {}),
        "Rank": [1 + sum(other > mine for other in standing) for mine in standing],
    }


def found(page, sheet):
    """The same as ``expected``, as it was worked out."""
    seats = len(sheet["players"])
    first = page[0].index(sheet["players"][0])
    points, totals = slice(first, first + seats), slice(first + seats, first + 2 * seats)
    counted = sum(played.get("counts", True) for played in sheet["rounds"])
    named = {row[0]: [float(cell) for cell in row[points]] for row in page if row[0] in ("Total", "+10", "Rank")}
    return {"running": [[float(cell) for cell in row[totals]] for row in page[1 : counted + 1]]} | named


def a_random_game(seed):
    """A game of so many players and rounds that its house rules end anywhere, or nowhere."""
    chance = random.Random(seed)
    names = list(NAMES[: chance.randint(4, 8)])
    rounds = []
    for _ in range(chance.randint(1, 20)):
        hands = {name: chance.choice([[], chance.randint(2, 40)]) for name in names}
        hands[names[0]], hands[names[1]] = [], 7
        chance.shuffle(names)
        rounds.append({"hands": hands, "fools": chance.sample(names, chance.randint(0, 1))})
    options = {
        "end_score": chance.choice([-80, -200, -500]),
        "tens_to_end": chance.choice([6, 20, 60]),
        "tens_counted": chance.choice(["together", "each"]),
        "equal_totals": chance.choice(["shared", "tens"]),
    }
    return a_file(rounds, players=sorted(names), first_starter=names[0], options=options)


def a_random_match(seed):
    """A match of The Fool's Field of up to six games, in which an end may be passed."""
    chance, names = random.Random(seed), list(NAMES[:2])
    results = [{"winner": name} for name in names] + [{"tie": True, "started_last_battle": name} for name in names]
    return a_file(
        [chance.choice(results) for _ in range(chance.randint(1, 6))],
        game="fools-field",
        players=names,
        first_starter=chance.choice(names),
        options={"tie_full_point": chance.choice(["battle", "game"]), "two_all": chance.choice(["draw", "play-on"])},
        played_on=chance.choice([[], ["match"]]),
    )


def a_random_evening(seed):
    """An evening of Durak, sometimes in teams."""
    chance = random.Random(seed)
    names = list(NAMES[: chance.randint(2, 6)])
    teams = [names[0::2], names[1::2]] if len(names) > 3 else None
    rounds = [
        chance.choice([*({"fool": name} for name in names), {"draw": True}]) for _ in range(chance.randint(1, 12))
    ]
    return a_file(
        rounds,
        game="durak",
        players=names,
        first_starter=chance.choice([None, *names]),
        options={"teams": chance.choice([None, teams]), "stop_at_marks": chance.choice([None, 2, 5])},
    )


def every_game(client, half=40):
    """Every case and random games, half of them of Fool!."""
    games = [json.loads(path.read_text("utf-8")) for path in CASES]
    games += [a_random_game(seed) for seed in range(half)]
    games += [another(seed) for another in (a_random_match, a_random_evening) for seed in range(half // 2)]
    return [opened(client, game) for game in games]


def test_beside_every_formula_stands_what_the_rules_say(client, thorough):
    for phone in every_game(client, 40 if thorough else 4):
        assert found(rows(page_of(phone, data_only=True)), phone.sheet) == expected(phone.sheet)


@pytest.mark.thorough
@NEEDS_LIBREOFFICE
def test_a_spreadsheet_works_out_what_the_rules_say(client, tmp_path):
    phones = every_game(client)
    pages = worked_out(tmp_path, [spoilt(phone) for phone in phones])
    for phone, page in zip(phones, pages, strict=True):
        assert found(page, phone.sheet) == expected(phone.sheet)
    assert sum(any(not played.get("counts", True) for played in phone.sheet["rounds"]) for phone in phones) > 5


@pytest.mark.thorough
@NEEDS_LIBREOFFICE
def test_changed_points_change_all_that_follows(client, tmp_path):
    """One cell changed in the spreadsheet, and the same hand in the game: thirty times."""
    books, sheets = [], []
    for seed in range(30):
        game = a_random_game(seed) | {"options": {"end_score": -500, "tens_to_end": 60}}
        game["options"]["equal_totals"] = ["shared", "tens"][seed % 2]
        before = opened(client, game)
        played = game["rounds"][seed % len(game["rounds"])]
        holding = [name for name in game["players"] if played["hands"][name]]
        name, worth = holding[-1], -11 if len(holding) == 1 else 10
        cell = "EFGHIJKL"[game["players"].index(name)] + str(game["rounds"].index(played) + 2)
        books.append(spoilt(before, {cell: worth}))
        played["hands"][name] = 11 if worth < 0 else []
        played["fools"] = [fool for fool in played["fools"] if fool != name]
        sheets.append(opened(client, game).sheet)
        assert expected(before.sheet) != expected(sheets[-1])
    for sheet, page in zip(sheets, worked_out(tmp_path, books), strict=True):
        assert found(page, sheet) == expected(sheet)
