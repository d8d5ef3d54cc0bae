"""Why this number? One tap, and the answer stands below, without leaving the place."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.test_look import LONG, sheet


def test_a_tap_on_a_cell_tells_there_how_it_came_about(phone):
    phone.import_game(sheet(20, end_score=-300, tens_to_end=60))
    phone.page.goto(f"{phone.table}/sheet")
    cell = phone.page.locator("tbody tr").nth(11).locator("td a").nth(2)
    cell.scroll_into_view_if_needed()
    before = cell.bounding_box()["y"]
    cell.tap()
    told = phone.page.locator("#why")
    expect(told).to_contain_text("Total: ")
    expect(cell).to_have_attribute("aria-expanded", "true")
    assert abs(cell.bounding_box()["y"] - before) < 2
    assert told.bounding_box()["y"] - before < 80
    assert phone.page.url == f"{phone.table}/sheet"
    expect(phone.page.get_by_role("link", name="Save as a picture")).to_be_visible()
    cell.tap()
    expect(told).to_have_count(0)


def test_the_answer_stays_when_something_changes_elsewhere(phone):
    phone.start_game()
    phone.page.locator(".standing-total a").nth(1).tap()
    expect(phone.page.locator("#why")).to_have_text("No round yet.")
    points = {"seat-1-cards": "17", "seat-2-out": "y", "seat-3-cards": "5", "seat-4-cards": "6", "seat-5-cards": "7"}
    phone.page.request.post(f"{phone.table}/rounds", form={"number": "1", **points}, headers={"Origin": phone.address})
    expect(phone.page.locator("#why")).to_contain_text("Paul, round by round: +10. Together 10.")


@pytest.mark.parametrize("asked", ["/sheet?why=2-3", "/sheet?why=4", "?why=3"])
def test_an_answer_about_a_long_name_covers_and_widens_nothing(phone, asked):
    names = [name.ljust(40, "m") for name in LONG]
    game = sheet(3, end_score=-300, tens_to_end=60)
    text = json.dumps(game, ensure_ascii=False)
    for name, longer in zip(LONG, names, strict=True):
        text = text.replace(f'"{name}"', f'"{longer}"')
    phone.import_game(json.loads(text))
    phone.page.goto(phone.table + asked)
    phone.page.locator("#why").wait_for()
    answer = phone.page.locator("#why p").bounding_box()
    assert answer["x"] >= 0
    assert answer["x"] + answer["width"] <= 360
    assert Axe().run(phone.page).violations_count == 0


def test_without_a_script_it_is_a_page(browser, browser_context_args, phone):
    phone.import_game(sheet(3, end_score=-300, tens_to_end=60))
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{phone.table}/sheet")
    page.locator("tbody tr").nth(1).locator("td a").nth(2).tap()
    page.wait_for_url("**/sheet?why=2-3#why")
    expect(page.locator("#why")).to_be_in_viewport()
    context.close()
