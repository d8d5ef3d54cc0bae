"""The app on the home screen: over HTTPS it opens without a connection, with the last known sheet."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.test_outbox import type_round
from tests.server import AT_HOME


@pytest.fixture
def phone(page, mortal_server, complaints):
    page.set_default_timeout(8000)
    proxy = Proxy(mortal_server.port, AT_HOME)
    yield Phone(page, proxy.address).start_game()
    proxy.close()
    assert [complaint for complaint in complaints if "SSL" not in complaint] == []


def test_it_opens_without_a_server_and_shows_the_last_known_sheet(phone, mortal_server):
    type_round(phone)
    phone.save(1)
    phone.saved(1)
    phone.keeps(phone.table, "−17")
    phone.keeps(phone.table + "/sheet", "−17")
    mortal_server.kill()
    phone.page.goto(f"{phone.address}/?start=last")
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert phone.page.url == phone.table
    assert phone.total("Anne") == "−17"
    expect(phone.page.get_by_text("No connection. Trying again…")).to_be_visible()
    phone.tap("Sheet", "link")
    expect(phone.page.get_by_role("cell").filter(has_text="−17").first).to_be_visible()
    phone.page.goto(f"{phone.table}/rules")
    expect(phone.page.get_by_role("heading", name="Who is befooled")).to_be_visible()
    phone.page.go_back()
    mortal_server.start()
    expect(phone.page.get_by_text("No connection. Trying again…")).to_be_hidden()


@pytest.mark.thorough
def test_a_change_seen_live_is_the_last_known_sheet(phone, mortal_server, browser, browser_context_args):
    phone.page.goto(phone.table)
    with browser.new_context(**browser_context_args) as context:
        other = Phone(context.new_page(), phone.address)
        other.table = phone.table
        type_round(other)
        other.save(1)
        other.saved(1)
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    phone.keeps(phone.table, "−17")
    mortal_server.kill()
    phone.page.reload()
    assert phone.total("Anne") == "−17"


def test_entry_forms_are_never_kept(phone, mortal_server):
    """A form from yesterday would carry yesterday's key."""
    type_round(phone)
    phone.page.goto(phone.table)
    phone.page.wait_for_timeout(500)
    addresses = phone.page.evaluate("async () => (await (await caches.open('companion-1')).keys()).map(({url}) => url)")
    assert any(address == phone.table for address in addresses)
    assert not [address for address in addresses if "/rounds" in address or "/live" in address]


@pytest.mark.thorough
def test_chromium_would_install_it(page, shared_server):
    """Asked on this computer's own name, which Chromium trusts as it does a good certificate."""
    page.goto(shared_server.address)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []


@pytest.mark.thorough
def test_a_page_that_needs_the_server_says_so_and_leads_back(phone, mortal_server):
    type_round(phone)
    phone.save(1)
    phone.saved(1)
    phone.keeps(phone.table, "−17")
    mortal_server.kill()
    phone.tap("My hand", "link")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    phone.tap("To the table", "link")
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_a_page_that_could_not_be_reached_comes_by_itself_when_the_server_answers(phone, mortal_server):
    phone.keeps(phone.table, "Round 1")
    mortal_server.kill()
    phone.page.goto(f"{phone.table}/rounds/new")
    expect(phone.page.get_by_role("heading", name="No connection")).to_be_visible()
    mortal_server.start()
    expect(phone.page.get_by_role("button", name="Save round 1")).to_be_visible(timeout=15_000)
