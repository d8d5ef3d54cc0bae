"""An evening of Durak on phones: two taps a deal, and all that a table has."""

import csv
import io
import json

import pytest
from openpyxl import load_workbook
from werkzeug.datastructures import MultiDict

from tests.web.builders import CASES, NAMES, a_durak, a_group, a_key, a_match, another_link, opened, send
from tests.web.exports.test_bg_stats import linked
from tests.web.exports.test_workbook import formulas, page_of
from tests.web.groups.test_statistics import told
from tests.web.markup import words_of
from tests.web.table.test_history import sentences

DRAW = "Nobody: the last two went out together"
FIRST_OUT = "Who was out first attacks next. Save without saying who?"
FOUR = list(NAMES[:4])


def answers(page):
    """The buttons of the entry page."""
    return [words_of(button) for button in page.all("button", class_="answer")]


def current(page):
    """The value of the button that shows what is chosen."""
    return [button.get("value") for button in page.all("button", **{"aria-current": "true"})]


def doubts(answer):
    """What a refused entry says."""
    return answer.page.read("div", class_="doubts", role="alert")


# Two taps


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_deal_is_two_taps_from_the_table(client, players):
    """One opens the entry page, where every way a deal can end is a button that saves it."""
    names = list(NAMES[:players])
    for seat, button in enumerate([*names, DRAW]):
        phone = a_durak(client, players)
        entry = phone.visit().follow("Enter round 1")
        assert answers(entry) == [*names, DRAW]
        saved = entry.press(button)
        assert (saved.status_code, saved.location) == (303, f"{phone.address}#saved-1")
        assert phone.points == [[int(other == seat) for other in range(players)]]


def test_by_house_rule_the_last_defender_is_one_tap_as_well(client):
    phone = a_durak(client, both_out="last-defender")
    page = phone.visit("/rounds/new")
    assert answers(page) == FOUR * 2
    assert "Both out? Who defended last?" in page.text
    assert phone.choose("draw-3").status_code == 303
    assert phone.sheet["rounds"][0].items() >= {"draw": True, "last_defender": "Rachel"}.items()
    assert phone.points == [[0, 0, 1, 0]]


def test_the_first_look_at_the_form_reproaches_nobody(client):
    for rule in ("loser", "previous-winner"):
        page = a_durak(client, first_attacker=rule).visit("/rounds/new")
        assert page.title == "Round 1"
        assert page.all(class_="doubts") == []
        assert current(page) == []
        assert not page.has_button("Save anyway")


# Who was out first


@pytest.fixture
def asking(client):
    """A table at which who was out first attacks next."""
    return a_durak(client, first_attacker="previous-winner")


def test_who_was_out_first_is_a_choice_above_the_answers(asking):
    page = asking.visit("/rounds/new")
    assert page.read("legend") == "Who was out first?"
    assert [radio.get("value") for radio in page.all("input", type="radio")] == ["1", "2", "3", "4"]
    assert page.press("Anne", {"first_out": "3"}).status_code == 303
    assert asking.sheet["rounds"][0].items() >= {"fool": "Anne", "first_out": "Rachel"}.items()
    assert asking.sheet["next"] == {"starter": "Rachel", "dealer": "Anne"}


@pytest.mark.parametrize("rule", ["loser", "right-of-loser", "left-of-loser", "lowest-trump"])
def test_elsewhere_it_is_no_question(client, rule):
    assert a_durak(client, first_attacker=rule).visit("/rounds/new").all("input", type="radio") == []


def test_of_two_it_needs_no_asking(client):
    phone = a_durak(client, 2, first_attacker="previous-winner")
    assert phone.visit("/rounds/new").all("input", type="radio") == []
    phone.tap("Anne")
    assert phone.sheet["next"]["starter"] == "Paul"


def test_without_it_one_tap_saves_anyway(asking):
    answer = asking.visit("/rounds/new").press("Anne")
    assert (answer.status_code, asking.points) == (422, [])
    assert doubts(answer).startswith(FIRST_OUT)
    assert current(answer.page) == ["fool-1"]
    assert answer.page.press("Save anyway").status_code == 303
    assert asking.points == [[1, 0, 0, 0]]
    assert asking.sheet["next"] == {"starter": None, "dealer": "Anne"}


