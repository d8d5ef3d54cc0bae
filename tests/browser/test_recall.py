"""The server comes back from an older copy of its file: the phones at the table deliver again what it lacks."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben")


class Copies:
    """A server, and copies of its file as Litestream or a backup makes them."""

    def __init__(self, server):
        self.server = server

    def take(self):
        self.server.copy()

    def lose_the_disk(self):
        """The server is killed, its folder is gone, and the copy is in its place."""
        self.server.lose_the_disk()
        self.server.start()

    @property
    def address(self):
        return self.server.address

    def sheet(self, phone):
        path = phone.table[phone.table.index("/t/") :]
        sheet = phone.page.request.get(f"{self.address}{path}/sheet.json").json()
        return [next(iter(played["points"].values())) for played in sheet["rounds"]]

    def history(self, phone):
        path = phone.table[phone.table.index("/t/") :]
        return phone.page.request.get(f"{self.address}{path}/history").text()


@pytest.fixture
def copies(mortal_server):
    return Copies(mortal_server)


@pytest.fixture
def phone(page, copies, complaints):
    page.set_default_timeout(8000)
    yield Phone(page, copies.address).start_game()
    assert complaints == []


@pytest.fixture
def other(phone, another_phone):
    """Another scorer's phone, with the table open."""
    return come_in(another_phone(phone.address), phone)


def come_in(newcomer, phone):
    phone.page.goto(f"{phone.table}/share")
    link = phone.page.locator("#score-link").input_value()
    newcomer.table = newcomer.address + link[link.index("/t/") :]
    phone.page.goto(phone.table)
    newcomer.page.goto(newcomer.table)
    expect(newcomer.page.get_by_role("heading", name="Round")).to_be_visible()
    return newcomer


def play(phone, number, cards):
    """Enter a round in which Anne has these cards left; the others always have the same."""
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, left in zip(NAMES, (cards, "", "13", "5", "4"), strict=True):
        phone.type_hand(player, left)
    phone.save(number)
    phone.saved(number)


