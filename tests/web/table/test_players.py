"""Players who come, go and change seats; what was begun on paper; house rules changed in mid-game."""

import pytest

from tests.web.builders import OUT, a_table, new_game


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
    for file in ("sheet.xlsx", "sheet.csv", "sheet.svg"):
        assert client.get(f"{phone.address}/{file}").status_code == 200
    assert phone.undoing().undoing().sheet["rounds"][0]["totals"]["Ben"] == -4
    assert phone.visit("/rounds/new").all("input", name="seat-5-cards")


def test_who_left_stands_below_on_every_screen_and_says_so(client):
    """Ben leaves with the highest total."""
    phone = a_table(client, 5).with_round("17", "9", "13", "5", OUT)
    seating(phone, 1, 2, 3, 4)
    left = "Ben left after round 1"
    for finished in (False, True):
        if finished:
            phone.stopping()
        for path, kind in (("/screen", "screen-standings"), *([("", "ranking")] if finished else [])):
            items = [" ".join("".join(row.itertext()).split()) for row in phone.visit(path).one("ol", class_=kind)]
            assert items[0].startswith("1 Camille"), path
            assert left in items[-1], path
            assert not items[-1][0].isdigit(), path
        picture = client.get(f"{phone.address}/sheet.svg").text
        assert "left after round 1" in picture
        ranks = phone.visit("/sheet").one("table", class_="sheet").find("tfoot")[-1]
        assert ["".join(cell.itertext()) for cell in ranks] == ["Rank", "4", "2", "3", "1", ""]


def test_who_does_not_play_is_not_in_the_line_before_saving(client):
    phone = a_table(client, 5).with_round("17", OUT, "13", "5", "4")
    seating(phone, 1, 2, 3, 4)
    assert phone.check("2", "3", OUT, "5", number="2").text == "Save: Anne −2, Paul −3, Rachel +10, Camille −5"


def test_who_does_not_play_is_not_compared_where_a_round_is_entered_twice(client):
    phone = a_table(client, 5).with_round("17", OUT, "13", "5", "4")
    seating(phone, 1, 2, 3, 4)
    version = phone.visit("/rounds/new").value("version")
    phone.with_round("2", "3", OUT, "5")
    twice = phone.enter("2", "4", OUT, "5", number="2", version=version)
    assert twice.status_code == 409
    assert [row[0] for row in twice.page.rows("compare")] == ["Player", "Anne", "Paul", "Rachel", "Camille"]


def test_who_leaves_has_no_part_in_what_a_newcomer_begins_with(client):
    """The page proposes for those who play; where ticks have changed that, it says so and proposes anew."""
    phone = a_table(client, 5).with_round("16", OUT, "12", "5", "=27")
    assert "−10 the average" in phone.visit("/players").text
    asked = seating(phone, 1, 2, 0, 3, 4, name="Zoë", start="-10")
    assert asked.status_code == 422
    assert asked.page.problem("total") == "With these players it’s −6 (the average)."
    assert "−16 the worst total" in asked.page.text
    assert asked.page.press("Save").status_code == 303
    assert phone.sheet["start_totals"] == {"Zoë": -6}


def test_whoever_does_not_play_has_no_total_on_paper(client):
    phone = a_table(client, 5)
    seating(phone, 1, 2, 3, 4)
    page = phone.visit("/paper")
    assert page.all("input", name="total-4")
    assert not page.all("input", name="total-5")


def test_who_joins_sits_between_two_and_begins_with_a_total(client):
    phone = a_table(client).with_round("16", OUT, "12", "5")
    visible = phone.visit("/players").text
    assert "−6 the average" in visible
    assert "−16 the worst total" in visible
    assert seating(phone, 1, 0, 2, 3, 4, name="Zoë", start="-6").status_code == 303
    assert phone.sheet["seatings"][1] == {"from": 2, "players": ["Anne", "Zoë", "Paul", "Rachel", "Camille"]}
    assert phone.sheet["totals"]["Zoë"] == -6
    assert "Zoë joined with −6" in phone.visit("/sheet").text
    assert "Round 1 saved: Anne" in phone.visit("/history").text
    phone.with_round("2", "3", OUT, "5", "4")
    assert phone.sheet["rounds"][1]["points"]["Zoë"] == -4


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
    assert "4 to 8 can play. You have 3." in query.page.text
    assert query.page.has_button("Stop here")
    assert query.page.press("Play with 3").status_code == 303
    assert played.with_round("2", OUT, "5").sheet["next"]


