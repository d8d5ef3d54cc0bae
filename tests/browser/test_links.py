"""Links that are replaced, phones that say whose they are, and what a phone keeps through all of it."""

import json
import re

import pytest
from playwright.sync_api import expect

FOUR = ("Anne", "Paul", "Rachel", "Camille")


@pytest.fixture
def host(phone):
    return phone.start_game(FOUR)


def shared(host, name="score"):
    """A link from the host's share page, as it is now."""
    host.page.goto(f"{host.table}/share")
    link = host.page.locator(f"#{name}-link").input_value()
    return host.address + link[link.index("/t/") :]


def join(another_phone, host, name="score"):
    """Another phone that opened a link from the share page."""
    other = another_phone()
    return come(other, shared(host, name))


def come(phone, link):
    """A phone after it opened a link."""
    phone.page.goto(link)
    expect(phone.page.locator("[data-remember]")).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    phone.table = phone.page.url
    return phone


def say(phone, name):
    """A phone after somebody said on it who they are."""
    phone.page.goto(f"{phone.table}/phones")
    phone.tap(name)
    expect(phone.page.locator(".standing-me")).to_have_text("you")
    phone.page.wait_for_load_state("networkidle")
    phone.table = phone.page.url
    return phone


def replace_scorers(host):
    host.page.goto(f"{host.table}/share")
    host.page.locator("summary", has_text="Replace “Score with us”").tap()
    host.tap("Replace “Score with us”")
    expect(host.page.get_by_text("Done.")).to_be_visible()


def decide(host, name, what):
    """What the host's page lets a phone do."""
    host.page.goto(f"{host.table}/share")
    host.page.locator("summary", has_text=name).tap()
    host.tap(what)
    expect(host.page.get_by_text("Done.")).to_be_visible()


def type_round(phone):
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, cards in zip(FOUR, ("17", "", "13", "5"), strict=True):
        phone.type_hand(player, cards)


def known(phone):
    """The tables that a phone knows."""
    return json.loads(phone.page.evaluate("localStorage.getItem('tables')"))


def test_what_was_refused_by_a_dead_link_goes_to_the_new_one(host, another_phone):
    other = join(another_phone, host)
    type_round(other)
    replace_scorers(host)
    other.save(1)
    expect(other.page.get_by_role("heading", name="This link has ended")).to_be_visible()
    other.page.goto(other.address)
    expect(other.page.locator(".outbox-refused")).to_contain_text("This link has ended. A host has replaced it.")
    come(other, shared(host))
    expect(host.page.locator("#outbox")).to_be_hidden()
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(other.page.locator("#outbox")).to_be_hidden()
    assert other.total("Anne") == "−17"
    assert len(known(other)) == 1


def test_home_offers_no_link_that_has_ended(host, another_phone):
    """Neither the phone's own link nor the common one through which it came."""
    link = shared(host)
    other = say(join(another_phone, host), "Rachel")
    other.page.goto(link)
    other.page.wait_for_url(other.table)
    assert known(other)[0]["also"]
    other.page.goto(other.address)
    expect(other.page.locator("#continue")).to_be_visible()
    other.page.wait_for_load_state("networkidle")
    replace_scorers(host)
    other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.page.locator("#continue")).to_be_hidden()


def test_what_waits_goes_along_when_a_phone_says_whose_it_is(host, another_phone):
    other = join(another_phone, host)
    type_round(other)
    other.page.route("**/rounds", lambda route: route.abort())
    other.save(1)
    expect(other.page.locator(".outbox-waits")).to_be_visible()
    say(other, "Rachel")
    other.page.unroute("**/rounds")
    other.page.reload()
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(other.page.locator("#outbox")).to_be_hidden()


def test_who_says_whose_phone_it_is_on_the_way_to_the_hand_goes_on_as_that(host, another_phone):
    """Before the table was seen by the new link."""
    rachel = join(another_phone, host)
    rachel.tap("My hand", "link")
    rachel.tap("Rachel")
    rachel.cards(12)
    rachel.tap("Send my hand")
    expect(rachel.page.get_by_role("link", name="My hand ✓ sent")).to_be_visible()
    expect(rachel.page.locator(".standing-me")).to_have_text("you")
    rachel.page.goto(f"{rachel.page.url}/history")
    expect(rachel.page.locator(".history li").first).to_contain_text("from Rachel’s phone")


