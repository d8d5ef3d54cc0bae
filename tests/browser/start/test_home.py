"""The first page knows where this phone was: the running game, every game that it saw, and its groups."""

import re

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.web.builders import HANDS, a_file

# Five more games that were won, with links of their own.
MORE = """() => {
    const [running, won] = JSON.parse(localStorage.tables);
    const more = [1, 2, 3, 4, 5].map((one) => ({ ...won, href: won.href.slice(0, -1) + one, token: won.token + one }));
    localStorage.tables = JSON.stringify([running, won, ...more]);
}"""


def test_it_leads_back_into_the_running_game(phone):
    won, running = a_file(options={"tens_to_end": 1}), a_file([{"hands": HANDS}] * 3)
    for game in (won, running):
        phone.sit_at(elsewhere.bring(phone.address, game)).run("0")
    phone.run(MORE)
    phone.open("/")
    first, others = phone.page.locator("#continue"), phone.page.locator("#known-tables li:visible")
    expect(first).to_contain_text(
        "Continue: Round 4, Paul leads Fool! · Anne, Paul, Rachel, Camille", use_inner_text=False
    )
    boxes = [link.bounding_box() for link in phone.page.get_by_role("link").all() if link.is_visible()]
    largest = max(boxes, key=lambda box: box["width"] * box["height"])
    assert largest == first.bounding_box() == min(boxes, key=lambda box: box["y"])
    expect(others).to_have_count(5)
    expect(others.first).to_contain_text("Paul won")
    assert all(re.search(r"\d", time) for time in others.locator("time").all_inner_texts())
    phone.seen.get_by_text("Earlier games").tap()
    expect(others).to_have_count(6)

    # Another phone goes on; what this one last saw is not what it says.
    elsewhere.enter(phone.table, 4, "5", "6", "", "7")
    phone.turn_back()
    expect(first).to_contain_text("Round 5")
    first.tap()
    phone.shows("Round 5")
    phone.open("/?start=last")
    phone.page.wait_for_url(phone.table)


def test_who_plays_is_said_once(phone):
    """Of a group it is said who won there last instead, and who has won most."""
    for _ in range(2):
        phone.sit_at(elsewhere.bring(phone.address, a_file(options={"tens_to_end": 1}))).run("0")
    phone.open("/")
    expect(phone.page.locator("#known-tables li small")).to_have_text(["Fool! · Anne, Paul, Rachel, Camille", "Fool!"])
    group = elsewhere.send(f"{phone.address}/groups", name="Game night")
    table = elsewhere.start(phone.address, "Anne", "Paul", "Rachel", "Camille", group=group, tens_to_end="1")
    elsewhere.enter(phone.address + table, 1, "5", "", "3", "4")
    phone.open(group)
    line = phone.page.locator("#known-groups small")
    for _ in range(2):
        phone.open("/")
        expect(line).to_contain_text("Paul has won 1 of 1 game")


def test_only_who_has_been_here_waits_for_what_the_phone_knows(phone, another_phone):
    """So that nothing moves; who comes for the first time sees the page before its scripts are there."""
    phone.sit_down().run("0")
    held = []
    for each, seen in ((phone, False), (another_phone(), True)):
        each.page.route("**/static/start.js*", lambda route: held.append(route))
        with each.page.expect_request("**/static/start.js*"):
            each.page.goto(each.address, wait_until="commit")
        new = each.page.get_by_role("link", name="New game", exact=True)
        each.page.locator("#known-tables").wait_for(state="attached")
        expect(new).to_be_visible(visible=seen)
        expect(each.page.locator("html")).to_have_class(re.compile("scripted" if seen else "waiting"))
        held.pop().continue_()
        expect(new).to_be_visible()
        expect(each.page.locator("#continue")).to_be_visible(visible=not seen)