def test_the_question_can_be_answered_instead(asking):
    answer = asking.visit("/rounds/new").press("Anne")
    assert answer.page.press("Anne", {"first_out": "2"}).status_code == 303
    assert asking.sheet["rounds"][0]["first_out"] == "Paul"


def test_asked_about_one_answer_another_may_be_tapped(asking):
    """The form has the first answer in it for "save anyway"; the button that is tapped counts."""
    page = asking.visit("/rounds/new").press("Anne").page
    hidden = [(field.get("name"), field.get("value")) for field in page.all("input", type="hidden")]
    sent = MultiDict([*hidden, ("first_out", "2"), ("result", "fool-4")])
    assert sent.getlist("result") == ["fool-1", "fool-4"]
    assert asking.client.post(f"{asking.address}/rounds", data=sent).status_code == 303
    assert asking.points == [[0, 0, 0, 1]]


def test_an_answer_is_for_the_question_that_was_asked(asking):
    page = asking.visit("/rounds/new").press("Anne").page
    anyway = page.one("button", name="anyway").get("value")
    assert len(anyway) == 16
    assert asking.choose("fool-1", anyway="0" * 16).status_code == 422
    assert asking.choose("fool-1", anyway=anyway, first_out="1").status_code == 422
    assert asking.points == []


def test_the_fool_was_not_out_first(asking):
    answer = asking.visit("/rounds/new").press("Rachel", {"first_out": "3"})
    assert answer.status_code == 422
    assert doubts(answer) == "The fool can't have been out first."
    assert not answer.page.has_button("Save anyway")
    assert [radio.get("value") for radio in answer.page.all("input", type="radio", checked="")] == ["3"]
    assert asking.points == []


def test_a_draw_asks_nothing(asking):
    asking.tap(DRAW)
    assert asking.sheet["next"] == {"starter": None, "dealer": "Camille"}


@pytest.mark.parametrize("first_out", ["0", "5", "9", "-1", "٣", "x", "1.0", "9" * 5000, "<b>"])
def test_a_forged_first_out_is_nobody(asking, first_out):
    answer = asking.choose("fool-1", first_out=first_out)
    assert answer.status_code == 422
    assert FIRST_OUT in doubts(answer)
    assert asking.points == []


def test_a_correction_shows_who_was_out_first(asking):
    asking.visit("/rounds/new").press("Anne", {"first_out": "3"})
    page = asking.visit("/rounds/1")
    assert current(page) == ["fool-1"]
    assert [radio.get("value") for radio in page.all("input", type="radio", checked="")] == ["3"]
    assert page.press("Paul").status_code == 303
    assert asking.sheet["rounds"][0].items() >= {"fool": "Paul", "first_out": "Rachel"}.items()


# Teams


@pytest.fixture
def crosswise(client):
    """Anne and Rachel against Paul and Camille, until somebody has two marks."""
    return a_durak(client, teams="2", stop_at_marks="2")


def test_the_whole_team_has_the_mark(crosswise):
    crosswise.tap("Anne", "Camille")
    assert crosswise.points == [[1, 0, 1, 0], [0, 1, 0, 1]]
    assert [row[1:] for row in crosswise.visit("/sheet").rows("sheet")[1:3]] == [
        ["▸● +1 1", "0 0", "+1 1", "D 0 0"],
        ["▸D 0 1", "+1 1", "0 1", "● +1 1"],
    ]
    assert "Anne is the fool: left with cards.Rachel has a mark as well." in crosswise.visit("/sheet").text
    page = crosswise.tap("Paul").visit()
    assert page.title == "Anne and Rachel win together"
    assert "Paul and Camille reached 2 marks." in page.text


def test_teams_are_told_by_name(crosswise):
    for page in ("/sheet", "/settings"):
        assert "Who plays together?Anne and Rachel – Paul and Camille" in crosswise.visit(page).read(
            class_="rules-in-force"
        )


def test_a_rematch_has_the_same_teams(client, crosswise):
    form = crosswise.visit("/rematch")
    assert (form.value("teams"), form.value("stop_at_marks"), form.value("both_out")) == ("2", "2", "draw")
    teams = a_case("durak-teams")
    form = opened(client, teams).visit("/rematch")
    assert "As last time" in form.one("select", name="teams").find("option[@selected]").text
    again = form.press("Start game", {"first_starter": "1"})
    assert again.status_code == 303
    assert client.get(f"{again.location}/sheet.json").get_json()["options"]["teams"] == teams["options"]["teams"]


