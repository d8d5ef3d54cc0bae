"""A match of The Fool's Field on phones: two taps a game, and all that a table has."""

import csv
import io
import json

import pytest
from openpyxl import load_workbook
from werkzeug.datastructures import MultiDict

from tests.web.builders import a_group, a_key, a_match, a_table, another_link, opened, send
from tests.web.exports.test_bg_stats import linked
from tests.web.groups.test_statistics import told
from tests.web.markup import words_of
from tests.web.table.test_history import sentences

BATTLE_OF_ANNE = "Anne started the last battle tie, Anne +1, Paul +½"
BATTLE_OF_PAUL = "Paul started the last battle tie, Anne +½, Paul +1"


def answers(page):
    """The buttons of the entry page."""
    return [words_of(button) for button in page.all("button", class_="answer")]


# Two taps


@pytest.mark.parametrize(
    ("button", "played", "points"),
    [
        ("Anne", {"winner": "Anne"}, [1, 0]),
        ("Paul", {"winner": "Paul"}, [0, 1]),
        (BATTLE_OF_ANNE, {"tie": True, "started_last_battle": "Anne"}, [1, 0.5]),
        (BATTLE_OF_PAUL, {"tie": True, "started_last_battle": "Paul"}, [0.5, 1]),
    ],
)
def test_a_result_is_two_taps_from_the_table(client, button, played, points):
    """One opens the entry page, where every way a game can end is a button that saves it."""
    phone = a_match(client)
    entry = phone.visit().follow("Enter round 1")
    assert answers(entry) == ["Anne", "Paul", BATTLE_OF_ANNE, BATTLE_OF_PAUL]
    saved = entry.press(button)
    assert (saved.status_code, saved.location) == (303, f"{phone.address}#saved-1")
    assert phone.sheet["rounds"][0].items() >= played.items()
    assert phone.points == [points]


def test_by_house_rule_the_page_tells_the_points_by_who_started_the_game(client):
    phone = a_match(client, first_starter="2", tie_full_point="game")
    by_game = [text.partition(" tie, ")[2] for text in answers(phone.visit("/rounds/new"))[2:]]
    assert by_game == ["Anne +½, Paul +1"] * 2
    phone.tap("Paul")
    by_game = [text.partition(" tie, ")[2] for text in answers(phone.visit("/rounds/new"))[2:]]
    assert by_game == ["Anne +1, Paul +½"] * 2


def test_the_first_look_at_the_form_reproaches_nobody(client):
    page = a_match(client).visit("/rounds/new")
    assert page.title == "Round 1"
    assert page.all(class_="doubts") == []
    assert page.all(**{"aria-current": "true"}) == []
    assert not page.has_button("Save anyway")


# The table


def test_the_table_says_who_starts_and_nobody_deals(client):
    phone = a_match(client, first_starter="2")
    assert "Paul starts Chosen for the first round." in phone.visit().text
    phone.tap("Anne")
    page = phone.visit()
    assert "Paul starts Lost game 1." in page.text
    assert "deals" not in page.text
    assert page.rows("standings")[1:] == [
        ["1", "Anne 1 left to 2", "1 left to 2", "+1", "1"],
        ["2", "Paul 2 left to 2", "2 left to 2", "0", "0"],
    ]


def test_after_a_tie_the_table_is_asked_who_starts(client):
    phone = a_match(client).tap(BATTLE_OF_PAUL)
    page = phone.visit()
    assert "Paul starts After a tie you choose: Anne started it." in page.text
    assert "Anne, who started it, can start again." in page.text
    assert page.press("Choose Anne").status_code == 303
    assert phone.sheet["next"] == {"starter": "Anne", "dealer": None}
    assert "By the rules Paul starts." in phone.visit().text
    phone.tap("Anne")
    assert [played["starter"] for played in phone.sheet["rounds"]] == ["Anne", "Anne"]


def test_nobody_lays_a_hand(client):
    phone = a_match(client)
    assert "My hand" not in phone.visit().text
    for address in ("/hands", "/hands/1", "/hands/2", "/hands/3"):
        phone.visit(address, status=404)
    assert phone.post("/hands/1", number=1).status_code == 404


