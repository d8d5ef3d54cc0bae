"""The heart: entering a round."""

import re

import pytest
from playwright.sync_api import expect


def test_chips_and_the_running_sum(phone):
    phone.start_game().open_entry(1)
    phone.cards(5, 12, 1)
    tray = phone.page.locator(".tray-sum")
    expect(tray).to_have_text("−22")
    phone.tap("Take back 12")
    expect(tray).to_have_text("−10")
    phone.tap("Take back the last", within=phone.page.get_by_role("group", name="Cards left"))
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("5")


def test_the_save_button_says_what_is_missing_and_what_it_will_do(phone):
    phone.start_game(players=("Anne", "Paul", "Rachel", "Camille")).open_entry(1)
    phone.cards(17)
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel and Camille")
    phone.next_player()
    phone.hand("Paul").get_by_label("Took a Fool! disc").check()
    phone.next_player()
    phone.cards(6, 7)
    expect(phone.verdict).to_have_text("Still to enter: Camille")
    phone.next_player()
    expect(phone.verdict).to_have_text("Save: Anne −17, Paul 0, Rachel −13, Camille +10")
    save = phone.page.get_by_role("button", name="Save round 1", exact=True)
    expect(save).to_have_attribute("aria-describedby", phone.verdict.get_attribute("id"))


@pytest.mark.thorough
def test_saving_too_early_asks_and_one_tap_answers(phone):
    phone.start_game().open_entry(1)
    phone.cards(17)
    phone.save(1)
    expect(phone.page.get_by_text("Did they all go out?").first).to_be_visible()
    phone.page.get_by_role("button", name="Save anyway").first.tap()
    phone.saved(1)
    assert phone.total("Ben") == "10"


def test_too_many_cards_is_a_question_under_the_thumb(phone):
    phone.start_game().open_entry(1)
    phone.cards(5, 5, 6, 6, 7, 7, 8)
    for _ in range(4):
        phone.next_player()
    expect(phone.verdict).to_contain_text("Anne has 7 cards left.")
    phone.page.get_by_role("button", name="Save anyway").tap()
    phone.saved(1)
    assert phone.total("Anne") == "−44"


@pytest.mark.thorough
def test_impossible_cards_are_told_while_tapping(phone):
    phone.start_game().open_entry(1)
    phone.cards(27, 27)
    expect(phone.verdict).to_contain_text("There is only 1 card with the face 27 in the deck")


@pytest.mark.thorough
def test_no_system_keyboard_opens_on_a_phone(phone):
    phone.start_game().open_entry(1)
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_attribute("inputmode", "none")


def test_correcting_a_round_moves_the_totals(phone):
    phone.start_game().open_entry(1)
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        phone.type_hand(player, "5 12")
    phone.save(1)
    phone.saved(1)
    phone.tap("Sheet", "link")
    phone.page.get_by_role("link", name=re.compile("^1")).tap()
    expect(phone.hand("Paul").get_by_label("Cards left")).to_have_value("5 12")
    phone.choose("Paul")
    phone.tap("Take back 12")
    phone.save(1)
    phone.saved(1)
    assert phone.total("Paul") == "−5"
    phone.tap("Undo")
    phone.page.wait_for_url(phone.table)
    assert phone.total("Paul") == "−17"


@pytest.mark.thorough
def test_the_result_is_announced_and_seen(phone):
    phone.start_game().open_entry(1)
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        phone.type_hand(player, "5 12")
    phone.save(1)
    phone.saved(1)
    expect(phone.page.get_by_role("status")).to_have_text(
        "Round 1 entered: Anne −17, Paul −17, Rachel −17, Camille −17, Ben +10."
    )
    running = phone.page.locator(".change").first.evaluate("element => element.getAnimations().length")
    assert running == 1


def test_plain_http_in_a_home_network(browser, browser_context_args, shared_server):
    """There the browser sends no Sec-Fetch-Site; the forms must be taken all the same."""
    from tests.browser.phone import Phone

    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        phone = Phone(context.new_page(), f"http://phone.test:{shared_server.port}")
        phone.start_game().open_entry(1)
        phone.type_hand("Anne", "5")
        for player in ("Paul", "Rachel", "Camille"):
            phone.type_hand(player, "6")
        phone.save(1)
        phone.saved(1)
        assert phone.total("Ben") == "10"


@pytest.mark.thorough
def test_a_jump_to_another_player_leaves_the_others_to_enter(phone):
    phone.start_game().open_entry(1)
    phone.choose("Ben")
    phone.cards(20)
    expect(phone.verdict).to_have_text("Still to enter: Anne, Paul, Rachel and Camille")


def test_enter_goes_to_the_next_hand_and_saves_from_the_last(phone):
    phone.start_game().open_entry(1)
    for player, typed in zip(("Anne", "Paul", "Rachel", "Camille", "Ben"), ("5 12", "7", "", "8", "9"), strict=True):
        field = phone.hand(player).get_by_label("Cards left")
        expect(field).to_be_focused() if player != "Anne" else field.focus()
        phone.page.keyboard.type(typed)
        phone.page.keyboard.press("Enter")
    phone.saved(1)
    assert phone.total("Rachel") == "10"


@pytest.mark.thorough
def test_a_total_that_is_typed_again_replaces_the_old_one(phone):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    phone.digits("13")
    phone.choose("Anne")
    phone.digits("105")
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("=105")


@pytest.mark.thorough
def test_a_hand_is_corrected_the_way_it_was_entered(phone):
    phone.start_game().open_entry(1)
    phone.cards(5)
    phone.choose("Paul")
    phone.tap("Totals")
    phone.digits("12")
    phone.choose("Anne")
    expect(phone.page.get_by_role("button", name="Cards", exact=True)).to_have_attribute("aria-pressed", "true")
    phone.choose("Paul")
    expect(phone.page.get_by_role("button", name="Totals")).to_have_attribute("aria-pressed", "true")


def test_a_lost_connection_is_said_quietly(phone):
    phone.start_game().open_entry(1)
    phone.page.context.set_offline(True)
    phone.cards(5)
    expect(phone.verdict).to_have_text("No connection. What you type is kept on this phone.")
    phone.page.context.set_offline(False)
    phone.cards(7)
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel, Camille and Ben")
