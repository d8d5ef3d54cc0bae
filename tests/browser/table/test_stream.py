"""A phone hears of changes by the stream and asks only when there is something to ask for; without one it polls.

Its clock stands still where nothing else is said: what shows then came by an event.
"""

from playwright.sync_api import expect

from tests.browser import elsewhere

HANDS = ("17", "", "13", "5", "4")
LOST = "No connection. Trying again…"


class Requests:
    """What a phone asks the server for: its polls, and its streams, of which so many are open."""

    def __init__(self, phone):
        self.phone = phone
        self.polls = self.opened = self.open = 0
        phone.page.on("request", self.begun)
        for ended in ("requestfinished", "requestfailed"):
            phone.page.on(ended, self.ended)

    def begun(self, request):
        self.polls += "/live?" in request.url
        self.opened += request.url.endswith("/events")
        self.open += request.url.endswith("/events")

    def ended(self, request):
        self.open -= request.url.endswith("/events")

    def after(self, seconds):
        """How many there were, of polls and of streams, once the phone's clock has gone on."""
        for _ in range(round(seconds / 0.6)):
            self.phone.page.clock.run_for(600)
            self.phone.run("fetch('/robots.txt')")  # what was asked before is answered when this is
        return self.polls, self.opened


def test_it_asks_once_for_each_change_and_else_never(phone):
    requests = Requests(phone)
    phone.sit_down()
    with phone.page.expect_response("**/live?*"):
        phone.stop_the_clock()
    requests.polls = requests.opened = 0
    phone.until("window.htmx")
    assert requests.after(3) == (0, 0)
    for number, total in ((1, "−17"), (2, "−34")):
        elsewhere.enter(phone.table, number, *HANDS)
        phone.reads(total)
    assert requests.after(3) == (2, 0)

    # Nobody looks: the stream is closed, and whoever looks again sees at once what happened.
    phone.turn_away()
    elsewhere.enter(phone.table, 3, *HANDS)
    assert requests.after(0.6) == (2, 0)
    assert requests.open == 0
    with phone.page.expect_request("**/events"):
        phone.turn_back().reads("−51")
    elsewhere.enter(phone.table, 4, *HANDS)
    phone.reads("−68")
    assert requests.open == 1


def test_without_streams_it_polls_and_less_when_nothing_happens(another_phone):
    phone = another_phone(before="delete window.EventSource")
    phone.sit_down().stop_the_clock()
    phone.until("window.htmx")
    requests = Requests(phone)
    elsewhere.enter(phone.table, 1, *HANDS)
    polls, opened = requests.after(4.8)
    assert opened == 0
    assert 2 <= polls <= 4
    phone.totals("−17", "10", "−13", "−5", "−4")
    phone.page.clock.fast_forward("21:00")
    before = requests.after(1.2)[0]
    assert requests.after(4.8)[0] - before <= 1
    phone.page.touchscreen.tap(5, 300)
    before = requests.after(5.4)[0]
    assert requests.after(4.8)[0] - before >= 2


def test_a_stream_that_is_cut_off_is_given_up_and_tried_again_after_a_while(phone):
    """Some boxes between cut off what lasts."""
    phone.page.route(
        "**/events",
        lambda route: route.fulfill(status=200, content_type="text/event-stream", body="event: hello\ndata:\n\n"),
    )
    requests = Requests(phone)
    phone.sit_down().stop_the_clock()
    phone.until("window.htmx")
    for _ in range(10):
        before, (polls, opened) = (requests.polls, requests.opened), requests.after(4.8)
        if before[1] == opened > 0:
            break
    assert before[1] == opened >= 4, "it is given up"
    assert polls - before[0] >= 2
    phone.page.clock.fast_forward(180_000)
    assert requests.after(3)[1] > opened


def test_a_strangers_page_is_not_shown_as_the_table(phone):
    """A hotel's Wi-Fi wants its login again: the table stays, and goes on when it is back. As does a lost part."""
    phone.page.route("**/htmx**", lambda route: route.abort(), times=1)
    phone.page.clock.install()
    with phone.page.expect_event("requestfailed"):
        phone.sit_down()
    phone.page.clock.fast_forward(3000)
    login = ("**/live?*", lambda route: route.fulfill(status=200, body="<main>Please log in</main>"))
    phone.page.route(*login)
    elsewhere.enter(phone.table, 1, *HANDS)
    expect(phone.page.get_by_text(LOST)).to_be_visible()
    elsewhere.enter(phone.table, 2, *HANDS)  # what was asked before may have brought round 1
    phone.page.clock.fast_forward(3000)
    expect(phone.page.get_by_text(LOST)).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Round 3")).to_be_hidden()
    phone.page.unroute(*login)
    phone.shows("Round 3")
    expect(phone.page.get_by_text(LOST)).to_be_hidden()
