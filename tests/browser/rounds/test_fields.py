"""A declared form on a phone: chips, a flag and a split are there again as they were, and nothing that nobody said."""

import sys

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR
from tests.everything import SAVED, TYPED, Everything
from tests.server import Server


class Other(Server):
    """A server with the game that asks for everything."""

    command = (sys.executable, "-m", "tests.everything")


@pytest.fixture
def other(tmp_path):
    server = Other(tmp_path)
    yield server
    server.kill()


def chip(phone, group, words):
    """An answer of a question, or of a player's row."""
    return phone.seen.get_by_role("group", name=group).get_by_role("radio", name=words, exact=True)


def picked(phone, group):
    """What is picked there."""
    return phone.seen.get_by_role("group", name=group).locator("label:has(:checked)")


def test_a_draft_of_chips_a_flag_and_a_split_comes_back_as_it_was(phone):
    phone.sit_down(*FOUR, game="tichu").tap("Enter round 1", "link")
    anne, paul = FOUR[:2]
    chip(phone, anne, "Tichu").tap()
    chip(phone, "out first", paul).tap()
    phone.seen.get_by_label("Card points").first.fill("−25")

    def go_and_come():
        phone.tap("Table", "link")
        phone.has_come().tap("Enter round 1", "link")

    for again in (phone.reload, go_and_come):
        again()
        expect(picked(phone, anne)).to_have_text("Tichu")
        assert [picked(phone, name).inner_text().strip() for name in FOUR[1:]] == ["–"] * 3
        expect(picked(phone, "out first")).to_have_text(paul)
        expect(phone.seen.get_by_label("Card points").first).to_have_value("−25")
        expect(phone.seen.get_by_label("Double victory")).not_to_be_checked()
    expect(phone.verdict).to_contain_text("+125")
    phone.save(1).saved(1)
    (played,) = elsewhere.sheet(phone.table)["rounds"]
    assert (played["calls"], played["first"], played["cards"]) == ({anne: "tichu"}, paul, [-25, 125])


def test_what_is_not_asked_steps_back_and_need_not_be_typed(phone):
    phone.sit_down(*FOUR, game="tichu").tap("Enter round 1", "link")
    cards = phone.seen.locator("[data-keys-of=cards]")
    chip(phone, "out first", FOUR[0]).tap()
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
    phone.tap("Save round 1: bids")
    phone.tap("Enter round 1: tricks", "link")
    expect(phone.seen.get_by_label("Tricks").first).to_have_value("")


def test_every_kind_of_field_is_there_again_after_a_reload_and_the_way_back(another_phone, other):
    phone = another_phone(other.address)
    phone.sit_at(elsewhere.start(other.address, *FOUR, game=Everything.key))
    phone.tap("Enter round 1", "link")
    before = stands_in_the_form(phone)
    assert set(before.values()) == {""}, "nobody has said anything"
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

    for again in (phone.reload, go_and_come, go_and_step_back):
        again()
        phone.ready()
        assert stands_in_the_form(phone) == before | TYPED, again
    phone.save(1).saved(1)
    (played,) = elsewhere.sheet(phone.table)["rounds"]
    assert {key: played[key] for key in SAVED if key != "points"} == {k: v for k, v in SAVED.items() if k != "points"}


def stands_in_the_form(phone):
    """What every field of the round says, by name."""
    return phone.run("""() => Object.fromEntries([...document.querySelectorAll("#entry [name]")]
        .filter(({ type }) => !["hidden", "submit"].includes(type))
        .map(({ name, form }) => [name, form.elements[name]])
        .map(([name, field]) => [name, field.type !== "checkbox" || field.checked ? field.value : ""]))""")


def test_numbers_that_are_asked_first_take_the_first_tap(another_phone, other):
    """The pad stands below other questions there."""
    phone = another_phone(other.address)
    phone.sit_at(elsewhere.start(other.address, *FOUR, game=Everything.key))
    phone.tap("Enter round 1", "link")
    phone.seen.locator("[data-digit='1']").tap()
    assert stands_in_the_form(phone)["seat-1-bid"] == "1"
    expect(phone.seen.locator("[name=seat-1-left]")).not_to_have_attribute("inputmode", "none")
