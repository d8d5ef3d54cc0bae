"""Evenings with Wizard, on a phone without JavaScript: run in the copy of the companion that has it.

    python -m tests.newcomer.evening FOLDER

with the copy as the working directory and an empty folder for its data. Says "played" at the end.
"""

import csv
import io
import json
import sys
from pathlib import Path

from openpyxl import load_workbook

import companion
from companion import create_app
from companion.cli.scoresheet import as_text
from companion.games import RULEBOOKS, sheetfile
from companion.text import Catalogue
from tests.web.builders import NAMES, Phone, a_group, a_key, a_table, another_link, opened, send
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient

ADDRESSES = ("/referee", "/rules", "/setup", "/hands", "/hands/1", "/referee/ruling")


class Scorer(Phone):
    """Keeps score of Wizard."""

    def typed(self, field, numbers):
        """Numbers as a form has them, seat by seat."""
        return {f"seat-{seat}-{field}": str(number) for seat, number in enumerate(numbers, start=1)}

    def page(self, step=""):
        """The entry page, of a step."""
        return self.visit(f"/rounds/new{step and f'?step={step}'}")

    def bid(self, *numbers):
        """The table after these bids."""
        return self.saving("bid", "bids", numbers)

    def win(self, *numbers):
        """The table after these tricks."""
        return self.saving("tricks", "tricks", numbers)

    def saving(self, field, step, numbers):
        """The table after one step was entered by the form that the button leads to."""
        number = len(self.sheet["rounds"]) + 1
        entry = self.visit().follow(f"Enter round {number}: {step}")
        saved = entry.press(f"Save round {number}: {step}", self.typed(field, numbers))
        assert saved.status_code == 303, saved.page.text
        return self

    def playing(self, rounds):
        """The table after so many rounds in which the first player wins every trick, as all bid."""
        for _ in range(rounds):
            number = len(self.sheet["rounds"]) + 1
            others = [0] * (len(self.names) - 1)
            self.bid(number, *others).win(number, *others)
        return self


def a_wizard(client, players=3, **fields):
    """A new table of Wizard."""
    return Scorer(client, a_table(client, players, game="wizard", **fields).address)


def history(phone):
    """What the history says, the latest first."""
    return [" ".join("".join(said.itertext()).split()) for said in phone.visit("/history").one("ol").iter("p")]


def begins(client):
    """The new game page offers it, with its seats and house rules."""
    form = client.get("/tables/new").page.press("Wizard").page
    assert "Bid your tricks, then win just as many" in form.text
    assert len([field for field in form.all("input") if field.get("name", "").startswith("player-")]) == 6
    few = form.press("Start game", {"player-1": "Anne", "player-2": "Paul"})
    assert few.status_code == 422
    assert "3 to 6 can play; there are 2 names so far." in few.page.text
    typed = {f"player-{row}": name for row, name in enumerate(NAMES[:3], start=1)}
    started = form.press("Start game", typed | {"first_starter": "2"})
    assert started.status_code == 303
    table = client.get(started.location).page
    assert "Paul starts Chosen for the first round. Anne deals Sits right of the first starter." in table.text
    assert "Rounds 0 of 20" in table.text
    return Scorer(client, started.location)


def a_round_begins(app, phone):
    """Bids are in: every page of the table says so, and what comes next."""
    entry = phone.visit().follow("Enter round 1: bids")
    assert entry.title == "Round 1: bids"
    names = [field.get("name") for field in entry.all("input") if field.get("name", "").startswith("seat-")]
    assert names == ["seat-1-bid", "seat-2-bid", "seat-3-bid"]
    refused = entry.press("Save round 1: bids", phone.typed("bid", (0, 2, "")))
    assert refused.status_code == 422
    assert "Nothing is entered for Rachel." in refused.page.text
    refused = entry.press("Save round 1: bids", phone.typed("bid", (0, 2, 1)))
    assert "Paul: Round 1 has 1 tricks: from 0 to 1." in refused.page.text
    assert refused.page.value("seat-2-bid") == "2"
    checked = phone.post("/rounds/check", step="bids", **phone.typed("bid", (0, 1, 1))).page
    assert checked.text == "Save: Anne 0, Paul 1, Rachel 1"
    phone.bid(0, 1, 1)
    watcher = another_link(app, phone)
    for table in (phone.visit(), watcher.visit(), phone.client.get(f"{phone.address}/live?page=table&v=1").page):
        rows = [[words_of(cell) for cell in row] for row in table.one("table", class_="standings").iter("tr")][1:]
        assert [row[1] for row in rows] == ["Anne Bid 0", "Paul Bid 1", "Rachel Bid 1"]
        assert [row[2] for row in rows] == ["Bid 0", "Bid 1", "Bid 1"]
    assert phone.visit().follow("Enter round 1: tricks").title == "Round 1: tricks"
    screen = phone.visit("/screen")
    assert screen.title == "Round 1 tricks"
    assert [words_of(row) for row in screen.all("span", class_="screen-begun")] == ["Bid 0", "Bid 1", "Bid 1"]
    for sheet in (phone.visit("/sheet"), watcher.visit("/sheet")):
        assert sheet.rows("sheet")[2][1:] == ["0", "1", "1"]
    assert phone.client.get(f"{phone.address}/live?page=table&v=2").status_code == 204
    assert history(phone)[0] == "Round 1, bids: Anne 0, Paul 1, Rachel 1."
    assert phone.sheet["begun"] == {"bids": {"Anne": 0, "Paul": 1, "Rachel": 1}}
    assert phone.sheet["rounds"] == []
    watcher.visit("/rounds/new", status=403)


