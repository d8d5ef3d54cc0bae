"""Links that are replaced, phones that say whose they are, and what a phone keeps through all of it."""

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR

ENDED = "This link has ended"


def join(another_phone, host, name="score"):
    """Another phone that opened a link from the share page."""
    return another_phone().sit_at(elsewhere.links(host.table)[name])


def say(phone, name):
    """A phone after somebody said on it who they are."""
    phone.visit("/phones").tap(name)
    phone.reads("you", ".standing-me").has_come()
    return phone


def replace(host, link, words):
    host.visit("/share").page.locator("summary", has_text=link).tap()
    host.tap_key(host.button(link))
    host.reads(words)


def test_what_a_replaced_link_refused_goes_to_the_new_one(phone, another_phone):
    """And home offers no link that has ended, neither a phone's own nor the common one that it came by."""
    phone.sit_down(*FOUR)
    scorer, rachel = join(another_phone, phone), say(join(another_phone, phone), "Rachel")
    rachel.open("/")
    expect(rachel.page.locator("#continue")).to_be_visible()
    scorer.type_round("17", "", "13", "5")
    replace(phone, "Replace “Score with us”", "Done.")
    expect(scorer.page.get_by_text("This link has ended. Ask for the new one")).to_be_visible()
    scorer.save(1).shows(ENDED)
    scorer.open("/").reads("This link has ended. A host has replaced it.", ".outbox-refused")
    scorer.sit_at(elsewhere.links(phone.table)["score"]).shows("Round 2").totals("−17", "10", "−13", "−5")
    expect(scorer.waiting).to_be_hidden()
    scorer.knows(1)
    rachel.look_again()
    expect(rachel.page.locator("#continue")).to_be_hidden()


def test_a_phone_goes_on_by_the_best_link_that_it_knows(phone, another_phone):
    """Its own by the common one, as when the code on the wall is scanned once more; a host that looks as a watcher."""
    phone.sit_down(*FOUR)
    links = elsewhere.links(phone.table)
    paul = join(another_phone, phone)
    paul.type_round("17", "", "13", "5").page.route("**/rounds", lambda route: route.abort())
    paul.save(1)
    expect(paul.page.locator(".outbox-waits")).to_be_visible()
    say(paul, "Paul").page.unroute("**/rounds")
    paul.reload().shows("Round 2").totals("−17", "10", "−13", "−5")  # what waited went along
    own = paul.table
    paul.page.goto("about:blank")
    paul.page.evaluate("link => { location.assign(link); }", paul.address + links["score"])
    paul.page.wait_for_url(own)
    (known,) = paul.knows(1)
    assert known["href"] == own.removeprefix(paul.address)

    phone.open(links["watch"]).reads("You are watching.")
    (known,) = phone.knows(1)
    assert (known["href"], known["role"]) == (phone.table.removeprefix(phone.address), "host")
    replace(phone, "Replace the host’s link", "Done. This phone is host.")
    (now,) = phone.knows(1)
    assert now["href"] != known["href"]
    phone.visit().shows(ENDED).tap("Open it with another link of this phone", "link")
    expect(phone.link("Settings")).to_be_visible()
    paul.reload().shows(ENDED)


@pytest.mark.thorough
def test_who_may_only_watch_is_told_and_loses_nothing(phone, another_phone):
    phone.sit_down(*FOUR)
    rachel = say(join(another_phone, phone), "Rachel").type_round("17", "", "13", "5")
    for what in ("Only watch", "Let keep score"):
        phone.visit("/share").page.locator("summary", has_text="Rachel").tap()
        phone.tap(what)
        phone.reads("Done.")
        if what == "Only watch":
            expect(rachel.page.get_by_text("This phone now only watches.")).to_be_visible()
            rachel.save(1).shows("This phone only watches").tap("To the table", "link")
            rachel.reads("Ask whoever started the table for the link", ".outbox-refused")
    rachel.shows("Round 2").totals("−17", "10", "−13", "−5")
    expect(rachel.waiting).to_be_hidden()
