"""An evening with the fourth game, on a phone without JavaScript: run in the copy of the companion that has it.

    python -m tests.fourth_game.evening FOLDER

with the copy as the working directory and an empty folder for its data. Says "played" at the end.
"""

import csv
import io
import json
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from openpyxl import load_workbook

import companion
from companion import create_app
from companion.cli.scoresheet import as_text
from companion.games import RULEBOOKS, sheetfile
from companion.text import Catalogue
from tests.web.builders import Phone, a_group, a_table, another_link, opened
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient

NAMES = ("Anne", "Ben", "Zoë")


def history(phone):
    """What the history says, the latest first."""
    return [" ".join("".join(said.itertext()).split()) for said in phone.visit("/history").one("ol").iter("p")]


def begins(client):
    """The new game page offers it, with its seats and house rules, and the set-up guide knows its box."""
    page = client.get("/tables/new").page
    form = page.press("High Card").page
    assert "The highest card has the point" in form.text
    assert form.value("game") == "high-card"
    assert len([field for field in form.all("input") if field.get("name", "").startswith("player-")]) == 5
    assert form.field("Who wins is first to").get("value") == "3"
    alone = form.press("Start game", {"player-1": "Anne"})
    assert alone.status_code == 422
    assert "2 to 5 can play; there is 1 name so far." in alone.page.text
    typed = {f"player-{row}": name for row, name in enumerate(NAMES, start=1)}
    started = form.press("Start game", typed | {"first_starter": "2"})
    assert started.status_code == 303
    phone = Phone(client, started.location)
    assert "Shuffle, and lay the deck into the middle." in phone.visit("/setup").text
    assert "Cards in play52" in phone.visit("/setup").text
    return phone


def plays(phone):
    """Rounds in two taps, live pages, undo and redo, a correction, another starter, stop and play on."""
    table = phone.visit()
    assert "Ben starts Chosen for the first round. Anne deals Sits right of the first starter." in table.text
    entry = table.follow("Enter round 1")
    assert [words_of(button) for button in entry.all("button", class_="answer")] == list(NAMES)
    assert entry.press("Zoë").status_code == 303
    assert "Zoë starts Drew the highest card in round 1. Ben deals Sits right of Zoë." in phone.visit().text
    live = phone.client.get(f"{phone.address}/live?page=table&v=1")
    assert live.status_code == 200
    assert "Round 2" in live.page.text
    assert phone.client.get(f"{phone.address}/live?page=table&v=2").status_code == 204
    phone.tap("Anne").undoing()
    assert phone.points == [[0, 0, 1]]
    assert phone.visit("/history").press("Redo").status_code == 303
    assert phone.visit("/rounds/2").press("Ben").status_code == 303
    assert phone.points == [[0, 0, 1], [0, 1, 0]]
    assert phone.post("/starters", number="3", seat="1").status_code == 303
    phone.stopping().playing_on()
    assert phone.choose("high-9").status_code == 422
    assert phone.choose("high-1", number=2).page.title == "Round 2 was entered twice"
    assert history(phone)[:5] == [
        "The table plays on after round 2.",
        "The table stopped the game after round 2.",
        "Anne was chosen to start round 3.",
        "Round 2 corrected: Anne +1 → 0, Ben 0 → +1.",
        "Redone: Round 2 entered: Anne drew the highest card.",
    ]
    phone.tap("Zoë", "Zoë")
    end = phone.visit()
    assert end.title == "Zoë wins"
    assert end.read(class_="triumph-total") == "with 3 points"
    assert end.read(class_="triumph-why") == "Zoë was first to 3. After 4 rounds."
    for page in ("/sheet", "/chart", "/screen", "/share", "/settings", "/rules", "/referee"):
        phone.visit(page)
    assert phone.visit("/rematch").value("game") == "high-card"
    phone.visit("/hands/1", status=404)


def is_watched(app, phone):
    """Another phone looks on."""
    watcher = another_link(app, phone)
    assert watcher.visit().title == "Zoë wins"
    watcher.visit("/rounds/1", status=403)
    assert watcher.choose("high-1").status_code == 403


