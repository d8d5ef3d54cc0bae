"""On paper: one clean page, on which names stand whole and the sums once."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_look import CASES, LONG, sheet
from tests.tiers import only_thorough

NAMES = [f"{name} van den Berg-Montgomery der Aeltere"[:40] for name in LONG]
TWELVE = [*NAMES, "Otto", "Ida", "Paul", "Anne"]


def a_long_game(players, rounds):
    """Hands of up to five cards, and long names."""
    chance, names, played = random.Random(7), NAMES[:players], []
    for number in range(rounds):
        cards = iter(chance.sample([*range(2, 24), *range(2, 22), *range(2, 16)], 5 * players))
        hands = {name: sorted(next(cards) for _ in range(chance.randint(1, 5))) for name in names}
        played.append({"hands": hands | {names[number % players]: []}, "fools": [names[number % players]]})
    rules = {"end_score": -500, "tens_to_end": 60}
    return sheet(0) | {"players": names, "first_starter": names[0], "rounds": played, "options": rules}


def another_game(rounds):
    """Twelve players and large numbers."""
    numbers = [{name: 12_345.5 * (-1) ** seat for seat, name in enumerate(TWELVE)}] * rounds
    return sheet(0) | {
        "game": "points",
        "players": TWELVE,
        "first_starter": TWELVE[0],
        "rounds": [{"points": points} for points in numbers],
        "options": {"title": "Phase 10"},
    }


def printed(phone, game, paper):
    """How many pages the sheet of a game takes."""
    phone.import_game(game)
    phone.page.goto(f"{phone.table}/sheet?all=1")
    return len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper)))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 30), *only_thorough(((8, 15), (8, 16), (8, 17), (7, 30), (5, 16), (5, 30), (4, 5)))]
)
def test_a_long_game_fits_one_page(phone, paper, players, rounds):
    assert printed(phone, a_long_game(players, rounds), paper) == 1


@pytest.mark.parametrize("rounds", [30, *only_thorough((5, 16))])
def test_twelve_players_fit_one_page(phone, rounds):
    assert printed(phone, another_game(rounds), "Letter") == 1


@pytest.mark.parametrize("game", [a_long_game(8, 30), another_game(30)], ids=["fool", "points"])
def test_names_stand_whole(phone, game):
    phone.import_game(game)
    phone.page.goto(f"{phone.table}/sheet")
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": 703, "height": 1000})  # A4 between its margins
    outside = phone.page.evaluate(
        """() => [...document.querySelectorAll(".sheet-player bdi")].filter(name => {
            const range = document.createRange();
            range.selectNodeContents(name);
            const [text, cell] = [range.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
            return text.left < cell.left - 1 || text.right > cell.right + 1 || text.top < cell.top - 1
                || text.bottom > cell.bottom + 1 || getComputedStyle(name).textOverflow === "ellipsis";
        }).map(name => name.textContent)"""
    )
    assert outside == []


def test_sums_stand_once_and_the_winner_in_words(phone):
    """Also where there is a second page, which has the names again."""
    assert printed(phone, a_long_game(8, 60) | {"ended_by": ["agreed"]}, "A4") == 2
    phone.page.emulate_media(media="print")
    assert phone.page.evaluate("getComputedStyle(document.querySelector('.sheet tfoot')).display") == "table-row-group"
    assert (
        phone.page.evaluate("getComputedStyle(document.querySelector('.sheet thead')).display") == "table-header-group"
    )
    phone.import_game(json.loads((CASES / "fool-4-players-tens.json").read_text("utf-8")))
    phone.page.goto(f"{phone.table}/sheet")
    assert re.fullmatch(r".+ wins with .+ points?\.", phone.page.locator(".sheet-won").inner_text())


def test_a_long_sheet_is_printed_whole(phone):
    """The page shows a part; its button leads to all rounds, and prints them."""
    phone.page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'yes' }")
    phone.import_game(another_game(60))
    phone.page.goto(f"{phone.table}/sheet")
    expect(phone.page.locator(".sheet tbody tr")).to_have_count(50)
    phone.page.get_by_role("link", name="Print").tap()
    expect(phone.page.locator("html[data-printed]")).to_have_count(1)
    expect(phone.page.locator(".sheet tbody tr")).to_have_count(60)
    phone.page.emulate_media(media="print")
    assert phone.page.locator(".pages").inner_text() == "Rounds 1–60 of 60"


def test_what_is_only_for_the_screen_is_not_printed(phone):
    phone.import_game(sheet(3, end_score=-300))
    phone.page.goto(f"{phone.table}/sheet?why=1-1")
    phone.page.emulate_media(media="print")
    for shown in ("#why", ".downloads", ".top", "[data-print]", ".why"):
        assert phone.page.locator(shown).is_hidden(), shown
    assert phone.page.get_by_text("The game ends at a total of").is_visible()
    assert phone.page.get_by_text("A tie for starter goes to").is_hidden()