def a_begun_round_is_a_fact(phone):
    """It is undone and redone, corrected, renamed, taken to another table, and stopped with."""
    phone.undoing()
    assert "begun" not in phone.sheet
    assert "Undone: Round 1, bids: Anne 0, Paul 1, Rachel 1." in phone.visit().text
    assert phone.page().value("seat-2-bid") == "1"
    assert phone.page("tricks").title == "Round 1: bids"
    assert phone.visit("/history").press("Redo").status_code == 303
    page = phone.visit().follow("Correct: bids")
    assert page.title == "Round 1: bids"
    assert page.value("seat-2-bid") == "1"
    assert page.press("Save round 1: bids", phone.typed("bid", (1, 1, 1))).status_code == 303
    assert phone.sheet["begun"]["bids"] == {"Anne": 1, "Paul": 1, "Rachel": 1}
    first = phone.client.get(f"{phone.address}/sheet.json").data
    again = Scorer(phone.client, opened(phone.client, first).address)
    assert again.client.get(f"{again.address}/sheet.json").data == first
    again.win(0, 1, 0)
    assert again.points == [[-10, 30, -10]]
    wrong = json.loads(first) | {"begun": {"bids": {"Anne": 2, "Paul": 0, "Rachel": 0}}}
    assert "Round 1 has 1 tricks" in send(phone.client, wrong).page.text
    whole = json.loads(first)["begun"] | {"tricks": {"Anne": 0, "Paul": 1, "Rachel": 0}}
    assert (
        "This round is whole: it belongs among the rounds."
        in send(phone.client, json.loads(first) | {"begun": whole}).page.text
    )
    half = json.loads(first) | {"begun": None, "rounds": [json.loads(first)["begun"]]}
    assert "This round is not finished." in send(phone.client, half).page.text
    refused = phone.page().press("Save round 1: tricks", phone.typed("tricks", (1, 1, 0)))
    assert refused.status_code == 422
    assert "There are 1 tricks, and 2 are entered." in refused.page.text
    phone.win(0, 1, 0)
    assert phone.points == [[-10, 30, -10]]
    table = phone.visit()
    assert "Rachel starts Sits left of the dealer. Paul deals The deal moves clockwise." in table.text
    assert history(phone)[0] == "Round 1 entered: Anne −10, Paul +30, Rachel −10."
    phone.undoing()
    assert phone.page().value("seat-2-tricks") == "1"
    assert phone.visit("/history").press("Redo").status_code == 303
    phone.bid(0, 1, 0).stopping()
    assert "begun" not in phone.sheet
    stopped = opened(phone.client, phone.client.get(f"{phone.address}/sheet.json").data)
    assert stopped.sheet["ended_by"] == ["agreed"]
    late = phone.post("/rounds", number="2", version="99", step="tricks", **phone.typed("tricks", (1, 1, 0)))
    assert late.status_code == 409
    phone.undoing()
    assert phone.sheet["begun"]["bids"]["Paul"] == 1
    phone.win(1, 1, 0)
    assert phone.visit("/sheet").rows("sheet")[2][1:] == ["−10 −20 0 · 1", "D +30✓ 60 1 · 1", "▸ +20✓ 10 0 · 0"]