def asks(phone):
    """The rounds that the phone sends and the questions that it asks, from now on."""
    sent = []
    phone.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def shows(phone, number):
    expect(phone.page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()


def notice(phone):
    return phone.page.locator("#again")


def test_a_round_that_was_lost_with_the_disk_is_there_again(phone, copies):
    play(phone, 1, "17")
    copies.take()
    play(phone, 2, "18")
    play(phone, 3, "19")
    copies.lose_the_disk()
    expect(notice(phone)).to_have_text("The server had lost this. It is sent again: Round 2, Round 3")
    shows(phone, 4)
    assert copies.sheet(phone) == [-17, -18, -19]
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.page.reload()
    expect(notice(phone)).to_have_count(0)
    assert copies.history(phone).count("<time") == 4


def test_where_nothing_is_missing_nothing_is_sent_nor_said(phone, other, copies):
    """And nothing is asked where nothing is kept."""
    sent = asks(other)
    other.page.reload()
    other.page.wait_for_load_state("networkidle")
    assert sent == []
    play(phone, 1, "17")
    copies.take()
    sent = asks(phone)
    copies.lose_the_disk()
    phone.page.reload()
    phone.page.wait_for_load_state("networkidle")
    assert {request.url.rpartition("/")[2] for request in sent} == {"deliveries"}
    expect(notice(phone)).to_have_count(0)
    assert copies.sheet(phone) == [-17]


@pytest.mark.parametrize("first", [0, 1])
def test_rounds_of_two_phones_come_back_in_any_order(phone, other, copies, first):
    copies.take()
    play(phone, 1, "17")
    play(other, 2, "18")
    play(phone, 3, "19")
    phones = [phone, other] if first == 0 else [other, phone]
    for each in phones:
        each.page.goto("about:blank")
    copies.lose_the_disk()
    phones[0].page.goto(phones[0].table)
    lacking = "Round 2" if first == 0 else "Round 1"
    expect(phones[0].page.locator(".outbox-refused").first).to_contain_text(
        f"is not saved. {lacking} has to come first; then it follows by itself."
    )
    phones[1].page.goto(phones[1].table)
    for each in phones:
        shows(each, 4)
        expect(each.page.locator("#outbox")).to_be_hidden()
    assert copies.sheet(phone) == [-17, -18, -19]


@pytest.mark.parametrize("typed", ["17", "16"])
def test_somebody_has_typed_the_lost_round_again(phone, other, copies, typed):
    """The same is let go in silence; of another somebody is asked, and nothing is overwritten."""
    copies.take()
    play(phone, 1, "17")
    phone.page.goto("about:blank")
    copies.lose_the_disk()
    other.page.reload()
    play(other, 1, typed)
    phone.page.goto(phone.table)
    shows(phone, 2)
    if typed == "17":
        phone.page.wait_for_load_state("networkidle")
        expect(phone.page.locator("#outbox")).to_be_hidden()
        expect(notice(phone)).to_have_count(0)
    else:
        expect(phone.page.locator(".outbox-refused")).to_contain_text("Round 1 was entered twice")
        phone.tap("Try again")
        phone.tap("Use mine instead")
        phone.saved(1)
        assert phone.total("Anne") == "−17"
    assert len(copies.sheet(phone)) == 1


@pytest.mark.parametrize("who", ["this phone", "another, and this one saw it"])
def test_what_was_undone_since_stays_so(phone, other, copies, who):
    copies.take()
    play(phone, 1, "17")
    shows(other, 2)
    undoing = phone if who == "this phone" else other
    undoing.tap("Undo")
    for each in (phone, other):
        shows(each, 1)
    phone.page.wait_for_load_state("networkidle")
    copies.lose_the_disk()
    phone.page.reload()
    phone.page.wait_for_load_state("networkidle")
    shows(phone, 1)
    assert copies.sheet(phone) == []


def test_what_was_undone_after_the_copy_that_has_it_is_not_doubled(phone, copies):
    """The journal knows it, undone or not."""
    play(phone, 1, "17")
    phone.tap("Undo")
    shows(phone, 1)
    copies.take()
    copies.lose_the_disk()
    phone.page.reload()
    phone.page.wait_for_load_state("networkidle")
    assert copies.sheet(phone) == []


def test_a_correction_comes_back_after_its_round(phone, copies):
    copies.take()
    play(phone, 1, "17")
    phone.page.goto(f"{phone.table}/rounds/1")
    phone.hand("Anne").get_by_label("Cards left").fill("16")
    phone.save(1)
    phone.saved(1)
    copies.lose_the_disk()
    expect(notice(phone)).to_contain_text("Round 1, Correct round 1")
    assert copies.sheet(phone) == [-16]


def test_a_hand_and_the_round_that_was_saved_with_it(phone, other, copies):
    """Who saved the round knows by then what had been covered: it needs no other phone to come back."""
    copies.take()
    other.page.goto(f"{other.table}/hands/3")
    other.cards(12, 1)
    other.tap("Send my hand")
    expect(other.page.get_by_text("Waiting for the hands of")).to_be_visible()
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, left in zip(NAMES, ("17", "", None, "5", "4"), strict=True):
        if left is not None:
            phone.type_hand(player, left)
    phone.save(1)
    phone.saved(1)
    assert phone.total("Rachel") == "−17"
    other.page.goto("about:blank")
    copies.lose_the_disk()
    expect(notice(phone)).to_contain_text("Round 1")
    shows(phone, 2)
    assert phone.total("Rachel") == "−17"
    other.page.goto(other.table)
    shows(other, 2)
    other.page.wait_for_load_state("networkidle")
    expect(other.page.locator("#outbox")).to_be_hidden()


def test_playing_on_comes_back_before_what_was_played_then(phone, copies):
    copies.take()
    play(phone, 1, "17")
    phone.page.goto(f"{phone.table}/settings")
    phone.tap("Stop here")
    phone.tap("Play on")
    shows(phone, 2)
    play(phone, 2, "18")
    copies.lose_the_disk()
    expect(notice(phone)).to_contain_text("Round 2")
    assert copies.sheet(phone) == [-17, -18]


def test_a_round_typed_before_the_phone_knew_waits_for_what_came_first(phone, other, copies):
    """The page still shows what the server has lost."""
    copies.take()
    play(other, 1, "17")
    other.page.goto("about:blank")
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, left in zip(NAMES, ("18", "", "13", "5", "4"), strict=True):
        phone.type_hand(player, left)
    copies.lose_the_disk()
    phone.save(2)
    expect(phone.page.locator(".outbox-refused")).to_contain_text("Round 1 has to come first")
    other.page.goto(other.table)
    expect(other.page.get_by_role("heading", name="Round 3")).to_be_visible()
    assert copies.sheet(phone) == [-17, -18]


def test_two_tabs_deliver_once(phone, copies):
    copies.take()
    play(phone, 1, "17")
    second = phone.page.context.new_page()
    second.goto(phone.table)
    copies.lose_the_disk()
    for page in (phone.page, second):
        page.reload()
        expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert copies.history(phone).count("<time") == 2


def test_what_was_delivered_long_ago_is_forgotten(phone, copies):
    copies.take()
    play(phone, 1, "17")
    phone.page.goto("about:blank")
    phone.page.clock.install()
    phone.page.clock.fast_forward(15 * 24 * 3600 * 1000)
    copies.lose_the_disk()
    phone.page.goto(phone.table)
    phone.page.wait_for_load_state("networkidle")
    shows(phone, 1)
    assert copies.sheet(phone) == []


def test_a_link_that_the_copy_does_not_know_is_good_again(phone, another_phone, copies, mortal_server):
    """It was handed on later: it is worked out again by the phone that did, once that is back."""
    copies.take()
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as older:
        older.deserialize(mortal_server.older)
        older.execute("DELETE FROM links WHERE role != 'host'")
        mortal_server.older = older.serialize()
    other = come_in(another_phone(phone.address), phone)
    play(phone, 1, "17")
    play(other, 2, "18")
    phone.page.goto("about:blank")
    copies.lose_the_disk()
    expect(other.page.get_by_role("heading", name="No table has this link")).to_be_visible()
    phone.page.goto(phone.table)
    other.page.wait_for_url(other.table)
    for each in (phone, other):
        shows(each, 3)
    assert copies.sheet(phone) == [-17, -18]


def test_a_phone_whose_own_link_is_lost_goes_on_by_the_one_it_came_by(phone, other, copies):
    """It has said who it is since the copy was made."""
    copies.take()
    came_by = other.table
    other.page.goto(f"{other.table}/phones")
    other.tap("Paul")
    expect(other.page.locator(".standing-me")).to_have_text("you")
    other.page.wait_for_load_state("networkidle")
    other.table = other.page.url
    assert other.table != came_by
    play(other, 1, "17")
    copies.lose_the_disk()
    other.page.wait_for_url(came_by)
    shows(other, 2)
    assert copies.sheet(phone) == [-17]


def test_a_link_that_was_never_known_here_leads_nowhere(phone):
    sent = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/state") else None)
    phone.page.goto(f"{phone.address}/t/{'x' * 22}")
    expect(phone.page.get_by_role("heading", name="No table has this link")).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    assert sent == []


def test_a_table_that_the_copy_does_not_have_is_opened_again(page, mortal_server, another_phone, complaints):
    """By the phone that started it, with one tap: the same links, the same player starts, all rounds come back."""
    copies = Copies(mortal_server)
    page.set_default_timeout(8000)
    phone = Phone(page, copies.address)
    copies.take()
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(NAMES, start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    phone.table = phone.page.url
    starter = re.compile(f"^{phone.page.locator('.opening[data-drawn]').get_attribute('data-drawn')}$")
    other = come_in(another_phone(phone.address), phone)
    play(phone, 1, "17")
    play(other, 2, "18")
    copies.lose_the_disk()
    for each in (phone, other):
        expect(each.page.get_by_role("heading", name="No table has this link")).to_be_visible()
        expect(each.page.get_by_text("This phone knows the game.")).to_be_visible()
    expect(other.page.get_by_role("button", name="Open the game again")).to_be_hidden()
    phone.tap("Open the game again")
    phone.page.wait_for_url(phone.table)
    other.page.wait_for_url(other.table)
    for each in (phone, other):
        shows(each, 3)
        expect(each.page.locator("#outbox")).to_be_hidden()
    assert copies.sheet(phone) == [-17, -18]
    path = phone.table[phone.table.index("/t/") :]
    first = phone.page.request.get(f"{copies.address}{path}/sheet.json").json()["first_starter"]
    assert starter.match(str(NAMES.index(first)))
    assert complaints == []


def test_a_phone_without_room_delivers_as_ever(phone, copies):
    """What it delivered it can't keep: that is forgotten, and does not wait."""
    phone.page.add_init_script(
        """const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (name, value) {
            if (name.startsWith("outbox ") && JSON.parse(value).told) throw new DOMException("full");
            return setItem.call(this, name, value);
        };"""
    )
    copies.take()
    play(phone, 1, "17")
    phone.page.reload()
    shows(phone, 2)
    expect(phone.page.locator("#outbox")).to_be_hidden()
    copies.lose_the_disk()
    phone.page.reload()
    shows(phone, 1)
    assert copies.sheet(phone) == []
