"""Below a path of a site that is there already, and as one cell of many: all that scripts do finds its way."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE, Phone
from tests.browser.proxy import Proxy
from tests.browser.test_outbox import type_round
from tests.server import AT_HOME, Server
from tests.tiers import only_thorough

BELOW = "/companion"


@pytest.fixture(params=["", *only_thorough([BELOW])])
def below(request, page, tmp_path, complaints):
    """A phone at such a companion, whose proxy leaves the path in or takes it out, and its server."""
    page.set_default_timeout(8000)
    server = Server(tmp_path, "--cell", "b", "--public-url", f"https://cards.example{BELOW}")
    proxy = Proxy(server.port, AT_HOME, below=request.param)
    yield Phone(page, proxy.address + BELOW), server
    proxy.close()
    server.kill()
    assert [complaint for complaint in complaints if "SSL" not in complaint] == []


def test_an_evening_below_a_path(below):
    phone, server = below
    page = phone.start_game().page
    assert f"{BELOW}/t/b." in phone.table
    type_round(phone)
    phone.save(1)
    phone.saved(1)
    phone.tap("Undo")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    type_round(phone)
    phone.save(1)
    phone.saved(1)
    page.goto(f"{phone.address}/")
    page.locator("#continue").tap()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    page.locator("[data-group-link='']").first.tap()
    expect(page.get_by_role("heading", name="Game night")).to_be_visible()
    assert f"{BELOW}/g/b." in page.url
    page.get_by_role("link", name="New game").tap()
    for number, name in enumerate(FIVE, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_label("First starter").select_option("1")
    phone.tap("Start game")
    page.wait_for_url(f"**{BELOW}/t/b.*")
    expect(page.get_by_role("link", name="Group", exact=True)).to_be_visible()
    page.goto(phone.table)
    phone.keeps(phone.table, "−17")
    server.kill()
    page.goto(f"{phone.address}/?start=last")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    page.goto(f"{phone.address}/tables/new")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
