"""A round by totals: two digits, then the next player."""

from playwright.sync_api import expect

from tests.browser.phone import FIVE


def test_by_totals_and_corrected_so(phone):
    phone.sit_down().open_entry(1)
    phone.tap("Totals")
    phone.taps = 0
    for total in ("17", "12", "08", "23"):
        phone.digits(total)
    phone.tap("Out")
    phone.save(1)
    assert phone.taps <= 10
    phone.saved(1).totals("−17", "−12", "−8", "−23", "10")

    # On another phone the correction opens the pad that the round was entered on, and goes on as an empty one.
    phone.run("localStorage.clear()")
    phone.visit("/rounds/1")
    keys = phone.seen.get_by_role("group", name="Total")
    expect(phone.button("Totals")).to_have_attribute("aria-pressed", "true")
    phone.digits("18")
    phone.tap("Take back the last", within=keys)
    phone.digits("7")
    phone.next_player()  # from habit, though two digits went on
    phone.digits("24")
    phone.choose("Anne")
    phone.tap("+100")
    phone.digits("05")
    typed = [phone.left(name).input_value() for name in FIVE]
    assert typed == ["=105", "=24", "=8", "=23", ""]
    phone.choose("Ben")
    phone.tap("Cards")
    phone.cards(1)
    expect(phone.hand("Ben").get_by_label("Out")).not_to_be_checked()
    expect(phone.verdict).to_contain_text("Nobody went out.")
