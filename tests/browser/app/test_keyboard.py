"""By keyboard alone: grids of keys are one stop, Enter never sends what is half filled, focus is never lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

DESK = {"has_touch": False, "is_mobile": False}


@pytest.fixture
def phone(another_phone):
    return another_phone(**DESK)


def focused(phone: Phone) -> str:
    return phone.run("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()")


def press(phone: Phone, name: str, key: str = "Enter"):
    phone.button(name).focus()
    phone.page.keyboard.press(key)


def stops(phone: Phone) -> int:
    """How often Tab has to be pressed from the top of the page until it leaves it."""
    phone.run("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    for count in range(60):
        phone.page.keyboard.press("Tab")
        if phone.run("document.activeElement === document.body"):
            return count
    raise AssertionError("The keyboard is caught.")


def test_a_round_by_keyboard(phone):
    """Enter goes on, saves from the last and leads to the next; by totals a number that is typed is a total."""
    phone.sit_down().visit("/rounds/new")
    for player, typed in zip(("Anne", "Paul", "Rachel", "Camille", "Ben"), ("5 12", "7", "0", "8", "9"), strict=True):
        expect(phone.left(player)).to_be_focused()
        phone.page.keyboard.type(typed)
        phone.page.keyboard.press("Enter")
    phone.saved(1).totals("−17", "−7", "10", "−8", "−9").page.keyboard.press("Tab")
    assert focused(phone) == "Skip the standings"
    for _ in range(2):
        phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**/rounds/new")
    press(phone, "Totals")
    phone.left("Anne").fill("1")
    phone.left("Anne").press("Enter")
    expect(phone.left("Anne")).to_have_value("=1")
    phone.left("Ben").press("Enter")
    assert focused(phone) == "Save round 2", "half filled, it is not sent"
    phone.left("Paul").fill("5")
    press(phone, "Out")
    expect(phone.left("Paul")).to_have_value("")
    phone.page.wait_for_timeout(150)  # at once it would be a key that bounced
    press(phone, "Out")
    expect(phone.left("Paul")).to_have_value("=5")


def test_a_grid_of_keys_is_one_stop(phone):
    phone.open("/referee/durak?trump=H")
    grid = phone.page.locator(".durak-pad [tabindex='0']")
    expect(grid).to_have_count(1)
    assert stops(phone) <= 16
    phone.button("6 of spades").focus()
    for arrow, name in (
        *(("ArrowRight", "7 of spades"), ("ArrowDown", "7 of hearts"), ("ArrowLeft", "6 of hearts")),
        *(("ArrowUp", "6 of spades"), ("End", "ace of clubs"), ("Home", "6 of spades"), ("Alt+ArrowRight",) * 2),
    ):
        phone.page.keyboard.press(arrow)
        assert focused(phone) == name or (name == arrow and focused(phone) == "6 of spades"), arrow
    phone.page.keyboard.press("Enter")
    expect(phone.button("Attack 1: 6 of spades. Take it back.")).to_be_visible()
    assert focused(phone) == "6 of spades"
    expect(grid).to_have_count(1)
    phone.open("/referee/fool?players=4&cards=G5+G7+G8")
    press(phone, "green 9")
    expect(phone.page.locator(".trick-pad")).to_be_hidden()
    assert "Take back green 9" in focused(phone), "the focus goes to the trick when its pad goes"
