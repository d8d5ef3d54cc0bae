"""Wizard on a phone without JavaScript: a round in two steps, and its cells everywhere."""

import io

from openpyxl import load_workbook

from tests.web.builders import Phone, a_table, another_link, opened
from tests.web.markup import words_of


class Scorer(Phone):
    def page(self, step=""):
        return self.visit(f"/rounds/new{step and f'?step={step}'}")

    def bid(self, *numbers):
        return self.saving("bids", numbers)

    def win(self, *numbers):
        return self.saving("tricks", numbers)

    def saving(self, step, numbers):
        """The table after one step was entered by the form that the button leads to."""
        name = f"round {len(self.sheet['rounds']) + 1}"
        saved = self.visit().follow(f"Enter {name}: {step}").press(f"Save {name}", typed(step, numbers))
        assert saved.status_code == 303, saved.page.text
        return self


def typed(field, numbers):
    return {f"seat-{seat}-{field}": str(number) for seat, number in enumerate(numbers, start=1)}


def a_wizard(client, players=3, **fields):
    return Scorer(client, a_table(client, players, game="wizard", **fields).address)


def history(phone):
    return [" ".join("".join(entry.itertext()).split()) for entry in phone.visit("/history").one("ol").iter("p")]


def seats_asked(page):
    return [field.get("name") for field in page.all("input") if field.get("name", "").startswith("seat-")]


def test_a_step_is_entered_and_refused_by_itself(client):
    phone = a_wizard(client)
    entry = phone.visit().follow("Enter round 1: bids")
    assert entry.title == "Round 1: bids"
    assert seats_asked(entry) == ["seat-1-bids", "seat-2-bids", "seat-3-bids"]
    refused = entry.press("Save round 1", typed("bids", (0, 2, "")))
    assert (refused.status_code, refused.page.value("seat-2-bids")) == (422, "2")
    assert "Nothing entered for Rachel." in refused.page.text
    refused = entry.press("Save round 1", typed("bids", (0, 2, 1)))
    assert "Paul: From 0 to 1 only." in refused.page.text
    checked = phone.post("/rounds/check", step="bids", **typed("bids", (0, 1, 1))).page
    assert checked.text == "Save: Anne 0, Paul 1, Rachel 1"
    refused = phone.bid(0, 1, 1).page().press("Save round 1", typed("tricks", (1, 1, 0)))
    assert "That adds up to 2, not 1." in refused.page.text
    assert phone.win(0, 1, 0).points == [[20, 30, -10]]
    assert history(phone)[0] == "Round 1 saved: Anne +20, Paul +30, Rachel −10."
    assert "Paul starts Sits to the left of the dealer. Anne deals The deal passes clockwise." in phone.visit().text


def test_a_begun_round_is_on_every_page(client, app):
    phone = a_wizard(client).bid(0, 1, 1)
    watcher = another_link(app, phone)
    for table in (watcher.visit(), client.get(f"{phone.address}/live?page=table&v=1").page):
        rows = [[words_of(cell) for cell in row] for row in table.one("table", class_="standings").iter("tr")][1:]
        assert [row[1] for row in rows] == ["Anne Bid 0", "Paul Bid 1", "Rachel Bid 1"]
    screen = phone.visit("/screen")
    assert screen.title == "Round 1 tricks"
    assert [words_of(row) for row in screen.all("span", class_="screen-begun")] == ["Bid 0", "Bid 1", "Bid 1"]
    assert watcher.visit("/sheet").rows("sheet")[2][1:] == ["0", "1", "1"]
    assert history(phone)[0] == "Round 1, bids: Anne 0, Paul 1, Rachel 1."


def test_a_begun_round_is_undone_corrected_taken_along_and_stopped_with(client):
    phone = a_wizard(client).bid(0, 1, 1).undoing()
    assert "begun" not in phone.sheet
    assert "Undone: Round 1, bids: Anne 0, Paul 1, Rachel 1." in phone.visit().text
    assert phone.page().value("seat-2-bids") == "1"
    assert phone.page("tricks").title == "Round 1: bids"
    assert phone.visit("/history").press("Redo").status_code == 303
    page = phone.visit().follow("Correct: bids")
    assert (page.title, page.value("seat-2-bids")) == ("Round 1: bids", "1")
    assert page.press("Save round 1", typed("bids", (1, 1, 1))).status_code == 303
    assert phone.sheet["begun"]["bids"] == {"Anne": 1, "Paul": 1, "Rachel": 1}
    reread = Scorer(client, opened(client, phone.sheet).address)
    assert reread.win(0, 1, 0).points == [[-10, 30, -10]]
    assert "begun" not in reread.bid(0, 1, 0).stopping().sheet
    assert reread.undoing().sheet["begun"]["bids"]["Paul"] == 1


def test_its_cells_are_in_every_file(client):
    phone = a_wizard(client).bid(0, 1, 1).win(0, 1, 0).bid(1, 2, 0)
    text = client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    rows = [line.split(",")[:15] for line in text.splitlines()]
    cells = ["Anne: Bid", "Paul: Bid", "Rachel: Bid", "Anne: Tricks", "Paul: Tricks", "Rachel: Tricks"]
    assert [row[9:] for row in rows[:2]] == [cells, ["0", "1", "1", "0", "1", "0"]]
    assert (rows[2][0], rows[2][3:]) == ("2 (started)", [*[""] * 6, "1", "2", "0", "", "", ""])
    book = load_workbook(io.BytesIO(client.get(f"{phone.address}/sheet.xlsx").data), data_only=True).active
    content = [[cell.value for cell in row][9:15] for row in book.iter_rows(max_row=3)]
    assert content == [cells, [0, 1, 1, 0, 1, 0], [1, 2, 0, None, None, None]]
    assert book["D4"].value == 20, "what the round that has begun does not change"


def test_two_phones_that_differ_in_a_step_are_shown_both(client):
    phone = a_wizard(client)
    mine, theirs = phone.page(), phone.page()
    bids = "Save round 1"
    for saved in (theirs, mine):
        assert saved.press(bids, typed("bids", (1, 1, 0))).status_code == 303
    both = mine.press(bids, typed("bids", (0, 1, 0)))
    assert (both.status_code, both.page.title) == (409, "Round 1 was entered twice")
    assert both.page.rows("compare")[1] == ["Anne", "Bid 1", "Bid 0"]
    tricks_page = phone.page()
    assert both.page.press("Use mine").status_code == 303
    both = tricks_page.press("Save round 1", typed("tricks", (0, 1, 0)))
    assert (both.status_code, both.page.title) == (409, "The table has changed")
