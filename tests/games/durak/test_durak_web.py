"""Durak on phones: two taps a deal, what is asked beside the answer, and what its pages tell."""

import csv
import io
import json

import pytest
from werkzeug.datastructures import MultiDict

from tests.web.builders import CASES, NAMES, a_durak, a_group, a_match, opened
from tests.web.exports.test_bg_stats import linked
from tests.web.groups.test_statistics import told
from tests.web.markup import words_of

DRAW = "Nobody: the last two went out together"
FIRST_OUT = "Who was out first attacks next. Save without saying who?"
FOUR = list(NAMES[:4])


def answers(page):
    """The buttons of the entry page."""
    return [words_of(button) for button in page.all("button", class_="answer")]


def current(page):
    """The value of the button that shows what is chosen."""
    return [button.get("value") for button in page.all("button", **{"aria-current": "true"})]


def picked(page):
    """Who is picked as the one who was out first."""
    return [radio.get("value") for radio in page.all("input", type="radio", checked="")]


def doubts(answer):
    """What a refused entry says."""
    assert answer.status_code == 422
    return answer.page.read("div", class_="doubts", role="alert")


# Two taps


def test_a_deal_is_two_taps_from_the_table(client):
    """One opens the entry page, where every way a deal can end is a button that saves it."""
    phone, points = a_durak(client), []
    for number, button in enumerate([*FOUR, DRAW], start=1):
        entry = phone.visit().follow(f"Enter round {number}")
        assert answers(entry) == [*FOUR, DRAW]
        assert (entry.all(class_="doubts"), current(entry), entry.has_button("Save anyway")) == ([], [], False)
        saved = entry.press(button)
        assert (saved.status_code, saved.location) == (303, f"{phone.address}#saved-{number}")
        points.append([int(name == button) for name in FOUR])
    assert phone.points == points


def test_by_house_rule_the_last_defender_is_one_tap_as_well(client):
    phone = a_durak(client, both_out="last-defender")
    page = phone.visit("/rounds/new")
    assert answers(page) == FOUR * 2
    assert "Both out? Who defended last?" in page.text
    assert phone.choose("draw-3").status_code == 303
    assert phone.sheet["rounds"][0].items() >= {"draw": True, "last_defender": "Rachel"}.items()
    assert current(phone.visit("/rounds/1")) == ["draw-3"]
    for result in ("draw", "draw-"):
        assert phone.choose(result).status_code == 422
    assert phone.points == [[0, 0, 1, 0]]


def test_what_is_no_result_is_told_and_nothing_is_lost(client):
    phone = a_durak(client, first_attacker="previous-winner").tap(DRAW)
    for result in ("", "fool-0", "fool-5", "fool-٣", "draw-5", "win-1" * 999):
        answer = phone.choose(result, first_out="2")
        assert doubts(answer) == "Choose how the round ended.", result
        assert picked(answer.page) == ["2"]
    assert answer.page.press("Anne").status_code == 303
    assert phone.points == [[0, 0, 0, 0], [1, 0, 0, 0]]
    assert phone.sheet["rounds"][1]["first_out"] == "Paul"


# Who was out first


@pytest.fixture
def asking(client):
    """A table at which who was out first attacks next."""
    return a_durak(client, first_attacker="previous-winner")


def test_who_was_out_first_is_a_choice_above_the_answers(client, asking):
    page = asking.visit("/rounds/new")
    assert page.read("legend") == "Who was out first?"
    assert [radio.get("value") for radio in page.all("input", type="radio")] == ["1", "2", "3", "4"]
    assert page.press("Anne", {"first_out": "3"}).status_code == 303
    assert asking.sheet["rounds"][0].items() >= {"fool": "Anne", "first_out": "Rachel"}.items()
    assert asking.sheet["next"] == {"starter": "Rachel", "dealer": "Anne"}
    page = asking.visit("/rounds/1")
    assert (current(page), picked(page)) == (["fool-1"], ["3"])
    for others in (a_durak(client), a_durak(client, 2, first_attacker="previous-winner")):
        assert others.visit("/rounds/new").all("input", type="radio") == [], "it is no question, or needs no asking"


def test_without_it_one_tap_saves_anyway(asking):
    answer = asking.visit("/rounds/new").press("Anne")
    assert doubts(answer).startswith(FIRST_OUT)
    assert (current(answer.page), asking.points) == (["fool-1"], [])
    assert answer.page.press("Save anyway").status_code == 303
    assert asking.points == [[1, 0, 0, 0]]
    assert asking.sheet["next"] == {"starter": None, "dealer": "Anne"}