def two_phones(phone):
    """Nobody's bids or tricks are lost or entered twice, and a retry is no second entry."""
    number = len(phone.sheet["rounds"]) + 1
    mine, theirs = phone.page(), phone.page()
    bids = f"Save round {number}: bids"
    assert theirs.press(bids, phone.typed("bid", (1, 1, 0))).status_code == 303
    assert mine.press(bids, phone.typed("bid", (1, 1, 0))).status_code == 303
    both = mine.press(bids, phone.typed("bid", (2, 1, 0)))
    assert both.status_code == 409
    assert both.page.title == f"Round {number} was entered twice"
    assert both.page.rows("compare")[1:] == [
        ["Anne", "Bid 1", "Bid 2"],
        ["Paul", "Bid 1", "Bid 1"],
        ["Rachel", "Bid 0", "Bid 0"],
    ]
    tricks_page = phone.page()
    used = both.page.press("Use mine instead")
    assert used.status_code == 303, used.page.source
    assert phone.sheet["begun"]["bids"]["Anne"] == 2
    tricks = f"Save round {number}: tricks"
    both = tricks_page.press(tricks, phone.typed("tricks", (2, 1, 0)))
    assert both.status_code == 409
    assert both.page.title == f"Round {number} has changed"
    assert both.page.rows("compare")[1] == ["Anne", "Bid 2", "+40 Bid 2 · Tricks 2"]
    assert phone.sheet["begun"]["bids"]["Anne"] == 2
    form = {"key": a_key(), "number": number, "version": phone.page().value("version")}
    sent = form | {"step": "tricks"} | phone.typed("tricks", (2, 1, 0))
    late_bids = phone.page("bids")
    for _ in range(2):
        assert phone.client.post(f"{phone.address}/rounds", data=sent).status_code == 303
    assert len(phone.sheet["rounds"]) == number
    assert late_bids.press(bids, phone.typed("bid", (2, 1, 0))).status_code == 303
    both = late_bids.press(bids, phone.typed("bid", (2, 0, 0)))
    assert both.status_code == 409
    assert both.page.rows("compare")[2] == ["Paul", "+30 Bid 1 · Tricks 1", "−10 Bid 0 · Tricks 1"]
    used = both.page.press("Use mine instead")
    assert used.status_code == 303, used.page.source
    assert phone.sheet["rounds"][-1]["bids"]["Paul"] == 0
    assert history(phone)[0] == f"Round {number} corrected: Paul +30 → −10."
    phone.bid(1, 0, 0)
    gone = phone.page()
    phone.undoing()
    lost = gone.press(f"Save round {number + 1}: tricks", phone.typed("tricks", (4, 0, 0)))
    assert lost.status_code == 409
    assert lost.page.title == "The table has changed"


def is_corrected(phone):
    """A round that is over is corrected in one form with both steps; another starter moves the dealer along."""
    form = phone.visit("/rounds/1")
    names = [field.get("name") for field in form.all("input") if field.get("name", "").startswith("seat-1")]
    assert names == ["seat-1-bid", "seat-1-tricks"]
    assert form.press("Save round 1", phone.typed("bid", (0, 1, 1))).status_code == 303
    assert phone.points[0] == [20, 30, -10]
    number = len(phone.sheet["rounds"]) + 1
    starter = next(seat for seat, name in enumerate(phone.names) if name != phone.sheet["next"]["starter"])
    assert phone.post("/starters", number=number, seat=starter + 1).status_code == 303
    assert phone.sheet["next"] == {"starter": phone.names[starter], "dealer": phone.names[starter - 1]}
    assert "Sits right of who leads." in phone.visit().text
    phone.playing(1)
    assert phone.sheet["next"]["dealer"] == phone.names[starter]


def goes_home(phone):
    """Sheet, spreadsheets, picture and text have the cells, also of a round that has begun."""
    phone.bid(1, 2, 0)
    rounds = len(phone.sheet["rounds"])
    text = phone.client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    cells = ["Anne: Bid", "Paul: Bid", "Rachel: Bid", "Anne: Tricks", "Paul: Tricks", "Rachel: Tricks"]
    assert rows[0][9:15] == cells
    assert rows[1][9:15] == ["0", "1", "1", "0", "1", "0"]
    assert (rows[-2][0], rows[-2][3:15]) == (f"{rounds + 1} (begun)", [*[""] * 6, "1", "2", "0", "", "", ""])
    book = load_workbook(io.BytesIO(phone.client.get(f"{phone.address}/sheet.xlsx").data), data_only=True).active
    assert [cell.value for cell in book[1]][9:15] == cells
    assert [cell.value for cell in book[2]][9:15] == [0, 1, 1, 0, 1, 0]
    assert [cell.value for cell in book[rounds + 2]][9:15] == [1, 2, 0, None, None, None]
    assert book[rounds + 3][3].value == phone.sheet["totals"]["Anne"]
    drawn = phone.client.get(f"{phone.address}/sheet.svg").text
    assert "0 · 1" in drawn
    assert f">{rounds + 1}</text>" in drawn
    read = sheetfile.loads(json.dumps(phone.sheet))
    told = as_text(read.game, read.sitting, Catalogue())
    assert "0 · 1" in told
    assert "✓ bid made" in told


