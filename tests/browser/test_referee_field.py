"""An argument over The Fool's Field is settled on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_look import judge, small_targets
from tests.web.markup import parse

SWORDS = "top sword, right sword, bottom sword, left sword"
SHIELDS = "top shield, right shield, bottom shield, left shield"
SHHH = "top sword, right shield, bottom shield, left shield"
STATES = {
    "empty": "",
    "chosen": "field=_.SHSH._._.SSSS.SSHS._._._&card=HSSH",
    "not there": "field=_.SHSH._._.SSSS.SSHS._._._&card=HSSH&place=3",
    "put": "field=_.SHSH._._.SSSS.SSHS._.SSHH._&place=8",
    "impossible": "field=_.SHSH._._.HHHH.SSHS._._.FHFH",
    "no hand": "fill=hand",
    "hand": "field=_.SHSH._._.SSSS.SSHS._._._&hand=HHHH.SSHH.HSHS.FFFF.HHFF.SSSH&fill=hand",
    "hand and card": "field=_.SHSH._._.SSSS.SSHS._._._&hand=HHHH.SSHH.HSHS&card=SSHH",
    "full": "field=FFFF.HFFH.SHSH.HSHH.HSHS.SSHS.FFHH.FHFH.FHHF&hand=HHHH",
}


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.fixture
def asking(phone):
    """Somebody who has the referee open and htmx there."""
    phone.page.goto(f"{phone.address}/referee/fools-field")
    powered(phone)
    return phone


def powered(phone):
    """Wait for htmx: before it listens, a tap loads the page anew."""
    phone.page.locator("#question[data-htmx-powered]").wait_for()


def slowly(phone):
    """Every answer takes its time from now on."""
    network = {"offline": False, "latency": 80, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.page.context.new_cdp_session(phone.page).send("Network.emulateNetworkConditions", network)


def card(phone, name):
    return phone.page.get_by_role("group", name="All cards").get_by_role("button", name=name, exact=True)


def place(phone, name):
    return phone.page.get_by_role("group", name="Field").get_by_role("button", name=re.compile(f"^{name}[,:]"))


def said(phone, words):
    expect(phone.page.locator("#said")).to_contain_text(words)


def test_may_this_card_go_there_and_must_i_retreat(asking):
    page = asking.page
    card(asking, SWORDS).tap()
    expect(place(asking, "middle")).to_have_accessible_name("middle, empty: the card may go here")
    place(asking, "middle").tap()
    said(asking, "Yes, it may lie there.")
    card(asking, SHIELDS).tap()
    place(asking, "top middle").tap()
    said(asking, "No, not there.")
    said(asking, "Below: shield against sword. A shield goes with a flower only.")
    card(asking, SHHH).tap()
    place(asking, "bottom middle").tap()
    said(asking, "Above: sword against sword. That fits.")
    page.reload()
    expect(place(asking, "bottom middle")).to_have_accessible_name(f"bottom middle: {SHHH}. Take it back")
    powered(asking)
    asking.tap("My hand")
    card(asking, SHIELDS).tap()
    said(asking, "Yes, you retreat.")
    card(asking, "top flower, right shield, bottom flower, left shield").tap()
    expect(page.get_by_role("group", name="My hand").get_by_role("button")).to_have_count(2)
    said(asking, "None of your cards fits anywhere.")
    card(asking, "top shield, right shield, bottom shield, left sword").tap()
    said(asking, "No, you can play on.")
    place(asking, "bottom middle").tap()
    expect(place(asking, "bottom middle")).to_have_accessible_name(re.compile("^bottom middle, empty"))
    page.reload()
    expect(page.get_by_role("group", name="My hand").get_by_role("button")).to_have_count(3)
    assert "tap=" not in page.url


def test_quick_taps_are_not_lost(asking):
    """Taps that come faster than the answers, even on what has yet to be shown; and the back button leads away."""
    slowly(asking)
    asking.page.evaluate(
        """() => {
            const battle = [["HSHS", 5], ["HFFH", 2], ["SSHS", 6], ["FHFH", 8], ["HSHH", 4], ["FHHF", 9], ["FFFF", 1]];
            for (const [card, place] of battle) {
                document.getElementById(`stock-${card}`).click();
                document.getElementById(`place-${place}`).click();
            }
        }"""
    )
    expect(place(asking, "top left")).to_have_accessible_name(re.compile("Take it back$"))
    assert "field=FFFF.HFFH._.HSHH.HSHS.SSHS._.FHFH.FHHF" in asking.page.url
    assert asking.page.evaluate("history.length") <= 2


@pytest.mark.thorough
def test_a_tap_that_trembles_does_no_harm(asking):
    """The second of two taps at once says the same as the first: nothing is taken back."""
    slowly(asking)
    asking.page.evaluate(
        """() => {
            for (const id of ["stock-SSSS", "stock-SSSS", "place-5", "place-5", "fill-hand", "fill-hand"])
                document.getElementById(id).click();
        }"""
    )
    said(asking, "Tap the cards in your hand.")
    asking.page.evaluate("() => { for (const time of [1, 2]) document.getElementById('stock-HHHH').click(); }")
    said(asking, "Yes, you retreat.")
    assert asking.page.url.endswith("?field=_._._._.SSSS._._._._&hand=HHHH&fill=hand")


@pytest.mark.thorough
def test_the_thumb_stays_where_it_is_and_so_does_the_keyboard(asking):
    """What was tapped keeps the focus, and nothing moves while the field fills."""
    stock = asking.page.locator("#stock").bounding_box()
    card(asking, SWORDS).focus()
    asking.page.keyboard.press("Enter")
    said(asking, "It may go to one place.")
    expect(card(asking, SWORDS)).to_be_focused()
    place(asking, "middle").focus()
    asking.page.keyboard.press("Space")
    said(asking, "Yes, it may lie there.")
    expect(place(asking, "middle")).to_be_focused()
    assert asking.page.locator("#stock").bounding_box() == stock


@pytest.mark.thorough
def test_without_a_connection_taps_wait(asking):
    asking.page.context.set_offline(True)
    card(asking, SWORDS).tap()
    expect(asking.page.get_by_text("No connection. Trying again…")).to_be_visible()
    place(asking, "middle").tap()
    asking.page.context.set_offline(False)
    said(asking, "Yes, it may lie there.")
    expect(asking.page.get_by_text("No connection. Trying again…")).to_be_hidden()


@pytest.mark.thorough
def test_every_state_by_day_and_by_night(phone):
    """No violation, no HTML error, big enough for thumbs, as wide as the phone; all cards on one screen."""
    page = phone.page
    for state, asked in STATES.items():
        address = f"{phone.address}/referee/fools-field?{asked}"
        parse(page.request.get(address).text())
        page.goto(address)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        judge(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, state
        assert small_targets(page) == [], state
        assert page.locator("#stock").evaluate("stock => stock.getBoundingClientRect().bottom") <= 640, state
