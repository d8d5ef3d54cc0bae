"""Where the system has few colours of its own: what is chosen is seen, what can be pressed has an edge."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import screens
from tests.browser.phone import Phone

GAME = screens.fool(2, ("Anne", "Paul", "Rachel", "Camille"))


@pytest.fixture
def browser_context_args(browser_context_args):
    return browser_context_args | {"forced_colors": "active", "reduced_motion": "reduce"}


def changes(element: Locator, happen: Callable[[], object]) -> bool:
    """Whether an element looks otherwise once something has happened that leaves its words as they are."""
    element.scroll_into_view_if_needed()
    words, before = element.inner_text(), element.screenshot()
    happen()
    element.page.mouse.move(0, 0)
    element.page.evaluate("document.activeElement.blur()")
    element.page.wait_for_timeout(300)
    assert element.inner_text() == words
    return element.screenshot() != before


def test_what_is_chosen_on_the_pad_is_seen(phone: Phone):
    phone.start_game().open_entry(1)
    page = phone.page
    cards = page.get_by_role("button", name="Cards", exact=True)
    assert changes(cards, lambda: phone.tap("Totals"))
    assert changes(cards, lambda: phone.tap("Cards"))
    anne, paul = phone.hand("Anne"), phone.hand("Paul")
    assert changes(paul, lambda: phone.choose("Paul"))
    assert changes(anne, lambda: phone.choose("Anne"))
    disc = anne.get_by_label("Took a Fool! disc")
    assert changes(disc, disc.tap)
    assert changes(page.locator(".key-disc"), lambda: phone.choose("Paul"))
    out = paul.locator(".hand-out")
    before = out.screenshot()
    phone.out("Paul")
    assert out.screenshot() != before


@pytest.mark.parametrize(
    ("address", "name", "role"),
    [
        ("/referee/durak", "hearts", "radio"),
        ("/referee/durak?trump=H", "Player 2 attacked", "button"),
        ("/referee/durak?trump=H", "Player 2 has no cards left", "button"),
        ("/referee/durak?trump=H", "Taken", "button"),
        ("/referee/durak?trump=H&players=4", "5", "button"),
        ("/referee/fools-field", "My hand", "button"),
        ("/referee/fool", "red", "radio"),
        ("/referee/fool", "the hand", "radio"),
    ],
)
def test_what_is_chosen_at_a_referee_is_seen(phone: Phone, address, name, role):
    phone.page.goto(phone.address + address)
    key = phone.page.get_by_role(role, name=name, exact=True)
    shown = key.locator("xpath=..") if role == "radio" else key

    def choose():
        key.dispatch_event("click")
        chosen = "checked" if role == "radio" else "aria-pressed"
        expect(key).to_be_checked() if chosen == "checked" else expect(key).to_have_attribute(chosen, "true")

    assert changes(shown, choose)


def test_what_is_chosen_on_other_pages_is_seen(phone: Phone):
    page = phone.page
    page.goto(f"{phone.address}/tables/new")
    game = page.get_by_role("button", name="Durak", exact=True)
    before = game.screenshot()
    game.tap()
    page.wait_for_load_state()
    assert page.get_by_role("button", name="Durak", exact=True).screenshot() != before
    phone.import_game(GAME)
    pips = page.locator(".pip")
    assert page.locator(".pip-full").count()
    assert pips.first.screenshot() != pips.last.screenshot()


@pytest.mark.parametrize("screen", ["", "/rounds/new", "/setup", "/settings"])
def test_what_can_be_pressed_has_an_edge_and_bars_cover_what_lies_under_them(phone: Phone, screen):
    phone.import_game(GAME)
    phone.page.goto(phone.table + screen)
    without = phone.page.evaluate(
        """() => [...document.querySelectorAll(".button, .face, .mode")]
            .filter((element) => element.getClientRects().length)
            .filter((element) => parseFloat(getComputedStyle(element).borderTopWidth) < 1)
            .map((element) => element.outerHTML.slice(0, 90))"""
    )
    assert without == []
    bars = see_bars(phone.page)
    assert [bar for bar, background in bars if background.startswith("rgba(")] == []
    phone.page.set_viewport_size({"width": 640, "height": 300})
    phone.page.wait_for_timeout(300)  # until the page has measured its bars
    on_its_side = see_bars(phone.page)
    assert [bar for bar, background in on_its_side if background.startswith("rgba(")] == []
    if screen == "/rounds/new":
        assert {"pad-dock thumb", "verdict-place"} <= {bar for bar, _ in on_its_side}


def see_bars(page: Page) -> list[list[str]]:
    """The class and the background of whatever stays while the page is scrolled."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((element) => element.getClientRects().length)
            .map((element) => [element.className, getComputedStyle(element)])
            .filter(([, { position }]) => ["sticky", "fixed"].includes(position))
            .map(([bar, { backgroundColor }]) => [String(bar), backgroundColor])"""
    )
