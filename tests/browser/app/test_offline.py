"""What a phone has taken is delivered exactly once, over plain HTTP in the Wi-Fi."""

import pytest
from playwright.sync_api import expect

from companion.store.database import FILE_NAME
from tests.browser import elsewhere
from tests.browser.phone import FIVE

HANDS = ("17", "", "13", "5", "4")
LOST = "No connection: don’t reload. Trying again…"
GONE = """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })"""


def waits(phone):
    return phone.page.locator(".outbox-waits").first


class TestServerGone:
    """A server that is killed, and its file put elsewhere, with a round on its way."""

    @pytest.fixture
    def server(self, mortal_server):
        return mortal_server

    def test_a_round_is_delivered_once_by_a_server_that_comes_back(self, phone, another_phone, server):
        phone.page.clock.install()
        phone.sit_down().type_round(*HANDS)
        other = another_phone()
        other.sit_at(phone.table.removeprefix(phone.address))
        other.until("document.querySelector('#stream')._htmx?.sse")
        server.kill()
        phone.save(1)
        expect(waits(phone)).to_contain_text("Saved on this phone: Round 1. Don’t reload: no connection.")
        expect(other.page.get_by_text(LOST)).to_be_visible()
        server.start()
        phone.page.clock.fast_forward(4000)
        phone.shows("Round 2").totals("−17", "10", "−13", "−5", "−4")
        expect(other.page.get_by_text(LOST)).to_be_hidden()
        other.shows("Round 2")
        expect(phone.waiting).to_be_hidden()

        # The server can't use its file: that is said, and no lost connection.
        phone.type_round(*HANDS)
        path = server.data / FILE_NAME
        path.rename(server.data / "elsewhere")
        phone.save(2)
        troubled = phone.page.locator(".outbox-troubled")
        expect(troubled).to_contain_text("Round 2 – safe on this phone. The server can’t save right now.")
        expect(troubled).to_be_in_viewport(ratio=1)
        (server.data / "elsewhere").rename(path)
        phone.page.clock.fast_forward(4000)
        phone.shows("Round 3")
        assert elsewhere.points(phone.table) == [-17, -17]

    def test_what_the_server_lost_a_phone_brings_back(self, phone, server, companion):
        """It comes back from an older copy of its file, and then without any, its group included."""
        phone.start_game()
        elsewhere.enter(phone.table, 1, *HANDS)
        backup = server.data / "backup.sqlite3"
        companion("backup", backup, "--data", server.data)
        elsewhere.enter(phone.table, 2, "18", *HANDS[1:])
        phone.visit().shows("Round 3")
        phone.until("companion.phone.names('sheet ').some((name) => companion.phone.read(name).rounds === 2)")
        server.kill()
        companion("restore", backup, "--data", server.data)
        server.start()
        phone.visit().shows("Round 2").tap("Restore from this phone")
        phone.shows("Round 3").totals("−35", "20", "−26", "−10", "−8")

        lost = phone.table
        server.kill()
        for file in server.data.glob("companion.sqlite3*"):
            file.unlink()
        server.options += ("--new",)
        server.start()
        phone.ready().tap("Restore from this phone")  # on the page that comes by itself
        phone.has_come(lambda address: address != lost).totals("−35", "20", "−26", "−10", "−8")
        assert phone.table != lost
        hrefs = phone.open("/").run("companion.tables.all().map(({ href }) => href)")
        assert hrefs == [phone.table.removeprefix(phone.address)]


