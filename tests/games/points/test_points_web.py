"""Another game on phones: typed without JavaScript, corrected, refused, shown and taken home."""

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
    typed = {"title": "Phase 10", "end_score": "-500", "player-1": "Anne", "player-12": "Kim"}
    page = page.press("Fool!", typed).page
    assert (page.value("end_score"), page.value("player-1")) == ("80", "Anne")
    page = page.press("Another game", {"end_score": "90"}).page
    assert [page.value(name) for name in ("end_score", "player-1", "player-12")] == ["", "Anne", "Kim"]
    page = a_points_table(client, end_score="−500", starter="none").visit("/rematch")
    assert [page.value(name) for name in ("title", "end_score", "starter")] == ["Phase 10", "-500", "none"]


def test_what_is_missing_or_cannot_be_is_told_at_its_player(client):
    """And 0 is something else."""
    for typed, wording in (
        ("", "Nothing entered for Paul."),
        ("1.25", "Type a number like 12, −3 or 2½."),
        ("-999999999", "From −100000 to 100000 only."),
    ):
        answer = enter(a_points_table(client), 0, typed, 3)
        assert (answer.status_code, answer.page.problem("seat-2-points")) == (422, wording)
        assert (answer.page.problem("seat-1-points"), answer.page.value("seat-2-points")) == (None, typed)


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


def test_statistics_keep_titles_apart(client):
    group = a_group(client)
    for title, winner in (("Phase 10", "lowest"), ("Qwixx", "highest")):
        phone = group.table("Anne", "Paul", game="points", title=title, winner=winner, end_rounds="1")
        assert enter(phone, 5, 90).status_code == 303
    page = group.visit("/statistics?game=points&title=Phase+10")
    assert page.rows("figures")[1:] == [["Anne", "1", "1", "100%", "5.0"], ["Paul", "1", "0", "0%", "90.0"]]
    chooser = page.one("nav", **{"aria-label": "Game"})
    assert [words_of(link) for link in chooser if link.get("aria-current")] == ["Phase 10"]
    page = page.follow("Qwixx")
    assert page.rows("figures")[1][:3] == ["Paul", "1", "1"]
    assert len(page.follow("Paul").all(class_="form-won")) == 1
