"""A group through the phones of a family: made quietly, joined by its link, remembered, and silent at its tables."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE, Phone
from tests.browser.screens import fool


def play_to_the_end(phone: Phone):
    """One round, and stop there."""
    phone.page.goto(phone.table + "/rounds/new")
    for player, hand in zip(FIVE, ("", "=17", "=20", "=5", "=8"), strict=True):
        phone.type_hand(player, hand)
    phone.save(1)
    phone.saved(1)
    phone.page.goto(phone.table + "/settings")
    phone.tap("Stop here")
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()
    return phone


def groups(phone: Phone):
    """The groups that a phone knows."""
    return json.loads(phone.page.evaluate("localStorage.getItem('groups') ?? '[]'"))


def test_the_first_game_on_a_phone_makes_a_group_quietly(phone):
    page = phone.page
    play_to_the_end(phone.start_game())
    (known,) = groups(phone)
    assert known["players"] == list(FIVE)

    page.get_by_role("link", name="Group", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game night")
    expect(page.locator(".evening-won")).to_have_text(re.compile(r"^Anne.10 \(won\)\s*$"))
    page.get_by_role("link", name="Statistics").tap()
    expect(page.get_by_role("heading", name="Records")).to_be_visible()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Anne", exact=True)).first
    assert row.get_by_role("cell").all_inner_texts() == ["1", "1", "100 %", "10.0"]


def test_a_first_game_that_was_typed_on_an_earlier_page_makes_a_group(phone):
    """The draft brings back the key that the form had then, and with it the group's address."""
    phone.page.goto(f"{phone.address}/tables/new")
    phone.player(1).fill("Zoë")
    phone.start_game()
    phone.page.get_by_role("link", name="Group", exact=True).tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Game night")


def test_figures_stand_apart(phone):
    """2 games won and 67 % of them are not 267 %."""
    page = phone.page
    phone.import_game(fool(9))
    page.get_by_role("link", name="Group", exact=True).tap()
    page.get_by_role("link", name="Statistics").tap()
    expect(page.get_by_role("heading", name="Records")).to_be_visible()
    gaps = page.locator(".figures tbody tr").evaluate_all(
        """rows => rows.flatMap(({ children: [, ...cells] }) => {
            const figures = cells.map(cell => {
                const range = document.createRange();
                range.selectNodeContents(cell);
                return range.getBoundingClientRect();
            });
            return figures.slice(1).map((figure, before) => figure.left - figures[before].right);
        })"""
    )
    assert len(gaps) == 3 * 8
    assert min(gaps) > 10


