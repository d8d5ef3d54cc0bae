"""What only some phones can do: stay awake, share a link. Where they can't, nothing is missing but that."""

import pytest
from playwright.sync_api import expect

from tests.tiers import only_thorough

WAKE_LOCK = """
    window.locks = [];
    Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
        const lock = { kind, released: false, release() { this.released = true; } };
        window.locks.push(lock);
        return lock;
    } } });
"""
NO_WAKE_LOCK = "delete Navigator.prototype.wakeLock;"
SHARE_SHEET = """
    window.shared = [];
    navigator.share = async (what) => { window.shared.push(what.url); };
"""


def held(phone):
    """How many locks are held now."""
    return phone.page.evaluate("window.locks.filter((lock) => !lock.released).length")


@pytest.mark.parametrize("path", ["", *only_thorough(["/screen"])])
def test_the_screen_stays_on_until_it_is_switched_off(phone, path):
    phone.page.add_init_script(WAKE_LOCK)
    phone.start_game()
    phone.page.goto(phone.table + path)
    switch = phone.page.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    assert held(phone) == 1
    switch.tap()
    assert held(phone) == 0
    phone.page.reload()
    expect(switch).not_to_be_checked()
    assert held(phone) == 0
    switch.tap()
    assert held(phone) == 1


@pytest.mark.thorough
def test_a_lock_that_the_phone_let_go_is_taken_again(phone):
    phone.page.add_init_script(WAKE_LOCK)
    phone.start_game()
    phone.page.evaluate("window.locks[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert held(phone) == 1


@pytest.mark.thorough
def test_a_phone_that_can_not_stay_awake_has_no_switch(phone):
    phone.page.add_init_script(NO_WAKE_LOCK)
    phone.start_game()
    expect(phone.page.get_by_text("Keep the screen on")).to_be_hidden()


def test_the_share_sheet_where_there_is_one(phone):
    phone.page.add_init_script(SHARE_SHEET)
    phone.start_game()
    phone.tap("Share", "link")
    expect(phone.page.get_by_role("button", name="Share")).to_have_count(2)
    links = [field.input_value() for field in phone.page.get_by_label("Link").filter(visible=True).all()]
    for button in phone.page.get_by_role("button", name="Share").all():
        button.tap()
    assert phone.page.evaluate("window.shared") == links
    assert len(links) == 2


@pytest.mark.parametrize("host", ["phone.test", *only_thorough(["127.0.0.1"])], ids=["plain HTTP", "clipboard"])
def test_else_the_link_is_copied(phone, host):
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.page.add_init_script("delete Navigator.prototype.share;")
    phone.address = phone.address.replace("127.0.0.1", host)
    phone.start_game()
    phone.tap("Share", "link")
    link = phone.page.get_by_label("Link").filter(visible=True).last.input_value()
    phone.page.get_by_role("button", name="Copy").last.tap()
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    expect(phone.page.locator("#announcement")).to_have_text("Copied")
    # What was copied is pasted where a watcher would type a code: plain HTTP may not read it by script.
    phone.page.goto(f"{phone.address}/joins/new")
    phone.page.get_by_label("Code").evaluate("(field) => { field.maxLength = 200; }")
    phone.page.get_by_label("Code").press("Control+V")
    expect(phone.page.get_by_label("Code")).to_have_value(link)