def test_every_page_of_a_table_is_there(client):
    """At the beginning, in the middle, after the end: the client looks at the markup of each."""
    pages = ["", "/sheet", "/chart", "/history", "/share", "/screen", "/settings", "/rematch"]
    pages += [f"/live?page={page}&v=0" for page in ("table", "sheet", "chart", "history", "screen")]
    phone = a_match(client)
    for buttons in ((), ("Anne",), (BATTLE_OF_PAUL,), ("Anne",)):
        phone.tap(*buttons)
        for page in pages:
            phone.visit(page)
    assert phone.sheet["finished"]


# The end


def test_the_end_says_who_won_and_why(client):
    page = a_match(client).tap("Anne", BATTLE_OF_PAUL, "Anne").visit()
    assert page.title == "Anne wins"
    assert page.read(class_="triumph-total") == "with 2½ points"
    assert page.read(class_="triumph-why") == "Anne wins the match 2½–1. After 3 rounds."
    assert [words_of(place) for place in page.one("ol", class_="ranking")] == ["1 Anne 2½", "2 Paul 1"]
    assert not page.has_button("Enter round 4")


def test_a_drawn_match_is_shared(client):
    phone = a_match(client, two_all="draw").tap("Anne", BATTLE_OF_PAUL, BATTLE_OF_PAUL)
    page = phone.visit()
    assert page.title == "Anne and Paul share the win"
    assert "The match is drawn at 2–2." in page.text
    assert phone.sheet["winners"] == ["Anne", "Paul"]
    phone.playing_on().tap("Paul")
    assert phone.visit().title == "Paul wins"


def test_at_2_all_the_match_goes_on(client):
    phone = a_match(client).tap("Anne", BATTLE_OF_PAUL, BATTLE_OF_PAUL)
    assert phone.visit().title == "Round 4"
    assert phone.tap(BATTLE_OF_ANNE).visit().title == "Anne wins"


def test_no_game_is_entered_after_the_end_unless_it_is_played_on(client):
    phone = a_match(client).tap("Anne", "Anne")
    assert client.get(f"{phone.address}/rounds/new").location == phone.address
    late = phone.choose("win-2")
    assert late.status_code == 409
    assert late.page.title == "Round 3 is not the next one any more"
    assert phone.playing_on().choose("win-2").status_code == 303
    assert phone.points == [[1, 0], [1, 0], [0, 1]]


def test_a_rematch_has_the_seats_and_the_house_rules(client):
    page = a_match(client, two_all="draw").tap("Anne", "Anne").visit().follow("Rematch with changes")
    assert [page.value(f"player-{row}") for row in (1, 2)] == ["Anne", "Paul"]
    assert page.value("game") == "fools-field"
    assert (page.value("two_all"), page.value("tie_full_point")) == ("draw", "battle")
    assert page.press("Start game").status_code == 303


# Correcting, undo and redo


def test_a_correction_shows_what_was_chosen(client):
    phone = a_match(client).tap(BATTLE_OF_PAUL)
    page = phone.visit("/rounds/1")
    assert page.title == "Correct round 1"
    (current,) = page.all("button", **{"aria-current": "true"})
    assert current.get("value") == "tie-2"
    assert page.press("Paul").status_code == 303
    assert phone.points == [[0, 1]]
    assert sentences(phone)[0] == "Round 1 corrected: Anne +½ → 0. So Anne, not Paul, starts round 2."


def test_a_correction_moves_the_end(client):
    phone = a_match(client).tap("Anne", "Paul", "Anne")
    assert phone.visit("/rounds/2").press("Anne").status_code == 303
    assert phone.sheet["rounds"][2]["counts"] is False
    assert phone.visit().read(class_="triumph-why") == "Anne wins the match 2–0. After 2 rounds."
    assert "After the end: these rounds do not count" in phone.visit("/sheet").text


def test_a_correction_undoes_the_end(client):
    phone = a_match(client).tap("Anne", "Anne")
    assert phone.visit("/rounds/1").press("Paul").status_code == 303
    assert phone.visit().title == "Round 3"


