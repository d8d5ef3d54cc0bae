"""On paper: one clean page, on which names stand whole and the sums once."""

import re

from tests.browser import elsewhere
from tests.browser.tour.states import LONG_GAME, fool

OUTSIDE = """() => [...document.querySelectorAll(".sheet-player bdi")].filter(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const [text, cell] = [range.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
    return text.left < cell.left - 1 || text.right > cell.right + 1 || text.top < cell.top - 1
        || text.bottom > cell.bottom + 1 || getComputedStyle(name).textOverflow === "ellipsis";
}).map(name => name.textContent)"""
DISPLAY = "part => getComputedStyle(document.querySelector(part)).display"


def pages(phone, paper):
    return len(re.findall(rb"/Type\s*/Page\b", phone.page.pdf(format=paper)))


def test_a_long_game_on_paper(phone):
    phone.sit_at(elsewhere.bring(phone.address, fool(30, **LONG_GAME))).visit("/sheet?why=1-1")
    for part in ("#why", ".downloads"):
        assert phone.run(DISPLAY, part) != "none"
    assert [pages(phone, paper) for paper in ("A4", "Letter")] == [1, 1]
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": 703, "height": 1000})  # A4 between its margins
    assert phone.run(OUTSIDE) == []
    for part in ("#why", ".downloads", ".top", "[data-print]", ".why", "#sheet-more"):
        assert phone.page.locator(part).is_hidden(), part
    for part in (".sheet-cells", ".sheet-marks abbr", ".sheet-legend .sheet-detail"):
        assert phone.page.locator(part).first.is_visible(), part
    assert phone.page.get_by_text("Total that ends the game").is_visible()
    assert phone.run(DISPLAY, ".sheet tfoot") == "table-row-group", "sums stand once"
    assert phone.run(DISPLAY, ".sheet thead") == "table-header-group", "and names on every page"
