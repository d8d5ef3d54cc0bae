"""The rules on a phone: searched while typing, and readable by day and by night."""

import pytest
from playwright.sync_api import expect

from companion.games import RULEBOOKS
from tests.browser.test_look import judge, look

GAMES = sorted(RULEBOOKS)


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture
def rules(phone):
    """The rules of Fool!."""
    phone.page.goto(f"{phone.address}/rules/fool")
    return phone.page


def search(page, words):
    page.get_by_label("Search the rules").fill(words)


def parts(page):
    """The headings that are to be seen."""
    return page.locator(".rules h2:visible").all_inner_texts()


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_screens(phone, game):
    look(phone, f"{phone.address}/rules/{game}")


@pytest.mark.thorough
def test_screens_at_a_table_and_of_a_search(phone):
    phone.start_game(The_game_ends_at_a_total_of="100")
    look(phone, f"{phone.table}/rules")
    search(phone.page, "starts")
    expect(phone.page.locator("mark").first).to_be_visible()
    judge(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360


def test_searching_leaves_the_parts_with_all_words_and_marks_them(rules):
    everything = parts(rules)
    search(rules, "shed  LOWEST")
    assert 0 < len(parts(rules)) < len(everything)
    for part in rules.locator(".rules > section:visible").all():
        marked = {mark.lower() for mark in part.locator("mark").all_inner_texts()}
        assert marked == {"shed", "lowest"}
    expect(rules.locator("#found")).to_have_text(f"Places found: {rules.locator('mark').count()}")
    chips = rules.get_by_role("navigation", name="On this page").get_by_role("link").all_inner_texts()
    assert chips[1:] == parts(rules)


@pytest.mark.thorough
def test_escape_brings_everything_back(rules):
    everything, words = parts(rules), rules.locator(".rules").inner_html()
    search(rules, "disc")
    rules.get_by_label("Search the rules").press("Escape")
    expect(rules.get_by_label("Search the rules")).to_have_value("")
    assert (parts(rules), rules.locator("mark").count()) == (everything, 0)
    assert rules.locator(".rules").inner_html().replace(' hidden=""', "") == words


@pytest.mark.thorough
def test_what_is_not_there_is_said(rules):
    search(rules, "bishop")
    expect(rules.locator("#found")).to_have_text("Nothing found.")
    assert parts(rules) == []


@pytest.mark.thorough
def test_signs_are_found_as_they_are_typed(rules):
    """A hyphen is as good as a minus, and what means something in a pattern means only itself."""
    search(rules, "-80")
    expect(rules.locator("mark").first).to_have_text("−80")
    search(rules, "+10")
    assert set(rules.locator("mark").all_inner_texts()) == {"+10"}
    search(rules, "(.*")
    expect(rules.locator("#found")).to_have_text("Nothing found.")


def test_a_link_to_what_the_search_put_away_brings_it_back(rules):
    search(rules, "several clockwise")
    assert parts(rules) == ["The next round"]
    rules.get_by_role("link", name="House rule: Who starts the next round?").tap()
    expect(rules.locator("#house-starter_by")).to_be_in_viewport()
    assert "House rules" in parts(rules)


@pytest.mark.thorough
def test_the_contents_stay_in_reach_and_the_search_too(rules):
    rules.get_by_role("link", name="End of the game").tap()
    expect(rules.get_by_role("heading", name="End of the game")).to_be_in_viewport()
    rules.get_by_role("link", name="Search").tap()
    expect(rules.get_by_label("Search the rules")).to_be_in_viewport()
    expect(rules.get_by_label("Search the rules")).to_be_focused()


@pytest.mark.thorough
def test_without_javascript_there_is_no_search(browser, browser_context_args, shared_server):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shared_server.address}/rules/fool")
    expect(page.get_by_label("Search the rules")).to_be_hidden()
    expect(page.get_by_role("heading", name="The 1s")).to_be_visible()
    context.close()