def test_a_correction_tells_a_tie_by_the_starter_of_that_game(client):
    """By house rule: Anne started the first game, whoever starts now."""
    phone = a_match(client, tie_full_point="game").tap("Anne", "Paul")
    ties = [text.partition(" tie, ")[2] for text in answers(phone.visit("/rounds/1"))[2:]]
    assert ties == ["Anne +1, Paul +½"] * 2


def test_everything_that_happens_is_a_sentence(client):
    phone = a_match(client).tap("Paul", BATTLE_OF_ANNE)
    phone.post("/starters", number="3", seat="2")
    phone.visit("/rounds/1").press("Anne")
    assert phone.sheet["finished"]
    phone.visit("/rounds/1").press(BATTLE_OF_PAUL)
    phone.stopping().playing_on().undoing()
    assert sentences(phone) == [
        "Undone: The table plays on after round 2.",
        "The table plays on after round 2. undone",
        "The table stopped the game after round 2.",
        "Round 1 corrected: Anne +1 → +½, Paul 0 → +1.",
        "Round 1 corrected: Anne 0 → +1, Paul +1 → 0. So Paul, not Anne, started round 2.",
        "Paul was chosen to start round 3.",
        "Round 2 entered: tie, Anne +1, Paul +½.",
        "Round 1 entered: Paul won.",
        "The table was opened: Anne and Paul.",
    ]


def test_undo_and_redo(client):
    phone = a_match(client).tap("Paul", BATTLE_OF_PAUL).undoing()
    assert phone.points == [[0, 1]]
    (chosen,) = phone.visit("/rounds/new").all("button", **{"aria-current": "true"})
    assert chosen.get("value") == "tie-2"  # so it need not be looked for again
    assert phone.visit("/history").press("Redo").status_code == 303
    assert phone.points == [[0, 1], [0.5, 1]]


# Twice, late, or by two


def test_a_double_tap_saves_one_game(client):
    phone = a_match(client)
    page = phone.visit("/rounds/new")
    assert [page.press("Anne").status_code for _ in range(3)] == [303] * 3
    assert phone.points == [[1, 0]]


def test_two_phones_that_say_the_same_agree(client):
    phone = a_match(client)
    mine, theirs = phone.visit("/rounds/new"), phone.visit("/rounds/new")
    assert mine.press("Anne").status_code == 303
    assert theirs.press("Anne").location == phone.address
    assert phone.points == [[1, 0]]


def test_two_phones_that_differ_are_shown_both(client):
    phone = a_match(client)
    mine, theirs = phone.visit("/rounds/new"), phone.visit("/rounds/new")
    mine.press("Anne")
    answer = theirs.press(BATTLE_OF_PAUL)
    assert answer.status_code == 409
    assert answer.page.title == "Round 1 was entered twice"
    assert answer.page.rows("compare") == [["Player", "Saved", "Yours"], ["Anne", "+1", "+½"], ["Paul", "0", "+1"]]
    assert phone.points == [[1, 0]]
    assert answer.page.press("Use mine instead").status_code == 303
    assert phone.sheet["rounds"][0]["started_last_battle"] == "Paul"
    assert answer.page.press("Use mine instead").status_code in (303, 409)
    assert len(phone.points) == 1


def test_a_correction_of_something_corrected_meanwhile_is_shown(client):
    phone = a_match(client).tap("Anne")
    mine, theirs = phone.visit("/rounds/1"), phone.visit("/rounds/1")
    assert mine.press("Paul").status_code == 303
    assert theirs.press(BATTLE_OF_ANNE).status_code == 409
    assert phone.points == [[0, 1]]


def test_a_game_entered_while_others_were_undone_can_be_saved(client):
    phone = a_match(client, tie_full_point="game").tap("Anne", "Paul")
    page = phone.visit("/rounds/new")
    phone.undoing().undoing()
    answer = page.press(answers(page)[2])
    assert (answer.status_code, answer.page.title) == (409, "Round 3 is not the next one any more")
    assert answer.page.press("Save mine as round 1").status_code == 303
    assert phone.points == [[1, 0.5]]


