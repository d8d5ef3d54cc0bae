"""The screen that stays open: who starts and deals and why, the standings, both ends, the way on."""

import re

from tests.web.builders import NAMES, OUT, a_group, a_table, another_link
from tests.web.markup import words_of


def test_standings_show_rank_last_round_and_total(client):
    phone = a_table(client, end_score="60")
    assert [row[-1] for row in phone.visit().rows("standings")[1:]] == ["0"] * 4
    page = phone.with_round("17", OUT, "13", "5").with_round("2", OUT, "13", "=30").visit("?order=seats")
    rows = page.rows("standings")
    assert [row[2] for row in rows[1:3]] == ["41 short of −60", "80 short of −60, 2× +10"]
    assert [(row[0], row[3], row[4]) for row in rows[1:]] == [
        ("2", "−2", "−19"),
        ("1", "+10", "20"),
        ("3", "−13", "−26"),
        ("4", "−30", "−35"),
    ]
    pips = [len(page.all(class_=kind)) for kind in ("pip-full", "pip")]
    assert (page.read(class_="tens"), pips) == ("+10s 2 of 6", [2, 6])


def test_the_standings_are_in_the_order_of_ranks_or_seats_and_the_phone_remembers_it(played):
    def order(page):
        return [row[1].split()[0] for row in page.rows("standings")[1:]]

    page = played.visit()
    assert order(page) == ["Paul", "Camille", "Rachel", "Anne"], "the first time by rank"
    assert order(played.visit(page.one("a", class_="order").get("href"))) == list(NAMES[:4])
    page = played.with_round("2", "3", OUT, "9").visit()
    assert order(page) == list(NAMES[:4])
    assert order(played.visit(page.one("a", class_="order").get("href"))) == ["Paul", "Rachel", "Camille", "Anne"]
    assert order(played.visit()) == ["Paul", "Rachel", "Camille", "Anne"]


def test_who_starts_and_deals_and_how_near_the_end_is_are_said_with_the_reason(played):
    page = played.visit()
    assert page.title == "Round 2"
    assert page.read(class_="opening-starts") == "Anne starts Lowest total: −17."
    assert page.read(class_="opening-deals") == "Anne deals Started round 1."
    assert page.read("details", class_="ends") == (
        "Anne 63 short of −80 +10s 1 of 6 "
        "Lowest total: the game ends at −80, 63 to go.+10s: the game ends at 6, 5 to go."
    )
    assert [words_of(each) for each in page.all(class_="standing-left")] == ["67 short of −80", "63 short of −80"]


def test_the_other_reading_is_one_tap_away(client):
    """Anne has most in total, Camille had most in the last round."""
    phone = a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    page = phone.visit()
    assert page.read("details", class_="opening-starts").startswith(
        "Anne starts Lowest total: −43. Why not Camille? By round 2 alone, Camille would start: −20."
    )
    assert page.press("Choose Camille").status_code == 303
    page = phone.visit()
    assert (
        page.read("details", class_="opening-starts")
        == "Camille starts Chosen at the table. By the rules, Anne starts. Lowest total: −43. Back to Anne"
    )
    assert page.press("Back to Anne").status_code == 303
    assert phone.visit().read(class_="opening-starts").startswith("Anne starts Lowest total: −43.")


def test_what_most_minus_points_are_is_asked_once_for_a_group(client):
    """In total or of the last round: where it first matters, and the next game begins with the answer."""
    group = a_group(client)
    phone = group.table().with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "=20")
    assert phone.visit().press("Most minus points in the last round").status_code == 303
    page = phone.visit()
    assert page.read(class_="opening-starts") == "Camille starts Most minus points in round 2: −20."
    assert not page.all("details", class_="opening-starts")
    rules = group.visit("/tables/new").one(id="starter_by")
    assert [option.get("value") for option in rules if option.get("selected") is not None] == ["round"]
    assert group.table(as_before="y").sheet["options"]["starter_by"] == "round"


def test_a_name_that_reads_from_the_right_does_not_turn_the_points_round(client):
    """In a sentence the name is set apart, by an element or by isolating characters (U+2068, U+2069)."""
    phone = a_table(client, players=("Anne", "שרה", "דוד", "Paul")).with_round("17", OUT, "13", "5")
    for sentence in (phone.visit().one(id="news"), phone.visit("/history").one("ol").find("li/p")):
        apart = re.findall("\u2068(.*?)\u2069", "".join(sentence.itertext()))
        apart += [name.text for name in sentence.iter("bdi")]
        assert {"שרה", "דוד"} <= set(apart)


def test_what_was_saved_last_is_said_and_can_be_undone(phone):
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
