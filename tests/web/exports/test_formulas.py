"""What a spreadsheet works out from the sheet as a workbook is what the rules say."""

import csv
import io
import json
import random
import shutil
import subprocess

import pytest
from openpyxl import load_workbook

from tests.needs import needs
from tests.web.builders import CASES, NAMES, a_file, opened
from tests.web.exports.test_workbook import formulas, page_of, rows

SOFFICE = shutil.which("soffice")
NEEDS_LIBREOFFICE = needs("LibreOffice", "apt install libreoffice-calc-nogui", SOFFICE)


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


def test_beside_every_formula_stands_what_the_rules_say(client, thorough):
    games = [json.loads(path.read_text("utf-8")) for path in CASES]
    games += [a_random_game(seed) for seed in range(40 if thorough else 3)]
    for game in games:
        phone = opened(client, game)
        assert found(rows(page_of(phone, data_only=True)), phone.sheet) == expected(phone.sheet)


@pytest.mark.thorough
@NEEDS_LIBREOFFICE
def test_changed_points_change_all_that_follows(client, tmp_path):
    """Every case as it is; and one cell changed in the spreadsheet, and the same hand in the game: thirty times."""
    cases = [opened(client, case.read_bytes()) for case in CASES]
    books, sheets = [spoilt(phone) for phone in cases], [phone.sheet for phone in cases]
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