@pytest.mark.parametrize(
    ("players", "teams"), [(2, "2"), (3, "2"), (4, "3"), (5, "3"), (4, "1+2/3+5"), (4, "9"), (4, "x"), (4, "1" * 5000)]
)
def test_teams_that_cannot_be_are_told_at_their_field(client, players, teams):
    rows = {f"player-{row}": name for row, name in enumerate(NAMES[:players], start=1)}
    form = {"key": a_key(), "game": "durak", "first_starter": "1", "teams": teams} | rows
    refused = client.post("/tables", data=form)
    assert refused.status_code == 422
    assert refused.page.problem("teams")
    assert "open" in refused.page.one("details", class_="house-rules").attrib


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        *(("stop_at_marks", value) for value in ("0", "101", "-1", "three", "1.5", "9" * 5000)),
        *(("stop_after_deals", value) for value in ("0", "501", "½")),
        ("first_attacker", "winner"),
        ("both_out", ""),
    ],
)
def test_a_house_rule_that_cannot_be_is_told_at_its_field(client, rule, value):
    form = {"key": a_key(), "game": "durak", "first_starter": "1", "player-1": "Anne", "player-2": "Paul", rule: value}
    refused = client.post("/tables", data=form)
    assert refused.status_code == 422
    assert refused.page.problem(rule)


# The table


def test_the_table_says_who_attacks_and_who_deals(client):
    phone = a_durak(client, first_attacker="right-of-loser")
    assert "Anne starts Chosen for the first round. Camille deals Sits right of the first starter." in (
        phone.visit().text
    )
    page = phone.tap("Paul").visit()
    assert "Anne starts Sits right of Paul, the fool, and attacks there." in page.text
    assert "Paul deals Was the fool in round 1." in page.text
    assert [row[0] + row[1] for row in page.rows("standings")[1:]] == ["1Anne", "4Paul", "1Rachel", "1Camille"]


def test_a_mark_is_no_good(client):
    """Whoever got one is shown as having lost, not as having gained."""
    page = a_durak(client).tap("Paul").visit()
    assert [words_of(change) for change in page.all(class_="change-down")] == ["+1"]
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
    assert phone.sheet["rounds"][0]["starter"] == "Rachel"
    assert phone.sheet["rounds"][0]["dealer"] is None
    assert "Rachel was chosen to start round 1." in sentences(phone)


def test_without_noting_it_the_deal_is_entered_all_the_same(client):
    phone = a_durak(client, first_starter="open").tap("Paul")
    assert phone.sheet["rounds"][0]["starter"] is None
    assert "Paul starts Was the fool in round 1." in phone.visit().text


def test_after_a_draw_the_dealer_stays(client):
    page = a_durak(client).tap("Paul", DRAW).visit()
    assert "Nobody was the fool: the lowest trump decides who attacks first." in page.text
    assert "Paul deals Dealt round 2, which had no fool." in page.text


def test_the_limits_are_on_the_table(client):
    phone = a_durak(client, stop_at_marks="3", stop_after_deals="10").tap("Paul", "Paul")
    page = phone.visit()
    assert page.rows("standings")[2][1] == "Paul 1 left to 3"
    assert page.read(class_="tens") == "Deals 2 of 10"


def test_nobody_lays_a_hand(client):
    phone = a_durak(client)
    assert "My hand" not in phone.visit().text
    for address in ("/hands", "/hands/1", "/hands/4", "/hands/5"):
        phone.visit(address, status=404)
    assert phone.post("/hands/1", number=1).status_code == 404


@pytest.mark.parametrize(
    "fields", [{}, {"first_starter": "open"}, {"stop_at_marks": "2", "stop_after_deals": "30"}], ids=str
)
def test_every_page_of_a_table_is_there(client, fields):
    """At the beginning, in the middle, after the end: the client looks at the markup of each."""
    pages = ["", "/sheet", "/chart", "/history", "/share", "/screen", "/settings", "/rematch"]
    pages += [f"/live?page={page}&v=0" for page in ("table", "sheet", "chart", "history", "screen")]
    phone = a_durak(client, **fields)
    for button in (None, "Anne", DRAW, "Anne"):
        if button:
            phone.tap(button)
        for page in pages:
            phone.visit(page)
    if not phone.sheet["finished"]:
        phone.stopping()
    for page in pages:
        phone.visit(page)


