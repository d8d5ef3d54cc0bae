"""The first page knows where this phone was: the running game, every game that it saw, and its groups."""

import re

import pytest
from playwright.sync_api import expect

from tests.server import AT_HOME

ROUND = {"hands": {"Anne": [17], "Paul": [], "Rachel": 13, "Camille": [5]}}


def sheet(rounds=1, **options):
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": ["Anne", "Paul", "Rachel", "Camille"],
        "first_starter": "Anne",
        "rounds": [ROUND] * rounds,
        "options": options,
    }


def home(phone):
    phone.page.goto(phone.address)
    return phone.page.locator("#continue"), phone.page.locator("#known-tables li:visible")


def test_the_running_game_is_the_first_and_largest_thing(phone, another_phone):
    phone.import_game(sheet(tens_to_end=1))
    phone.import_game(sheet(rounds=3))
    running, others = home(phone)
    expect(running).to_contain_text(
        "Continue: Round 4, Paul leads Fool! · Anne, Paul, Rachel, Camille", use_inner_text=False
    )
    boxes = [link.bounding_box() for link in phone.page.get_by_role("link").all() if link.is_visible()]
    largest = max(boxes, key=lambda box: box["width"] * box["height"])
    assert largest == running.bounding_box() == min(boxes, key=lambda box: box["y"])
    expect(others).to_have_count(1)
    expect(others).to_contain_text("Paul won")
    # Another phone goes on; what this one last saw is not what it says.
    other = another_phone()
    other.page.goto(f"{phone.table}/settings")
    other.tap("Stop here")
    expect(other.page.get_by_role("heading", name="Paul wins")).to_be_visible()
    running, others = home(phone)
    expect(running).to_be_hidden()
    expect(others).to_have_count(2)
    phone.page.get_by_role("link", name="New game").tap()
    expect(phone.page.get_by_role("heading", name="New game")).to_be_visible()


def test_what_was_remembered_before_still_shows(phone):
    """Entries of an earlier version have no game and no state; they are asked for, and show as they are meanwhile."""
    phone.import_game(sheet())
    phone.page.route("**/state", lambda route: route.abort())
    phone.page.evaluate(
        """localStorage.tables = JSON.stringify(
            JSON.parse(localStorage.tables).map(({ href, players, at }) => ({ href, players, at })),
        )"""
    )
    running, others = home(phone)
    expect(running).to_be_hidden()
    expect(others).to_contain_text("Anne, Paul, Rachel, Camille")
    phone.page.unroute("**/state")
    running, others = home(phone)
    expect(running).to_contain_text("Round 2, Paul leads")


def test_the_group_and_its_statistics_are_found_again(phone):
    phone.import_game(sheet(tens_to_end=1))
    phone.tap("Statistics", "link")
    expect(phone.page.get_by_role("heading", name="Statistics")).to_be_visible()
    home(phone)
    phone.tap("Statistics", "link")
    expect(phone.page.get_by_role("heading", name="Statistics")).to_be_visible()


@pytest.mark.thorough
def test_twelve_games_tell_themselves_apart(phone):
    for limit in range(-80, -86, -1):
        phone.import_game(sheet(tens_to_end=1, end_score=limit))
        phone.import_game(sheet(rounds=2, end_score=limit))
    running, others = home(phone)
    expect(running).to_contain_text("Round 3")
    expect(others).to_have_count(5)
    expect(others.first).to_contain_text("Round 3, Paul leads")
    phone.page.get_by_text("Earlier").tap()
    expect(others).to_have_count(11)
    assert all(re.search(r"\d", time) for time in others.locator("time").all_inner_texts())


def test_only_who_has_been_here_waits_for_what_the_phone_knows(phone, another_phone):
    """So that nothing moves; who comes for the first time sees the page before its scripts are there."""
    # Where no service worker has the scripts yet.
    phone.address = phone.address.replace("127.0.0.1", AT_HOME)
    phone.import_game(sheet())
    for each, seen in ((phone, False), (another_phone(phone.address), True)):
        waiting = held(each.page)
        each.page.goto(each.address, wait_until="commit")
        each.page.locator("#known-tables").wait_for(state="attached")
        expect(each.page.get_by_role("link", name="New game", exact=True)).to_be_visible(visible=seen)
        waiting[0].continue_()
        expect(each.page.get_by_role("link", name="New game", exact=True)).to_be_visible()
        expect(each.page.locator("#continue")).to_be_visible(visible=not seen)


def held(page):
    """The requests for the page's script, which nobody answers yet."""
    waiting = []
    page.route("**/static/start.js*", lambda route: waiting.append(route))
    return waiting
