"""Links that are replaced, phones that say whose they are, and what a phone keeps through all of it."""

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR

ENDED = "This link no longer works"


def join(another_phone, host, name="score"):
    """Another phone that opened a link from the share page."""
    return another_phone().sit_at(elsewhere.links(host.table)[name])


def say(phone, name):
    """A phone after somebody said on it who they are."""
    phone.visit("/phones").tap(name)
    phone.reads("you", ".standing-me").has_come()
    return phone


def ask_to_play(another_phone, code, name):
    guest = another_phone().open("/")
    guest.tap("Join with a code", "link")
    guest.field("Code").fill(code)
    guest.field("Your name").fill(name)
    guest.tap("Play")
    return guest.has_come().reads("You asked to play.")


def let_in(host):
    """One tap: the page comes anew, and may do so after the guest has."""
    host.tap("Let in")
    expect(host.button("Let in")).to_be_hidden()
    host.ready()


def put_out(host, name):
    host.visit("/share").page.locator("#phones > details > summary", has_text=name).tap()
    host.page.locator("details[open] summary", has_text="Remove").tap()
    host.tap(f"Remove {name}")
    host.reads("Done.")


def test_what_was_refused_goes_to_the_new_link(phone, another_phone):
    """Who was put out keeps what was typed until somebody lets them in again; the others go on."""
    phone.sit_down(*FOUR)
    paul, rachel = (say(join(another_phone, phone), name) for name in ("Paul", "Rachel"))
    rachel.open("/")
    expect(rachel.page.locator("#continue")).to_be_visible()
    paul.type_round("17", "", "13", "5")
    put_out(phone, "Paul")
    expect(paul.page.get_by_text("This link no longer works. Ask for the new one")).to_be_visible()
    paul.save(1).shows(ENDED)
    paul.open("/").reads("This link no longer works. Ask a host for the new link.", ".outbox-refused")
    new = phone.visit("/share").page.locator("#score-link").input_value()
    paul.sit_at(new[new.index("/t/") :]).shows("Round 2").totals("−17", "10", "−13", "−5")
    expect(paul.waiting).to_be_hidden()
    paul.knows(1)
    rachel.turn_back()
    expect(rachel.page.locator("#continue")).to_be_visible()


def test_a_guest_joins_by_the_code_and_is_let_in(phone, another_phone):
    """Four taps at most and one on the host's phone; nothing moves there, nor on the share page that a host holds up.

    Then one phone is put out, and no other.
    """
    phone.sit_down(*FOUR)
    code = phone.visit("/share").page.locator(".code").text_content()
    enter = phone.visit().link("Enter round 1")
    place = enter.bounding_box()
    guest = ask_to_play(another_phone, code, "Paul")
    assert guest.taps <= 4
    expect(phone.page.get_by_text("Paul wants to join.")).to_be_visible()
    assert enter.bounding_box() == place
    let_in(phone)
    guest.reads("you", ".standing-me").link("Enter round 1").tap()
    phone.visit("/share")
    other = ask_to_play(another_phone, code, "Zoë")
    expect(phone.page.get_by_text("Zoë wants to join.")).to_be_visible()
    expect(phone.button("Copy")).to_be_visible()
    let_in(phone)
    other.link("Enter round 1").wait_for()
    put_out(phone, "Paul")
    guest.visit().shows(ENDED)
    expect(other.reload().link("Enter round 1")).to_be_visible()
