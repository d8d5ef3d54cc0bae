"""A declared form on a phone: chips, a flag and a split are there again as they were, and nothing that nobody said."""

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR


def chip(phone, group, words):
    return phone.seen.get_by_role("group", name=group).get_by_role("radio", name=words, exact=True)


def picked(phone, group):
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
