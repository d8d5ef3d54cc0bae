"""A match of The Fool's Field and an evening of Durak on a phone: two taps a result, and screens for everybody."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_look import judge, small_targets

CASES = Path(__file__).parent.parent / "cases"
FIELD, DURAK = "The Fool’s Field", "Durak"
TIE = re.compile("^Paul started the last battle")
DRAW = "Nobody: the last two went out together"
FOUR = ("Anne", "Paul", "Rachel", "Camille")


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


def start(phone, game, names, starter=None, **house_rules):
    """A new game by the new game page, as anybody would begin it."""
    page = phone.page
    page.goto(f"{phone.address}/tables/new")
    phone.tap(game)
    expect(page.get_by_role("button", name=game, exact=True)).to_have_attribute("aria-current", "true")
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("First starter").select_option(starter or names[0])
    if house_rules:
        page.get_by_text("House rules").click()
    for rule, value in house_rules.items():
        field = page.locator(f"#{rule}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    phone.tap("Start game")
    page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    phone.table = page.url
    return phone


def enter(phone, number, answer):
    """From the table a tap to enter and a tap for the answer; the table again, and how many taps that took."""
    phone.taps = 0
    phone.tap(f"Enter round {number}", "link")
    button = phone.page.get_by_role("button", name=answer, exact=isinstance(answer, str))
    button.tap()
    phone.taps += 1
    phone.saved(number)
    return phone.taps


def told(phone, words):
    expect(phone.page.locator("main")).to_contain_text(words)


# Journeys


def test_a_match_of_the_fools_field(phone):
    start(phone, FIELD, ("Anne", "Paul"))
    assert enter(phone, 1, "Anne") == 2
    told(phone, "Lost game 1.")
    assert enter(phone, 2, TIE) == 2
    assert (phone.total("Anne"), phone.total("Paul")) == ("1½", "1")
    told(phone, "Paul, who started it, can start again.")
    phone.tap("Choose Paul")
    told(phone, "By the rules Anne starts.")
    assert enter(phone, 3, TIE) == 2
    assert (phone.total("Anne"), phone.total("Paul")) == ("2", "2")
    assert enter(phone, 4, "Paul") == 2
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Paul wins")
    told(phone, "Paul wins the match 3–2.")
    phone.tap("Undo")
    expect(phone.page.get_by_role("heading", name="Round 4")).to_be_visible()
    phone.tap("Redo")
    phone.tap("Sheet and downloads", "link")
    phone.page.get_by_role("link", name=re.compile("^4")).tap()
    expect(phone.page.get_by_role("button", name="Paul", exact=True)).to_have_attribute("aria-current", "true")
    phone.tap("Anne")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Anne wins")
    phone.tap("Rematch with changes", "link")
    expect(phone.page.get_by_role("button", name=FIELD)).to_have_attribute("aria-current", "true")
    expect(phone.page.get_by_label("Player 2", exact=True)).to_have_value("Paul")


@pytest.mark.thorough
def test_every_answer_is_in_sight_and_large(phone):
    """So a result takes no scrolling either: a match, and a deal of four."""
    start(phone, FIELD, ("Anne", "Paul"))
    phone.tap("Enter round 1", "link")
    in_sight(phone, 4)
    start(phone, DURAK, FOUR)
    phone.tap("Enter round 1", "link")
    in_sight(phone, 5)


def in_sight(phone, answers):
    buttons = phone.page.locator(".answer")
    expect(buttons).to_have_count(answers)
    phone.page.wait_for_load_state()  # with its styles
    for button in buttons.all():
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 640, button.inner_text()


def test_an_evening_of_durak(phone):
    start(phone, DURAK, FOUR, starter="The lowest trump", stop_at_marks="3")
    told(phone, "The lowest trump decides who attacks first")
    phone.tap("Rachel")
    told(phone, "Noted by the table.")
    assert enter(phone, 1, "Paul") == 2
    told(phone, "Was the fool in round 1.")
    assert enter(phone, 2, DRAW) == 2
    told(phone, "Nobody was the fool: the lowest trump decides who attacks first.")
    assert enter(phone, 3, "Paul") == 2
    assert [phone.total(name) for name in FOUR] == ["0", "2", "0", "0"]
    assert enter(phone, 4, "Anne") == 2
    assert enter(phone, 5, "Paul") == 2
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Rachel and Camille share the win")
    told(phone, "Paul reached 3 marks.")
    phone.tap("Play on")
    assert enter(phone, 6, "Rachel") == 2
    told(phone, "You are playing on.")


def test_teams_of_durak(phone):
    start(phone, DURAK, FOUR, teams="Two teams, seated in turn")
    assert enter(phone, 1, "Paul") == 2
    assert [phone.total(name) for name in FOUR] == ["0", "1", "0", "1"]


# Where who was out first attacks next


@pytest.fixture
def asking(phone):
    start(phone, DURAK, FOUR, first_attacker="Who was out first")
    phone.tap("Enter round 1", "link")
    return phone


def test_who_was_out_first_is_one_tap_more(asking):
    asking.page.get_by_role("radio", name="Rachel").tap()
    asking.tap("Anne")
    asking.saved(1)
    told(asking, "Was out first in round 1.")


@pytest.mark.thorough
def test_without_it_the_page_asks_once(asking):
    asking.tap("Anne")
    asking.page.get_by_text("Save without saying who?").wait_for()
    asking.tap("Save anyway")
    asking.saved(1)
    assert asking.total("Anne") == "1"


@pytest.mark.thorough
def test_asked_about_one_answer_another_may_be_tapped(asking):
    """What the browser sends then has both in it."""
    asking.tap("Anne")
    asking.page.get_by_text("Save without saying who?").wait_for()
    asking.page.get_by_role("radio", name="Paul").tap()
    asking.tap("Camille")
    asking.saved(1)
    assert [asking.total(name) for name in FOUR] == ["0", "0", "0", "1"]


@pytest.mark.thorough
def test_enter_on_a_choice_saves_nothing(asking):
    asking.page.get_by_role("radio", name="Rachel").focus()
    asking.page.keyboard.press("Space")
    asking.page.keyboard.press("Enter")
    told(asking, "Choose how the round ended.")
    expect(asking.page.get_by_role("radio", name="Rachel")).to_be_checked()


def test_a_result_waits_for_the_network(asking):
    """It is listed by what was tapped, and saved once."""
    asking.page.context.set_offline(True)
    asking.page.get_by_role("radio", name="Rachel").tap()
    asking.tap("Anne")
    waits = asking.page.locator(".outbox-waits")
    expect(waits).to_be_visible()
    expect(asking.page.locator("#outbox")).to_contain_text("Anne")
    expect(asking.page.locator("#outbox")).not_to_contain_text("1, 2, 3")
    asking.page.context.set_offline(False)
    asking.saved(1)
    expect(waits).to_be_hidden()
    sheet = asking.page.request.get(f"{asking.table}/sheet.json").json()
    assert [(played["fool"], played["first_out"]) for played in sheet["rounds"]] == [("Anne", "Rachel")]


@pytest.mark.thorough
def test_what_was_refused_is_for_everybody_too(asking):
    asking.tap("Anne")
    asking.page.get_by_text("Save without saying who?").wait_for()
    judge(asking.page)
    assert small_targets(asking.page) == []
    asking.page.get_by_role("radio", name="Rachel").tap()
    asking.tap("Rachel")
    asking.page.get_by_text("The fool can't have been out first.").wait_for()
    judge(asking.page)