# The end


def test_the_end_says_who_won_and_why(client):
    page = a_durak(client, stop_at_marks="2").tap("Anne", "Paul", "Rachel", "Anne").visit()
    assert page.title == "Camille wins"
    assert page.read(class_="triumph-total") == "with 0 marks"
    assert page.read(class_="triumph-why") == "Anne reached 2 marks. After 4 rounds."
    ranking = [words_of(place) for place in page.one("ol", class_="ranking")]
    assert ranking == ["1 Camille 0", "2 Paul 1", "2 Rachel 1", "4 Anne 2"]


def test_without_a_limit_the_table_stops(client):
    phone = a_durak(client).tap("Anne", DRAW).stopping()
    page = phone.visit()
    assert page.title == "Paul, Rachel and Camille share the win"
    assert page.read(class_="triumph-why") == "The table stopped after 2 rounds."
    assert phone.playing_on().tap("Paul").sheet["finished"] is False


def test_playing_on_passes_the_limit(client):
    phone = a_durak(client, stop_after_deals="1").tap("Anne").playing_on().tap("Paul")
    assert "1 deal was played. You are playing on." in phone.visit().text
    assert phone.sheet["played_on"] == ["deals"]


# Correcting, undo and redo


def test_everything_that_happens_is_a_sentence(client):
    phone = a_durak(client, both_out="last-defender").tap("Paul")
    phone.choose("draw-3")
    phone.visit("/rounds/1").press("Camille")
    phone.post("/starters", number="3", seat="1")
    phone.stopping().undoing()
    assert sentences(phone) == [
        "Undone: The table stopped the game after round 2.",
        "The table stopped the game after round 2. undone",
        "Anne was chosen to start round 3.",
        "Round 1 corrected: Paul +1 → 0, Camille 0 → +1. So Camille, not Paul, started round 2.",
        "Round 2 entered: Rachel is the fool.",
        "Round 1 entered: Paul is the fool.",
        "The table was opened: Anne, Paul, Rachel and Camille.",
    ]
    assert sentences(a_durak(client).tap(DRAW))[0] == "Round 1 entered: nobody is the fool."


def test_a_correction_of_a_draw_shows_who_defended_last(client):
    phone = a_durak(client, both_out="last-defender")
    phone.choose("draw-2")
    assert current(phone.visit("/rounds/1")) == ["draw-2"]
    assert current(a_durak(client).tap(DRAW).visit("/rounds/1")) == ["draw"]


def a_case(name):
    """A known game."""
    return json.loads(next(path for path in CASES if path.stem == name).read_text("utf-8"))


def test_a_correction_keeps_who_defended_last_where_a_file_told_it(client):
    """The page does not ask for it."""
    phone = opened(client, a_case("durak-open"))
    page = phone.visit("/rounds/4")
    assert current(page) == ["draw-2"]
    assert page.press(DRAW).status_code == 303
    assert phone.sheet["rounds"][3]["last_defender"] == "Anne"
    assert phone.visit("/rounds/4").press("Anne").status_code == 303
    assert phone.sheet["rounds"][3]["fool"] == "Anne"
    assert phone.visit("/rounds/4").press(DRAW).status_code == 303
    assert "last_defender" not in phone.sheet["rounds"][3]


def test_a_correction_keeps_who_was_out_first_where_a_file_told_it(client):
    """The page does not ask for it, so it asks nothing about it either."""
    sheet = a_case("durak-open")
    sheet["rounds"][0]["first_out"] = "Zoë"
    phone = opened(client, sheet)
    assert phone.visit("/rounds/1").press("Anne").status_code == 303
    assert phone.sheet["rounds"][0].items() >= {"fool": "Anne", "first_out": "Zoë"}.items()
    assert phone.visit("/rounds/1").press("Zoë").status_code == 303
    assert phone.sheet["rounds"][0]["fool"] == "Zoë"
    assert "first_out" not in phone.sheet["rounds"][0]


def test_undo_and_redo(client):
    phone = a_durak(client).tap("Paul", DRAW).undoing()
    assert phone.points == [[0, 1, 0, 0]]
    assert current(phone.visit("/rounds/new")) == ["draw"]
    assert phone.visit("/history").press("Redo").status_code == 303
    assert len(phone.points) == 2


