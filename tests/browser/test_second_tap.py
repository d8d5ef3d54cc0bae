"""A second tap on Save meets the page that answers: nothing happens there that nobody wanted."""

import pytest
from playwright.sync_api import expect

SCREENS = [(360, 640), (390, 844), (412, 915), (640, 360), (1280, 800)]  # CSS pixels
IS_MET = """(button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
MET_AT = """(save) => [...document.querySelectorAll("a, button, select")].filter((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const apart = right <= save.x || left >= save.x + save.width || bottom <= save.y || top >= save.y + save.height;
    return !apart && getComputedStyle(control).visibility === "visible";
}).map((control) => control.textContent.trim().split("\\n")[0])"""
STARTS = {"Rematch", "Rematch with changes", "My hand", "Settings", "Play on", "Undo", "Share", "Save round 2"}


def enter(phone, anne):
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, left in zip(("Anne", "Paul", "Rachel", "Camille", "Ben"), (anne, "", "13", "5", "4"), strict=True):
        phone.type_hand(player, left)
    return phone.page.get_by_role("button", name="Save round 1", exact=True)


def test_nothing_can_be_tapped_for_a_moment_after_a_save(phone):
    """The moment is a style's: held still, it lasts."""
    phone.start_game()
    enter(phone, "=99")
    style = phone.page.context.new_cdp_session(phone.page)
    style.send("Animation.enable")
    style.send("Animation.setPlaybackRate", {"playbackRate": 0})
    phone.save(1)
    phone.saved(1)
    rematch = phone.page.get_by_role("button", name="Rematch", exact=True)
    expect(rematch).to_be_in_viewport(ratio=1)
    assert not rematch.evaluate(IS_MET)
    style.send("Animation.setPlaybackRate", {"playbackRate": 1})
    rematch.tap()
    phone.page.wait_for_url(lambda address: not address.startswith(phone.table))


@pytest.mark.parametrize("ends", [False, True])
def test_where_save_was_nothing_starts(phone, ends):
    """Not a rematch, not the settings, nor the question who this is."""
    phone.start_game()
    met = {}
    for width, height in SCREENS:
        phone.page.set_viewport_size({"width": width, "height": height})
        save = enter(phone, "=99" if ends else "=17").bounding_box()
        phone.save(1)
        phone.saved(1)
        phone.page.locator(".standings, .ranking").wait_for()
        met[width, height] = STARTS.intersection(phone.page.evaluate(MET_AT, save))
        phone.tap("Undo")
        expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    assert met == {screen: set() for screen in SCREENS}
