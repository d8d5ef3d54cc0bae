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
