"""The score sheet: what paper would show, and the files to take home."""

import csv
import io
from datetime import datetime

from tests.web.builders import OUT, a_table


def as_csv(phone):
    text = phone.client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_players_stand_across_and_rounds_down(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4")
    rows = phone.visit("/sheet").rows("sheet")
    assert rows[0] == ["Round", "Anne", "Paul", "Rachel", "Camille"]
    assert [row[0].split()[0] for row in rows[1:3]] == ["1", "2"]
    assert rows[3:] == [
        ["Total", "Total −19", "Total 7", "Total −3", "Total −9"],
        ["+10", "0", "1", "1", "0"],
        ["Rank", "4", "1", "2", "3"],
    ]


def test_starter_dealer_befooled_and_uncounted_are_marked(client):
    phone = a_table(client, first_starter="2").with_round("=17", OUT, "13", "5", fools=["Paul"])
    cells = phone.visit("/sheet").rows("sheet")[1][1:]
    assert cells == ["D −17* −17 Σ17", "▸● 0 0 out", "−13 −13 13", "−5 −5 5"]


def test_a_round_is_one_tap_from_its_correction_and_the_house_rules_in_force_are_shown(client):
    phone = a_table(client, end_score="60")
    page = phone.visit("/sheet")
    assert "No rounds yet." in page.text
    assert "Total that ends the game −60" in page.read("details")
    assert "open" in page.one("details").attrib
    assert "open" not in a_table(client).visit("/sheet").one("details").attrib
    page = phone.with_round("17", OUT, "13", "5").visit("/sheet")
    assert page.follow("1 Correct round 1").title == "Correct round 1"


def why(phone, query, path="/sheet"):
    """What stands below the row of a number that was tapped."""
    return phone.visit(f"{path}?why={query}").read(id="why")


def test_a_cell_says_how_it_came_about(client):
    phone = a_table(client, 5).with_round("7 7 12", OUT, "12 1", "=30", OUT, fools=["Paul"])
    phone.with_round(OUT, "3", "5", "2", "4", fools=["Camille"])
    assert why(phone, "1-1").startswith(
        "Round 1 Anne had 7, 7 and 12 left: −26. Total: 0 before, −26 now. Anne starts. Chosen at the table."
    )
    assert "Paul went out, but took a Fool! disc: 0. Total: 0 before, 0 now." in why(phone, "1-2")
    assert "Rachel had 12 and 1 left: −17. A 1 counts 5. Total: 0 before, −17 now." in why(phone, "1-3")
    assert "Anne went out: +10. Total: −26 before, −16 now." in why(phone, "2-1")
    assert "Camille had 2 left: −2. Camille also took a Fool! disc. Total: −30 before, −32 now." in why(phone, "2-4")


def test_the_csv_opens_in_any_spreadsheet(client):
    """Excel wants the byte order mark and CRLF. A time as every spreadsheet reads it."""
    phone = a_table(client).with_round("12 1", OUT, "=17", "5", fools=["Camille"]).with_round("2", OUT, "3", "4")
    response = client.get(f"{phone.address}/sheet.csv")
    assert response.mimetype == "text/csv"
    assert response.data.startswith(b"\xef\xbb\xbfRound,Starts,Deals,Anne,")
    assert response.data.count(b"\n") == response.data.count(b"\r\n") == 4
    assert response.headers["Content-Disposition"].startswith('attachment; filename="fool-20')
    visible = [[*row[7:-2], row[-1]] for row in as_csv(phone)]
    sums, left = [f"Σ {name}" for name in phone.names], [f"{name}: Cards left" for name in phone.names]
    assert visible == [
        [*sums, *left, *(f"{name}: Fool! disc" for name in phone.names), "Game"],
        ["-17", "10", "-17", "-5", "12 1", "out", "Σ17", "5", "", "", "", "●", "Fool!"],
        ["-19", "20", "-20", "-9", "2", "out", "3", "4", "", "", "", "", "Fool!"],
        [*[""] * 12, "Fool!"],
    ]
    head, first, second, _ = (row[-2] for row in as_csv(phone))
    assert (head, "T" in first) == ("Saved", False)
    assert datetime.fromisoformat(first) <= datetime.fromisoformat(second)


def test_rounds_after_the_end_do_not_count(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    rows = [row[0] for row in phone.visit("/sheet").rows("sheet")[1:5]]
    assert rows[1].startswith("The end. Anne fell to −60 points or lower.")
    assert rows[2] == "Rounds after the end don’t count."
    assert [row[:7] for row in as_csv(phone)] == [
        ["Round", "Starts", "Deals", "Anne", "Paul", "Rachel", "Camille"],
        ["1", "Anne", "Camille", "-60", "10", "-13", "-5"],
        ["2 (after the end)", "Anne", "Anne", "-2", "10", "-13", "-5"],
        ["Total", "", "", "-60", "10", "-13", "-5"],
    ]
