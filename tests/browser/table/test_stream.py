"""A phone hears of changes by the stream and asks only when there is something to ask for; without one it polls.

Its clock stands still where nothing else is said: what shows then came by an event.
"""

from tests.browser import elsewhere

HANDS = ("17", "", "13", "5", "4")
LOST = "No connection: don’t reload. Trying again…"


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
    phone.until("document.querySelector('#stream')._htmx?.sse")
    requests.after(0.6)  # once more, when the stream is there
    requests.polls = requests.opened = 0
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
        phone.turn_back().reads("−51").page.clock.run_for(1000)
    elsewhere.enter(phone.table, 4, *HANDS)
    phone.reads("−68")
    assert requests.open == 1
