"""The pad of Fool!: a whole game card by card, rounds by totals, and for whom it types until somebody changes that."""

import re

from playwright.sync_api import expect

from tests.browser.phone import FIVE, FOUR


def test_a_whole_game_by_cards(phone):
    phone.sit_down(*FOUR, tens_to_end="2")
    phone.reads(re.compile("Anne.starts"), ".opening-starts")
    phone.open_entry(1)
    assert phone.left("Anne").get_attribute("inputmode") == "none", "no keyboard of the phone's comes up"
    tray, keys = phone.page.locator(".tray-sum"), phone.seen.get_by_role("group", name="Cards left")
    phone.cards(5, 12, 1)
    expect(tray).to_have_text("−22")
    phone.tap("Take back 12")
    expect(tray).to_have_text("−10")
    phone.tap("Delete last", within=keys)
    expect(phone.left("Anne")).to_have_value("5")
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel and Camille")
    phone.next_player()
    phone.tap("Fool! disc")
    phone.tap("Out")
    phone.next_player()
    phone.cards(6, 7)
    phone.save(1)  # too early: it says who is missing, and stays
    expect(phone.hand("Rachel")).to_have_attribute("aria-current", "true")
    expect(phone.verdict).to_have_text("Still to enter: Camille")
    phone.next_player()
    phone.tap("Out")
    expect(phone.verdict).to_have_text("Save: Anne −5, Paul 0, Rachel −13, Camille +10")
    phone.save(1).saved(1).totals("−5", "0", "−13", "10")

    phone.open_entry(2)
    phone.cards(27, 26)
    phone.tap("27", within=keys)
    expect(phone.verdict).to_contain_text("The deck has only 1 card numbered 27")
    phone.tap("Delete last", within=keys)
    phone.choose("Paul")
    phone.tap("Out")
    phone.next_player()
    phone.cards(3, 4, 5, 6, 7, 8, 9)
    phone.choose("Camille")
    phone.cards(2)
    expect(phone.verdict).to_contain_text("Rachel has 7 cards left.")
    phone.save(2).tap("Save anyway")
    phone.saved(2).shows("Paul wins")
    phone.reads("+10 was scored 2 times.")
    expect(phone.page.get_by_role("img", name=re.compile("Totals by round"))).to_be_visible()
    expect(phone.page.locator(".ranking li").first).to_contain_text("Paul")
    phone.tap("Play on")
    phone.shows("Round 3")


BUTTONS = """[".next-player", ".save"].map(name => document.querySelector(name)).map(button => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [[x, y, width, height], getComputedStyle(button).color];
})"""


def test_the_dark_button_is_what_is_tapped_next(phone):
    """*Next player* while somebody lacks, then *Save*; nothing moves."""
    phone.sit_down(*FOUR).open_entry(1)
    (going_on, light), (saving, dark) = phone.run(BUTTONS)
    assert light != dark
    for name in FOUR[1:]:
        phone.cards(5)
        phone.next_player()
        assert phone.run(BUTTONS) == [[going_on, light], [saving, dark]], name
    phone.tap("Out")
    assert phone.run(BUTTONS) == [[going_on, dark], [saving, light]]


def test_the_name_above_the_keys_moves_nothing(phone):
    """Up to twelve letters; of a longer name the row tells."""
    phone.sit_down("Jo", "Sebastian", "Konstantinos", "Maximiliane-Friederike").open_entry(1)
    name, key = phone.page.locator("#pad-whose"), phone.button("Out")
    place = key.bounding_box()
    for text, height in (("Jo", 20), ("Sebastian", 20), ("Konstantinos", 20), ("Maximiliane-Friederike", 1)):
        expect(name).to_have_text(text)
        assert (name.bounding_box()["height"], key.bounding_box()) == (height, place)
        phone.cards(5)
        phone.next_player()


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
    phone.tap("Delete last", within=keys)
    phone.digits("05")
    phone.tap("Next player: Paul")
    phone.digits("24")
    assert typed(phone) == ["=105", "=24", "=8", "=23", ""]


def test_the_pad_stays_with_whom_it_names(phone, another_phone):
    """Not after Out, not after digits, not by a hand that another phone sends; a tap on a row changes no mode."""
    phone.sit_down().open_entry(1)
    name = phone.page.locator("#pad-whose")
    phone.tap("Out")
    phone.tap("Fool! disc")
    expect(name).to_have_text("Anne")
    expect(phone.hand("Anne").get_by_label("Fool! disc")).to_be_checked()
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