def test_asked_about_one_answer_another_may_be_tapped(asking):
    """The form has the first answer in it for "save anyway"; the button that is tapped counts."""
    page = asking.visit("/rounds/new").press("Anne").page
    hidden = [(field.get("name"), field.get("value")) for field in page.all("input", type="hidden")]
    sent = MultiDict([*hidden, ("first_out", "2"), ("result", "fool-4")])
    assert sent.getlist("result") == ["fool-1", "fool-4"]
    assert asking.client.post(f"{asking.address}/rounds", data=sent).status_code == 303
    assert asking.points == [[0, 0, 0, 1]]


def test_the_fool_was_not_out_first(asking):
    answer = asking.visit("/rounds/new").press("Rachel", {"first_out": "3"})
    assert doubts(answer) == "The fool can't have been out first."
    assert not answer.page.has_button("Save anyway")
    assert picked(answer.page) == ["3"]
    for forged in ("0", "5", "9" * 5000):
        assert FIRST_OUT in doubts(asking.choose("fool-1", first_out=forged))
    assert asking.points == []


def test_using_mine_instead_keeps_who_was_out_first(asking):
    mine, theirs = asking.visit("/rounds/new"), asking.visit("/rounds/new")
    mine.press("Anne", {"first_out": "2"})
    answer = theirs.press("Paul", {"first_out": "3"})
    assert answer.status_code == 409
    assert answer.page.rows("compare")[1:3] == [["Anne", "+1", "0"], ["Paul", "0", "+1"]]
    assert answer.page.press("Use mine instead").status_code == 303
    assert asking.sheet["rounds"][0].items() >= {"fool": "Paul", "first_out": "Rachel"}.items()


def test_a_correction_keeps_what_a_file_told_and_the_page_does_not_ask(client):
    sheet = json.loads(next(path for path in CASES if path.stem == "durak-open").read_text("utf-8"))
    sheet["rounds"][0]["first_out"] = "Zoë"
    phone = opened(client, sheet)
    assert current(phone.visit("/rounds/4")) == ["draw-2"]
    for number, button, expected in (
        (4, DRAW, {"draw": True, "last_defender": "Anne"}),
        (4, "Anne", {"fool": "Anne"}),
        (4, DRAW, {"draw": True}),
        (1, "Anne", {"fool": "Anne", "first_out": "Zoë"}),
        (1, "Zoë", {"fool": "Zoë"}),
    ):
        assert phone.visit(f"/rounds/{number}").press(button).status_code == 303
        played = phone.sheet["rounds"][number - 1]
        asked = ("draw", "last_defender", "fool", "first_out")
        assert {key: played[key] for key in asked if key in played} == expected


# Teams


def test_a_team_has_its_marks_and_wins_together(client):
    phone = a_durak(client, teams="2", stop_at_marks="2")
    partners = ["with Rachel", "with Camille", "with Anne", "with Paul"]
    assert [row[2] for row in phone.visit().rows("standings")[1:]] == [f"2 left to 2 {partner}" for partner in partners]
    phone.tap("Anne", "Camille")
    assert phone.points == [[1, 0, 1, 0], [0, 1, 0, 1]]
    page = phone.visit("/sheet")
    assert [row[1:] for row in page.rows("sheet")[1:3]] == [
        ["▸● +1 1", "0 0", "+1 1", "D 0 0"],
        ["▸D 0 1", "+1 1", "0 1", "● +1 1"],
    ]
    for path in ("/sheet", "/settings"):
        told_of = phone.visit(path).read(class_="rules-in-force")
        assert "Who plays together?Anne and Rachel – Paul and Camille" in told_of
    page = phone.tap("Paul").visit()
    assert page.title == "Anne and Rachel win together"
    assert "Paul and Camille reached 2 marks." in page.text
    names = [words_of(name) for name in page.all("span", class_="ranked-name")]
    assert names == ["Anne with Rachel", "Rachel with Anne", "Paul with Camille", "Camille with Paul"]
    assert phone.visit("/sheet").read("p", class_="sheet-won") == "Anne and Rachel win together with 1 mark."
    assert [player["role"] for player in linked(phone)["players"]] == partners
    form = phone.visit("/rematch")
    assert (form.value("teams"), form.value("stop_at_marks"), form.value("both_out")) == ("2", "2", "draw")


# The table and its end