def test_a_phone_without_a_network_delivers_later(client):
    """Its script is answered without a page."""
    phone = a_match(client)
    form = {"key": a_key(), "number": 1, "result": "win-1"}
    answer = client.post(f"{phone.address}/rounds", data=form, headers={"Prefer": "return=minimal"})
    assert (answer.status_code, phone.points) == (204, [[1, 0]])


# What no button sends


HOSTILE = [
    *("", " ", "win", "win-", "win-0", "win-3", "win-9", "win--1", "win-+1", "win-01", "win-1.0", "win-1-1", "win 1"),
    *("win-٣", "win-１", "win-²", "win-x", "WIN-1", "tie", "tie-", "tie-0", "tie-3", "tie-٢", "tie-none", "-1", "-"),  # noqa: RUF001
    *("fool-1", "draw", "draw-1", "null", "None", "[]", "{}", "<b>1</b>", "%(name)s", "win-1\x00", "win-\ud7ff"),
    *("win-" + "1" * 4000, "1" * 50_000, "-" * 10_000),
]


@pytest.mark.parametrize("result", HOSTILE, ids=lambda result: ascii(result)[:20])
def test_what_is_no_result_is_told_and_nothing_is_lost(client, result):
    phone = a_match(client).tap("Anne")
    answer = phone.choose(result)
    assert answer.status_code == 422
    assert answer.page.read("div", class_="doubts", role="alert") == "Choose how the round ended."
    assert not answer.page.has_button("Save anyway")
    assert phone.points == [[1, 0]]
    assert answer.page.press("Paul").status_code == 303
    assert phone.points == [[1, 0], [0, 1]]


@pytest.mark.parametrize("number", ["", "0", "-1", "-9", "9", "2.5", "٣", "x", "9" * 30])
@pytest.mark.parametrize(("rule", "result"), [("battle", "win-2"), ("game", "tie-2")])
def test_a_forged_number_overwrites_nothing(client, number, rule, result):
    phone = a_match(client, tie_full_point=rule).tap("Anne")
    answer = phone.choose(result, number=number)
    assert answer.status_code in (303, 409)
    assert phone.points[0] == [1, 0]
    assert len(phone.points) <= 2


def test_no_result_at_all_is_told(client):
    phone = a_match(client)
    answer = phone.post("/rounds", number=1)
    assert answer.status_code == 422
    assert "Choose how the round ended." in answer.page.text


def test_of_several_results_the_last_counts(client):
    """A browser sends a form's fields in their order, and the button that was tapped where it stands."""
    phone = a_match(client)
    form = MultiDict([("key", a_key()), ("number", "1"), ("result", "win-1"), ("result", "win-2")])
    assert client.post(f"{phone.address}/rounds", data=form).status_code == 303
    assert phone.points == [[0, 1]]


@pytest.mark.parametrize("result", ["win-9", "garbage", ""])
def test_a_forged_correction_changes_nothing(client, result):
    phone = a_match(client).tap("Anne")
    answer = phone.post("/rounds/1", result=result, version=phone.visit("/rounds/1").value("version"))
    assert (answer.status_code, answer.page.title) == (422, "Correct round 1")
    assert phone.points == [[1, 0]]
    assert phone.visit("/rounds/2", status=404)


def test_checking_a_result_says_what_saving_would_do(client):
    phone = a_match(client)
    assert phone.post("/rounds/check", result="tie-1").page.text == "Save: tie, Anne +1, Paul +½"
    assert phone.post("/rounds/check", result="tie-9").page.text == "Choose how the round ended."
    assert phone.points == []


def test_a_watcher_looks_on(client, app):
    phone = a_match(client).tap("Anne")
    watcher = another_link(app, phone)
    assert "You are watching." in watcher.visit().text
    assert watcher.visit().all("form") == []
    for path in ("/rounds/new", "/rounds/1", "/settings"):
        watcher.visit(path, status=403)
    assert watcher.choose("win-2").status_code == 403
    assert watcher.post("/rounds/1", result="win-2", version=9).status_code == 403
    assert phone.points == [[1, 0]]


