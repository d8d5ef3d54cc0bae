"""What only some phones can do: stay awake, share a link. Where they can't, nothing is missing but that."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_live import hide
from tests.server import AT_HOME
from tests.tiers import only_thorough

WAKE_LOCK = """
    window.locks = [];
    Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
        const lock = { kind, released: false, release() { this.released = true; } };
        window.locks.push(lock);
        return lock;
    } } });
"""
NO_WAKE_LOCK = "delete Navigator.prototype.wakeLock; HTMLMediaElement.prototype.canPlayType = () => '';"
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
    expect(switch).to_have_attribute("title", "By the browser")
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


class Video:
    """The video that keeps the screen on where there is no wake lock, and how often it was asked for."""

    def __init__(self, phone):
        self.page = phone.page
        self.asked = []
        phone.page.on("request", lambda request: self.asked.append(request) if ".mp4" in request.url else None)

    def plays(self):
        """Whether its time goes on."""
        time = "document.querySelector('video')?.currentTime"
        before = self.page.evaluate(time)
        self.page.wait_for_timeout(400)
        return self.page.evaluate(time) != before


@pytest.mark.parametrize("path", ["", *only_thorough(["/screen"])])
def test_over_plain_http_a_video_keeps_the_screen_on_until_it_is_switched_off(phone, path):
    """It comes after what is to be seen, with the first tap."""
    phone.address = phone.address.replace("127.0.0.1", AT_HOME)
    phone.start_game()
    video = Video(phone)
    phone.page.goto(phone.table + path)
    switch = phone.page.get_by_role("switch", name="Keep the screen on")
    expect(switch).to_be_checked()
    expect(switch).to_have_attribute("title", "By an empty video, as there is no HTTPS")
    phone.page.wait_for_load_state("networkidle")
    assert video.asked == []
    phone.page.touchscreen.tap(5, 300)
    assert video.plays()
    for off, on in ((switch.tap, switch.tap), (lambda: hide(phone, "hidden"), lambda: hide(phone, "visible"))):
        off()
        assert not video.plays()
        on()
        assert video.plays()
    switch.tap()
    phone.page.reload()
    phone.page.touchscreen.tap(5, 300)
    assert not video.plays()


def test_the_video_begins_by_itself_covers_the_screen_and_does_not_end(phone):
    """Chromium counts no smaller one, and WebKit none that loops."""
    phone.address = phone.address.replace("127.0.0.1", AT_HOME)
    phone.page.clock.install()
    phone.start_game()
    video = Video(phone)
    phone.page.clock.fast_forward(10_000)
    assert video.plays()
    assert phone.page.locator("video").bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 640}
    assert phone.page.locator("video").evaluate("({ loop, muted }) => [loop, muted]") == [False, True]
    phone.page.locator("video").evaluate("(video) => { video.currentTime = video.duration - 0.2; }")
    phone.page.wait_for_timeout(1000)
    assert phone.page.locator("video").evaluate("({ currentTime }) => currentTime") < 3
    assert video.plays()
    assert len(video.asked) == 1


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


@pytest.mark.parametrize("host", [AT_HOME, *only_thorough(["127.0.0.1"])], ids=["plain HTTP", "clipboard"])
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
