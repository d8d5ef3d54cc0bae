"""Another game on phones: typed without JavaScript, corrected, refused, shown and taken home."""

import io

import pytest
from openpyxl import load_workbook

from tests.web.builders import a_group, a_table
from tests.web.markup import words_of

TWELVE = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia", "Łukasz", "Dora", "O'Neil", "Kim")


def a_points_table(client, players=3, **fields):
    fields = {"title": "Phase 10", "winner": "highest", "starter": "clockwise"} | fields
    return a_table(client, TWELVE[:players], game="points", **fields)


def entry(*points):
    return {f"seat-{seat}-points": str(typed) for seat, typed in enumerate(points, start=1)}


def enter(phone, *points, **more):
    return phone.post("/rounds", number=len(phone.sheet["rounds"]) + 1, **entry(*points), **more)


def test_a_new_game_and_a_rematch_ask_for_a_title_and_house_rules(client):
    page = client.get("/tables/new?game=points").page
    labels = [words_of(label) for label in page.one("details", class_="house-rules").iter("label")]
    assert labels[:2] == ["Who wins?", "Total that ends the game"]
    typed = {"title": "Phase 10", "end_score": "-500", "player-1": "Anne", "player-12": "Kim"}
    page = page.press("Fool!", typed).page
    assert (page.value("end_score"), page.value("player-1")) == ("80", "Anne")
    page = page.press("Another game", {"end_score": "90"}).page
    assert [page.value(name) for name in ("end_score", "player-1", "player-12")] == ["", "Anne", "Kim"]
    phone = a_points_table(client, end_score="−500", starter="none")
    assert phone.sheet["options"]["end_score"] == -500, "with its sign"
    page = phone.visit("/rematch")
    assert [page.value(name) for name in ("title", "end_score", "starter")] == ["Phase 10", "-500", "none"]


# Entering


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        (("2½", "−2.5", "+7"), [2.5, -2.5, 7]),
        (("½", "-½", "100000"), [0.5, -0.5, 100_000]),
        (("007", "1,5", "–4"), [7, 1.5, -4]),
    ],
)
def test_points_are_typed_in_many_ways(client, typed, points):
    phone = a_points_table(client)
    assert enter(phone, *typed).status_code == 303
    assert phone.points == [points]


@pytest.mark.parametrize(
    ("typed", "wording"),
    [
        ("", "Nothing entered for Paul."),
        ("1.25", "Type a number like 12, −3 or 2½."),
        ("-999999999", "From −100000 to 100000 only."),
    ],
)
def test_what_is_missing_or_cannot_be_is_told_at_its_player(client, typed, wording):
    """And 0 is something else."""
    answer = enter(a_points_table(client), 0, typed, 3)
    assert (answer.status_code, answer.page.problem("seat-2-points")) == (422, wording)
    assert answer.page.problem("seat-1-points") is None
    assert (answer.page.value("seat-1-points"), answer.page.value("seat-2-points")) == ("0", typed)


@pytest.mark.parametrize(
    ("typed", "wording"),
    [
        (("5", "", "−"), "Still to enter: Paul and Rachel"),  # a sign alone is no number
        (("5", "x", ""), "Paul: Type a number like 12, −3 or 2½."),
        (("5", "-2½", "0"), "Save: Anne +5, Paul −2½, Rachel 0"),
    ],
)
def test_the_verdict_says_what_saving_would_do(client, typed, wording):
    assert a_points_table(client).post("/rounds/check", **entry(*typed)).page.text == wording


# What is shown


def test_a_table_that_keeps_no_starter_says_nothing_of_one(client):
    phone = a_points_table(client, starter="none")
    enter(phone, 1, 2, 3)
    for path in ("", "/sheet", "/screen", "/settings", "/history"):
        text = phone.visit(path).text
        assert "starts" not in text.replace("Who starts the next round?", "")
        assert "started" not in text
    assert phone.post("/starters", number=2, seat=1).status_code in (303, 409)
    assert phone.sheet["next"] == {"starter": None, "dealer": None}


# Taken home


def test_exports_have_the_title_halves_and_large_numbers(client):
    phone = a_points_table(client, 12, winner="lowest")
    enter(phone, *[99_999.5, *range(-5, 6)])
    rows = [line.split(",") for line in client.get(f"{phone.address}/sheet.csv").text.splitlines()]
    assert rows[0][1:3] == ["Starts", "Anne"]
    assert (rows[1][2:14], rows[1][-1]) == (["99999.5", *map(str, range(-5, 6))], "Phase 10")
    assert "Phase 10" in client.get(f"{phone.address}/sheet.svg").text
    page = load_workbook(io.BytesIO(client.get(f"{phone.address}/sheet.xlsx").data)).active
    assert (page["AB2"].value, page["C2"].value) == ("Phase 10", 99_999.5)
    ranks = next(row for row in page.iter_rows(values_only=True) if row[0] == "Rank")
    assert [each for each in ranks[1:] if each] == [12, *range(1, 12)], "from the lowest"


# A group


def test_statistics_keep_titles_apart(client):
    group = a_group(client)
    for title, winner in (("Phase 10", "lowest"), ("Qwixx", "highest"), ("", "highest")):
        phone = group.table("Anne", "Paul", game="points", title=title, winner=winner, end_rounds="1")
        assert enter(phone, 5, 90).status_code == 303
    page = group.visit("/statistics?game=points&title=Phase+10")
    assert page.rows("figures")[1:] == [["Anne", "1", "1", "100%", "5.0"], ["Paul", "1", "0", "0%", "90.0"]]
    chooser = page.one("nav", **{"aria-label": "Game"})
    assert {words_of(link) for link in chooser} == {"Phase 10", "Qwixx", "Another game"}
    assert [words_of(link) for link in chooser if link.get("aria-current")] == ["Phase 10"]
    page = page.follow("Qwixx")
    assert page.rows("figures")[1][:3] == ["Paul", "1", "1"]
    paul = page.follow("Paul")
    assert ("Highest total" in paul.text, len(paul.all(class_="form-won"))) == (True, 1)
    assert "Phase 10" in group.visit().text