def test_who_may_only_watch_is_told_and_loses_nothing(host, another_phone):
    jo = say(join(another_phone, host), "Rachel")
    type_round(jo)
    decide(host, "Rachel", "Only watch")
    expect(jo.page.get_by_text("This phone now only watches.")).to_be_visible()
    jo.save(1)
    expect(jo.page.get_by_role("heading", name="This phone only watches")).to_be_visible()
    jo.tap("To the table", "link")
    expect(jo.page.get_by_text("You are watching.")).to_be_visible()
    expect(jo.page.locator(".outbox-refused")).to_contain_text("Ask whoever started the table for the link")
    decide(host, "Rachel", "Let keep score")
    expect(jo.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(jo.page.locator("#outbox")).to_be_hidden()


def test_the_common_link_leads_a_known_phone_to_its_own(host, another_phone):
    """As when the code on the wall is scanned once more."""
    link = shared(host)
    other = say(join(another_phone, host), "Paul")
    other.page.evaluate("link => location.assign(link)", link)
    other.page.wait_for_url(link)
    other.page.wait_for_url(other.table)
    expect(other.page.locator(".standing-me")).to_have_text("you")
    other.page.goto("about:blank")
    replace_scorers(host)
    come(other, shared(host))
    assert [(table["href"], table["me"]) for table in known(other)] == [(other.table[other.table.index("/t/") :], None)]


def test_a_host_that_looks_as_a_watcher_stays_host(host):
    """And leaves the group where it was when the host's link is replaced."""
    before = known(host)
    host.page.goto(shared(host, "watch"))
    expect(host.page.get_by_text("You are watching.")).to_be_visible()
    host.page.wait_for_load_state("networkidle")
    (now,) = known(host)
    assert (now["href"], now["role"], now["group"]) == (before[0]["href"], "host", before[0]["group"])
    host.page.goto(f"{host.table}/share")
    host.page.locator("summary", has_text="Replace the host’s link").tap()
    host.tap("Replace the host’s link")
    expect(host.page.get_by_text("Done. This phone is host.")).to_be_visible()
    host.page.wait_for_load_state("networkidle")
    (now,) = known(host)
    assert now["href"] != before[0]["href"]
    assert now["group"] == before[0]["group"]
    host.page.goto(host.table)
    host.tap("Open it with another link of this phone", "link")
    expect(host.page.get_by_role("link", name="Settings")).to_be_visible()
    host.page.goto(host.address)
    host.page.locator("#continue").tap()
    expect(host.page.get_by_role("link", name="Group", exact=True)).to_be_visible()


def test_an_ended_link_leads_to_what_the_phone_still_knows(host, another_phone):
    """A link to watch, here."""
    other = join(another_phone, host)
    come(other, shared(host, "watch"))
    scoring = known(other)[0]["href"]
    other.page.goto("about:blank")
    replace_scorers(host)
    other.page.goto(other.address + scoring)
    other.tap("Open it with another link of this phone", "link")
    expect(other.page.get_by_text("You are watching.")).to_be_visible()
    other.page.goto(other.address)
    other.page.locator("#continue").tap()
    expect(other.page.get_by_text("You are watching.")).to_be_visible()


@pytest.mark.thorough
def test_all_of_it_works_without_javascript(browser, shared_server, browser_context_args, host):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(shared(host))
    page.get_by_role("link", name="My hand").click()
    page.get_by_role("button", name="Rachel").click()
    expect(page.get_by_text("You are Rachel.")).to_be_visible()
    page.get_by_role("textbox", name="Cards left").fill("12 1")
    page.get_by_role("button", name="Send my hand").click()
    expect(page.get_by_role("link", name="My hand ✓ sent")).to_be_visible()
    page.goto(host.table + "/share")
    page.locator("summary", has_text="Rachel").click()
    page.get_by_role("button", name="Make host").click()
    expect(page.locator(".phone")).to_have_text(re.compile(r"Rachel\s+host"))
    context.close()