# A new game


def test_there_are_two_seats(client):
    for names in (("Anne",), ()):
        refused = client.post("/tables", data=_new(*names))
        assert refused.status_code == 422
        assert "2 play this game; there" in refused.page.text
    assert a_match(client, "Anne", "Paul", **{"player-3": "Rachel"}).names == ["Anne", "Paul"]


def _new(*names):
    rows = {f"player-{row}": name for row, name in enumerate(names, start=1)}
    return {"key": a_key(), "game": "fools-field", "first_starter": "draw"} | rows


@pytest.mark.parametrize(
    ("rule", "value"), [("two_all", "x"), ("two_all", ""), ("tie_full_point", "battle "), ("two_all", "9" * 5000)]
)
def test_a_forged_house_rule_is_refused(client, rule, value):
    refused = client.post("/tables", data=_new("Anne", "Paul") | {rule: value})
    assert refused.status_code == 422
    assert refused.page.problem(rule)


def test_nobody_may_be_left_to_the_lowest_trump(client):
    refused = client.post("/tables", data=_new("Anne", "Paul") | {"first_starter": "open"})
    assert refused.status_code == 422
    assert refused.page.problem("first_starter")


# Taking it home


@pytest.fixture
def whole(client):
    """A match that a correction ended a game earlier."""
    phone = a_match(client, first_starter="2").tap(BATTLE_OF_ANNE, "Paul", "Paul")
    phone.visit("/rounds/2").press("Anne")
    assert [played.get("counts", True) for played in phone.sheet["rounds"]] == [True, True, False]
    return phone


@pytest.fixture
def running(client):
    """A match in its third game."""
    return a_match(client, first_starter="2").tap(BATTLE_OF_ANNE, "Paul")


def test_the_sheet_has_halves(running):
    rows = running.visit("/sheet").rows("sheet")
    assert rows[0] == ["Round", "Anne", "Paul"]
    assert [row[1:] for row in rows[1:3]] == [["+1 1", "▸ +½ ½"], ["▸ 0 1", "+1 1½"]]
    assert rows[-2:] == [["Sum", "Sum 1", "Sum 1½"], ["Rank", "2", "1"]]
    assert running.visit("/sheet").read(class_="sheet-legend") == "the round, the total ▸ started"
    assert "A tie: Anne +1 for starting the last battle, Paul +½." in running.visit("/sheet").text


def test_the_csv(running):
    text = running.client.get(f"{running.address}/sheet.csv").data.decode("utf-8-sig")
    assert [row[:6] for row in csv.reader(io.StringIO(text, newline=""), strict=True)] == [
        ["Round", "Starts", "Anne", "Paul", "Σ Anne", "Σ Paul"],
        ["1", "Paul", "1", "0.5", "1", "0.5"],
        ["2", "Anne", "0", "1", "1", "1.5"],
        ["Total", "", "1", "1.5", "", ""],
    ]


def test_the_workbook(running):
    book = io.BytesIO(running.client.get(f"{running.address}/sheet.xlsx").data)
    page = load_workbook(book, data_only=True).active
    rows = [[cell.value for cell in row][:6] for row in page.iter_rows(max_row=5)]
    assert rows == [
        ["Round", "Starts", "Anne", "Paul", "Σ Anne", "Σ Paul"],
        [1, "Paul", 1, 0.5, 1, 0.5],
        [2, "Anne", 0, 1, 1, 1.5],
        ["Total", None, 1, 1.5, None, None],
        ["Rank", None, 2, 1, None, None],
    ]


def test_the_picture(running):
    drawn = running.client.get(f"{running.address}/sheet.svg")
    assert drawn.mimetype == "image/svg+xml"
    for words in ("The Fool’s Field", "2 rounds so far", "1½", "started"):
        assert words in drawn.text
    running.tap("Anne")
    over = running.client.get(f"{running.address}/sheet.svg").text
    assert "Anne wins the match" in "".join(over.split("\u2068")).replace("\u2069", "")


