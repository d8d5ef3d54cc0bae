"""From the end of a game to its rematch: three phones and a big screen, and how many taps that takes."""

import re

import pytest
from playwright.sync_api import expect

from tests.tiers import only_thorough

ENDED = {
    "format": "companion-sheet",
    "version": 1,
    "game": "fool",
    "players": ["Anne", "Paul", "Rachel", "Camille"],
    "first_starter": "Anne",
    "rounds": [{"hands": {"Anne": [17], "Paul": [], "Rachel": 13, "Camille": [5]}}],
    "options": {"tens_to_end": 1},
}

# Of what moves to be seen; that nothing can be tapped for a moment is an animation, too.
ENDS = """document.getAnimations().filter(({ animationName }) => animationName !== "answer")
    .map(({ effect }) => effect.getComputedTiming().endTime)"""


def at(another_phone, phone, link, path=""):
    """Another phone, or a big screen, with a link of the share screen."""
    phone.page.goto(f"{phone.table}/share")
    address = phone.page.locator(f"#{link}-link").input_value()
    other = another_phone()
    other.page.goto(other.address + address[address.index("/t/") :] + path)
    return other


@pytest.mark.parametrize("starter", ["Rachel", *only_thorough(["Draw one by lot"])])
def test_everybody_is_there_after_one_tap_and_the_first_entry_after_two(phone, another_phone, starter):
    phone.import_game(ENDED)
    scorer, watcher = at(another_phone, phone, "score"), at(another_phone, phone, "watch")
    screen = at(another_phone, phone, "watch", "/screen")
    scorer.page.goto(f"{scorer.page.url}/phones")
    scorer.tap("Camille")
    phone.page.goto(phone.table)
    expect(screen.page.get_by_role("heading", name="Paul wins")).to_be_visible()
    expect(watcher.page.get_by_role("button", name="Rematch")).to_have_count(0)

    phone.page.get_by_label("First starter").select_option(starter)  # what the rules propose takes no tap
    phone.taps = scorer.taps = watcher.taps = 0
    phone.tap("Rematch")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.tap("Enter round 1", "link")
    expect(phone.page.get_by_role("button", name="Save round 1")).to_be_visible()
    assert phone.taps == 2

    home = watcher.page.context.new_page()
    home.goto(watcher.address)
    expect(home.locator("#continue")).to_contain_text("Rematch: " if starter != "Rachel" else "Rematch: Rachel starts")
    home.locator("#continue").tap()
    expect(home.get_by_role("heading", name="Round 1")).to_be_visible()
    home.close()
    for other in (scorer, watcher):
        begun = other.page.get_by_role("link", name=re.compile("^Rematch has begun"))
        expect(begun).to_be_in_viewport()
        expect(begun).to_contain_text(f"{starter if starter == 'Rachel' else ''} starts".strip())
        begun.tap()
        expect(other.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(scorer.page.get_by_role("link", name="Enter round 1")).to_be_visible()
    expect(scorer.page.locator(".standing-me")).to_be_visible()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    screen.page.wait_for_url("**/screen")
    expect(screen.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.page.goto(phone.address)
    expect(phone.page.locator("#continue")).to_contain_text("Round 1")


@pytest.mark.thorough
def test_the_phone_that_starts_it_keeps_its_group(phone):
    phone.import_game(ENDED)
    phone.tap("Rematch")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.tap("Group", "link")
    expect(phone.page.locator(".evening")).to_have_count(2)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moves_at_the_end_is_still_within_five_seconds(phone, another_phone, motion):
    phone.page.emulate_media(reduced_motion=motion)
    phone.import_game(ENDED)
    for path in ("", "/screen"):
        phone.page.goto(phone.table + path)
        expect(phone.page.get_by_role("heading", name="Paul wins")).to_be_visible()
        ends = phone.page.evaluate(ENDS)
        assert bool(ends) == (motion != "reduce")
        assert all(end <= 5000 for end in ends)


@pytest.mark.parametrize("size", ["1280×720", *only_thorough(["1920×1080"])])
def test_the_end_is_one_view_on_the_big_screen(phone, another_phone, size):
    phone.import_game(ENDED)
    screen = at(another_phone, phone, "watch", "/screen").page
    width, height = map(int, size.split("×"))
    screen.set_viewport_size({"width": width, "height": height})
    expect(screen.get_by_text("+10 was scored once.")).to_be_in_viewport(ratio=1)
    for shown in (".ranking, .screen-standings", ".chart > svg", ".legend", ".qr", ".code"):
        expect(screen.locator(shown).first).to_be_in_viewport(ratio=1)


def test_a_ruling_is_on_every_phone_and_the_big_screen_with_one_tap(phone, another_phone):
    phone.import_game(ENDED | {"options": {}})
    watcher, screen = at(another_phone, phone, "watch"), at(another_phone, phone, "watch", "/screen")
    phone.page.goto(f"{phone.table}/referee?cards=G12+G20+R3+G5")
    phone.tap("Show to the table")
    phone.page.wait_for_url(phone.table)
    for other in (phone, watcher, screen):
        expect(other.page.locator(".ruled")).to_contain_text("Rachel is befooled, Paul wins.")
        expect(other.page.get_by_text("Played: Anne green 12")).to_be_visible()
    watcher.page.locator(".ruled summary").tap()
    expect(watcher.page.get_by_text("Played: Anne green 12")).to_be_hidden()
    watcher.page.reload()
    expect(watcher.page.get_by_text("Played: Anne green 12")).to_be_hidden()
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    screen.page.locator(".ruled summary").tap()
    expect(screen.page.locator(".ruled")).to_be_hidden()
    phone.tap("Undo")
    expect(watcher.page.locator(".ruled")).to_have_count(0)


def test_the_end_that_comes_by_itself_asks_who_starts_as_well(phone, another_phone):
    phone.import_game(ENDED | {"options": {}})
    scorer = at(another_phone, phone, "score")
    phone.page.goto(f"{phone.table}/settings")
    phone.tap("Stop here")
    expect(scorer.page.get_by_role("button", name="Rematch")).to_be_visible()
    scorer.page.get_by_label("First starter").select_option("Anne")
    scorer.tap("Rematch")
    expect(scorer.page.locator(".opening-starts")).to_contain_text("Anne")


def test_a_rematch_with_changes_leaves_nothing_that_waits(phone):
    """What it was started with is no new game's: it can't be sent again as one."""
    phone.import_game(ENDED)
    phone.tap("Rematch with changes", "link")
    with phone.page.expect_navigation():
        phone.tap("Start game")
    phone.open_entry(1)
    for player, cards in zip(ENDED["players"], ("17", "", "13", "5"), strict=True):
        phone.type_hand(player, cards)
    phone.save(1)
    phone.saved(1)
    with phone.page.expect_response("**/deliveries"):
        phone.page.reload()
    phone.page.wait_for_timeout(500)
    expect(phone.page.locator("#outbox")).to_be_hidden()
