"""On paper: one clean page, on which names stand whole and the sums once."""

import random
import re

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.tour.states import a_sheet

NAMES = [
    f"{name} van den Berg-Montgomery der Aeltere"[:40]
    for name in ("Maximiliane-Friederike", "Wolfeschlegelsteinhausenbergerdorff", "Đỗ Minh", "Zoë", "Łukasz", "مريم")
] + ["Rachel", "山田太郎"]
TWELVE = [*NAMES, "Otto", "Ida", "Paul", "Anne"]
OUTSIDE = """() => [...document.querySelectorAll(".sheet-player bdi")].filter(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const [text, cell] = [range.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
    return text.left < cell.left - 1 || text.right > cell.right + 1 || text.top < cell.top - 1
        || text.bottom > cell.bottom + 1 || getComputedStyle(name).textOverflow === "ellipsis";
}).map(name => name.textContent)"""
SHOWN = "part => getComputedStyle(document.querySelector(part)).display"


def a_long_game(rounds):
    """Hands of up to five cards, and long names."""
    chance, played = random.Random(7), []
    for number in range(rounds):
        cards = iter(chance.sample([*range(2, 24), *range(2, 22), *range(2, 16)], 40))
        hands = {name: sorted(next(cards) for _ in range(chance.randint(1, 5))) for name in NAMES}
        played.append({"hands": hands | {NAMES[number % 8]: []}, "fools": [NAMES[number % 8]]})
    return a_sheet("fool", NAMES, played, end_score=-500, tens_to_end=60)


def another_game(rounds):
    points = {name: 12_345.5 * (-1) ** seat for seat, name in enumerate(TWELVE)}
    return a_sheet("points", TWELVE, [{"points": points}] * rounds, title="Phase 10")


def pages(phone, paper):
    return len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper)))


def test_a_long_game_on_paper(phone):
    phone.sit_at(elsewhere.bring(phone.address, a_long_game(30))).visit("/sheet?why=1-1")
    for part in ("#why", ".downloads"):
        assert phone.run(SHOWN, part) != "none"
    assert [pages(phone, paper) for paper in ("A4", "Letter")] == [1, 1]
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": 703, "height": 1000})  # A4 between its margins
    assert phone.run(OUTSIDE) == []
    for part in ("#why", ".downloads", ".top", "[data-print]", ".why"):
        assert phone.page.locator(part).is_hidden(), part
    assert phone.page.get_by_text("The game ends at a total of").is_visible()
    assert phone.run(SHOWN, ".sheet tfoot") == "table-row-group", "sums stand once"
    assert phone.run(SHOWN, ".sheet thead") == "table-header-group", "and names on every page"


def test_a_long_sheet_is_printed_whole(another_phone):
    """The page shows a part; its button leads to all rounds, and prints them."""
    phone = another_phone(before="window.print = () => { document.documentElement.dataset.printed = 'yes' }")
    phone.sit_at(elsewhere.bring(phone.address, another_game(60))).visit("/sheet")
    expect(phone.page.locator(".sheet tbody tr")).to_have_count(50)
    phone.tap("Print", "link")
    expect(phone.page.locator("html[data-printed]")).to_have_count(1)
    expect(phone.page.locator(".sheet tbody tr")).to_have_count(60)
    phone.page.emulate_media(media="print")
    assert phone.page.locator(".pages").inner_text() == "Rounds 1–60 of 60"
