"""A language is chosen on one phone, for that phone: the others at the table have their own."""

from playwright.sync_api import expect

from tests.browser import elsewhere


def choose(phone, name):
    """Choose a language on the page that the phone shows."""
    with phone.page.expect_navigation():
        phone.tap(name)
    return phone


def speaks(phone, language):
    expect(phone.page.locator("html")).to_have_attribute("lang", language)
    return phone


def test_every_phone_at_a_table_has_its_own(phone, another_phone):
    phone.sit_down()
    other = speaks(choose(another_phone().open("/"), "Deutsch"), "de")
    other.sit_at(phone.table.removeprefix(phone.address)).shows("Runde 1")
    elsewhere.enter(phone.table, 1, "17", "", "13", "5", "4")
    phone.shows("Round 2")
    other.shows("Runde 2").visit("/history")
    words, written = other.run(
        """[document.querySelector("time").textContent, new Date(document.querySelector("time").dateTime)
            .toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })]"""
    )
    assert words == written
    other.open("/")
    expect(other.page.locator("#continue")).to_contain_text("Runde 2", use_inner_text=True)
    choose(other, "Français")
    expect(other.page.locator("#continue")).not_to_contain_text("Runde")
    speaks(other.visit("/screen"), "fr")
