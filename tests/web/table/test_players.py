"""Players who come, go and change seats; what was begun on paper; house rules changed in mid-game."""

import pytest

from tests.web.builders import OUT, a_table


def seating(phone, *seats, version=None, **more):
    """Send who plays from now on, by row from 1; 0 is who joins."""
    playing = [str(seat) for seat in seats if seat]
    before = version or phone.visit("/players").value("version")
    after = str(seats[seats.index(0) - 1]) if 0 in seats else ""
    return phone.post("/seatings", version=before, row=playing, plays=playing, after=after, **more)


def test_who_leaves_is_not_asked_for_any_more(client):
    phone = a_table(client, 5).with_round("17", OUT, "13", "5", "4")
    assert seating(phone, 1, 2, 3, 4).status_code == 303
    page = phone.visit("/rounds/new")
    assert page.all("input", name="seat-4-cards")
    assert not page.all("input", name="seat-5-cards")
    phone.with_round("2", "3", OUT, "5")
    assert phone.sheet["rounds"][1]["points"] == {"Anne": -2, "Paul": -3, "Rachel": 10, "Camille": -5}
    assert phone.sheet["totals"]["Ben"] == -4
    for path in ("", "/sheet"):
        assert "left after round 1" in phone.visit(path).text
    assert "From round 2: Ben left after round 1." in phone.visit("/history").text
    for path in ("/chart", "/screen", "/settings", "/setup", "?why=5", "/sheet?why=2-5"):
        phone.visit(path)
    assert phone.undoing().undoing().visit("/rounds/new").all("input", name="seat-5-cards")


def test_who_left_stands_below_on_every_screen_and_says_so(client):
    """Ben leaves with the highest total."""
    phone = a_table(client, 5).with_round("17", "9", "13", "5", OUT)
    seating(phone, 1, 2, 3, 4)
    screen = phone.visit("/screen").one("ol", class_="screen-standings")
    ranking = phone.stopping().visit().one("ol", class_="ranking")
    for listed in (screen, ranking):
        items = [" ".join("".join(row.itertext()).split()) for row in listed]
        assert items[0].startswith("1 Camille")
        assert "Ben left after round 1" in items[-1]
        assert not items[-1][0].isdigit()
    assert "left after round 1" in client.get(f"{phone.address}/sheet.svg").text
    assert phone.visit("/sheet").rows("sheet")[-1] == ["Rank", "4", "2", "3", "1", ""]


def test_who_joins_sits_between_two_and_begins_with_a_total(client):
    phone = a_table(client).with_round("16", OUT, "12", "5")
    visible = phone.visit("/players").text
    assert "−6 the average" in visible
    assert "−16 the worst total" in visible
    assert seating(phone, 1, 0, 2, 3, 4, name="Zoë", start="-6").status_code == 303
    assert phone.sheet["seatings"][1] == {"from": 2, "players": ["Anne", "Zoë", "Paul", "Rachel", "Camille"]}
    assert "Zoë joined with −6" in phone.visit("/sheet").text
    phone.with_round("2", "3", OUT, "5", "4")
    assert phone.sheet["rounds"][1]["points"]["Zoë"] == -4


def test_the_average_is_of_those_who_play(client):
    """Who leaves in the same form isn't in it: then it is another, which is asked."""
    phone = a_table(client, 5).with_round("16", OUT, "12", "5", "=40")
    assert "−13 the average" in phone.visit("/players").text
    answer = seating(phone, 1, 0, 2, 3, 4, name="Zoë", start="-13")
    assert answer.page.problem("total") == "With these players it’s −6 (the average)."
    assert answer.page.press("Save").status_code == 303
    assert "Zoë joined with −6" in phone.visit("/sheet").text


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"name": "anne"}, "name", "Somebody else has this name. Add an initial?"),
        ({"name": "Zoë", "start": "other", "total": "x"}, "total", "Type a number like 12, −3 or 2½."),
        ({"name": "Zoë", "start": "other", "total": "−80"}, "total", "These totals would end the game."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(played, typed, field, sentence):
    answer = seating(played, 1, 2, 0, 3, 4, **typed)
    assert answer.status_code == 422
    assert answer.page.problem(field) == sentence
    assert answer.page.value("name") == typed["name"]


def test_too_few_play_on_if_the_table_wants(played):
    query = seating(played, 1, 2, 3)
    assert "4–8 can play. You have 3." in query.page.text
    assert query.page.has_button("Stop here")
    assert query.page.press("Play with 3").status_code == 303
    assert played.with_round("2", OUT, "5").sheet["next"]


def test_two_change_places_at_once(client):
    """The first that is tapped is held, and the second takes its place."""
    page = a_table(client).visit("/players")
    held = page.press("⇅Swap Anne").page
    assert held.value("held") == "1"
    swapped = held.press("⇅Swap Camille").page
    assert [row.get("value") for row in swapped.all("input", name="row")] == ["4", "2", "3", "1"]
    assert not swapped.all("input", name="held")
    assert held.press("⇅Swap Anne").page.all("input", name="held") == []


def test_a_game_begins_with_what_is_on_paper(phone):
    assert phone.post("/paper", **{f"tens-{row}": "2" for row in (1, 2, 3)}).status_code == 422  # six: it would be over
    assert phone.post("/paper", **{"total-1": "−12", "total-2": "x"}).page.problem("total-2")
    assert phone.post("/paper", starter="3", **{"total-1": "−12", "tens-2": "2"}).status_code == 303
    assert phone.sheet["next"]["starter"] == "Rachel"
    sentence = "Started on paper: Anne −12, Paul 0, Rachel 0, Camille 0, Paul 2× +10, Rachel starts."
    assert sentence in phone.visit("/history").text
    assert sentence.removesuffix(", Rachel starts.") in phone.visit("/sheet").text
    assert (phone.sheet["start_totals"], phone.sheet["start_tens"]) == ({"Anne": -12}, {"Paul": 2})
    assert "−12" in phone.visit().text


def test_house_rules_change_from_now_on_or_for_the_whole_game(client):
    phone = a_table(client).with_round("=40", OUT, "12", "5")
    assert phone.post("/house-rules", end_score="40", since="0").status_code == 303
    assert phone.sheet["rule_changes"] == [{"from": 2, "options": {"end_score": -40}}]
    query = phone.post("/house-rules", end_score="30", since="1")
    assert "The game is over after round 1." in query.page.text
    assert query.page.press("Save").status_code == 303
    assert phone.sheet["finished"]


def test_once_the_game_is_over_rules_change_for_the_whole_game_and_say_what_becomes_of_it(client):
    phone = a_table(client, 3, game="points", end_rounds="1")
    phone.answer(**{"seat-1-points": "8", "seat-2-points": "5", "seat-3-points": "1"})
    page = phone.visit("/house-rules")
    assert (page.all("input", name="since"), "For the whole game" in page.text) == ([], True)
    query = page.press("Save", {"winner": "lowest"})
    assert "Rachel wins." in query.page.text
    other = query.page.press("Save", {"end_rounds": "2"})
    assert other.status_code == 422, "the answer is to what was said, and to nothing else"
    assert query.page.press("Save").status_code == 303
    assert phone.sheet["winners"] == ["Rachel"]
