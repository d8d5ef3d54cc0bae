"""The server’s file in trouble: a phone says what is true, keeps what was typed, and delivers it once when it can."""

import resource

import pytest
from playwright.sync_api import expect

from companion.store.database import FILE_NAME
from tests.browser.phone import Phone

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben")


@pytest.fixture
def phone(page, mortal_server, complaints):
    page.set_default_timeout(8000)
    yield Phone(page, mortal_server.address).start_game()
    assert complaints == []


def type_round(phone):
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, cards in zip(NAMES, ("17", "", "13", "5", "4"), strict=True):
        phone.type_hand(player, cards)


def kept(phone):
    """The sentence on the phone about what the server could not save."""
    return phone.page.locator(".outbox-troubled")


def saved_once(phone):
    phone.saved(1)
    expect(phone.page.locator("#outbox")).to_be_hidden()
    sheet = phone.page.request.get(f"{phone.table}/sheet.json").json()
    assert [played["points"]["Anne"] for played in sheet["rounds"]] == [-17]


def test_a_file_that_is_gone_and_comes_back(phone, mortal_server):
    path = mortal_server.data / FILE_NAME
    type_round(phone)
    path.rename(mortal_server.data / "elsewhere")
    phone.save(1)
    expect(kept(phone)).to_have_text(
        "Round 1 is kept on this phone. The server can’t save just now. Its file is missing. Whoever runs it can put "
        "it back. It is sent again by itself."
    )
    expect(kept(phone)).to_be_in_viewport(ratio=1)
    phone.page.goto(phone.table)
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(kept(phone)).to_be_visible()
    (mortal_server.data / "elsewhere").rename(path)
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=20_000)
    expect(phone.page.locator("#outbox")).to_be_hidden()
    assert phone.total("Anne") == "−17"


def test_a_file_that_can_t_grow_for_a_while(phone, mortal_server):
    """As on a full disk."""
    type_round(phone)
    pid, limit = mortal_server.process.pid, resource.RLIMIT_FSIZE
    _, hard = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (4096, hard))
    phone.save(1)
    expect(kept(phone)).to_contain_text("Round 1 is kept on this phone. The server can’t use its file just now.")
    resource.prlimit(pid, limit, (hard, hard))
    saved_once(phone)


@pytest.mark.thorough
def test_a_damaged_file_is_not_called_a_lost_connection(phone, mortal_server):
    expect(phone.page.locator("html[data-ready]")).to_be_attached()
    for file in mortal_server.data.glob(f"{FILE_NAME}*"):
        size = file.stat().st_size
        with file.open("r+b") as opened:
            opened.write(b"\xff" * size)
    for _ in range(2):
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.page.get_by_text("The server has trouble with its file. Trying again…")).to_be_visible()
    expect(phone.page.get_by_text("No connection")).to_be_hidden()
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="The server’s file is damaged")).to_be_visible()


def test_a_ruling_that_cannot_be_asked_for_says_why(phone):
    trouble = {"status": 503, "headers": {"Companion-Trouble": "unreadable"}, "body": "<h1>Trouble</h1>"}
    phone.page.route("**/ruling*", lambda route: route.fulfill(**trouble))
    phone.page.goto(f"{phone.address}/referee/durak")
    phone.page.locator("form button[type=button]:visible, form button:visible").first.tap()
    expect(phone.page.get_by_text("The server has trouble with its file. Trying again…")).to_be_visible()
    expect(phone.page.get_by_text("No connection")).to_be_hidden()


def test_without_scripts_the_page_keeps_what_was_sent(browser, browser_context_args, mortal_server):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        page = context.new_page()
        page.set_default_timeout(8000)
        phone = Phone(page, mortal_server.address).start_game()
        type_round(phone)
        path = mortal_server.data / FILE_NAME
        path.rename(mortal_server.data / "elsewhere")
        phone.save(1)
        expect(page.get_by_role("heading", name="The server can’t save just now")).to_be_visible()
        button = page.get_by_role("button", name="Try again")
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
        expect(button).to_be_visible()
        (mortal_server.data / "elsewhere").rename(path)
        button.tap()
        saved_once(phone)
