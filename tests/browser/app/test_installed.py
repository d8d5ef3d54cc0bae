"""The app on the home screen: where browsers trust it, it opens without a connection, with what was seen last."""

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere

LOST = "No connection. Trying again…"


@pytest.fixture
def server(mortal_server):
    return mortal_server


@pytest.fixture
def phone(another_phone, here):
    phone = another_phone(here).sit_down()
    phone.run("navigator.serviceWorker.ready")
    return phone


def test_it_opens_without_a_server_and_in_one_language(phone, server):
    elsewhere.enter(phone.table, 1, "17", "", "13", "5", "4")  # a change seen live is what is kept
    phone.shows("Round 2")
    for path in ("", "/sheet"):
        phone.keeps(phone.table + path, "−17")
    phone.type_round("9").visit()
    kept = phone.run("async () => (await (await caches.open('companion-1')).keys()).map(({ url }) => url)")
    assert not [address for address in kept if "/rounds" in address or "/live" in address], "forms have used keys"
    server.kill()
    phone.open("/?start=last").page.wait_for_url(phone.table)
    phone.totals("−17", "10", "−13", "−5", "−4")
    expect(phone.page.get_by_text(LOST)).to_be_visible()
    phone.tap("Sheet", "link")
    expect(phone.page.get_by_role("cell").filter(has_text="−17").first).to_be_visible()
    phone.visit("/rules").shows("Who is befooled")
    phone.visit("/rounds/new").shows("No connection")
    server.start()
    expect(phone.page.get_by_role("button", name="Save round 2")).to_be_visible()  # it comes by itself

    # Another language: nothing is left of the one before.
    phone.open("/")
    with phone.page.expect_navigation():
        phone.tap("Deutsch")
    for path in ("/offline", "/", phone.table.removeprefix(phone.address)):
        phone.keeps(phone.address + path, '<html lang="de"')
    server.kill()
    phone.visit().shows("Runde 2").visit("/history").shows("Keine Verbindung")
    phone.open("/").tap("Polski")  # nothing is chosen, and nothing is lost
    phone.shows("Keine Verbindung")
