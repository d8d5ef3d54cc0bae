"""The screen that stays open: who starts and deals and why, the standings, both ends, the way on."""

import json
import re

from tests.web.builders import NAMES, OUT, a_group, a_table, another_link


def test_standings_show_rank_last_round_and_total(client):
    phone = a_table(client, end_score="60")
    assert [row[-1] for row in phone.visit().rows("standings")[1:]] == ["0"] * 4
    page = phone.with_round("17", OUT, "13", "5").with_round("2", OUT, "13", "=30").visit()
    rows = page.rows("standings")
    assert [row[2] for row in rows[1:3]] == ["41 left to −60", "80 left to −60, 2× +10"]
    assert [(row[0], row[3], row[4]) for row in rows[1:]] == [
        ("2", "−2", "−19"),
        ("1", "+10", "20"),
        ("3", "−13", "−26"),
        ("4", "−30", "−35"),
    ]
    pips = [len(page.all(class_=kind)) for kind in ("pip-full", "pip")]
    assert (page.read(class_="tens"), pips) == ("+10s 2 of 6", [2, 6])
    headers = [cell for cell in page.one("table", class_="standings").iter("th") if cell.get("scope") == "row"]
    assert [cell.find(".//bdi").text for cell in headers] == list(NAMES[:4])


def test_who_starts_and_who_deals_is_said_with_the_reason(client):
    page = a_table(client).with_round("17", OUT, "13", "5").visit()
    assert page.title == "Round 2"
    assert page.read(class_="opening-starts") == "Anne starts Most minus points: −17."
    assert page.read(class_="opening-deals") == "Anne deals Started round 1."


def test_the_other_reading_is_one_tap_away(client):
    """Anne has most in total, Camille had most in the last round."""
    phone = a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    page = phone.visit()
    assert page.read(class_="opening-starts").startswith("Anne starts")
    other = page.read(class_="other-reading")
    assert other.startswith("Why not Camille? By round 2 alone Camille would start: −20.")
    assert page.press("Choose Camille").status_code == 303
    page = phone.visit()
    assert page.read(class_="opening-starts") == "Camille starts Chosen by the table."
    assert page.read(class_="other-reading") == "By the rules Anne starts. Most minus points: −43. Back to Anne"
    assert page.press("Back to Anne").status_code == 303
    assert phone.visit().read(class_="opening-starts") == "Anne starts Most minus points: −43."


def test_what_most_minus_points_are_is_asked_once_for_a_group(client):
    """In total or of the last round: where it first matters, and the next game begins with the answer."""
    group = a_group(client)
    phone = group.table().with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    assert phone.visit().press("Most minus points in the round just ended").status_code == 303
    page = phone.visit()
    assert page.read(class_="opening-starts") == "Camille starts Most minus points in round 2: −20."
    assert not page.all(class_="other-reading")
    rules = group.visit("/tables/new").one(id="starter_by")
    assert [option.get("value") for option in rules if option.get("selected") is not None] == ["round"]
    later = group.table(as_before="y")
    assert later.sheet["options"]["starter_by"] == "round"
    other = group.table().with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    assert not other.visit().all(class_="other-reading")


def test_what_nobody_answered_is_not_asked_again(client):
    phone = a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    assert phone.visit().all(class_="other-reading")
    assert not phone.with_round("2", OUT, "3", "9").visit().all(class_="other-reading")


def test_a_name_that_reads_from_the_right_does_not_turn_the_points_round(client):
    """In a sentence the name is set apart, by an element or by isolating characters (U+2068, U+2069)."""
    phone = a_table(client, players=("Anne", "שרה", "דוד", "Paul")).with_round("17", OUT, "13", "5")
    for sentence in (phone.visit().one(id="news"), phone.visit("/history").one("ol").find("li/p")):
        apart = re.findall("\u2068(.*?)\u2069", "".join(sentence.itertext()))
        apart += [name.text for name in sentence.iter("bdi")]
        assert {"שרה", "דוד"} <= set(apart)


def test_the_next_round_and_everything_else_is_one_tap_away_and_back(client):
    page = a_table(client).with_round("17", OUT, "13", "5").visit()
    entry = page.follow("Enter round 2")
    assert (entry.title, entry.value("number")) == ("Round 2", "2")
    for link in ("Sheet", "Chart", "History", "Settings"):
        assert page.follow(link).follow("Table").title == "Round 2"


def test_what_was_saved_last_is_said_and_can_be_undone(client):
    phone = a_table(client)
    place = phone.enter("17", OUT, "13", "5").location.partition("#")[2]
    page = phone.visit()
    assert page.one(id=place).find("h1") is not None, "saving leads to a place on the table"
    assert page.read(id="news") == "Round 1 saved: Anne −17, Paul +10, Rachel −13, Camille −5."
    assert page.one(id="announcement").get("role") == "status"
    assert page.press("Undo").status_code == 303
    assert phone.points == []
    page = phone.visit()
    assert "Undone: Round 1 saved: Anne −17, Paul +10, Rachel −13, Camille −5." in page.text
    assert page.press("Redo").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]
    phone.post("/names", **{"name-1": "Anna"})
    assert phone.visit().read(id="news") == "Anne is now called Anna."


def test_a_watcher_sees_the_same_and_no_way_to_write(client, app):
    phone = a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    watcher = another_link(app, phone)
    page = watcher.visit()
    assert page.rows("standings") == phone.visit().rows("standings")
    assert page.all("button") == []
    assert phone.key not in page.source
    assert "Enter round" not in page.text
    for link in ("Sheet", "Chart", "History"):
        assert page.follow(link).all("button", type=None) == []


def test_playing_on_is_said(client):
    phone = a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5").playing_on()
    page = phone.visit()
    assert page.title == "Round 2"
    assert "+10 was scored once. You are playing on." in page.text


def test_a_phone_may_ask_how_a_table_stands(client):
    """Its first page does, and remembers the same from every visit."""
    phone = a_table(client, game="points", title="Phase 10")
    known = {"game": "Phase 10", "state": "Round 1", "over": False}
    assert client.get(f"{phone.address}/state").get_json().items() >= known.items()
    assert json.loads(phone.visit().one("h1").get("data-known")).items() >= known.items()
    phone = a_table(client).with_round("17", OUT, "13", "5").stopping()
    told = client.get(f"{phone.address}/state").get_json()
    assert (told["state"], told["over"]) == ("Paul won", True)
    assert json.loads(phone.visit().one(class_="triumph").get("data-known")) == told
