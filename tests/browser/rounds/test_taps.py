"""A key that bounces counts once, two taps that are meant count twice; a second tap on Save meets nothing."""

from playwright.sync_api import expect

from tests.browser.phone import FIVE

BOUNCES, MEANT = 90, 150  # milliseconds
IS_MET = """(button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_a_key_that_bounces_counts_once(phone):
    phone.sit_down().visit("/rounds/new").stop_the_clock()
    pad = phone.seen.get_by_role("group", name="Keys:")

    def twice(key, pause):
        phone.page.clock.run_for(1000)
        key.tap()
        phone.page.clock.run_for(pause)
        key.tap()

    def key(name):
        return pad.get_by_role("button", name=name, exact=True)

    twice(key("7"), BOUNCES)
    twice(key("7"), MEANT)
    expect(phone.left("Anne")).to_have_value("7 7 7")
    phone.choose("Paul")
    twice(key("Fool! disc"), BOUNCES)
    expect(phone.hand("Paul").get_by_label("Fool! disc")).to_be_checked()
    twice(key("Fool! disc"), MEANT)
    expect(phone.hand("Paul").get_by_label("Fool! disc")).to_be_checked()
    twice(key("Out"), BOUNCES)  # the next is not out
    assert [name for name in FIVE if phone.hand(name).get_by_label("Out").is_checked()] == ["Paul"]

    # The chip that comes where another was, under the same thumb.
    phone.choose("Anne")
    twice(phone.seen.locator(".chip").first, BOUNCES)
    expect(phone.left("Anne")).to_have_value("7 7")

    # Enter that is held down.
    phone.button("8").focus()
    for _ in range(3):
        phone.page.keyboard.down("Enter")
        phone.page.clock.run_for(500)
    expect(phone.left("Anne")).to_have_value("7 7 8")


def test_nothing_can_be_tapped_for_a_moment_after_a_save(another_phone):
    """The moment is a style's: held still, it lasts."""
    phone = another_phone(before="0")
    phone.sit_down().type_round("=99", "", "13", "5", "4")
    phone.run("Promise.all(document.getAnimations().map((moment) => moment.finished)).then(() => true)")
    with phone.held_still():
        phone.save(1).saved(1)
        rematch = phone.button("Rematch")
        expect(rematch).to_be_in_viewport(ratio=1)
        assert not rematch.evaluate(IS_MET)
    rematch.tap()
    phone.page.wait_for_url(lambda address: not address.startswith(phone.table))