LOST_IN = {
    "no network": lambda page: page.context.set_offline(True),
    "a login page": lambda page: page.route("**/*", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>")),
    "a Wi-Fi that swallows everything": lambda page: page.route("**/*", lambda route: None),
}


@pytest.mark.parametrize("lose", LOST_IN.values(), ids=LOST_IN)
def test_nobody_falls_out_of_the_app(phone, lose):
    """Table, entry, save, sheet, next entry, undo: all goes on, and is delivered once and in order when it can be."""
    page = phone.sit_down().page
    phone.until("companion.isKept(`${location.pathname}/rounds/new?ahead=3`)")
    phone.run("window.here = true")
    lose(page)
    for number, first in enumerate(("17", "18", "19"), start=1):
        phone.open_entry(number)
        for player, typed in zip(FIVE, (first, *HANDS[1:]), strict=True):
            phone.type_hand(player, typed)
        phone.save(number).reads(f"Saved on this phone: Round {number}", f"#outbox li:nth-child({number})")
        phone.tap("Sheet", "link")
        phone.button("Print").wait_for()
        phone.tap("Table", "link")
    phone.link("Enter round 4").wait_for()
    phone.tap("Undo", within=phone.waiting.locator("li").last)
    phone.link("Enter round 3").wait_for()
    page.go_back()
    phone.button("Print").wait_for()
    assert phone.run("window.here"), "it is still the same document"
    page.unroute_all()
    page.context.set_offline(False)
    phone.tap("Table", "link")
    phone.shows("Round 3").totals("−35", "20", "−26", "−10", "−8").reads("Undone: Round 3 saved")
    expect(phone.waiting).to_be_hidden()
    assert elsewhere.points(phone.table) == [-17, -18]


def test_what_was_seen_last_is_what_is_kept(phone):
    """The Wi-Fi goes at once after a save and after another phone's: nothing of before comes back."""
    phone.sit_down()
    phone.until("companion.isKept(`${location.pathname}/rounds/new?ahead=3`)")
    phone.open_entry(1)
    for player, typed in zip(FIVE, HANDS, strict=True):
        phone.type_hand(player, typed)
    phone.save(1).shows("Round 2")
    elsewhere.enter(phone.table, 2, "18", *HANDS[1:])
    phone.shows("Round 3").page.context.set_offline(True)
    phone.open_entry(3).tap("Table", "link")
    phone.link("Enter round 3").wait_for()
    phone.totals("−35", "20", "−26", "−10", "−8")
    expect(phone.page.locator("[data-restore]")).to_be_hidden()
    phone.tap("Settings", "link")
    expect(phone.page.locator("#connection")).to_contain_text("this page isn’t on this phone yet")
    phone.link("Enter round 3").wait_for()


def test_what_is_lost_on_its_way_is_sent_again_and_saved_once(phone, server):
    """An answer that never comes, a hotel's login page, an hour in airplane mode, a tab that was closed."""
    phone.sit_down().type_round(*HANDS)
    statuses = []

    def lose(route):
        path = route.request.url.removeprefix(phone.address)  # only the browser knows its name
        headers = route.request.headers | {"origin": server.address}
        statuses.append(route.fetch(url=server.address + path, headers=headers).status)
        route.abort()

    phone.page.route("**/rounds", lose, times=1)
    phone.page.route("**/rounds", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>"), times=1)
    phone.save(1).shows("Round 2")
    assert statuses == [204]
    assert elsewhere.points(phone.table) == [-17]

    phone.page.clock.install()
    phone.type_round(*HANDS).page.context.set_offline(True)
    phone.left("Paul").fill("7")
    expect(phone.verdict).to_have_text("No connection. Your entries stay on this phone.")
    phone.type_hand("Paul", "")
    phone.save(2)
    expect(waits(phone)).to_be_visible()
    phone.page.clock.fast_forward("01:00:00")
    expect(waits(phone)).to_be_visible()
    page = phone.page.context.new_page()
    phone.page.close()
    phone.page.context.set_offline(False)
    page.goto(phone.address)
    expect(page.locator("#outbox")).to_be_hidden()
    page.goto(phone.table)
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    assert elsewhere.points(phone.table) == [-17, -17]


def test_what_the_server_refuses_is_kept_and_shown_with_the_reason(phone):
    """Somebody else has saved the round while this phone was away."""
    phone.sit_down().type_round(*HANDS)
    phone.page.route("**/rounds", lambda route: route.abort())
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    elsewhere.enter(phone.table, 1, "18", *HANDS[1:])
    phone.open("/").page.unroute("**/rounds")
    phone.reads("Round 1 – not saved. Round 1 was entered twice", ".outbox-refused")
    another_tab = phone.page.context.new_page()
    another_tab.goto(phone.address)
    expect(another_tab.locator(".outbox-refused")).to_be_visible()
    phone.reads("17, –, 13, 5, 4", ".outbox-refused").tap("Try again")
    phone.shows("Round 1 was entered twice").tap("Keep saved entry", "link")
    phone.has_come().totals("−18", "10", "−13", "−5", "−4")
    for page in (phone.page, another_tab):
        expect(page.locator("#outbox")).to_be_hidden()


def test_no_save_waits_for_a_storage(another_phone):
    phone = another_phone(before=GONE).sit_down().type_round(*HANDS)
    expect(phone.page.get_by_text("This phone can’t store entries")).to_be_visible()
    phone.save(1)
    phone.has_come(lambda address: "/rounds/new" not in address).totals("−17", "10", "−13", "−5", "−4")
