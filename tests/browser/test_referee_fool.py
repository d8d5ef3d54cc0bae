"""A disputed trick on a phone: tapped card by card, judged at once, and still there after a reload."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE
from tests.browser.test_look import judge, look, sheet, small_targets


@pytest.fixture
def browser_context_args(browser_context_args):
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


class Trick:
    """The referee's page and its pad."""

    def __init__(self, phone, address):
        self.phone = phone
        self.page = phone.page
        self.page.goto(address)
        self.told = self.page.locator(".trick-told")
        self.cards = self.page.get_by_label("Cards played")

    def colour(self, name):
        self.page.get_by_role("radio", name=name, exact=True).tap()

    def place(self, player):
        return self.page.get_by_role("listitem").filter(has=self.page.get_by_text(player, exact=True))


def test_a_trick_is_tapped_and_judged(phone):
    """At a table of five: Paul led, Anne sat out, Camille shed the lower card."""
    trick = Trick(phone, phone.start_game().table + "/referee")
    expect(trick.told).to_have_text("Tap the cards in the order they were played, Anne first.")
    trick.page.get_by_label("Sat out").select_option("Anne")
    trick.page.get_by_label("Led").select_option("Paul")
    for name in ("green 12", "1"):
        phone.tap(name)
    expect(trick.told).to_have_text("So far Paul wins and Rachel is befooled. Still to play: Camille and Ben.")
    judge(trick.page)
    assert small_targets(trick.page) == []
    trick.colour("red")
    phone.tap("red 3")
    trick.colour("yellow")
    phone.tap("yellow 20")
    expect(trick.told).to_have_text("Camille is befooled, Paul wins.")
    expect(trick.cards).to_have_value("G12 1 R3 Y20")
    expect(trick.place("Paul")).to_contain_text("wins")
    expect(trick.place("Camille")).to_contain_text("befooled")
    expect(trick.page.get_by_role("button", name="yellow 20", exact=True)).to_be_hidden()  # all have played
    judge(trick.page)
    assert small_targets(trick.page) == []

    trick.page.reload()
    expect(trick.told).to_have_text("Camille is befooled, Paul wins.")
    expect(trick.cards).to_have_value("G12 1 R3 Y20")
    expect(trick.page.get_by_label("Led")).to_have_value(str(FIVE.index("Paul") + 1))

    phone.tap("Take back red 3")
    expect(trick.told).to_contain_text("Still to play: Ben.")
    expect(trick.cards).to_have_value("G12 1 Y20")
    expect(trick.place("Camille")).to_contain_text("20")
    trick.colour("red")
    phone.tap("red 5")
    expect(trick.told).to_have_text("Ben is befooled, Paul wins.")

    phone.tap("The next trick", "link")
    expect(trick.told).to_have_text("Tap the cards in the order they were played, Paul first.")
    expect(trick.place("Ben")).to_have_count(0)


def test_no_tap_is_lost_however_quick(phone):
    """Six cards in a row within one frame, while answers come late: the field has them all, in order."""
    trick = Trick(phone, f"{phone.address}/referee/fool?players=8")
    asked = []
    trick.page.on("request", lambda request: asked.append(request.url) if "/ruling" in request.url else None)
    trick.page.evaluate(
        """() => { for (const card of ["G2", "G3", "G4", "G5", "1", "1"])
            document.querySelector(`[name=add][value="${card}"]`).click(); }"""
    )
    expect(trick.cards).to_have_value("G2 G3 G4 G5 1 1")
    expect(trick.told).to_contain_text("So far Player 4 wins and Player 6 and Player 5 are befooled.")
    assert len(asked) == 1
    trick.page.route("**/ruling*", lambda route: None)
    phone.tap("green 9")
    expect(trick.place("Player 7")).to_contain_text("9")  # lies there before anybody has judged it
    trick.page.unroute_all()
    phone.tap("green 10")
    expect(trick.told).to_have_text("Player 6 and Player 5 are befooled, Player 8 wins.")


@pytest.mark.thorough
def test_what_cannot_be_is_said_at_the_field(phone):
    trick = Trick(phone, f"{phone.address}/referee/fool")
    trick.cards.fill("G12 B16")
    expect(trick.page.get_by_role("alert").filter(has_text="There is no blue 16")).to_be_visible()
    expect(trick.cards).to_have_attribute("aria-invalid", "true")
    judge(trick.page)
    trick.cards.fill("G12 B15")
    expect(trick.told).to_contain_text("So far Player 1 wins")
    expect(trick.cards).to_have_attribute("aria-invalid", "false")


@pytest.mark.thorough
def test_was_that_allowed(phone):
    trick = Trick(phone, f"{phone.address}/referee/fool?cards=G12+1+R3+Y20")
    trick.page.get_by_role("radio", name="the hand", exact=True).tap()
    trick.page.get_by_label("Whose card").select_option("Player 3")
    allowed = trick.page.locator(".trick-allowed")
    expect(allowed).to_contain_text("It depends.")
    phone.tap("green 5")
    expect(trick.page.get_by_label("Rest of the hand")).to_have_value("G5")
    expect(allowed).to_contain_text("No. Player 3 played the red 3. The lead colour was in that hand: green 5.")
    expect(trick.cards).to_have_value("G12 1 R3 Y20")
    judge(trick.page)
    trick.page.reload()
    expect(allowed).to_contain_text("No.")


@pytest.mark.thorough
def test_another_number_of_players_has_other_places(phone):
    trick = Trick(phone, f"{phone.address}/referee/fool")
    phone.tap("green 5")
    trick.page.get_by_label("Players").select_option("7")
    trick.page.wait_for_url(re.compile("players=7"))
    expect(trick.cards).to_have_value("G5")
    expect(trick.page.get_by_label("Sat out, too")).to_be_visible()
    judge(trick.page)


@pytest.mark.thorough
def test_eight_players_with_long_names_fit(phone):
    referee = phone.import_game(sheet(3)).table + "/referee"
    for question in (
        "",
        "?sits=7&cards=G12+1+R3+Y20+B15+Y3+G2",
        "?sits=7&sits=8&cards=G12+1+R3+Y20+B15+Y3&hand=G5&into=hand",
    ):
        look(phone, referee + question)


@pytest.mark.thorough
def test_without_a_connection_the_cards_stay(phone):
    trick = Trick(phone, f"{phone.address}/referee/fool")
    phone.tap("green 5")
    expect(trick.told).to_contain_text("Still to play")
    trick.page.context.set_offline(True)
    phone.tap("green 6")
    expect(trick.told).to_have_text("No answer. Your cards stay here.")
    trick.page.context.set_offline(False)
    expect(trick.told).to_contain_text("So far Player 2 wins")
