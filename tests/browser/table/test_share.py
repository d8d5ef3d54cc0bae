"""A table is handed on: by link, by code, by the phone's share sheet; and its screen stays on meanwhile."""

from playwright.sync_api import expect

SHARE_SHEET = "window.shared = []; navigator.share = async ({ url }) => { window.shared.push(url); };"
WAKE_LOCK = """
    window.locks = [];
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
        const lock = { released: false, release() { this.released = true; } };
        window.locks.push(lock);
        return lock;
    } } });
"""


def test_by_link(phone):
    """Copied over plain HTTP, where no script may read what was copied: it is pasted where a code is typed."""
    phone.sit_down().tap("Share", "link")
    expect(phone.button("Copy")).to_have_count(1)
    phone.page.locator(".only-watch summary").tap()
    link = phone.page.locator("#watch-link").input_value()
    phone.seen.get_by_role("button", name="Copy").last.tap()
    expect(phone.button("Copied")).to_be_visible()
    phone.reads("Copied", "#announcement").open("/joins/new")
    phone.field("Code").evaluate("(field) => { field.maxLength = 200; }")
    phone.field("Code").press("Control+V")
    expect(phone.field("Code")).to_have_value(link)


def test_by_the_share_sheet_and_the_screen_stays_on_meanwhile(another_phone):
    """Until it is switched off; a lock that the phone let go is taken again."""
    phone = another_phone(before=SHARE_SHEET + WAKE_LOCK).sit_down()
    switch = phone.seen.get_by_role("switch", name="Keep the screen on")

    def held():
        return phone.run("window.locks.filter((lock) => !lock.released).length")

    expect(switch).to_be_checked()
    assert held() == 1
    phone.run("window.locks[0].released = true")
    phone.turn_back()
    assert held() == 1
    switch.tap()
    assert held() == 0
    phone.reload()
    expect(switch).not_to_be_checked()
    assert held() == 0
    switch.tap()
    assert held() == 1
    phone.tap("Share", "link")
    phone.page.locator(".only-watch summary").tap()
    expect(phone.button("Share")).to_have_count(2)
    links = [phone.page.locator(f"#{name}-link").input_value() for name in ("score", "watch")]
    for button in phone.button("Share").all():
        button.tap()
    assert phone.run("window.shared") == links


def test_over_plain_http_a_video_keeps_it_on(phone):
    """It comes with the first tap, covers the screen and does not end: Chromium counts no smaller one."""
    phone.sit_down()
    switch, video = phone.seen.get_by_role("switch", name="Keep the screen on"), phone.page.locator("video")
    expect(video).to_have_count(0)
    phone.page.touchscreen.tap(5, 300)
    expect(video).to_have_js_property("paused", value=False)
    assert video.bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 640}
    assert video.evaluate("({ loop, muted }) => [loop, muted]") == [False, True]
    phone.until("document.querySelector('video').readyState > 0")
    video.evaluate("(video) => { video.currentTime = video.duration - 0.1; }")
    phone.until("document.querySelector('video').currentTime < 3")
    expect(video).to_have_js_property("paused", value=False)
    phone.turn_away()
    expect(video).to_have_js_property("paused", value=True)
    phone.turn_back()
    expect(video).to_have_js_property("paused", value=False)
    switch.tap()
    expect(video).to_have_js_property("paused", value=True)
