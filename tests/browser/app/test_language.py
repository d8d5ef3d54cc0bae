"""A language is chosen on one phone, for that phone: the others at the table, and the big screen, have their own."""

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import Phone

BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


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
    speaks(choose(other.visit("/screen"), "Español"), "es")
    speaks(other.visit("/settings"), "fr")


def test_a_page_that_is_open_goes_on_in_its_language(another_phone):
    """Another is chosen in another tab: what comes into it is in the same, and the way back leads into the new one."""
    phone = another_phone().sit_down()
    typing = Phone(phone.page.context.new_page(), phone.address).open(f"{phone.table}/rounds/new")
    typing.cards(7)
    choose(Phone(phone.page.context.new_page(), phone.address).open("/"), "Polski")
    elsewhere.enter(phone.table, 1, "17", "", "13", "5", "4")
    phone.shows("Round 2").reads("Round 1 saved", ".news")
    for each in (typing, phone):
        each.run(BACK)
    speaks(phone, "pl").shows("Runda 2")
    expect(typing.left("Anne")).to_have_value("7")
    speaks(typing, "en")


def test_a_language_that_no_clock_knows(another_phone):
    """Times are shown all the same, and the scripts that come later run."""
    phone = another_phone(before="Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix', 'en'] })")
    phone.sit_down().knows(1)
    time = phone.visit("/history").seen.locator("time[data-local]").first
    expect(time).to_contain_text("20")
    assert time.inner_text() != time.get_attribute("datetime")
