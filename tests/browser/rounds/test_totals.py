"""The pad of Fool!: it moves only by Next player or a tap on a name, and its mode only by its switch."""

from playwright.sync_api import expect

from tests.browser.phone import FIVE


def typed(phone):
    return [phone.left(name).input_value() for name in FIVE]


def test_by_totals_and_corrected_so(phone):
    phone.sit_down().open_entry(1)
    phone.tap("Totals")
    phone.taps = 0
    for total in ("17", "12", "8", "23"):
        phone.digits(total)
        phone.next_player()
    phone.tap("Out")
    assert phone.taps == 12
    phone.save(1)
    phone.saved(1).totals("−17", "−12", "−8", "−23", "10")

    # The table's choice is kept on the phone; a third digit is a digit, and a total begins anew at each coming.
    phone.visit("/rounds/1")
    keys = phone.seen.get_by_role("group", name="Total")
    expect(phone.button("Totals")).to_have_attribute("aria-pressed", "true")
    phone.digits("18")
    phone.tap("Take back the last", within=keys)
    phone.digits("05")
    phone.tap("Next player: Paul")
    phone.digits("24")
    assert typed(phone) == ["=105", "=24", "=8", "=23", ""]


def test_the_pad_stays_with_whom_it_names(phone, another_phone):
    """Not after Out, not after digits, not by a hand that another phone sends; a tap on a row changes no mode."""
    phone.sit_down().open_entry(1)
    name = phone.page.locator("#pad-whose")
    phone.tap("Out")
    phone.tap("Took a Fool! disc")
    expect(name).to_have_text("Anne")
    expect(phone.hand("Anne").get_by_label("Took a Fool! disc")).to_be_checked()
    phone.tap("Totals")
    phone.choose("Paul")
    phone.digits("17")
    phone.choose("Rachel")
    phone.tap("Cards")
    phone.cards(5)
    phone.choose("Paul")
    expect(phone.button("Cards")).to_have_attribute("aria-pressed", "true")
    other = another_phone().sit_at(phone.table.removeprefix(phone.address))
    other.visit("/hands/4").cards(3)
    other.tap("Send my hand")
    expect(phone.hand("Camille")).to_contain_text("sent")
    expect(name).to_have_text("Paul")

    # Out over cards, and once more: nothing is lost.
    phone.choose("Rachel")
    phone.tap("Out")
    expect(phone.hand("Rachel").get_by_label("Out")).to_be_checked()
    phone.page.wait_for_timeout(150)  # at once it would be a key that bounced
    phone.tapped = ""
    phone.tap("Out")
    assert typed(phone) == ["", "=17", "5", "", ""]
