"""A phone hears of changes by the stream and asks only when there is something to ask for; without one it polls."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.test_live import enter, hide
from tests.browser.test_rematch import ENDED, at
from tests.server import AT_HOME
from tests.tiers import only_thorough

NO_STREAM = "delete window.EventSource;"
LOST = "No connection. Trying again…"


class Requests:
    """What a phone asks the server for from now on: its polls, and its streams, of which so many are open."""

    def __init__(self, phone):
        self.asked = []
        self.opened = self.open = 0
        phone.page.on("request", self.begun)
        for ended in ("requestfinished", "requestfailed"):
            phone.page.on(ended, self.ended)

    def begun(self, request):
        if "/live?" in request.url:
            self.asked.append(request.url)
        elif request.url.endswith("/events"):
            self.opened += 1
            self.open += 1

    def ended(self, request):
        self.open -= request.url.endswith("/events")


def watching(another_phone, phone, path="", script="", address=None):
    """Another phone that looks at the table and has begun to listen, and what it asks for from then on."""
    other = another_phone(address) if address else another_phone()
    other.page.add_init_script(script)
    requests = Requests(other)
    other.page.goto(other.address + phone.table[phone.table.index("/t/") :] + path)
    other.page.wait_for_load_state("networkidle")
    requests.asked.clear()
    return other, requests


@pytest.mark.parametrize("path", ["", *only_thorough(["/sheet", "/screen"])])
def test_a_phone_asks_once_for_each_change_and_else_never(phone, another_phone, path):
    phone.start_game()
    other, requests = watching(another_phone, phone, path)
    other.page.wait_for_timeout(3000)
    assert (requests.asked, requests.opened, requests.open) == ([], 1, 1)
    for number in (1, 2):
        enter(phone, number)
        expect(other.page.locator("main")).to_contain_text(["−17", "−34"][number - 1])
    other.page.wait_for_timeout(1500)
    assert (len(requests.asked), requests.opened) == (2, 1)


def test_a_link_that_may_do_less_since_the_page_was_made_is_noticed(phone, another_phone):
    """The version is the same."""
    phone.start_game()
    phone.page.goto(phone.table + "/share")
    other = another_phone()
    link = phone.page.locator("#score-link").input_value()
    other.page.goto(f"{other.address}{link[link.index('/t/') :]}/phones")
    other.page.get_by_role("button", name="Paul").click()
    phone.page.reload()
    phone.page.locator("summary", has_text="Paul").tap()
    held = []
    other.page.route("**/events", lambda route: held.append(route))
    with other.page.expect_request("**/events"):
        other.page.reload()
    phone.tap("Only watch")
    expect(phone.page.locator("summary", has_text="only watches")).to_be_visible()
    held[0].continue_()
    expect(other.page.get_by_role("link", name="Enter round 1")).to_be_hidden()


def test_a_hidden_page_has_no_stream_and_catches_up_when_looked_at(phone, another_phone):
    phone.start_game()
    other, requests = watching(another_phone, phone)
    hide(other, "hidden")
    enter(phone, 1)
    assert (requests.asked, requests.open) == ([], 0)
    hide(other, "visible")
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=900)
    other.page.wait_for_timeout(1500)
    assert (len(requests.asked), requests.open) == (2, 1)
    enter(phone, 2)
    expect(other.page.get_by_role("heading", name="Round 3")).to_be_visible()
    assert len(requests.asked) == 3


@pytest.mark.thorough
def test_a_page_that_is_left_has_no_stream_and_has_one_again_when_it_comes_back(phone, another_phone):
    """A browser keeps no page for going back and forward that has a stream open; this one keeps none at all."""
    phone.start_game()
    other, requests = watching(another_phone, phone)
    other.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    enter(phone, 1)
    assert (requests.asked, requests.open) == ([], 0)
    other.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    other.page.wait_for_timeout(1500)
    assert (len(requests.asked), requests.open) == (2, 1)


def test_a_server_that_comes_again_finds_its_phones_again(page, complaints, mortal_server, another_phone):
    phone = Phone(page, mortal_server.address).start_game()
    other, requests = watching(another_phone, phone, address=mortal_server.address)
    mortal_server.kill()
    expect(other.page.get_by_text(LOST)).to_be_visible(timeout=4000)
    mortal_server.start()
    expect(other.page.get_by_text(LOST)).to_be_hidden(timeout=3000)
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    requests.asked.clear()
    other.page.wait_for_timeout(1500)
    assert (requests.asked, requests.open) == ([], 1)
    assert complaints == []


@pytest.mark.thorough
@pytest.mark.parametrize("chance", [0.5, 0.99])
def test_who_gets_no_answer_waits_by_chance_and_longer_each_time(phone, chance):
    """Up to 0.6, 1.2, 2.4 and then 2.5 seconds, so that 10,000 phones do not ask at the same moment."""
    phone.start_game()
    phone.page.clock.install()
    phone.page.add_init_script(f"Math.random = () => {chance};")
    for address in ("**/live?*", "**/events"):
        phone.page.route(address, lambda route: route.abort())
    requests, lost = Requests(phone), []
    phone.page.reload()
    for tenths in range(120):
        phone.page.clock.run_for(100)
        phone.page.wait_for_timeout(10)
        if requests.opened + len(requests.asked) > len(lost):
            lost.append(tenths / 10)
    waits = [later - earlier for earlier, later in itertools.pairwise(lost)]
    assert waits[:5] == pytest.approx([chance * most for most in (0.6, 1.2, 2.4, 2.5, 2.5)], abs=0.21)


def test_a_link_that_ends_is_told_at_once(phone, another_phone):
    phone.start_game()
    (reader, asked), (typist, _) = (watching(another_phone, phone, path) for path in ("", "/rounds/new"))
    typist.type_hand("Anne", "5 1")
    phone.page.goto(f"{phone.table}/share")
    phone.page.locator("summary", has_text="Replace the host’s link").tap()
    phone.tap("Replace the host’s link")
    expect(reader.page.get_by_role("heading", name="This link has ended")).to_be_visible()
    expect(typist.page.get_by_text("This link has ended. Ask for the new one")).to_be_visible()
    assert (len(asked.asked), asked.open) == (1, 0)


@pytest.mark.thorough
def test_the_big_screen_goes_along_to_the_rematch(phone, another_phone):
    phone.import_game(ENDED)
    screen = at(another_phone, phone, "watch", "/screen")
    expect(screen.page.get_by_role("heading", name="Paul wins")).to_be_visible()
    screen.page.wait_for_load_state("networkidle")  # it has begun to listen
    requests = Requests(screen)
    phone.page.goto(phone.table)
    phone.tap("Rematch")
    expect(screen.page.get_by_role("heading", name="Round 1")).to_be_visible()
    screen.page.wait_for_load_state("networkidle")
    assert [asked.partition("&v=")[2] for asked in requests.asked] == ["2", "1"], "once at each table"


@pytest.mark.parametrize("script", [NO_STREAM, *only_thorough(["window.EventSource = undefined;"])])
def test_a_browser_without_streams_polls(phone, another_phone, script):
    phone.start_game()
    other, requests = watching(another_phone, phone, script=script)
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert requests.opened == 0
    before = len(requests.asked)
    other.page.wait_for_timeout(3000)
    assert len(requests.asked) >= before + 2


def test_behind_a_proxy_that_holds_streams_back_a_page_polls(phone, another_phone, mortal_server):
    """What says nothing for four seconds is closed, and left alone until the page is looked at again."""
    proxy = Proxy(mortal_server.port, holds_back=True)
    phone.address = proxy.address
    phone.start_game()
    other, requests = watching(another_phone, phone, address=proxy.address)
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    other.page.wait_for_timeout(4000)
    enter(phone, 2)
    expect(other.page.get_by_role("heading", name="Round 3")).to_be_visible()
    other.page.wait_for_timeout(2000)
    assert (requests.opened, requests.open) == (1, 0)
    expect(other.page.get_by_text(LOST)).to_be_hidden()
    hide(other, "hidden")
    hide(other, "visible")
    with other.page.expect_request("**/events"):
        pass
    proxy.close()


def test_through_a_proxy_that_lets_them_flow_a_page_hears_streams(phone, another_phone, mortal_server):
    proxy = Proxy(mortal_server.port, AT_HOME)
    phone.address = proxy.address
    phone.start_game()
    other, requests = watching(another_phone, phone, address=proxy.address)
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert len(requests.asked) == 1
    proxy.close()


def test_what_a_phone_sends_itself_shows_and_is_said_on_the_page_that_comes(phone, mortal_server):
    """Not on the one that is being left, where nobody would hear the end of it."""
    proxy = Proxy(mortal_server.port, late=1)
    phone.address = proxy.address
    phone.start_game()
    enter(phone, 1)
    phone.page.wait_for_load_state("networkidle")
    requests = Requests(phone)
    phone.page.evaluate(
        "document.addEventListener('table-changed', () => sessionStorage.setItem('shown early', 'yes'))"
    )
    phone.tap("Undo")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(phone.page.locator("#announcement")).to_contain_text("Undone: Round 1")
    assert phone.page.evaluate("sessionStorage.getItem('shown early')") is None
    assert [asked for asked in requests.asked if "v=2" in asked] == []
    proxy.close()


@pytest.mark.parametrize(
    ("answer", "opened"),
    [
        ({"status": 204}, 1),
        *only_thorough(
            [
                ({"status": 200, "content_type": "text/html", "body": "<p>Please log in</p>"}, 1),
                ({"status": 502}, 1),
                ({"status": 200, "content_type": "text/event-stream", "body": "data: 1\n\n"}, 4),
            ]
        ),
    ],
    ids=["refused", "login", "gateway", "cut off"],
)
def test_a_stream_that_does_not_come_is_given_up_and_tried_again_after_a_while(phone, another_phone, answer, opened):
    """``flask run`` has none; some boxes between cut off what lasts."""
    phone.start_game()
    other = another_phone()
    other.page.clock.install()
    other.page.route("**/events", lambda route: route.fulfill(**answer))
    requests = Requests(other)
    other.page.goto(phone.table)

    def in_seconds(seconds):
        for _ in range(seconds):
            other.page.clock.run_for(1000)
            other.page.wait_for_timeout(60)
        return requests.opened, len(requests.asked)

    before = in_seconds(20)
    after = in_seconds(10)
    assert before[0] == after[0] == opened
    assert after[1] - before[1] >= 4
    other.page.clock.fast_forward(180_000)
    assert in_seconds(2)[0] > opened
