"""A match of The Fool's Field on phones: two taps a game, halves on every page, and who starts after a tie."""

import csv
import io

from openpyxl import load_workbook

from tests.web.builders import a_group, a_match
from tests.web.groups.test_statistics import told
from tests.web.markup import words_of

BATTLE_OF_ANNE = "Anne started the last battle tie, Anne +1, Paul +½"
BATTLE_OF_PAUL = "Paul started the last battle tie, Anne +½, Paul +1"


def answers(page):
    """The buttons of the entry page."""
    return [words_of(button) for button in page.all("button", class_="answer")]


def ties(page):
    """What the buttons say a tie would come to."""
    return [text.partition(" tie, ")[2] for text in answers(page)[2:]]


def current(page):
    """The value of the button that shows what is chosen."""
    return [button.get("value") for button in page.all("button", **{"aria-current": "true"})]


# Entering


def test_a_result_is_two_taps_from_the_table(client):
    """One opens the entry page, where every way a game can end is a button that saves it."""
    phone = a_match(client)
    for number, button in enumerate(("Anne", BATTLE_OF_PAUL, "Paul"), start=1):
        entry = phone.visit().follow(f"Enter round {number}")
        assert answers(entry) == ["Anne", "Paul", BATTLE_OF_ANNE, BATTLE_OF_PAUL]
        assert (entry.all(class_="doubts"), current(entry), entry.has_button("Save anyway")) == ([], [], False)
        saved = entry.press(button)
        assert (saved.status_code, saved.location) == (303, f"{phone.address}#saved-{number}")
    facts = [{"winner": "Anne"}, {"tie": True, "started_last_battle": "Paul"}, {"winner": "Paul"}]
    assert all(line.items() >= fact.items() for line, fact in zip(phone.sheet["rounds"], facts, strict=True))
    assert phone.points == [[1, 0], [0.5, 1], [0, 1]]


def test_by_house_rule_the_page_tells_the_points_by_who_started_the_game(client):
    """A correction by who started that game, whoever starts now."""
    phone = a_match(client, first_starter="2", tie_full_point="game")
    assert ties(phone.visit("/rounds/new")) == ["Anne +½, Paul +1"] * 2
    phone.tap("Paul")
    assert ties(phone.visit("/rounds/new")) == ["Anne +1, Paul +½"] * 2
    assert ties(phone.visit("/rounds/1")) == ["Anne +½, Paul +1"] * 2


def test_what_is_no_result_is_told_and_nothing_is_lost(client):
    phone = a_match(client).tap("Anne")
    for result in ("", "win", "win-3", "tie-", "tie-²", "fool-1" * 999):
        answer = phone.choose(result)
        assert answer.status_code == 422, result
        assert answer.page.read("div", class_="doubts", role="alert") == "Choose how the round ended."
        assert not answer.page.has_button("Save anyway")
    assert phone.points == [[1, 0]]
    assert answer.page.press("Paul").status_code == 303
    assert phone.points == [[1, 0], [0, 1]]


def test_a_correction_and_an_entry_after_undo_show_what_was_chosen(client):
    phone = a_match(client).tap("Anne", BATTLE_OF_PAUL)
    assert current(phone.visit("/rounds/2")) == ["tie-2"]
    phone.undoing()
    assert current(phone.visit("/rounds/new")) == ["tie-2"], "so it need not be looked for again"
    assert phone.visit("/rounds/1").press("Paul").status_code == 303
    assert phone.points == [[0, 1]]


# The table and its end


def test_the_table_says_who_starts_and_nobody_deals(client):
    phone = a_match(client, first_starter="2")
    assert "Paul starts Chosen for the first round." in phone.visit().text
    page = phone.tap("Anne").visit()
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