# Twice, late, or by two


def test_a_double_tap_saves_one_deal(client):
    phone = a_durak(client)
    page = phone.visit("/rounds/new")
    assert [page.press("Anne").status_code for _ in range(3)] == [303] * 3
    assert len(phone.points) == 1


def test_partners_are_named_on_the_table(client):
    rows = a_durak(client, teams="2").visit().rows("standings")[1:]
    assert [row[2] for row in rows] == ["with Rachel", "with Camille", "with Anne", "with Paul"]
    assert [row[2] for row in a_durak(client).visit().rows("standings")[1:]] == [""] * 4


def test_two_deals_worth_the_same_are_told_apart(client):
    """Partners have the same marks, whoever of them was left with cards."""
    phone = a_durak(client, teams="2")
    late = {"number": 1, "version": phone.visit("/rounds/new").value("version")}
    phone.choose("fool-1")
    answer = phone.post("/rounds", result="fool-3", **late)
    assert answer.status_code == 409
    assert [words_of(each) for each in answer.page.one("dl", class_="accounts").iter("dd")] == [
        "Anne is the fool: left with cards. Rachel has a mark as well.",
        "Rachel is the fool: left with cards. Anne has a mark as well.",
    ]


def test_two_phones_that_differ_are_shown_both(asking):
    mine, theirs = asking.visit("/rounds/new"), asking.visit("/rounds/new")
    mine.press("Anne", {"first_out": "2"})
    answer = theirs.press("Paul", {"first_out": "3"})
    assert answer.status_code == 409
    assert answer.page.rows("compare")[1:3] == [["Anne", "+1", "0"], ["Paul", "0", "+1"]]
    assert answer.page.press("Use mine instead").status_code == 303
    assert asking.sheet["rounds"][0].items() >= {"fool": "Paul", "first_out": "Rachel"}.items()


def test_a_doubted_deal_that_collides_need_not_be_doubted_again(asking):
    mine, theirs = asking.visit("/rounds/new"), asking.visit("/rounds/new")
    asked = theirs.press("Paul").page
    mine.press("Anne", {"first_out": "2"})
    answer = asked.press("Save anyway")
    assert answer.status_code == 409
    assert answer.page.press("Use mine instead").status_code == 303
    assert asking.points == [[0, 1, 0, 0]]


# What no button sends


HOSTILE = [
    *("", " ", "fool", "fool-", "fool-0", "fool-5", "fool-9", "fool--1", "fool-01", "fool-1-1", "fool 1", "fool-x"),
    *("fool-٣", "fool-１", "FOOL-1", "draw-0", "draw-5", "draw-٣", "draw-x", "drawn", "win-1", "tie-1", "-", "-1"),  # noqa: RUF001
    *("null", "[]", "<b>", "%(name)s", "fool-1\x00", "fool-" + "1" * 4000, "1" * 50_000),
]


@pytest.mark.parametrize("result", HOSTILE, ids=lambda result: ascii(result)[:20])
def test_what_is_no_result_is_told_and_nothing_is_lost(client, result):
    phone = a_durak(client, first_attacker="previous-winner").tap(DRAW)
    answer = phone.choose(result, first_out="2")
    assert answer.status_code == 422
    assert doubts(answer) == "Choose how the round ended."
    assert [radio.get("value") for radio in answer.page.all("input", type="radio", checked="")] == ["2"]
    assert phone.points == [[0] * 4]
    assert answer.page.press("Anne").status_code == 303
    assert phone.sheet["rounds"][1]["first_out"] == "Paul"


def test_by_house_rule_a_draw_needs_its_last_defender(client):
    phone = a_durak(client, both_out="last-defender")
    for result in ("draw", "draw-"):
        answer = phone.choose(result)
        assert answer.status_code == 422
        assert phone.points == []


def test_a_draw_with_nothing_behind_it_is_none(client):
    assert a_durak(client).choose("draw-").status_code == 422


def test_checking_a_result_says_what_saving_would_do(client):
    phone = a_durak(client)
    assert phone.post("/rounds/check", result="fool-2").page.text == "Save: Paul is the fool"
    assert phone.post("/rounds/check", result="draw").page.text == "Save: nobody is the fool"
    assert phone.points == []


