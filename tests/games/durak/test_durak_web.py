"""Durak on phones: two taps a deal, what is asked beside the answer, and what its pages tell."""

import pytest

from tests.games.asking import answers, current
from tests.web.builders import NAMES, a_durak
from tests.web.markup import words_of

DRAW = "Nobody: the last two went out together"
FOUR = list(NAMES[:4])


def picked(page):
    return [radio.get("value") for radio in page.all("input", type="radio", checked="")]


def doubts(answer):
    assert answer.status_code == 422
    return answer.page.read("div", class_="doubts", role="alert")


@pytest.fixture
def asking(client):
    """A table at which who was out first attacks next."""
    return a_durak(client, first_attacker="previous-winner")


def test_by_house_rule_the_last_defender_is_one_tap_as_well(client):
    phone = a_durak(client, both_out="last-defender")
    page = phone.visit("/rounds/new")
    assert [words_of(head) for head in page.all("h2")] == ["Who still has cards?", "Both out? Who defended last?"]
    assert answers(page) == [*FOUR, *(f"{name} {DRAW}" for name in FOUR)]
    assert page.press(f"Rachel {DRAW}").status_code == 303
    assert phone.sheet["rounds"][0].items() >= {"draw": True, "last_defender": "Rachel"}.items()
    assert current(phone.visit("/rounds/1")) == ["draw/3"]
    unsaid = "Enter who defended last: your house rule makes them the fool."
    question = "Both out? Who defended last?"
    assert [doubts(phone.answer(fool="draw", last_defender=seat)) for seat in ("", "5")] == [unsaid, question]


def test_who_was_out_first_is_picked_above_the_fool(client, asking):
    page = asking.visit("/rounds/new")
    assert [words_of(legend) for legend in page.all("legend")] == ["Who went out first?"]
    values = [radio.get("value") for radio in page.all("input", type="radio", name="first_out")]
    assert (answers(page), values) == ([*FOUR, DRAW], ["", "1", "2", "3", "4"]), "it may be unknown"
    assert page.press("Anne", {"first_out": "3"}).status_code == 303
    assert (picked(asking.visit("/rounds/1")), current(asking.visit("/rounds/1"))) == (["3"], ["1"])
    others = a_durak(client, 2, first_attacker="previous-winner")
    assert others.visit("/rounds/new").all("input", type="radio") == [], "of two it needs no asking"


def test_without_it_one_tap_saves_anyway_or_another_answer_is_tapped(asking):
    answer = asking.answer(fool="1")
    assert doubts(answer).startswith("The first player out attacks next. Save without a name?")
    assert (current(answer.page), asking.points) == (["1"], [])
    assert answer.page.press("Camille", {"first_out": "2"}).status_code == 303
    assert asking.answer(fool="1").page.press("Save anyway").status_code == 303
    assert asking.points == [[0, 0, 0, 1], [1, 0, 0, 0]]


def test_marks_are_no_good_and_teams_play_again_as_they_are(client):
    """All else of sides: ``tests/web/table/test_sides.py``."""
    phone = a_durak(client, teams="2", stop_at_marks="2", stop_after_deals="10").tap("Anne")
    page = phone.visit("?order=seats")
    assert page.rows("standings")[1][1] == "Anne & Rachel 1 short of 2"
    assert page.read(class_="tens") == "Deals 1 of 10"
    assert [words_of(change) for change in page.all(class_="change-down")] == ["+1"]
    rules = phone.visit("/sheet").read(class_="rules-in-force")
    assert "Who plays together? Anne and Rachel – Paul and Camille" in rules
    form = phone.tap("Rachel").visit("/rematch")
    assert (form.value("teams"), form.value("stop_at_marks"), form.value("both_out")) == ("2", "2", "draw")
