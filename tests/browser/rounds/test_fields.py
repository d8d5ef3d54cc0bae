"""A declared form on a phone: chips, a flag and a split are there again as they were, and nothing that nobody said."""

import sys

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR
from tests.everything import SAVED, TYPED, Everything
from tests.server import Server


@pytest.fixture
def other(tmp_path, monkeypatch):
    """A server with the game that asks for everything."""
    monkeypatch.setattr(Server, "command", (sys.executable, "-m", "tests.everything"))
    server = Server(tmp_path)
    yield server
    server.kill()


def test_what_is_not_asked_steps_back_and_need_not_be_typed(phone):
    phone.sit_down(*FOUR, game="tichu").tap("Enter round 1", "link")
    cards = phone.seen.locator("[data-keys-of=cards]")
    phone.seen.get_by_role("group", name="out first").get_by_role("radio", name=FOUR[0], exact=True).tap()
    phone.seen.get_by_role("checkbox", name="Double victory").tap()
    expect(cards).to_have_class("numbers idle")
    phone.seen.get_by_role("checkbox", name="Double victory").tap()
    expect(cards).to_have_class("numbers")
    phone.seen.get_by_role("checkbox", name="Double victory").tap()
    expect(phone.verdict).to_contain_text("+200")
    phone.save(1).saved(1)
    phone.tap("Undo")
    phone.tap("Enter round 1", "link")
    expect(phone.seen.get_by_label("Double victory")).to_be_checked()


def test_bids_and_tricks_are_two_steps_with_drafts_of_their_own(phone):
    phone.sit_down(*FOUR[:3], game="wizard").tap("Enter round 1: bids", "link")
    phone.seen.get_by_label("Bid").first.fill("1")
    phone.reload()
    expect(phone.seen.get_by_label("Bid").first).to_have_value("1")
    phone.seen.get_by_label("Bid").nth(1).fill("0")
    phone.seen.get_by_label("Bid").nth(2).fill("0")
    phone.tap("Save round 1")
    phone.tap("Enter round 1: tricks", "link")
    expect(phone.seen.get_by_label("Tricks").first).to_have_value("")


def test_every_kind_of_field_is_there_again_after_a_reload_and_the_way_back(another_phone, other):
    """Numbers that are asked first take the first tap of a pad that stands below other questions."""
    phone = another_phone(other.address)
    phone.sit_at(elsewhere.start(other.address, *FOUR, game=Everything.key))
    phone.tap("Enter round 1", "link")
    before = stands_in_the_form(phone)
    assert set(before.values()) == {""}, "nobody has said anything"
    expect(phone.seen.locator("[name=seat-1-left]")).not_to_have_attribute("inputmode", "none")
    phone.seen.locator("[data-digit='1']").tap()
    assert stands_in_the_form(phone) == before | {"seat-1-bid": "1"}
    phone.tap("Delete last")
    for name, value in TYPED.items():
        answers = phone.seen.locator(f"#entry [name='{name}']")
        if answers.first.get_attribute("type") in ("radio", "checkbox"):
            phone.seen.locator("label", has=phone.page.locator(f"[name='{name}'][value='{value}']")).tap()
        else:
            answers.fill(value)
    assert stands_in_the_form(phone) == before | TYPED

    def go_and_come():
        phone.tap("Table", "link")
        phone.has_come().tap("Enter round 1", "link")

    def go_and_step_back():
        phone.tap("Table", "link")
        phone.has_come().page.go_back()

    for come_back in (phone.reload, go_and_come, go_and_step_back):
        come_back()
        phone.ready()
        assert stands_in_the_form(phone) == before | TYPED, come_back
    phone.save(1).saved(1)
    (played,) = elsewhere.sheet(phone.table)["rounds"]
    assert {key: played[key] for key in SAVED if key != "points"} == {k: v for k, v in SAVED.items() if k != "points"}


def stands_in_the_form(phone):
    """What every field of the round says, by name."""
    return phone.run("""() => Object.fromEntries([...document.querySelectorAll("#entry [name]")]
        .filter(({ type }) => !["hidden", "submit"].includes(type))
        .map(({ name, form }) => [name, form.elements[name]])
        .map(([name, field]) => [name, field.type !== "checkbox" || field.checked ? field.value : ""]))""")


def test_who_was_out_first_is_asked_and_a_result_waits_for_the_network(phone):
    """It is listed by what was tapped, and saved once."""
    phone.sit_down(*FOUR, game="durak", first_attacker="previous-winner")
    phone.tap("Enter round 1", "link")
    phone.tap("Anne")
    phone.reads("Save without a name?")  # in the page that comes: for a moment the outbox says so, too
    phone.seen.get_by_role("radio", name="Rachel").tap()
    phone.page.context.set_offline(True)
    phone.tap_key(phone.button("Anne"))
    expect(phone.page.locator(".outbox-waits").first).to_be_visible()
    phone.reads("Anne", "#outbox")
    phone.page.context.set_offline(False)
    phone.saved(1).reads("Went out first in round 1.")
    expect(phone.waiting).to_be_hidden()
    (played,) = elsewhere.sheet(phone.table)["rounds"]
    assert (played["fool"], played["first_out"]) == ("Anne", "Rachel")
