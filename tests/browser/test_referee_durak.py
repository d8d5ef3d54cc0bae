"""The referee of Durak on a phone: an argument is settled in a few taps, and no tap is lost on the way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_look import judge
from tests.web.markup import parse

ASKED = (
    "",
    "?trump=H&cards=S6.S9.H7..DJ.D8&out=4&ended=taken",
    "?trump=C&cards=SA.C6.HA.C7.DA.C8.S9.S10.H9.H10.D9.D10&players=6&attacker=6&defender=1&ended=repelled",
    "?trump=C&cards=.S6.S6..S7&began=2&tap=S6&players=2&out=2&ended=taken",
    "?trump=D&cards=CA.D6&players=3&out=1.3&ended=repelled",
)
SMALLEST = 36  # pixels: nine keys of the pad stand side by side
ANSWERS = re.compile(r"/ruling\?")


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture
def referee(phone):
    phone.page.goto(f"{phone.address}/referee/durak")
    return phone


def summary(phone):
    return phone.page.locator(".durak-summary")


def laid(phone):
    """The cards that the address keeps."""
    found = re.search(r"cards=([^&]*)", phone.page.url)
    return found[1] if found else ""


def kept(phone, cards):
    """Wait until the address keeps these cards."""
    phone.page.wait_for_url(re.compile(rf"[?&]cards={re.escape(cards)}(&|$)"))


def tap_at_once(phone, *cards):
    """Tap keys faster than any answer can come."""
    phone.page.evaluate(
        "cards => cards.forEach(card => document.querySelector(`.durak-key[value=${card}]`).click())", list(cards)
    )


def test_an_argument_is_settled(referee):
    """Six taps: the trump, the attack, the answer to it; then who is next."""
    referee.page.get_by_role("radio", name="hearts").tap()
    for card in ("6 of spades", "9 of spades", "ace of clubs", "6 of hearts"):
        referee.tap(card)
    expect(summary(referee)).to_have_text("Everything is beaten. If nobody adds a card, the attack is repelled.")
    expect(referee.page.locator(".durak-room")).to_have_text("4 more may be added: an attack has 6 at most.")
    kept(referee, "S6.S9.CA.H6")
    referee.tap("Defence 2: 6 of hearts. Take it back.")
    expect(summary(referee)).to_contain_text("Still to be beaten")
    referee.tap("king of clubs")
    expect(summary(referee)).to_contain_text("Not allowed")
    referee.page.get_by_label("Defender began with").select_option("2")
    expect(referee.page.locator(".durak-room")).to_have_text("None may be added: the defender began with 2.")
    referee.tap("Who is next?", "link")
    referee.tap("Player 3 attacked")
    referee.tap("Player 1 has no cards left")
    referee.tap("Taken")
    expect(referee.page.locator(".opening-starts strong")).to_have_text("Player 2")
    expect(referee.page.locator(".opening-deals strong")).to_have_text("Player 3")
    told = referee.page.locator("#ruling").inner_text()
    referee.page.reload()
    assert referee.page.locator("#ruling").inner_text() == told
    expect(referee.page.get_by_role("radio", name="hearts")).to_be_checked()


@pytest.mark.thorough
def test_at_a_table_its_players_are_asked_about(phone):
    phone.import_game(
        {
            "format": "companion-sheet",
            "version": 1,
            "game": "durak",
            "players": ["Anne", "Paul", "Rachel"],
            "first_starter": "Anne",
            "rounds": [{"fool": "Paul"}],
        }
    )
    phone.page.goto(f"{phone.table}/referee")
    phone.tap("Paul attacked")
    phone.tap("Repelled")
    expect(phone.page.locator(".opening-starts strong")).to_have_text("Rachel")
    phone.tap("Table", "link")
    phone.page.wait_for_url(phone.table)


def test_quick_taps_while_answers_are_slow_lose_no_card(referee):
    referee.page.route(ANSWERS, lambda route: (referee.page.wait_for_timeout(250), route.continue_()))
    tap_at_once(referee, "S6", "S6", "S9")
    referee.tap("jack of diamonds")
    tap_at_once(referee, "DQ", "C7")
    kept(referee, "S6.S9.DJ.DQ.C7")
    tap_at_once(referee, "C8")
    kept(referee, "S6.S9.DJ.DQ.C7.C8")
    assert referee.page.locator("#taps input").count() == 0


@pytest.mark.thorough
def test_taps_before_everything_has_loaded_count(phone):
    phone.page.route("**/htmx.min.js*", lambda route: (phone.page.wait_for_timeout(500), route.continue_()))
    phone.page.goto(f"{phone.address}/referee/durak", wait_until="domcontentloaded")
    tap_at_once(phone, "S6", "S9", "H7")
    kept(phone, "S6.S9.H7")


@pytest.mark.thorough
def test_without_a_connection_taps_wait(referee):
    referee.page.wait_for_load_state("networkidle")
    referee.page.route(ANSWERS, lambda route: route.abort())
    referee.tap("6 of spades")
    expect(referee.page.get_by_text("No connection. Trying again…")).to_be_visible()
    referee.tap("9 of spades")
    referee.page.unroute(ANSWERS)
    kept(referee, "S6.S9")
    expect(referee.page.get_by_text("No connection. Trying again…")).to_be_hidden()


@pytest.mark.thorough
def test_the_login_page_of_a_wifi_is_no_answer(referee):
    referee.page.wait_for_load_state("networkidle")
    referee.page.route(ANSWERS, lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Log in</p>"))
    referee.tap("6 of spades")
    expect(referee.page.get_by_text("No connection. Trying again…")).to_be_visible()
    expect(referee.page.get_by_role("button", name="9 of spades")).to_be_visible()
    referee.page.unroute(ANSWERS)
    kept(referee, "S6")


@pytest.mark.thorough
def test_the_pad_stays_under_the_thumb(referee):
    """Its place does not change while cards come, and the place for the next card is never behind it."""
    key = referee.page.get_by_role("button", name="ace of hearts")
    before = key.bounding_box()
    for card in ("6", "7", "8", "9", "10"):
        for suit in ("spades", "clubs"):
            referee.tap(f"{card} of {suit}")
            expect(referee.page.get_by_role("button", name=f"{card} of {suit}", exact=True)).to_have_attribute(
                "aria-disabled", "true"
            )
    assert key.bounding_box() == before
    place = referee.page.locator("[aria-current]").bounding_box()
    pad = referee.page.locator(".durak-pad").bounding_box()
    assert place["y"] + place["height"] <= pad["y"]


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ASKED)
def test_it_can_be_used_by_everybody(phone, asked):
    """By day and by night, within the width of a phone, with targets for thumbs, in sound HTML."""
    address = f"{phone.address}/referee/durak{asked}"
    parse(phone.page.request.get(address).text())
    phone.page.goto(address)
    judge(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    small = phone.page.evaluate(
        """smallest => [...document.querySelectorAll("a, button, input:not([type=hidden]), select")]
            .filter(element => element.checkVisibility({visibilityProperty: true}))
            .map(element => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && (box.width < smallest || box.height < 43.9))
            .map(([html, box]) => `${html} ${box.width}×${box.height}`)""",
        SMALLEST,
    )
    assert small == []


@pytest.mark.thorough
def test_without_javascript_every_tap_is_a_page(browser, browser_context_args, shared_server):
    context = browser.new_context(**browser_context_args | {"java_script_enabled": False})
    page = context.new_page()
    page.goto(f"{shared_server.address}/referee/durak")
    page.get_by_role("radio", name="hearts").tap()
    for card in ("6 of spades", "9 of spades", "ace of clubs"):
        page.get_by_role("button", name=card, exact=True).tap()
        page.wait_for_load_state()
    page.get_by_label("Defender began with").select_option("1")
    page.get_by_role("button", name="Ask", exact=True).tap()
    expect(page.locator(".durak-summary")).to_contain_text("the defender began with 1.")
    page.get_by_role("button", name="Repelled").tap()
    expect(page.locator(".opening-starts strong")).to_have_text("Player 2")
    context.close()
