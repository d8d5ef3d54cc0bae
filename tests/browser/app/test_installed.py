"""The app on the home screen: where browsers trust it, it opens without a connection, with what was seen last."""

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere

LOST = "No connection: don’t reload. Trying again…"


@pytest.fixture
def server(mortal_server):
    return mortal_server


@pytest.fixture
def phone(another_phone, server):
    """At the address of this computer, which browsers trust as they do HTTPS."""
    phone = another_phone(server.address).sit_down()
    phone.run("navigator.serviceWorker.ready")
    return phone


def test_it_opens_without_a_server_and_in_one_language(phone, server):
    elsewhere.enter(phone.table, 1, "17", "", "13", "5", "4")  # a change seen live is what is kept
    phone.shows("Round 2")
    for path in ("", "/sheet"):
        phone.keeps(phone.table + path, "−17")
    phone.type_round("9").visit()
    phone.keeps(phone.table + "/rounds/new", "Save round 2")
    addresses = phone.run("async () => (await (await caches.open('companion-1')).keys()).map(({ url }) => url)")
    assert not [address for address in addresses if "/live" in address]
    server.kill()
    phone.open("/?start=last").page.wait_for_url(phone.table)
    phone.totals("−17", "10", "−13", "−5", "−4")
    expect(phone.page.get_by_text(LOST)).to_be_visible()
    phone.tap("Sheet", "link")
    expect(phone.page.get_by_role("cell").filter(has_text="−17").first).to_be_visible()
    phone.visit("/rules").shows("Who is befooled")
    # A round is entered without a connection, and sent when there is one; a page that has not come comes by itself.
    phone.type_round("9", "", "13", "5", "4").save(2)
    expect(phone.waiting).to_contain_text("Saved on this phone: Round 2")
    phone.visit("/history").shows("No connection")
    server.start()
    phone.shows("History").visit().totals("−26", "20", "−26", "−10", "−8")
    phone.keeps(phone.table + "/rounds/new", "Save round 3")

    # Another language: nothing is left of the one before.
    phone.open("/")
    with phone.page.expect_navigation():
        phone.tap("Deutsch")
    for path in ("/offline", "/", phone.table.removeprefix(phone.address)):
        phone.keeps(phone.address + path, '<html lang="de"')
    server.kill()
    phone.visit().shows("Runde 3").visit("/chart").shows("Keine Verbindung")
    phone.open("/").tap("Polski")  # nothing is chosen, and nothing is lost
    phone.shows("Keine Verbindung")