def test_a_watcher_looks_on(client, app):
    phone = a_durak(client, first_starter="open")
    watcher = another_link(app, phone)
    assert watcher.visit().all("form") == []
    assert "Who starts?" not in watcher.visit().text
    for path in ("/rounds/new", "/settings"):
        watcher.visit(path, status=403)
    assert watcher.choose("fool-1").status_code == 403
    assert watcher.post("/starters", number=1, seat=1).status_code == 403
    assert phone.points == []


# Taking it home


@pytest.fixture
def running(client):
    """Four deals: Paul is the fool twice, Anne once, and once nobody."""
    return a_durak(client).tap("Paul", DRAW, "Anne", "Paul")


def test_the_csv(running):
    text = running.client.get(f"{running.address}/sheet.csv").data.decode("utf-8-sig")
    assert [row[:7] for row in csv.reader(io.StringIO(text, newline=""), strict=True)] == [
        ["Round", "Starts", "Deals", *FOUR],
        ["1", "Anne", "Camille", "0", "1", "0", "0"],
        ["2", "Paul", "Paul", "0", "0", "0", "0"],
        ["3", "", "Paul", "1", "0", "0", "0"],
        ["4", "Anne", "Anne", "0", "1", "0", "0"],
        ["Total", "", "", "1", "2", "0", "0"],
    ]


def test_the_workbook_ranks_the_fewest_marks_first(running):
    book = io.BytesIO(running.client.get(f"{running.address}/sheet.xlsx").data)
    page = load_workbook(book, data_only=True).active
    rows = [[cell.value for cell in row][:8] for row in page.iter_rows(max_row=7)]
    assert rows == [
        ["Round", "Starts", "Deals", "Left with cards", *FOUR],
        [1, "Anne", "Camille", "Paul", 0, 1, 0, 0],
        [2, "Paul", "Paul", None, 0, 0, 0, 0],
        [3, None, "Paul", "Anne", 1, 0, 0, 0],
        [4, "Anne", "Anne", "Paul", 0, 1, 0, 0],
        ["Total", None, None, None, 1, 2, 0, 0],
        ["Rank", None, None, None, 3, 4, 1, 1],
    ]
    assert formulas(page_of(running))["E7"] == '=1+COUNTIF(E6:H6,"<"&E6)'


def test_the_picture(running):
    drawn = running.client.get(f"{running.address}/sheet.svg").text
    for said in ("Durak", "4 rounds so far", "attacked first", "left with cards"):
        assert said in drawn
    assert "with 0 marks" in running.client.get(f"{running.stopping().address}/sheet.svg").text


def test_the_chart(client, running):
    assert running.visit("/chart").rows("sheet")[-1] == ["4", "1", "2", "0", "0"]
    assert "the end" not in running.visit("/chart").text
    assert "the end" in a_durak(client, stop_at_marks="4").tap("Paul").visit("/chart").text


def test_the_end_names_teams(client):
    """Four in two teams: who wins is a team, everybody is shown with the partner, and BG Stats is told."""
    phone = a_durak(client, teams="2", stop_at_marks="1").tap("Paul")
    page = phone.visit()
    assert "Anne and Rachel win together" in page.read("h1")
    names = [words_of(name) for name in page.all("span", class_="ranked-name")]
    assert names == ["Anne with Rachel", "Rachel with Anne", "Paul with Camille", "Camille with Paul"]
    assert phone.visit("/sheet").read("p", class_="sheet-won") == "Anne and Rachel win together with 0 marks."
    assert "win together" in client.get(f"{phone.address}/sheet.svg").text
    assert [player["role"] for player in linked(phone)["players"]] == [
        "with Rachel",
        "with Camille",
        "with Anne",
        "with Paul",
    ]


def test_bg_stats_knows_that_the_lowest_wins(client, running):
    game = linked(running.stopping())
    assert game["game"] == {"name": "Durak", "sourceGameId": "durak", "highestWins": False, "noPoints": False}
    came_out = [(one["name"], one["rank"], one["score"], one["winner"], one["startPlayer"]) for one in game["players"]]
    assert came_out == [
        ("Anne", 3, 1, False, True),
        ("Paul", 4, 2, False, False),
        ("Rachel", 1, 0, True, False),
        ("Camille", 1, 0, True, False),
    ]
    unknown = linked(a_durak(client, first_starter="open").tap("Paul").stopping())
    assert [one["startPlayer"] for one in unknown["players"]] == [False] * 4


