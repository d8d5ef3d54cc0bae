"""What a screen reader hears while somebody taps: whose hand it is, each card once, the verdict in the pause."""

from pathlib import Path

from playwright.sync_api import expect

RECORDER = Path(__file__).with_name("announcements.js").read_text("utf-8")


def test_a_round_is_heard(another_phone):
    phone = another_phone(before=RECORDER)
    phone.sit_down().visit("/rounds/new").stop_the_clock()

    def heard(verdict: str) -> list[str]:
        """Everything that was said since it was last asked, once the taps have paused."""
        phone.page.clock.run_for(400)
        expect(phone.verdict).to_have_text(verdict)
        phone.page.clock.run_for(1200)
        return phone.run("window.announced.splice(0)")

    expect(phone.seen.get_by_role("group", name="Keys: Anne")).to_be_visible()
    expect(phone.button("Next player: Paul")).to_be_visible()
    missing = "Still to enter: Paul, Rachel, Camille and Ben"
    phone.run("window.announced.splice(0)")
    phone.cards(5)
    assert heard(missing) == ["Anne −5", missing]
    phone.cards(6)
    assert heard(missing) == ["Anne −11"], "the verdict is as it was"
    phone.next_player()
    assert heard(missing) == ["Paul"]
    expect(phone.button("Next player: Rachel")).to_be_visible()
    assert phone.page.locator("[aria-current]").count() == 1
    phone.tap("Totals")
    phone.digits("17")
    missing = "Still to enter: Rachel, Camille and Ben"
    assert heard(missing) == ["Paul −1", "Paul −17", missing]
    phone.next_player()
    assert heard(missing) == ["Rachel"]
    phone.page.clock.run_for(400)
    phone.button("Next player: Camille").tap()
    assert sorted(heard(missing)) == ["Camille", "Still to enter: Rachel"], "nothing was said of Rachel"
