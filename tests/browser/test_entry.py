"""The heart: entering a round."""

import re

import pytest
from playwright.sync_api import expect

from tests.server import AT_HOME


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
    """And the tray of the pad stays as high when everybody is entered."""
    phone.start_game(players=("Anne", "Paul", "Rachel", "Camille")).open_entry(1)
    before = phone.page.locator(".tray").bounding_box()
    phone.cards(17)
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel and Camille")
    phone.next_player()
    phone.tap("Took a Fool! disc")
    phone.tap("Out")
    phone.cards(6, 7)
    phone.next_player()
    expect(phone.verdict).to_have_text("Still to enter: Camille")
    phone.tap("Out")
    expect(phone.verdict).to_have_text("Save: Anne −17, Paul 0, Rachel −13, Camille +10")
    expect(phone.page.locator(".tray-name")).to_have_text("Everybody is entered")
    assert phone.page.locator(".tray").bounding_box()["height"] == before["height"]
    save = phone.page.get_by_role("button", name="Save round 1", exact=True)
    expect(save).to_have_attribute("aria-describedby", phone.verdict.get_attribute("id"))


@pytest.mark.thorough
def test_saving_too_early_names_who_is_missing_and_goes_there(phone):
    """Also without a connection, and nothing typed is sent."""
    phone.start_game().open_entry(1)
    phone.cards(17)
    phone.choose("Rachel")
    phone.cards(8)
    phone.page.context.set_offline(True)
    phone.save(1)
    expect(phone.hand("Paul")).to_have_attribute("aria-current", "true")
    phone.page.context.set_offline(False)
    phone.cards(6)
    expect(phone.verdict).to_have_text("Still to enter: Camille and Ben")
    phone.next_player()
    phone.cards(7)
    expect(phone.verdict).to_contain_text("Still to enter: Ben")
    phone.tap("Ben is out: save")
    phone.saved(1)
    assert phone.total("Ben") == "10"


def test_nothing_is_asked_of_how_totals_were_tapped(phone):
    """A tap on "Next player" from habit, a single digit, a save too early: the round is saved all the same."""
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    phone.digits("17")
    phone.next_player()
    phone.digits("12")
    phone.digits("9")
    phone.save(1)
    expect(phone.hand("Camille")).to_have_attribute("aria-current", "true")
    phone.digits("23")
    phone.tap("Out")
    phone.save(1)
    phone.saved(1)
    assert [phone.total(name) for name in ("Anne", "Paul", "Rachel")] == ["−17", "−12", "−9"]


def test_too_many_cards_is_a_question_under_the_thumb(phone):
    phone.start_game().open_entry(1)
    phone.cards(5, 6, 7, 8, 9, 10, 11)
    phone.next_player()
    for _ in range(4):
        phone.tap("Out")
    expect(phone.verdict).to_contain_text("Anne has 7 cards left.")
    phone.page.get_by_role("button", name="Save anyway").tap()
    phone.saved(1)
    assert phone.total("Anne") == "−56"


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
    phone.out("Ben")
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
    phone.out("Ben")
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
        phone = Phone(context.new_page(), f"http://{AT_HOME}:{shared_server.port}")
        phone.start_game().open_entry(1)
        phone.type_hand("Anne", "5")
        for player in ("Paul", "Rachel", "Camille"):
            phone.type_hand(player, "6")
        phone.out("Ben")
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
    for player, typed in zip(("Anne", "Paul", "Rachel", "Camille", "Ben"), ("5 12", "7", "0", "8", "9"), strict=True):
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
    phone.tap("+100")
    phone.digits("05")
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("=105")
    expect(phone.hand("Paul")).to_have_attribute("aria-current", "true")


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
    expect(phone.verdict).to_have_text("No answer. What you type is kept on this phone.")
    phone.page.context.set_offline(False)
    phone.cards(7)
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel, Camille and Ben")


@pytest.mark.thorough
def test_out_on_cards_asks_who_it_is(phone):
    """Who forgot to go on to the next player must not lose the cards of this one."""
    phone.start_game().open_entry(1)
    phone.cards(5, 12)
    phone.tap("Out")
    asked = phone.page.get_by_role("group", name="Who went out?")
    phone.tap("Paul", within=asked)
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("5 12")
    expect(phone.hand("Paul").get_by_label("Out")).to_be_checked()
    expect(phone.hand("Rachel")).to_have_attribute("aria-current", "true")


@pytest.mark.thorough
def test_the_last_digit_is_taken_back_where_it_was_typed(phone):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    phone.digits("17")
    expect(phone.hand("Paul")).to_have_attribute("aria-current", "true")
    phone.tap("Take back the last")
    phone.digits("8")
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("=18")


def test_a_filled_pad_goes_on_as_an_empty_one(phone):
    """In a correction "Next player" and the key that takes back do what they do in a first entry."""
    phone.start_game().open_entry(1)
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        phone.type_hand(player, "=12")
    phone.out("Ben")
    phone.save(1)
    phone.saved(1)
    phone.page.goto(f"{phone.table}/rounds/1")
    phone.digits("18")
    phone.tap("Take back the last", within=phone.page.get_by_role("group", name="Total"))
    phone.digits("7")
    phone.next_player()
    phone.digits("23")
    typed = [phone.hand(name).get_by_label("Cards left").input_value() for name in ("Anne", "Paul", "Rachel")]
    assert typed == ["=17", "=23", "=12"]


@pytest.mark.thorough
def test_a_hand_that_another_phone_sends_moves_nothing(phone, another_phone):
    phone.start_game().open_entry(1)
    phone.cards(5)
    before = phone.page.get_by_role("button", name="Out").bounding_box(), phone.hand("Anne").bounding_box()
    rachel = another_phone()
    rachel.page.goto(f"{phone.table}/hands/3")
    rachel.cards(12)
    rachel.tap("Send my hand")
    expect(phone.hand("Rachel").locator(".hand-sum")).to_have_text("sent")
    assert before == (phone.page.get_by_role("button", name="Out").bounding_box(), phone.hand("Anne").bounding_box())


def test_a_correction_opens_the_pad_that_the_round_was_entered_on(phone):
    phone.start_game().open_entry(1)
    phone.tap("Totals")
    for total in ("17", "09", "23", "12"):
        phone.digits(total)
    phone.tap("Out")
    phone.save(1)
    phone.saved(1)
    phone.page.evaluate("localStorage.clear()")
    phone.page.goto(f"{phone.table}/rounds/1")
    phone.choose("Ben")
    expect(phone.page.get_by_role("button", name="Totals")).to_have_attribute("aria-pressed", "true")
