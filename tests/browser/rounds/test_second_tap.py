"""A second tap on Save meets the page that answers: nothing happens there that nobody wanted."""

import pytest
from playwright.sync_api import expect

SCREENS = [(360, 640), (412, 915), (640, 360), (1280, 800)]  # CSS pixels
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
ENDS = ("=99", "", "13", "5", "4")


def test_nothing_can_be_tapped_for_a_moment_after_a_save(another_phone):
    """The moment is a style's: held still, it lasts."""
    phone = another_phone(before="0")
    phone.sit_down().type_round(*ENDS)
    phone.run("Promise.all(document.getAnimations().map((moment) => moment.finished)).then(() => true)")
    style = phone.page.context.new_cdp_session(phone.page)
    style.send("Animation.enable")
    style.send("Animation.setPlaybackRate", {"playbackRate": 0})
    phone.save(1).saved(1)
    rematch = phone.button("Rematch")
    expect(rematch).to_be_in_viewport(ratio=1)
    assert not rematch.evaluate(IS_MET)
    style.send("Animation.setPlaybackRate", {"playbackRate": 1})
    rematch.tap()
    phone.page.wait_for_url(lambda address: not address.startswith(phone.table))


@pytest.mark.thorough
@pytest.mark.parametrize("hands", [ENDS, ("=17", *ENDS[1:])], ids=["the end", "a round"])
def test_where_save_was_nothing_starts(phone, hands):
    """Not a rematch, not the settings, nor the question who this is."""
    met = {}
    for width, height in SCREENS:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.sit_down().type_round(*hands)
        save = phone.button("Save round 1").bounding_box()
        phone.save(1).saved(1)
        phone.page.locator(".standings, .ranking").wait_for()
        met[width, height] = STARTS.intersection(phone.run(MET_AT, save))
    assert met == {screen: set() for screen in SCREENS}
