"""Every player lays the own hand from the own phone, covered until the round is saved."""

import re

from playwright.sync_api import expect

from tests.browser.phone import FOUR

WAITING = "Waiting for the hands of"


def test_my_hand_is_covered_until_all_are_in(phone, another_phone):
    phone.sit_down(*FOUR)
    table = phone.table.removeprefix(phone.address)
    rachel, paul = another_phone(), another_phone()
    rachel.sit_at(table)
    rachel.tap("My hand", "link")
    rachel.tap("Rachel")
    rachel.reads("You are Rachel.").taps = 0
    rachel.cards(12, 1)
    rachel.tap("Send my hand")
    assert rachel.taps == 2 + 1
    rachel.has_come().reads("you", ".standing-me")
    for each in (phone, rachel):
        each.reads(f"{WAITING} Anne, Paul and Camille")
        assert "−17" not in each.page.locator("main").inner_text()

    # Who enters the round sees that it is there; the phone that laid it can take it up again.
    phone.open_entry(1)
    expect(phone.hand("Rachel").locator(".hand-sum")).to_have_text("sent")
    rachel.tap("My hand ✓ sent", "link")
    expect(rachel.left("Rachel")).to_have_value("12 1")
    rachel.tap("Take back 1")
    rachel.tap_key(rachel.button("Send my hand"))
    rachel.has_come().reads(f"{WAITING} Anne, Paul and Camille")

    # On one's own pad three digits go nowhere by themselves, and Out is Out over cards once it was asked.
    paul.sit_at(table).visit("/hands/2")
    expect(paul.left("Paul")).to_have_value("")
    paul.tap("Send my hand")
    expect(paul.page.locator("[data-unsaid]")).to_have_text("Which cards are left? Or are you out?")
    paul.tap("Totals")
    paul.digits("105")
    expect(paul.left("Paul")).to_have_value("=105")
    paul.tap("Out")
    paul.tap("Paul")
    expect(paul.hand("Paul").get_by_label("Out")).to_be_checked()
    paul.tap("Send my hand")
    paul.has_come()
    expect(phone.hand("Paul").locator(".hand-sum")).to_have_text("sent")
    for player, face in (("Anne", 21), ("Camille", 8), ("Paul", 7)):
        phone.choose(player)
        phone.cards(face)
    expect(phone.verdict).to_have_text("Paul sent a hand too. Which counts? Use Paul’s Use mine")
    phone.tap("Use Paul’s")
    phone.saved(1)
    for each in (phone, rachel):
        each.shows("Round 2").totals("−21", "10", "−12", "−8")


def test_all_hands_are_in_and_one_comes_too_late(phone, another_phone):
    phone.sit_down(*FOUR)
    late = another_phone().sit_at(phone.table.removeprefix(phone.address)).visit("/hands/3")
    late.cards(12)
    for seat in (1, 2, 3, 4):
        phone.visit(f"/hands/{seat}")
        phone.tap("Out") if seat == 2 else phone.cards(seat + 4)
        phone.tap("Send my hand")
        phone.has_come()
    phone.reads("All hands are in.")
    phone.tap("Save round 1")
    phone.shows("Round 2").totals("−5", "10", "−7", "−8")
    expect(late.page.get_by_text("Round 1 is saved by now.")).to_be_visible()
    late.tap("Send my hand")
    late.shows("Round 1 is saved by now")
    expect(late.page.get_by_role("row", name="Rachel")).to_contain_text(re.compile("−7.*−12", re.DOTALL))
    late.tap("Use mine instead")
    late.saved(1).totals("−5", "10", "−12", "−8")
