"""The fewest taps: a round of five players of whom one went out, the others with two cards left each."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE
from tests.tiers import only_thorough

HANDS = [(5, 12), (1, 7), (21, 2), (8, 9)]
TOTALS = ["17", "12", "23", "09"]


# The first player is chosen when the screen opens. If just that one went out, one tap more says so and moves on.
@pytest.mark.parametrize(
    ("out", "most"), [("Rachel", 12), *only_thorough([("Anne", 13), ("Paul", 12), ("Camille", 12), ("Ben", 12)])]
)
def test_by_cards(phone, out, most):
    phone.start_game().open_entry(1)
    active, hands = FIVE[0], iter(HANDS)
    for player in (name for name in FIVE if name != out):
        if player != active:
            phone.choose(player)
        phone.cards(*next(hands))
        active = player
    phone.tap(f"{out} is out: save")
    phone.saved(1)
    assert phone.taps <= most
    assert phone.total(out) == "10"
    assert sorted(phone.total(player) for player in FIVE if player != out) == ["−12", "−17", "−17", "−23"]


@pytest.mark.parametrize("out", ["Ben", *only_thorough(FIVE[:4])])
def test_by_totals(phone, out):
    """Two digits, then the next player by itself."""
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    phone.taps = 0
    totals = iter(TOTALS)
    for player in FIVE:
        if player != out:
            phone.digits(next(totals))
        else:
            phone.tap("Out")
    phone.save(1)
    phone.saved(1)
    assert phone.taps <= 10
    assert phone.total(out) == "10"
    assert sorted(phone.total(player) for player in FIVE if player != out) == ["−12", "−17", "−23", "−9"]


@pytest.mark.thorough
def test_the_way_of_entering_is_remembered(phone):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Totals")).to_have_attribute("aria-pressed", "true")