def test_once_the_game_is_over_nobody_joins_or_leaves(played):
    version = played.visit("/players").value("version")
    played.stopping()
    for wrong in ({}, {"name": "anne"}):
        assert seating(played, 1, 2, 3, version=version, **wrong).status_code == 409
    assert played.post("/paper", **{"total-1": "x"}).status_code == 409


def test_two_change_places_at_once(client):
    """The first that is tapped is held, and the second takes its place."""
    page = a_table(client).visit("/players")
    held = page.press("⇅Swap Anne").page
    assert held.value("held") == "1"
    swapped = held.press("⇅Swap Camille").page
    assert [row.get("value") for row in swapped.all("input", name="row")] == ["4", "2", "3", "1"]
    assert not swapped.all("input", name="held")
    assert held.press("⇅Swap Anne").page.all("input", name="held") == []


def test_a_seating_that_has_changed_meanwhile_is_a_conflict(client):
    phone = a_table(client, 5)
    assert seating(phone, 1, 2, 3, 4).status_code == 303
    assert seating(phone, 1, 2, 3, 5, version="1").status_code == 409


def test_who_comes_back_sits_where_they_sat(client):
    phone = a_table(client, 5)
    seating(phone, 1, 3, 4, 5)
    assert not seating(phone, 1, 3, 4).page.has_button("Play with 3")  # no game begins with so few
    rows = [row.get("value") for row in phone.visit("/players").all("input", name="row")]
    assert rows == ["1", "2", "3", "4", "5"]


def test_a_typed_total_counts_whatever_is_chosen_beside_it(played):
    assert seating(played, 1, 2, 0, 3, 4, name="Zoë", start="-6", total=" −23 ").status_code == 303
    assert played.sheet["start_totals"] == {"Zoë": -23}


@pytest.mark.parametrize(
    ("game", "offered"), [("fool", True), ("points", True), ("wizard", True), ("durak", True), ("tichu", False)]
)
def test_the_entry_of_every_game_leads_to_who_plays(client, game, offered):
    phone = a_table(client, game=game)
    assert ("Who plays?" in phone.visit("/rounds/new").text) == offered


def test_a_new_game_was_played_on_paper_before(client):
    form = new_game("Anne", "Paul", "Rachel", "Camille", first_starter="draw", paper="y")
    page = client.get(client.post("/tables", data=form).location)
    assert "Started on paper" in page.text
    assert len(page.page.all("input", name="starter")) == 4
    teams = new_game("Anne", "Paul", "Rachel", "Camille", game="durak", teams="2", paper="y")
    assert not client.post("/tables", data=teams).location.endswith("/paper")


def test_rounds_from_paper_are_entered_one_after_the_other(phone):
    assert phone.visit("/rounds/new?paper=y").value("paper") == "y"
    saved = phone.enter("16", OUT, "12", "5", paper="y")
    assert saved.location == f"{phone.address}/rounds/new?paper=y"
    assert phone.enter("=80", OUT, "12", "5", paper="y").location == f"{phone.address}#saved-2"


def test_a_round_of_somebody_who_left_meanwhile_is_not_saved(client):
    """Ben's hand would be dropped without a word. Who joined is asked for."""
    phone = a_table(client, 5)
    version = phone.visit("/rounds/new").value("version")
    seating(phone, 1, 2, 3, 4)
    typed = {"version": version, **{"seat-5-cards": "4"}}
    late = phone.enter("17", OUT, "13", "5", **typed)
    assert late.status_code == 409
    assert "Another phone was quicker." in late.page.text
    phone.with_round("17", OUT, "13", "5")


def test_a_game_begins_with_what_is_on_paper(phone):
    assert phone.post("/paper", **{f"tens-{row}": "2" for row in (1, 2, 3)}).status_code == 422  # six: it would be over
    assert phone.post("/paper", **{"total-1": "−12", "total-2": "x"}).page.problem("total-2")
    assert phone.post("/paper", **{"total-1": "-99"}).status_code == 422
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
    assert query.page.press("Change all rounds").status_code == 303
    assert phone.sheet["finished"]