def test_the_table_says_who_attacks_and_who_deals(client):
    phone = a_durak(client, first_attacker="right-of-loser", stop_at_marks="3", stop_after_deals="10")
    text = phone.visit().text
    assert "Anne starts Chosen for the first round. Camille deals Sits right of the first starter." in text
    page = phone.tap("Paul").visit()
    assert "Anne starts Sits right of Paul, the fool, and attacks there." in page.text
    assert "Paul deals Was the fool in round 1." in page.text
    rows = page.rows("standings")[1:]
    assert [row[0] + row[1].partition(" ")[0] for row in rows] == ["1Anne", "4Paul", "1Rachel", "1Camille"]
    assert rows[1][1] == "Paul 2 left to 3"
    assert page.read(class_="tens") == "Deals 1 of 10"
    assert [words_of(change) for change in page.all(class_="change-down")] == ["+1"], "a mark is no good"
    assert page.all(class_="change-up") == []


def test_the_lowest_trump_may_open_and_be_noted(client):
    phone = a_durak(client, first_starter="open")
    page = phone.visit()
    assert "The lowest trump decides who attacks first." in page.text
    assert "deals" not in page.text
    assert phone.sheet["first_starter"] is None
    assert phone.sheet["next"] == {"starter": None, "dealer": None}
    assert page.press("Rachel").status_code == 303
    assert "Rachel starts Noted by the table." in phone.visit().text
    phone.tap("Paul")
    assert phone.sheet["rounds"][0].items() >= {"starter": "Rachel", "dealer": None}.items()
    unnoted = a_durak(client, first_starter="open").tap("Paul")
    assert unnoted.sheet["rounds"][0]["starter"] is None
    assert "Paul starts Was the fool in round 1." in unnoted.visit().text


def test_the_end_says_who_won_and_why(client):
    phone = a_durak(client, stop_at_marks="2").tap("Anne", "Paul", "Rachel", "Anne")
    page = phone.visit()
    assert page.title == "Camille wins"
    assert page.read(class_="triumph-total") == "with 0 marks"
    assert page.read(class_="triumph-why") == "Anne reached 2 marks. After 4 rounds."
    ranking = [words_of(place) for place in page.one("ol", class_="ranking")]
    assert ranking == ["1 Camille 0", "2 Paul 1", "2 Rachel 1", "4 Anne 2"]
    assert phone.playing_on().tap("Paul").sheet["played_on"] == ["marks"]


# Taken home, and in a group


def test_exports_know_that_the_lowest_wins_and_that_some_start_is_unknown(client):
    phone = a_durak(client).tap("Paul", DRAW, "Anne").stopping()
    text = client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    assert [row[:7] for row in csv.reader(io.StringIO(text, newline=""), strict=True)][1:] == [
        ["1", "Anne", "Camille", "0", "1", "0", "0"],
        ["2", "Paul", "Paul", "0", "0", "0", "0"],
        ["3", "", "Paul", "1", "0", "0", "0"],
        ["Total", "", "", "1", "1", "0", "0"],
    ]
    game = linked(phone)
    assert (game["game"]["name"], game["game"]["highestWins"]) == ("Durak", False)
    came_out = [(one["rank"], one["score"], one["winner"]) for one in game["players"]]
    assert came_out == [(3, 1, False), (3, 1, False), (1, 0, True), (1, 0, True)]
    unknown = linked(a_durak(client, first_starter="open").tap("Paul").stopping())
    assert [one["startPlayer"] for one in unknown["players"]] == [False] * 4


def test_evenings_in_a_group(client):
    group = a_group(client)
    a_durak(client, group=group.key, stop_at_marks="1").tap("Paul")
    a_durak(client, group=group.key, first_starter="open", stop_after_deals="3").tap("Paul", DRAW, "Anne")
    a_match(client, group=group.key).tap("Anne", "Anne")
    page = group.visit("/statistics?game=durak")
    assert page.rows("figures")[1:] == [
        ["Camille", "2", "2", "100 %", "0.0"],
        ["Rachel", "2", "2", "100 %", "0.0"],
        ["Anne", "2", "1", "50 %", "0.5"],
        ["Paul", "2", "0", "0 %", "1.0"],
    ]
    figures = {"Was the fool": "2 Paul", "Marks": "2 Paul", "Who attacks first gets away": "100 % 2 of 2"}
    assert told(page).items() >= figures.items()
    assert told(page.follow("Paul")).items() >= {"Best total": "1", "Was the fool, of all rounds": "50 %"}.items()
    text = client.get(f"{group.address}/results.csv").data.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    results = [dict(zip(head, row, strict=True)) for row in rows]
    paul = [(row["Game"], row["Marks"], row["Rounds won"]) for row in results if row["Player"] == "Paul"]
    assert paul == [("durak", "1", ""), ("durak", "1", ""), ("fools-field", "", "0")]
    assert [row["Started the game"] for row in results if row["Table"] == "2"] == ["0"] * 4