def test_the_chart_has_the_way_to_2(running):
    page = running.visit("/chart")
    assert "the end" in page.text
    assert page.rows("sheet")[1:] == [["1", "1", "½"], ["2", "1", "1½"]]


def test_bg_stats(running):
    game = linked(running.tap("Paul"))
    assert game["game"] == {
        "name": "The Fool’s Field",
        "sourceGameId": "fools-field",
        "highestWins": True,
        "noPoints": False,
    }
    assert [(one["name"], one["rank"], one["score"], one["winner"], one["startPlayer"]) for one in game["players"]] == [
        ("Anne", 2, 1, False, False),
        ("Paul", 1, 2.5, True, True),
    ]
    assert game["comments"] == "Paul wins the match 2½–1."


def test_export_import_export_loses_nothing(client, running, whole):
    running.post("/starters", number="3", seat="1")
    for phone in (running, whole, whole.playing_on(), running.stopping()):
        first = client.get(f"{phone.address}/sheet.json").data
        again = opened(client, first)
        assert client.get(f"{again.address}/sheet.json").data == first
        assert again.visit("/sheet").rows("sheet") == phone.visit("/sheet").rows("sheet")


def test_a_wrong_file_is_refused_with_its_place(client, running):
    wrong = json.loads(client.get(f"{running.address}/sheet.json").data)
    wrong["rounds"][0]["winner"] = "Anne"
    response = send(client, wrong)
    assert response.status_code == 422
    assert response.page.problem("file").startswith("A tie has no winner. (At: rounds[0].winner, line 1, column")


# In a group


def test_a_group_has_matches_and_games_of_fool(client):
    group = a_group(client)
    group.with_game()
    a_match(client, group=group.key).tap("Anne", "Anne")
    a_match(client, group=group.key).tap(BATTLE_OF_PAUL)
    assert len(group.tables()) == 3
    assert len(group.tables("?game=fools-field")) == 2
    assert len(group.tables("?game=fool")) == 1
    assert "Anne 2 (won), Paul 0" in group.visit("?game=fools-field").text
    assert group.visit("/statistics?game=fools-field").rows("figures") == [
        ["Player", "Games", "Wins", "Rate", "Average"],
        ["Anne", "1", "1", "100 %", "2.0"],
        ["Paul", "1", "0", "0 %", "0.0"],
    ]
    assert group.visit("/statistics?game=fool").rows("figures")[0] == ["Player", "Games", "Wins", "Rate", "Average"]


def test_the_statistics_of_matches(client):
    group = a_group(client)
    a_match(client, group=group.key).tap("Anne", BATTLE_OF_PAUL, "Anne")
    a_match(client, group=group.key, first_starter="2").tap("Paul", "Paul")
    assert told(group.visit("/statistics")) == {
        "Highest total": "2½ Anne",
        "Lowest total": "0 Anne",
        "Rounds won": "2 Anne and Paul",
        "Who starts the game wins it": "100 % 2 of 2",
        "Who starts a round wins it": "60 % 3 of 5",
    }
    page = group.visit("/statistics").follow("Anne")
    shown = ("Average total", "Best total", "Worst total", "Rounds won", "Rounds won, of all")
    assert [told(page)[figure] for figure in shown] == ["1.3", "2½", "0", "2", "40 %"]


def test_a_groups_file_brings_matches_back(client):
    group = a_group(client)
    a_match(client, group=group.key).tap("Anne", BATTLE_OF_PAUL, "Anne")
    a_match(client, group=group.key, two_all="draw").tap(BATTLE_OF_PAUL)
    a_table(client, group=group.key)
    before = group.file
    assert {table["game"] for table in before["tables"]} == {"fool", "fools-field"}
    other = a_group(client)
    form = {"file": (io.BytesIO(json.dumps(before).encode()), "group.json")}
    assert client.post(f"{other.address}/imports", data=form).status_code == 303
    assert {**other.file, "id": 0, "name": 0} == {**before, "id": 0, "name": 0}
    assert other.visit("/statistics").rows("figures") == group.visit("/statistics").rows("figures")