def test_the_next_game_belongs_to_the_group_and_suggests_its_names(phone):
    page = phone.page
    phone.start_game()
    page.goto(phone.address)
    expect(page.get_by_role("link", name=re.compile("^Game night"))).to_be_visible()
    page.get_by_role("link", name="New game").tap()
    page.wait_for_url(re.compile(r"/g/[\w-]{22}/tables/new$"))
    suggested = page.locator("#known-names option").evaluate_all("options => options.map(option => option.value)")
    assert suggested == sorted(FIVE)
    for number, name in enumerate(("Paul", "Anne", "Ben", "Zoë"), start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    page.get_by_role("link", name="Group", exact=True).tap()
    expect(page.locator(".evening")).to_have_count(2)
    assert len(groups(phone)) == 1


def test_another_phone_joins_by_the_link_and_keeps_it(phone, another_phone):
    phone.start_game()
    phone.page.get_by_role("link", name="Group", exact=True).tap()
    phone.page.get_by_role("link", name="Share").tap()
    link = phone.page.get_by_label("Link").input_value()
    guest = another_phone()
    guest.page.goto(phone.address + link[link.index("/g/") :])
    guest.page.get_by_role("link", name=re.compile("Anne")).first.tap()
    guest.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    assert guest.page.url != phone.table
    guest.page.get_by_role("link", name="Group", exact=True).tap()
    expect(guest.page.get_by_role("heading", name="Game night")).to_be_visible()
    guest.page.goto(guest.address)
    expect(guest.page.get_by_role("link", name=re.compile("^Game night"))).to_be_visible()

    # The link is replaced: whoever had the old one is told, and it is offered no more.
    phone.page.get_by_text("Replace the link", exact=True).tap()
    phone.tap("Replace the link of this group")
    expect(phone.page.get_by_text("The old link has ended.")).to_be_visible()
    guest.page.get_by_role("link", name=re.compile("^Game night")).tap()
    expect(guest.page.get_by_role("heading", name="This link has ended")).to_be_visible()
    assert groups(guest) == []
    assert len(groups(phone)) == 1
    phone.page.goto(phone.table)
    expect(phone.page.get_by_role("heading", name="This link has ended")).to_be_visible()
    phone.page.goto(phone.address + groups(phone)[0]["href"])
    phone.page.get_by_role("link", name=re.compile("Anne")).first.tap()
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()


@pytest.mark.thorough
def test_a_rematch_stays_in_the_group(phone):
    play_to_the_end(phone.start_game())
    phone.tap("Rematch")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.page.get_by_role("link", name="Group", exact=True).tap()
    expect(phone.page.locator(".evening")).to_have_count(2)
    expect(phone.page.locator(".evening").first).to_contain_text("Round 1")


@pytest.mark.thorough
def test_a_stranger_with_a_table_learns_nothing_of_its_group(phone, another_phone):
    play_to_the_end(phone.start_game())
    (known,) = groups(phone)
    stranger = another_phone()
    for path in ("", "/sheet", "/chart", "/history", "/share", "/settings", "/rematch", "/screen"):
        stranger.page.goto(phone.table + path)
        assert known["href"].removeprefix("/g/") not in stranger.page.content(), path
        assert groups(stranger) == []
    file = stranger.page.request.get(phone.table + "/sheet.json").text()
    assert known["href"].removeprefix("/g/") not in file
    stranger.page.goto(phone.table)
    expect(stranger.page.get_by_role("link", name="Group", exact=True)).to_be_hidden()


@pytest.mark.thorough
def test_the_same_file_opens_once_on_a_phone(phone, another_phone):
    """A group's file from one phone makes a group on another: the second time it is the same."""
    play_to_the_end(phone.start_game())
    (known,) = groups(phone)
    file = phone.page.request.get(phone.address + known["href"] + "/group.json").body()
    other = another_phone()

    def bring(name):
        other.page.goto(other.address + "/imports/new")
        other.page.get_by_label("Sheet or group").set_input_files(
            {"name": name, "mimeType": "application/json", "buffer": file}
        )
        other.tap("Open it")
        other.page.wait_for_url(re.compile(r"/g/[\w-]{22}$"))
        expect(other.page.locator(".evening")).to_have_count(1)
        return other.page.url

    first = bring("group.json")
    assert bring("again.json") == first
    assert len(groups(other)) == 1
    assert not first.endswith(known["href"])


@pytest.mark.thorough
@pytest.mark.parametrize("width", [360])
def test_without_javascript_a_group_works_all_the_same(shared_server, browser, width):
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 640})
    page = context.new_page()
    page.goto(shared_server.address)
    page.get_by_role("link", name="New group").click()
    page.get_by_label("Name of the group").fill("Friday night")
    page.get_by_role("button", name="Make the group").click()
    group = page.url
    page.get_by_role("link", name="New game").click()
    for number, name in enumerate(FIVE, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start game").click()
    page.goto(group)
    page.get_by_role("link", name=re.compile("Anne")).click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    page.goto(group)
    page.get_by_text("Search").first.click()
    page.get_by_label("Player").fill("zoë")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No game fits this.")).to_be_visible()
    context.close()


@pytest.mark.thorough
def test_a_phone_that_remembers_nothing_makes_no_group(phone):
    """Nobody could ever open it again."""
    blocked = """for (const kind of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, kind, { get() { throw new DOMException("blocked", "SecurityError"); } });"""
    phone.page.add_init_script(blocked)
    phone.start_game()
    phone.page.get_by_role("link", name="Settings").tap()
    expect(phone.page.get_by_role("link", name="Put this table into a group")).to_be_visible()


@pytest.mark.thorough
def test_a_deleted_group_is_offered_no_more(phone):
    phone.start_game()
    phone.page.get_by_role("link", name="Group", exact=True).tap()
    phone.page.get_by_role("link", name="Settings").tap()
    phone.page.get_by_role("link", name="Delete the group …").tap()
    phone.tap("Delete for good")
    expect(phone.page.get_by_text("The group has been deleted.")).to_be_visible()
    expect(phone.page.get_by_role("link", name=re.compile("Game night|Anne"))).to_have_count(0)
    phone.page.get_by_role("link", name="New game").tap()
    expect(phone.page.get_by_label("Player 1", exact=True)).to_be_visible()
