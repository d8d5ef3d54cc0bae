"""A family plays a whole game with one phone instead of paper."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

CASES = Path(__file__).parent.parent / "cases"


def play(phone: Phone, case: str):
    """Enter every round of a game with a known result through the text fields."""
    game = json.loads((CASES / case).read_text())
    options = game["options"]
    assert options["starter_by"] == "total"
    phone.start_game(game["players"], game["first_starter"])
    for played in game["rounds"]:
        number = played["number"]
        page = phone.page
        expect(page.locator(".opening-starts strong")).to_have_text(played["starter"])
        expect(page.locator(".opening-deals strong")).to_have_text(played["dealer"])
        phone.open_entry(number)
        for player, hand in played["hands"].items():
            typed = f"={hand}" if isinstance(hand, int) else " ".join(map(str, hand))
            phone.type_hand(player, typed, player in played["fools"])
        phone.save(number)
        phone.saved(number)
        if number < len(game["rounds"]):
            for player, total in played["totals"].items():
                assert phone.total(player) == str(total).replace("-", "−")
    return game


def test_to_six_tens_and_a_rematch(phone):
    game = play(phone, "fool-4-players-tens.json")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(re.compile("Łukasz\\s+wins"))
    expect(phone.page.get_by_text("+10 was scored 7 times.")).to_be_visible()
    expect(phone.page.locator(".ranking li").first).to_contain_text("Łukasz")
    expect(phone.page.get_by_role("img", name=re.compile("Totals by round"))).to_be_visible()
    phone.tap("Rematch with changes", "link")
    for number, name in enumerate(game["players"], start=1):
        expect(phone.page.get_by_label(f"Player {number}", exact=True)).to_have_value(name)
    phone.tap("Start game")
    expect(phone.page.get_by_role("link", name="Enter round 1")).to_be_visible()


@pytest.mark.thorough
def test_to_eighty_with_eight_players(phone):
    play(phone, "fool-8-players-score.json")
    expect(phone.page.get_by_text("Camille reached −80 points or lower.")).to_be_visible()
    phone.tap("Sheet and downloads", "link")
    expect(phone.page.get_by_role("row", name=re.compile("^4"))).to_contain_text("−83")


@pytest.mark.thorough
def test_play_on_after_the_end_and_stop_again(phone):
    play(phone, "fool-8-players-score.json")
    phone.tap("Play on")
    phone.open_entry(5)
    for face, player in enumerate(("Anne", "Paul", "Rachel", "Camille", "Zoë", "Łukasz"), start=2):
        phone.type_hand(player, str(face))
    for player in ("Đỗ Minh", "Мария"):
        phone.out(player)
    phone.save(5)
    phone.saved(5)
    phone.tap("Settings", "link")
    phone.tap("Stop here")
    expect(phone.page.get_by_text("The table stopped after 5 rounds.")).to_be_visible()


@pytest.fixture
def browser_context_args(browser_context_args, request):
    return browser_context_args | getattr(request, "param", {})


@pytest.mark.parametrize("browser_context_args", [{"java_script_enabled": False}], indirect=True)
def test_everything_without_javascript(phone):
    play(phone, "fool-4-players-tens.json")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(re.compile("Łukasz\\s+wins"))
    phone.page.goto(f"{phone.table}/rounds/3")
    phone.type_hand("Łukasz", "2 6")
    phone.save(3)
    phone.saved(7)
    phone.page.goto(f"{phone.table}/history")
    expect(phone.page.get_by_role("listitem").get_by_text("Round 3 corrected: Łukasz −14 → −8.")).to_be_visible()
    phone.tap("Undo")
    phone.page.wait_for_url(phone.table)
    phone.page.goto(f"{phone.table}/history")
    undone = "Undone: Round 3 corrected: Łukasz −14 → −8."
    expect(phone.page.get_by_role("listitem").get_by_text(undone)).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("browser_context_args", [{"java_script_enabled": False}], indirect=True)
def test_players_change_seats_without_javascript(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(("Anne", "Paul", "Rachel", "Camille"), start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Move player 3 up")
    expect(phone.page.get_by_label("Player 2", exact=True)).to_have_value("Rachel")
    expect(phone.page.get_by_label("Player 3", exact=True)).to_have_value("Paul")
