"""By keyboard alone: grids of keys are one stop, Enter never sends what is half filled, focus is never lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

LOST = "document.activeElement === document.body"


def stops(phone: Phone) -> int:
    """How often Tab has to be pressed from the top of the page until it leaves it."""
    phone.page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    for count in range(200):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate(LOST):
            return count
    raise AssertionError("The keyboard is caught.")


@pytest.mark.parametrize(("game", "most"), [("fool", 16), ("fools-field", 12), ("durak", 16)])
def test_a_grid_of_keys_is_one_stop(phone, game, most):
    phone.page.goto(f"{phone.address}/referee/{game}")
    phone.page.locator("[data-keys] [tabindex='-1']").first.wait_for(state="attached")
    assert stops(phone) <= most


def test_arrows_go_from_key_to_key(phone):
    phone.page.goto(f"{phone.address}/referee/durak?trump=H")
    phone.page.get_by_role("button", name="6 of spades").focus()
    for arrow, name in (
        *(("ArrowRight", "7 of spades"), ("ArrowDown", "7 of hearts"), ("ArrowLeft", "6 of hearts")),
        *(("ArrowUp", "6 of spades"), ("ArrowUp", "6 of spades"), ("End", "ace of clubs"), ("Home", "6 of spades")),
    ):
        phone.page.keyboard.press(arrow)
        assert focused(phone) == name, arrow
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("button", name="Attack 1: 6 of spades. Take it back.")).to_be_visible()
    assert focused(phone) == "6 of spades"
    assert phone.page.locator(".durak-pad [tabindex='0']").count() == 1


def focused(phone: Phone) -> str:
    """What the element with the focus is called."""
    return phone.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()")


def press(phone: Phone, name: str, key: str = "Enter", role: str = "button"):
    phone.page.get_by_role(role, name=name, exact=True).focus()
    phone.page.keyboard.press(key)


def test_the_focus_stays_where_a_card_is_taken_back(phone):
    phone.start_game().open_entry(1)
    phone.cards(5, 7)
    for chip, then in (("Take back 5", "Take back 7"), ("Take back 7", "⌫Take back the last")):
        phone.page.wait_for_timeout(100)  # quicker, it would be one tap that bounced
        press(phone, chip)
        assert focused(phone) == then
    phone.page.goto(f"{phone.table}/referee?cards=G5+G7")
    phone.page.locator("[data-keys] [tabindex='-1']").first.wait_for(state="attached")
    press(phone, "Take back green 7")
    assert focused(phone) == "Take back the last"


def test_the_focus_goes_to_the_question_who_is_out_and_back(phone):
    phone.start_game().open_entry(1)
    phone.cards(5)
    pad = phone.page.locator(".pad")
    pad.get_by_role("button", name="Out", exact=True).focus()
    phone.page.keyboard.press("Enter")
    assert focused(phone) == "Anne"
    press(phone, "Nobody")
    assert focused(phone) == "Out"


def test_the_focus_follows_a_player_who_is_moved(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    for number, name in enumerate(("Anne", "Paul", "Rachel", "Ben"), start=1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)
    for way, then, place in (("up", "↑Move player 2 up", 2), ("up", "↓Move player 1 down", 1)):
        press(phone, f"Move player {place + 1} {way}")
        expect(phone.page.get_by_label(f"Player {place}", exact=True)).to_have_value("Rachel")
        assert focused(phone) == then


def test_enter_never_sends_what_is_half_filled(phone):
    """It goes from field to field, and at last to the button."""
    page = phone.page
    page.goto(f"{phone.address}/tables/new")
    page.get_by_label("Player 1", exact=True).focus()
    for name in ("Anne", "Paul", "Rachel", "Camille", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.get_by_text("House rules").click()
    page.get_by_label("The game ends at a total of").press("Enter")
    page.keyboard.press("Enter")
    assert page.url == f"{phone.address}/tables/new"
    page.get_by_role("button", name="Start game").press("Enter")
    page.wait_for_url("**/t/*")
    phone.table = page.url
    page.goto(f"{phone.table}/rounds/new")
    fields = page.get_by_label("Cards left").and_(page.locator("input"))
    for field in fields.all()[1:]:
        field.fill("5")
        field.press("Enter")
    assert focused(phone) == "Save round 1"
    assert page.url == f"{phone.table}/rounds/new"


def test_enter_in_settings_saves_names_that_are_all_there(phone):
    page = phone.start_game().page
    page.goto(f"{phone.table}/settings")
    names = page.locator("input[name^=name]")
    names.nth(1).fill("")
    names.nth(0).fill("Anna")
    names.nth(0).press("Enter")
    expect(names.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    assert focused(phone) == "Save the names"
    names.nth(1).fill("Paula")
    with page.expect_navigation():
        names.nth(1).press("Enter")
    page.goto(phone.table)
    expect(page.get_by_role("rowheader", name="Paula")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Anna")).to_be_visible()


def test_the_focus_goes_to_the_trick_when_its_pad_goes(phone):
    phone.page.goto(f"{phone.address}/referee/fool?players=4&cards=G5+G7+G8")
    phone.page.locator("[data-keys] [tabindex='-1']").first.wait_for(state="attached")
    press(phone, "green 9")
    expect(phone.page.locator(".trick-pad")).to_be_hidden()
    assert "Take back green 9" in focused(phone)


def test_both_pads_have_a_stop(phone):
    phone.start_game().open_entry(1)
    for mode, keys in (("Cards", ".faces"), ("Totals", ".digits")):
        phone.tap(mode)
        assert phone.page.locator(f"{keys} [tabindex='0']").count() == 1


def test_alt_and_an_arrow_go_back_as_everywhere(phone):
    phone.page.goto(f"{phone.address}/referee/durak?trump=H")
    phone.page.get_by_role("button", name="6 of spades").focus()
    phone.page.keyboard.press("Alt+ArrowRight")
    assert focused(phone) == "6 of spades"


def test_by_totals_a_number_that_is_typed_is_a_total(phone):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    field = phone.hand("Anne").get_by_label("Cards left")
    field.fill("1")
    field.press("Enter")
    expect(field).to_have_value("=1")
    phone.tap("Cards")
    other = phone.hand("Paul").get_by_label("Cards left")
    other.fill("1")
    other.press("Enter")
    expect(other).to_have_value("1")


def test_small_letters_are_cards_too(phone):
    phone.page.goto(f"{phone.address}/referee/fool?players=4")
    phone.page.get_by_label("Cards played").fill("g5 r7")
    expect(phone.page.locator(".trick-wins")).to_contain_text("Player 1")
    expect(phone.page.locator(".trick-green b").first).to_have_text("5")