def test_export_import_export_loses_nothing(client, running):
    running.post("/starters", number="5", seat="4")
    opening = a_durak(client, first_starter="open", teams="2", both_out="last-defender").tap("Paul")
    for phone in (running, opening, running.stopping(), running.playing_on()):
        first = client.get(f"{phone.address}/sheet.json").data
        again = opened(client, first)
        assert client.get(f"{again.address}/sheet.json").data == first
        assert again.visit("/sheet").rows("sheet") == phone.visit("/sheet").rows("sheet")


def test_a_wrong_file_is_refused_with_its_place(client, running):
    wrong = json.loads(client.get(f"{running.address}/sheet.json").data)
    wrong["options"]["teams"] = [["Anne", "Paul"], ["Rachel", "Anne"]]
    response = send(client, wrong)
    assert response.status_code == 422
    said = "This house rule can't have this value. (At: options.teams, line 1, column"
    assert response.page.problem("file").startswith(said)


# In a group


@pytest.fixture
def group(client):
    """Two evenings of Durak, one of them opened by the lowest trump, a match and a game of Fool!."""
    group = a_group(client)
    a_durak(client, group=group.key, stop_at_marks="1").tap("Paul")
    a_durak(client, group=group.key, first_starter="open", stop_after_deals="3").tap("Paul", DRAW, "Anne")
    a_match(client, group=group.key).tap("Anne", "Anne")
    return group.with_game()


def test_the_group_lists_games_by_kind(group):
    assert len(group.tables()) == 4
    assert [len(group.tables(f"?game={game}")) for game in ("durak", "fools-field", "fool")] == [2, 1, 1]
    assert [len(group.tables(f"?game=durak&player={name}")) for name in ("Paul", "Ben")] == [2, 0]


def test_the_statistics_of_evenings(group):
    page = group.visit("/statistics?game=durak")
    assert page.read(class_="counted") == "2 games"
    assert page.rows("figures") == [
        ["Player", "Games", "Wins", "Rate", "Average"],
        ["Camille", "2", "2", "100 %", "0.0"],
        ["Rachel", "2", "2", "100 %", "0.0"],
        ["Anne", "2", "1", "50 %", "0.5"],
        ["Paul", "2", "0", "0 %", "1.0"],
    ]
    assert told(page) == {
        "Highest total": "1 Anne and Paul",
        "Lowest total": "0 Anne, Camille and Rachel",
        "Most wins in a row": "2 Camille and Rachel",
        "Most games in a row without a win": "2 Paul",
        "Was the fool": "2 Paul",
        "Marks": "2 Paul",
        "Who starts the game wins it": "100 % 1 of 1",
        "Who attacks first gets away": "100 % 2 of 2",
    }
    paul = told(page.follow("Paul"))
    shown = ("Best total", "Worst total", "Was the fool", "Was the fool, of all rounds")
    assert [paul[figure] for figure in shown] == ["1", "1", "2", "50 %"]


def test_the_results_of_all_games_stand_in_one_csv(group):
    text = group.client.get(f"{group.address}/results.csv").data.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    results = [dict(zip(head, row, strict=True)) for row in rows]
    assert len(results) == 4 + 4 + 2 + 4
    assert {row["Game"] for row in results} == {"durak", "fools-field", "fool"}
    paul = [row for row in results if row["Player"] == "Paul"]
    assert [(row["Game"], row["Marks"], row["Rounds won"], row["Went out"]) for row in paul] == [
        ("durak", "1", "", ""),
        ("durak", "1", "", ""),
        ("fools-field", "", "0", ""),
        ("fool", "", "", "1"),
    ]
    assert [row["Started the game"] for row in results if row["Table"] == "2"] == ["0"] * 4
    assert all(head), head


def test_a_groups_file_brings_everything_back(client, group):
    other = a_group(client)
    form = {"file": (io.BytesIO(json.dumps(group.file).encode()), "group.json")}
    assert client.post(f"{other.address}/imports", data=form).status_code == 303
    assert {**other.file, "id": 0, "name": 0} == {**group.file, "id": 0, "name": 0}
    for game in ("durak", "fools-field", "fool"):
        address = f"/statistics?game={game}"
        assert other.visit(address).rows("figures") == group.visit(address).rows("figures")
        assert other.visit(address).read(class_="counted") == group.visit(address).read(class_="counted")