def goes_home(phone):
    """Sheet, spreadsheet, picture, file, BG Stats and the score sheet as text; and the file opens again."""
    rows = phone.visit("/sheet").rows("sheet")
    assert rows[-2:] == [["Sum", "0", "1", "3"], ["Rank", "3", "2", "1"]]
    assert phone.visit("/sheet").read(class_="sheet-legend") == "▸ drew first D dealt"
    text = phone.client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text, newline="")))[-1] == ["Total", "", "", "0", "1", "3"]
    book = load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data), data_only=True)
    assert [cell.value for cell in book.active[7]][4:7] == [3, 2, 1]
    assert "drew first" in phone.client.get(f"{phone.address}/sheet.svg").text
    link = urlsplit(phone.client.get(f"{phone.address}/bgstats").location)
    assert json.loads(parse_qs(link.query)["data"][0])["game"]["name"] == "High Card"
    first = phone.client.get(f"{phone.address}/sheet.json").data
    again = opened(phone.client, first)
    assert phone.client.get(f"{again.address}/sheet.json").data == first
    wrong = json.loads(first) | {"options": {"first_to": 0}}
    refused = phone.client.post("/imports", data={"file": (io.BytesIO(json.dumps(wrong).encode()), "sheet.json")})
    assert refused.status_code == 422
    read = sheetfile.loads(first)
    assert "Zoë was first to 3.\nWon by Zoë." in as_text(read.game, read.sitting, Catalogue())


def belongs_to_a_group(client):
    """Listed and counted beside Fool!; the group's file brings it back."""
    group = a_group(client).with_game()
    a_table(client, players=NAMES, game="high-card", group=group.key, first_to="1").tap("Anne")
    a_table(client, players=NAMES, game="high-card", group=group.key, first_to="2").tap("Ben", "Anne", "Ben")
    assert len(group.tables("?game=high-card")) == 2
    statistics = group.visit("/statistics?game=high-card")
    assert statistics.rows("figures")[1:] == [
        ["Anne", "2", "1", "50 %", "1.0"],
        ["Ben", "2", "1", "50 %", "1.0"],
        ["Zoë", "2", "0", "0 %", "0.0"],
    ]
    assert "Who draws first draws the highest25 % 1 of 4" in statistics.text
    assert "Highest cards" in statistics.follow("Anne").text
    table = client.get(f"{group.address}/results.csv").data.decode("utf-8-sig")
    assert [
        row["Highest cards"] for row in csv.DictReader(io.StringIO(table, newline="")) if row["Player"] == "Ben"
    ] == [
        "0",
        "2",
    ]
    other = a_group(client)
    form = {"file": (io.BytesIO(json.dumps(group.file).encode()), "group.json")}
    assert client.post(f"{other.address}/imports", data=form).status_code == 303
    assert {**other.file, "id": 0, "name": 0} == {**group.file, "id": 0, "name": 0}


def has_rules_and_a_referee(client):
    """Found from the first page and from the other games' pages."""
    rules = client.get("/rules/high-card").page
    assert "Everybody draws a card." in rules.text
    assert "Who wins is first to" in rules.text
    assert rules.rows("tally")[1:] == [["1", "0 0", "+1 1"], ["2", "+1 1", "0 1"]]
    asked = client.get("/referee/high-card?one=7&other=12").page
    assert asked.read(id="ruling") == "The 12 is higher."
    assert client.get("/referee/high-card/ruling?one=7&other=7").page.text == "Both are as high: draw again."
    for page in ("/rules/durak", "/referee/durak"):
        assert "High Card" in client.get(page).page.text


def main(folder):
    """The whole evening."""
    assert Path(companion.__file__).is_relative_to(Path.cwd()), "this is not the copy"
    assert list(RULEBOOKS)[-1] == "high-card"
    app = create_app(folder)
    app.testing = True
    client = StrictClient(app, app.response_class)
    phone = begins(client)
    plays(phone)
    is_watched(app, phone)
    goes_home(phone)
    belongs_to_a_group(client)
    has_rules_and_a_referee(client)
    app.extensions["store"].close()
    print("played")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