def by_house_rule(client):
    """The bids must not come out even."""
    phone = a_wizard(client, even_bids="forbidden")
    refused = phone.page().press("Save round 1: bids", phone.typed("bid", (0, 1, 0)))
    assert refused.status_code == 422
    assert "By your house rule the bids must not add up to 1." in refused.page.text
    phone.bid(1, 1, 0)
    assert "no: the last bid must differ (Canadian rule)" in phone.visit("/sheet").text


def ends(client):
    """After the last round, without a way to play on; with every number of players."""
    for players, rounds in ((3, 20), (4, 15), (5, 12), (6, 10)):
        phone = a_wizard(client, players)
        played = [by_name(phone.names, number) for number in range(1, rounds)]
        phone = Scorer(client, opened(client, phone.sheet | {"rounds": played, "next": None}).address)
        assert not phone.sheet["finished"]
        assert f"Rounds {rounds - 1} of {rounds}" in phone.visit().text
        phone.playing(1)
        end = phone.visit()
        assert end.title == "Anne wins"
        assert f"All {rounds} rounds were played." in end.read(class_="triumph-why")
        assert not end.has_button("Play on")
        assert phone.post("/continuations", after=rounds, ends="rounds").status_code == 404
        assert phone.visit().title == "Anne wins"
        played_on = send(client, phone.sheet | {"played_on": ["rounds"]})
        assert played_on.status_code == 422
    assert phone.visit("/rematch").value("game") == "wizard"
    nothing_leads_nowhere(phone, "", "/sheet", "/chart", "/screen", "/share", "/settings", "/history")
    stopped = a_wizard(client).playing(1)
    assert "You can play on later." not in stopped.visit("/settings").text
    assert not stopped.stopping().visit().has_button("Play on")


def by_name(names, number):
    """A round in a file in which the first player bids and wins all tricks."""
    tricks = {name: 0 if seat else number for seat, name in enumerate(names)}
    return {"bids": tricks, "tricks": tricks}


def nothing_leads_nowhere(phone, *pages):
    """What the game does not have no page links to, and there is no such page."""
    for address in ADDRESSES:
        phone.visit(address, status=404)
    assert phone.post("/notes").status_code == 404
    for page in pages:
        links = {link.get("href") for link in phone.visit(page).all("a")}
        assert not links & {phone.address + address for address in ADDRESSES}, page
        for link in links:
            if link and link.startswith("/"):
                assert phone.client.get(link).status_code in (200, 303), link
    assert "their own hands" not in phone.visit("/share").text


def is_on_no_list(client):
    """Home, the rules and the referees of other games don't name it."""
    for game in ("/rules/wizard", "/referee/wizard", "/referee/wizard/ruling"):
        assert client.get(game).status_code == 404
    for page in ("/", "/rules/durak", "/referee/durak"):
        assert "Wizard" not in client.get(page).page.text


def belongs_to_a_group(client):
    """Listed and counted beside Fool!; the group's file brings it back, begun rounds too."""
    group = a_group(client).with_game()
    a_wizard(client, group=group.key).playing(2).stopping()
    a_wizard(client, group=group.key).playing(1).bid(1, 1, 0)
    assert len(group.tables("?game=wizard")) == 2
    statistics = group.visit("/statistics?game=wizard")
    assert [row[0] for row in statistics.rows("figures")[1:]] == ["Anne", "Paul", "Rachel"]
    assert "Who leads makes the bid100 % 2 of 2" in statistics.text
    assert "Bids made" in statistics.follow("Anne").text
    other = a_group(client)
    form = {"file": (io.BytesIO(json.dumps(group.file).encode()), "group.json")}
    assert client.post(f"{other.address}/imports", data=form).status_code == 303
    assert {**other.file, "id": 0, "name": 0} == {**group.file, "id": 0, "name": 0}


def main(folder):
    """All evenings."""
    assert Path(companion.__file__).is_relative_to(Path.cwd()), "this is not the copy"
    assert list(RULEBOOKS)[-1] == "wizard"
    app = create_app(folder)
    app.testing = True
    client = StrictClient(app, app.response_class)
    phone = begins(client)
    nothing_leads_nowhere(phone, "", "/sheet", "/chart", "/screen", "/share", "/settings", "/history", "/rounds/new")
    a_round_begins(app, phone)
    a_begun_round_is_a_fact(phone)
    two_phones(phone)
    is_corrected(phone)
    goes_home(phone)
    by_house_rule(client)
    ends(client)
    is_on_no_list(client)
    belongs_to_a_group(client)
    app.extensions["store"].close()
    print("played")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
