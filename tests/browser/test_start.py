"""Before the first round: which game, who starts, and a little suspense where that is drawn by lot."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import only_thorough

# What the name of who starts says over time.
WATCH = """
    window.said = [];
    document.addEventListener("DOMContentLoaded", () => {
        const opening = document.querySelector(".opening-starts bdi");
        if (!opening) return;
        const look = () => said.push(opening.textContent);
        look();
        new MutationObserver(look).observe(opening, { childList: true, characterData: true, subtree: true });
    });
"""


def start(phone, *names):
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(names, start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))


def test_a_starter_that_is_drawn_keeps_everybody_waiting_for_a_moment(phone):
    phone.page.add_init_script(WATCH)
    names = ("Anne", "Paul", "Rachel", "Camille")
    start(phone, *names)
    expect(phone.page.locator(".opening.drawn")).to_be_visible()
    said = phone.page.evaluate("said")
    assert set(said) == set(names)
    drawn = names[int(phone.page.locator(".opening").get_attribute("data-drawn"))]
    assert said[-1] == drawn, "whom the server has drawn"
    phone.page.reload()
    expect(phone.page.locator(".opening[data-drawn]")).to_be_visible()
    assert phone.page.evaluate("said") == [drawn], "it is drawn once"


@pytest.mark.thorough
def test_who_wants_no_motion_is_told_at_once(phone):
    phone.page.emulate_media(reduced_motion="reduce")
    phone.page.add_init_script(WATCH)
    start(phone, "Anne", "Paul", "Rachel", "Camille")
    expect(phone.page.locator(".opening[data-drawn]")).to_be_visible()
    assert len(phone.page.evaluate("said")) == 1


def test_another_game_keeps_the_names(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(("Anne", "Paul", "Rachel"), start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("The Fool’s Field")
    expect(phone.page.get_by_label("Player 3")).to_have_count(0)
    phone.tap("Durak")
    expect(phone.page.get_by_label("Player 3", exact=True)).to_have_value("Rachel")
    phone.page.get_by_label("First starter").select_option("The lowest trump")
    phone.page.reload()
    expect(phone.page.get_by_label("Player 3", exact=True)).to_have_value("Rachel")
    phone.tap("Start game")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    expect(phone.page.locator(".opening-starts")).to_contain_text("The lowest trump decides who attacks first.")


@pytest.mark.parametrize("players", [4, *only_thorough([8])])
def test_who_starts_is_in_sight_when_the_names_are_typed(phone, players):
    """Enter goes from name to name and sends nothing; no name lies under the button."""
    phone.page.goto(f"{phone.address}/tables/new")
    phone.page.get_by_label("Player 1", exact=True).tap()
    for name in ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia")[:players]:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    assert phone.page.url.endswith("/tables/new")
    if players < 8:
        expect(phone.page.get_by_label(f"Player {players + 1}", exact=True)).to_be_focused()
        phone.page.keyboard.press("Enter")
    starter = phone.page.get_by_label("First starter")
    expect(starter).to_be_focused()
    last, chosen, start_button = (
        element.bounding_box()
        for element in (
            phone.page.get_by_label(f"Player {players}", exact=True),
            starter,
            phone.page.get_by_role("button", name="Start game"),
        )
    )
    assert 0 <= last["y"] <= chosen["y"] - last["height"]
    assert max(box["y"] + box["height"] for box in (chosen, start_button)) <= 640


def test_a_seat_more_appears_when_all_before_it_are_taken(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    fifth = phone.page.get_by_label("Player 5", exact=True)
    expect(fifth).to_be_hidden()
    phone.page.get_by_label("Player 4", exact=True).fill("Camille")
    expect(fifth).to_be_visible()
    fifth.fill("Ben")
    phone.page.get_by_label("First starter").select_option("Ben")
    phone.tap("Move player 5 up")
    expect(phone.page.get_by_label("Player 4", exact=True)).to_have_value("Ben")
    expect(phone.page.get_by_label("First starter")).to_have_value("4")


@pytest.fixture
def browser_context_args(browser_context_args, request):
    return browser_context_args | getattr(request, "param", {})


@pytest.mark.parametrize("browser_context_args", [{"java_script_enabled": False}], indirect=True)
def test_enter_in_a_name_sends_nothing_without_javascript(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    phone.page.get_by_label("Player 1", exact=True).fill("Anne")
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_timeout(300)
    assert phone.page.url.endswith("/tables/new")
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Anne")


def test_the_first_thing_that_is_wrong_is_in_view(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(("Anne", "Paul", "Rachel", "Camille", "Ben", "Rachel", "Paul"), start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    wrong = phone.page.locator("[aria-invalid]")
    expect(wrong.first).to_be_focused()
    expect(wrong.first).to_be_in_viewport()
    expect(phone.page.locator(".seats .problem").first).to_be_in_viewport()


def test_a_question_is_in_sight_on_a_phone_on_its_side(phone):
    """There the bar with the question scrolls along."""
    phone.page.set_viewport_size({"width": 640, "height": 360})
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(("Anne", "Paul", "Аnne", "Camille"), start=1):  # noqa: RUF001
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    expect(phone.page.get_by_text("look alike but are written with other letters")).to_be_in_viewport()
    expect(phone.page.get_by_role("button", name="Yes, start anyway")).to_be_in_viewport()
