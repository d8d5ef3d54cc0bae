"""A key that bounces counts once; two taps that are meant count twice."""

from playwright.sync_api import expect

from tests.browser.phone import FIVE

BOUNCES, MEANT = 90, 150  # milliseconds


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
    twice(key("Took a Fool! disc"), BOUNCES)
    expect(phone.hand("Paul").get_by_label("Took a Fool! disc")).to_be_checked()
    twice(key("Took a Fool! disc"), MEANT)
    expect(phone.hand("Paul").get_by_label("Took a Fool! disc")).to_be_checked()
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
