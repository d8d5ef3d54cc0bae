"""What a screen reader hears while somebody taps: whose hand it is, each card once, the verdict when it has changed."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

RECORDER = (Path(__file__).parent / "announcements.js").read_text()


@pytest.fixture
def heard(phone):
    """Everything that was said since it was last asked."""
    phone.page.add_init_script(RECORDER)

    def heard(pause: int = 2000) -> list[str]:
        phone.page.wait_for_timeout(pause)
        return phone.page.evaluate("window.announced.splice(0)")

    return heard


def test_cards_on_a_pad(phone, heard):
    """Eleven cards of the last who is missing, so that each changes what a save would do: that is said in the pause."""
    phone.start_game().open_entry(1)
    for player in ("Rachel", "Camille", "Ben", "Paul"):
        phone.out(player)
    heard()
    phone.cards(*range(2, 13))
    *cards, verdict = heard()
    assert cards == [f"Anne −{sum(range(2, last + 1))}" for last in range(2, 13)]
    assert "Anne has 11 cards left" in verdict


def test_the_verdict_is_said_once(phone, heard):
    phone.start_game().open_entry(1)
    heard()
    phone.cards(5)
    assert heard() == ["Anne −5", "Still to enter: Paul, Rachel, Camille and Ben"]
    phone.cards(6)
    assert heard() == ["Anne −11"]
    phone.next_player()
    assert heard() == ["Paul"]


def test_totals_on_a_pad(phone, heard):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    heard()
    phone.digits("17")
    assert heard() == ["Anne −1", "Anne −17", "Paul", "Still to enter: Paul, Rachel, Camille and Ben"]


def test_my_own_hand(phone, heard):
    phone.start_game()
    phone.page.goto(f"{phone.table}/hands/1")
    heard()
    phone.cards(*range(2, 13))
    assert len(heard()) == 11


def test_whose_hand_and_who_is_next(phone):
    phone.start_game().open_entry(1)
    expect(phone.page.get_by_role("group", name="Keys: Anne")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Next player: Paul")).to_be_visible()
    expect(phone.hand("Anne")).to_have_attribute("aria-current", "true")
    phone.cards(5)
    phone.next_player()
    expect(phone.page.get_by_role("group", name="Keys: Paul")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Next player: Rachel")).to_be_visible()
    assert phone.page.locator("[aria-current]").count() == 1


def test_the_trick_of_the_referee(phone, heard):
    """Each card is said with what it changes, and nothing else."""
    phone.start_game()
    phone.page.goto(f"{phone.table}/referee")
    heard()
    for card, said in (("green 5", "Still to play: Paul"), ("green 7", "So far Paul wins and Anne is befooled.")):
        phone.page.get_by_role("button", name=card, exact=True).tap()
        (told,) = heard()
        assert told.startswith(said)