def test_a_rule_for_the_whole_game_replaces_its_later_changes(client):
    """The form shows what holds now: to choose just that for all rounds is a change."""
    phone = a_table(client, end_score="50").with_round("=40", OUT, "12", "5")
    assert phone.post("/house-rules", end_score="90", since="0").status_code == 303
    query = phone.post("/house-rules", end_score="90", since="1")
    assert "Total that ends the game −90. Nothing else changes." in query.page.text
    assert query.page.press("Change all rounds").status_code == 303
    assert (phone.sheet["options"]["end_score"], phone.sheet.get("rule_changes")) == (-90, None)
    again = phone.post("/house-rules", end_score="90", since="1")
    assert again.status_code == 303, "now it is no change"


def test_once_the_game_is_over_rules_change_for_the_whole_game_and_say_what_becomes_of_it(client):
    phone = a_table(client, 3, game="points", end_rounds="1")
    phone.answer(**{"seat-1-points": "8", "seat-2-points": "5", "seat-3-points": "1"})
    page = phone.visit("/house-rules")
    assert (page.all("input", name="since"), "For the whole game" in page.text) == ([], True)
    query = page.press("Save", {"winner": "lowest"})
    assert "Rachel wins instead of Anne." in query.page.text
    other = query.page.press("Change all rounds", {"end_rounds": "2"})
    assert other.status_code == 422, "the answer is to what was said, and to nothing else"
    assert query.page.press("Change all rounds").status_code == 303
    assert phone.sheet["winners"] == ["Rachel"]
    query = phone.visit("/house-rules").press("Save", {"end_rounds": "2"})
    assert "The game goes on." in query.page.text
    assert query.page.press("Change all rounds").status_code == 303
    assert not phone.sheet["finished"]


def test_files_have_who_came_and_went(client):
    phone = a_table(client, 5).with_round("17", OUT, "13", "5", "4")
    seating(phone, 1, 2, 3, 4, 0, name="Zoë", start="-6")
    assert phone.enter("2", "3", OUT, "5", **{"seat-6-cards": "7"}).status_code == 303
    rows = [line.split(",") for line in client.get(f"{phone.address}/sheet.csv").text.splitlines()]
    assert [row[8] for row in rows] == ["Zoë", "-6", "", "-7", "-13"]
    assert [row[7] for row in rows] == ["Ben", "0", "-4", "", "-4"]
    picture = client.get(f"{phone.address}/sheet.svg").text
    assert "joined with −6" in picture


def test_a_hand_that_was_laid_by_who_leaves_is_not_in_the_round(client):
    phone = a_table(client, 5)
    assert phone.post("/hands/5", **{"seat-5-cards": "7", "number": "1", "version": "1"}).status_code == 303
    assert seating(phone, 1, 2, 3, 4).status_code == 303
    assert phone.visit("/rounds/new").all("input", name="seat-4-cards")
    phone.with_round("17", OUT, "13", "5")
    assert seating(phone, 1, 2, 3, 4, 5).status_code == 303
    assert "Ben" in phone.visit("/players").text


def test_an_old_round_is_corrected_as_it_was_played_and_compared(client):
    phone = a_table(client, 5).with_round("17", OUT, "13", "5", "4")
    version = phone.visit("/rounds/1").value("version")
    seating(phone, 1, 2, 3, 4, 0, name="Zoë", start="0")
    assert phone.correct(1, "18", OUT, "13", "5", "4").status_code == 303
    assert phone.sheet["rounds"][0]["points"]["Ben"] == -4
    late = phone.post("/rounds/1", version=version, **phone.entry("19", OUT, "13", "5", "4"))
    assert late.status_code == 409
    assert "Different: Anne." in late.page.text


def test_bids_are_finished_before_somebody_leaves(client):
    phone = a_table(client, 4, game="wizard")
    bids = {f"seat-{seat}-bids": "0" for seat in range(1, 5)}
    assert phone.answer(step="bids", **bids).status_code == 303
    assert "Finish round 1 first" in seating(phone, 1, 2, 3).page.text
