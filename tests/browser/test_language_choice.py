"""A language is chosen on one phone, for that phone: the others at the table, and the big screen, have their own."""

import pytest
from playwright.sync_api import expect

from companion.text import catalogue
from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.test_live import enter
from tests.server import AT_HOME


def choose(phone, name):
    """Choose a language on the page that the phone shows."""
    with phone.page.expect_navigation():
        phone.tap(name)


def heading(phone, name):
    return phone.page.get_by_role("heading", name=name, exact=True)


def test_every_phone_at_a_table_has_its_own(phone, another_phone):
    phone.start_game()
    other = another_phone()
    other.page.goto(other.address)
    choose(other, "Deutsch")
    expect(other.page.locator("html")).to_have_attribute("lang", "de")
    other.page.goto(phone.table)
    expect(heading(other, "Runde 1")).to_be_visible()
    phone.page.goto(phone.table)
    expect(heading(phone, "Round 1")).to_be_visible()
    enter(phone, 1)
    expect(heading(phone, "Round 2")).to_be_visible()
    expect(heading(other, "Runde 2")).to_be_visible()
    other.page.goto(other.address)
    expect(other.page.locator("#continue")).to_contain_text("Runde 2", use_inner_text=True)


def test_what_comes_into_an_open_page_is_in_its_language(phone, another_phone):
    """Another language is chosen in another tab of the same phone."""
    phone.start_game()
    writer = another_phone()
    writer.table = phone.table
    there = Phone(phone.page.context.new_page(), phone.address)
    there.page.goto(there.address)
    choose(there, "Polski")
    enter(writer, 1)
    expect(heading(phone, "Round 2")).to_be_visible()
    expect(phone.page.locator(".news")).to_contain_text("Round 1 entered")
    phone.page.reload()
    expect(heading(phone, "Runda 2")).to_be_visible()
    expect(phone.page.locator("html")).to_have_attribute("lang", "pl")


def test_the_first_page_tells_its_tables_in_the_language_chosen(phone):
    phone.start_game()
    phone.page.goto(phone.address)
    expect(phone.page.locator("#continue")).to_contain_text("Round 1")
    choose(phone, "Français")
    expect(phone.page.locator("#continue")).not_to_contain_text("Round 1")
    expect(phone.page.locator("#continue strong")).to_have_attribute("lang", "fr")


def test_the_big_screen_has_its_own(phone):
    phone.start_game()
    phone.page.goto(f"{phone.table}/screen")
    choose(phone, "Español")
    expect(phone.page.locator("html")).to_have_attribute("lang", "es")
    assert phone.page.url == f"{phone.table}/screen"
    phone.page.goto(f"{phone.table}/settings")
    expect(phone.page.locator("html")).to_have_attribute("lang", "en")
    choose(phone, "Українська")
    expect(phone.page.locator("html")).to_have_attribute("lang", "uk")
    phone.page.goto(f"{phone.table}/screen")
    expect(phone.page.locator("html")).to_have_attribute("lang", "es")


def test_times_are_written_in_it(phone):
    phone.start_game()
    phone.page.goto(f"{phone.table}/settings")
    choose(phone, "Deutsch")
    phone.page.goto(f"{phone.table}/history")
    expect(phone.page.locator("time").first).to_contain_text(", ")
    told, written = phone.page.evaluate(
        """[document.querySelector("time").textContent, new Date(document.querySelector("time").dateTime)
            .toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })]"""
    )
    assert told == written


@pytest.fixture
def secure(page, mortal_server):
    """The address of the companion over HTTPS."""
    page.set_default_timeout(8000)
    proxy = Proxy(mortal_server.port, AT_HOME)
    yield proxy.address
    proxy.close()


@pytest.mark.browser_context_args(locale="fr-FR")
def test_without_a_connection_there_is_what_was_seen(page, secure, mortal_server):
    """Also for a browser that says which language it accepts where the service worker hears it."""
    installed = Phone(page, secure, catalogue(["fr"])).start_game()
    page.evaluate("navigator.serviceWorker.ready")
    page.goto(installed.table)
    for address in (f"{installed.address}/offline", installed.table):
        installed.keeps(address, '<html lang="fr"')
    mortal_server.kill()
    page.goto(installed.table)
    expect(heading(installed, "Manche 1")).to_be_visible()
    page.goto(f"{installed.table}/history")
    expect(heading(installed, "Pas de connexion")).to_be_visible()


def test_without_a_connection_nothing_is_left_of_the_one_before(page, secure, mortal_server):
    installed = Phone(page, secure).start_game()
    page.evaluate("navigator.serviceWorker.ready")
    page.goto(installed.address)
    page.goto(installed.table)
    page.goto(f"{installed.table}/settings")
    choose(installed, "Deutsch")
    for address in (f"{installed.address}/offline", installed.address, installed.table):
        installed.keeps(address, '<html lang="de"')
    mortal_server.kill()
    page.goto(installed.address)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    installed.tap("Polski")  # nothing is chosen, and nothing is lost
    expect(heading(installed, "Keine Verbindung")).to_be_visible()
    page.goto(installed.table)
    expect(heading(installed, "Runde 1")).to_be_visible()
    page.goto(f"{installed.table}/history")
    expect(page.locator("html")).to_have_attribute("lang", "de")


BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.mark.parametrize("path", ["", "/sheet"])
def test_the_way_back_leads_to_no_table_in_the_language_before(phone, path):
    """The browser's own memory shows a page as it was; Chromium has none while it is driven, so it is told to."""
    phone.start_game()
    phone.page.goto(phone.table + path)
    phone.page.evaluate(f"document.body.dataset.old = 'yes', {BACK}")
    phone.page.wait_for_timeout(300)
    assert phone.page.locator("body").get_attribute("data-old") == "yes"
    there = Phone(phone.page.context.new_page(), phone.address)
    there.page.goto(there.address)
    choose(there, "Français")
    phone.page.evaluate(BACK)
    expect(phone.page.locator("html")).to_have_attribute("lang", "fr")


def test_the_way_back_leaves_what_was_typed(phone):
    phone.start_game()
    phone.open_entry(1)
    phone.cards(7)
    there = Phone(phone.page.context.new_page(), phone.address)
    there.page.goto(f"{there.address}/groups/new")
    there.page.locator("#name").fill("Thursdays")
    home = Phone(phone.page.context.new_page(), phone.address)
    home.page.goto(home.address)
    choose(home, "Français")
    for page in (phone.page, there.page):
        page.evaluate(f"document.body.dataset.old = 'yes', {BACK}")
    phone.page.wait_for_timeout(300)
    for page in (phone.page, there.page):
        assert page.locator("body").get_attribute("data-old") == "yes"
    expect(there.page.locator("#name")).to_have_value("Thursdays")
