"""An argument is settled on a phone: cards are tapped and judged at once, no tap is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE

CLICK = "cards => cards.forEach(card => document.querySelector(`[name=%s][value='${card}']`).click())"


def test_a_trick_of_fool(phone):
    """At a table of five: Paul led, Anne sat out, Camille shed the lower card."""
    phone.sit_down().visit("/referee")
    ruling_text, cards = phone.page.locator(".trick-told"), phone.field("Cards played")

    def colour(name):
        phone.seen.get_by_role("radio", name=name, exact=True).tap()

    def place(player):
        return phone.page.get_by_role("listitem").filter(has=phone.page.get_by_text(player, exact=True))

    expect(ruling_text).to_have_text("Tap the cards in order of play, Anne first.")
    phone.field("Sat out").select_option("Anne")
    phone.field("Led").select_option("Paul")
    for name in ("green 12", "1"):
        phone.tap(name)
    expect(ruling_text).to_have_text("So far, Paul wins and Rachel is befooled. Still to play: Camille and Ben.")
    back = phone.button("Delete last")
    place_of_back = back.bounding_box()
    colour("red")
    phone.tap("red 3")
    colour("yellow")
    assert back.bounding_box() == pytest.approx(place_of_back, abs=1)
    phone.page.route("**/ruling*", lambda route: route.abort())
    phone.tap("yellow 20")
    expect(place("Ben")).to_contain_text("20")  # lies there before anybody has judged it
    expect(ruling_text).to_have_text("No connection. Your entries stay on this phone.")
    phone.page.unroute("**/ruling*")
    phone.run("dispatchEvent(new Event('online'))")
    expect(ruling_text).to_have_text("Camille is befooled, Paul wins.")
    expect(cards).to_have_value("G12 1 R3 Y20")
    expect(phone.button("yellow 20")).to_be_hidden()  # all have played
    phone.reload()
    expect(ruling_text).to_have_text("Camille is befooled, Paul wins.")
    expect(phone.field("Led")).to_have_value(str(FIVE.index("Paul") + 1))
    phone.page.get_by_text("Was that allowed?").tap()
    hand = phone.field("Rest of the hand")
    place_of_hand = hand.bounding_box()
    hand.fill("g5")
    phone.reads("No. Ben played the yellow 20. The hand had the lead colour: green 5.", ".trick-allowed")
    assert hand.bounding_box() == place_of_hand, "what comes of it stands below"
    cards.fill("g12 b16")
    expect(phone.page.get_by_role("alert").filter(has_text="There’s no blue 16")).to_be_visible()
    expect(cards).to_have_attribute("aria-invalid", "true")


def test_an_attack_of_durak(phone):
    """The trump, the attack, the answer to it. Taps that overtake the answers lose no card."""
    phone.open("/referee/durak")
    summary, ruling = phone.page.locator(".durak-summary"), phone.page.locator("#ruling")

    def lie(cards):
        phone.page.wait_for_url(re.compile(rf"[?&]cards={re.escape(cards)}(&|$)"))

    phone.seen.get_by_role("radio", name="hearts").tap()
    held = []
    phone.page.route(re.compile(r"/ruling\?"), lambda route: held.append(route), times=1)
    with phone.page.expect_request(re.compile(r"/ruling\?.*S6")):
        phone.run(CLICK % "tap", ["S6", "S6", "S9"])
    phone.tap("ace of clubs")
    held[0].continue_()
    phone.tap("6 of hearts")
    lie("S6.S9.CA.H6")
    expect(summary).to_have_text("All cards are beaten. Unless somebody adds one, the attack is repelled.")
    expect(phone.page.locator("#taps input")).to_have_count(0)
    phone.tap("Defence 2: 6 of hearts. Take it back.")
    expect(summary).to_contain_text("Still to beat")
    phone.page.route(re.compile(r"/ruling\?"), lambda route: route.fulfill(status=200, body="<p>Log in</p>"))
    phone.tap("king of clubs")
    expect(phone.page.get_by_text("No connection: don’t reload. Trying again…")).to_be_visible()
    phone.page.unroute_all()
    lie("S6.S9.CA.CK")
    expect(phone.page.get_by_text("No connection: don’t reload. Trying again…")).to_be_hidden()
    expect(summary).to_contain_text("Not allowed")
    phone.field("Defender’s hand").select_option("2")
    expect(phone.page.locator(".durak-room")).to_have_text("No more cards: the defender had 2.")
    ruling_text = ruling.inner_text()
    phone.reload()
    expect(ruling).to_have_text(ruling_text, use_inner_text=True)
    expect(phone.seen.get_by_role("radio", name="hearts")).to_be_checked()
    assert "tap=" not in phone.page.url
    assert phone.run("history.length") <= 4, "no tap is a page"
