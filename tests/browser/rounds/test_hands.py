"""Every player lays the own hand from the own phone, covered until the round is saved."""

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR

WAITING = "Still to enter: Anne, Paul and Camille"


def test_my_hand_is_covered_until_the_round_is_saved(phone, another_phone):
    phone.sit_down(*FOUR)
    rachel = another_phone().sit_at(phone.table.removeprefix(phone.address))
    rachel.tap("My hand", "link")
    rachel.tap("Rachel")
    rachel.reads("You’re Rachel.").taps = 0
    rachel.cards(12, 1)
    rachel.tap("Send my hand")
    assert rachel.taps == 2 + 1
    rachel.has_come().reads("you", ".standing-me")
    for each in (phone, rachel):
        each.reads(WAITING)
        assert "−17" not in each.page.locator("main").inner_text()

    # Who enters the round sees that it is there; the phone that laid it can take it up again.
    phone.open_entry(1)
    expect(phone.hand("Rachel").locator(".hand-sum")).to_have_text("sent")
    rachel.tap("My hand ✓ sent", "link")
    expect(rachel.left("Rachel")).to_have_value("12 1")
    rachel.tap("Start over") if rachel.button("Start over").is_visible() else None
    rachel.tap("Totals")
    rachel.digits("105")  # on one's own pad three digits go nowhere
    expect(rachel.left("Rachel")).to_have_value("=105")
    rachel.tap("Out")
    expect(rachel.hand("Rachel").get_by_label("Out")).to_be_checked()
    rachel.left("Rachel").fill("1")
    rachel.left("Rachel").fill("")
    rachel.tap("Send my hand")
    expect(rachel.verdict).to_have_text("Enter the cards left, or tap Out.")
    rachel.tap("Cards")
    rachel.cards(12)
    rachel.tap("Send my hand")
    rachel.has_come().reads(WAITING)

    # Paul's comes too; what is typed for him all the same is a question.
    elsewhere.send(f"{phone.table}/hands/2", **{"number": "1", "version": "1", "seat-2-cards": "0"})
    expect(phone.hand("Paul").locator(".hand-sum")).to_have_text("sent")
    for player, face in (("Anne", 21), ("Camille", 8), ("Paul", 7)):
        phone.choose(player)
        phone.cards(face)
    phone.save(1)
    expect(phone.seen.get_by_role("alertdialog")).to_have_text(
        "Paul also sent a hand. Which is right? Change Use Paul’s Use mine"
    )
    phone.tap("Use Paul’s")
    phone.saved(1)
    for each in (phone, rachel):
        each.shows("Round 2").totals("−21", "10", "−12", "−8")