def test_the_end_says_who_won_and_why(client):
    phone = a_match(client, two_all="draw").tap("Anne", BATTLE_OF_PAUL, "Anne")
    page = phone.visit()
    assert page.title == "Anne wins"
    assert page.read(class_="triumph-total") == "with 2½ points"
    assert page.read(class_="triumph-why") == "Anne wins the match 2½–1. After 3 rounds."
    assert [words_of(place) for place in page.one("ol", class_="ranking")] == ["1 Anne 2½", "2 Paul 1"]
    assert not page.has_button("Enter round 4")
    drawn = client.get(f"{phone.address}/sheet.svg").text.replace("\u2068", "").replace("\u2069", "")
    assert all(words in drawn for words in ("The Fool’s Field", "2½", "started", "Anne wins the match"))
    page = page.follow("Rematch with changes")
    assert [page.value(name) for name in ("game", "two_all", "tie_full_point")] == ["fools-field", "draw", "battle"]


def test_a_drawn_match_is_shared_and_may_be_played_on(client):
    phone = a_match(client, two_all="draw").tap("Anne", BATTLE_OF_PAUL, BATTLE_OF_PAUL)
    page = phone.visit()
    assert page.title == "Anne and Paul share the win"
    assert "The match is drawn at 2–2." in page.text
    assert phone.playing_on().tap("Paul").visit().title == "Paul wins"


# Taken home, and in a group


def test_halves_on_the_sheet_and_in_every_file(client):
    phone = a_match(client, first_starter="2").tap(BATTLE_OF_ANNE, "Paul")
    page = phone.visit("/sheet")
    rows = page.rows("sheet")
    assert rows[0] == ["Round", "Anne", "Paul"]
    assert [row[1:] for row in rows[1:3]] == [["+1 1", "▸ +½ ½"], ["▸ 0 1", "+1 1½"]]
    assert rows[-2:] == [["Sum", "Sum 1", "Sum 1½"], ["Rank", "2", "1"]]
    assert page.read(class_="sheet-legend") == "the round, the total ▸ started"
    assert "A tie: Anne +1 for starting the last battle, Paul +½." in page.text
    assert phone.visit("/chart").rows("sheet")[1:] == [["1", "1", "½"], ["2", "1", "1½"]]
    text = client.get(f"{phone.address}/sheet.csv").data.decode("utf-8-sig")
    assert [row[:6] for row in csv.reader(io.StringIO(text, newline=""), strict=True)] == [
        ["Round", "Starts", "Anne", "Paul", "Σ Anne", "Σ Paul"],
        ["1", "Paul", "1", "0.5", "1", "0.5"],
        ["2", "Anne", "0", "1", "1", "1.5"],
        ["Total", "", "1", "1.5", "", ""],
    ]
    book = load_workbook(io.BytesIO(client.get(f"{phone.address}/sheet.xlsx").data), data_only=True).active
    assert [[cell.value for cell in row][:6] for row in book.iter_rows(min_row=2, max_row=3)] == [
        [1, "Paul", 1, 0.5, 1, 0.5],
        [2, "Anne", 0, 1, 1, 1.5],
    ]


def test_matches_in_a_group(client):
    group = a_group(client).with_game()
    a_match(client, group=group.key).tap("Anne", BATTLE_OF_PAUL, "Anne")
    a_match(client, group=group.key, first_starter="2").tap("Paul", "Paul")
    assert [len(group.tables(query)) for query in ("", "?game=fools-field", "?game=fool")] == [3, 2, 1]
    assert "Anne 2½ (won), Paul 1" in group.visit("?game=fools-field").text
    page = group.visit("/statistics?game=fools-field")
    assert page.rows("figures")[1:] == [["Anne", "2", "1", "50 %", "1.3"], ["Paul", "2", "1", "50 %", "1.5"]]
    assert told(page) == {
        "Highest total": "2½ Anne",
        "Lowest total": "0 Anne",
        "Rounds won": "2 Anne and Paul",
        "Who starts the game wins it": "100 % 2 of 2",
        "Who starts a round wins it": "60 % 3 of 5",
    }
    anne = {"Average total": "1.3", "Best total": "2½", "Rounds won, of all": "40 %"}
    assert told(page.follow("Anne")).items() >= anne.items()
