"""Nothing that somebody typed is ever lost, and nothing is saved twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone


def begin(phone):
    phone.start_game().open_entry(1)
    phone.cards(5, 12)
    phone.next_player()
    phone.cards(1)
    phone.hand("Camille").get_by_label("Took a Fool! disc").check()
    return phone


def still_there(phone):
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("5 12")
    expect(phone.hand("Paul").get_by_label("Cards left")).to_have_value("1")
    expect(phone.hand("Camille").get_by_label("Took a Fool! disc")).to_be_checked()


def test_a_reload(phone):
    begin(phone).page.reload()
    still_there(phone)


@pytest.mark.thorough
def test_back_and_forth(phone):
    begin(phone)
    phone.tap("Table", "link")
    phone.open_entry(1)
    still_there(phone)


@pytest.mark.thorough
def test_what_the_rules_refuse(phone):
    begin(phone)
    phone.type_hand("Rachel", "99")
    phone.out("Ben")
    phone.out("Camille")
    phone.save(1)
    expect(phone.page.get_by_text("There is no 99 in the deck: faces go from 1 to 27.").first).to_be_visible()
    still_there(phone)


@pytest.mark.thorough
def test_a_dead_server(page, mortal_server, complaints):
    phone = Phone(page, mortal_server.address)
    begin(phone)
    phone.type_hand("Rachel", "7")
    phone.type_hand("Ben", "8")
    phone.out("Camille")
    mortal_server.kill()
    phone.save(1)
    expect(page.locator(".outbox-waits")).to_be_visible()
    still_there(phone)
    mortal_server.start()
    phone.saved(1)
    assert phone.total("Anne") == "−17"
    assert phone.total("Camille") == "0"
    phone.open_entry(2)
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("")


@pytest.mark.thorough
def test_a_new_game_half_typed(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    phone.page.get_by_label("Player 1", exact=True).fill("Anne")
    phone.page.reload()
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Anne")


def test_back_after_saving_shows_the_round_that_is_next_now(phone):
    phone.start_game().open_entry(1)
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        phone.type_hand(player, "5 12")
    phone.out("Ben")
    phone.save(1)
    phone.saved(1)
    phone.page.go_back()
    expect(phone.page.get_by_role("button", name="Save round 2")).to_be_visible()
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("")


def test_two_phones_enter_the_same_round(phone, browser, browser_context_args, shared_server):
    phone.start_game().open_entry(1)
    with browser.new_context(**browser_context_args) as context:
        other = Phone(context.new_page(), shared_server.address)
        other.page.goto(f"{phone.table}/rounds/new")
        for player in ("Anne", "Paul", "Rachel", "Camille"):
            phone.type_hand(player, "5 12")
            other.type_hand(player, "6 7")
        phone.out("Ben")
        other.out("Ben")
        other.save(1)
        other.saved(1)
    phone.save(1)
    expect(phone.page.get_by_role("heading", name="Round 1 was entered twice")).to_be_visible()
    expect(phone.page.get_by_role("row", name="Anne")).to_contain_text("−13")
    expect(phone.page.get_by_role("row", name="Anne")).to_contain_text("−17")
    phone.tap("Use mine instead")
    phone.saved(1)
    assert phone.total("Anne") == "−17"


@pytest.mark.thorough
def test_the_same_names_start_another_table(phone):
    phone.start_game()
    first = phone.table
    phone.page.goto(f"{phone.address}/tables/new")
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("")
    phone.start_game()
    assert phone.table != first


@pytest.mark.thorough
def test_a_rematch_starts_with_its_own_seats(phone):
    phone.start_game(("Kim", "Lee", "Max", "Noa"))
    phone.page.goto(f"{phone.table}/rematch?changes=y")
    phone.page.get_by_label("Player 1", exact=True).fill("Kimberly")
    phone.start_game()
    phone.page.goto(f"{phone.table}/rematch")
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Anne")


@pytest.mark.thorough
def test_looking_at_the_entry_screen_enters_nothing(phone):
    phone.start_game().open_entry(1)
    for _ in range(3):
        phone.page.reload()
    expect(phone.verdict).to_have_text("Still to enter: Anne, Paul, Rachel, Camille and Ben")


@pytest.mark.thorough
def test_a_reload_comes_back_to_the_same_player(phone):
    begin(phone)
    phone.page.reload()
    phone.cards(7)
    expect(phone.hand("Paul").get_by_label("Cards left")).to_have_value("1 7")


def test_starting_over(phone):
    begin(phone).page.reload()
    phone.tap("Start over")
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("")


def test_a_correction_that_was_left_is_back_and_says_that_it_is_not_saved(phone):
    phone.start_game().open_entry(1)
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        phone.type_hand(player, "5 12")
    phone.out("Ben")
    phone.save(1)
    phone.saved(1)
    phone.page.goto(f"{phone.table}/rounds/1")
    phone.cards(3)
    phone.tap("Table", "link")
    phone.page.wait_for_url(phone.table)
    phone.page.goto(f"{phone.table}/rounds/1")
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("5 12 3")
    expect(phone.page.get_by_text("Not saved yet: what you typed is back.")).to_be_visible()
    expect(phone.verdict).to_contain_text("Save: Anne −20")


@pytest.mark.thorough
def test_a_phone_that_keeps_nothing_says_so(phone):
    phone.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    phone.start_game().open_entry(1)
    phone.cards(5)
    expect(phone.page.get_by_text("This phone can’t keep what you type")).to_be_visible()


def test_names_that_were_typed_are_there_again(phone):
    """Settings were left by the way back, and a name was refused; once saved, nothing comes back."""
    phone.start_game()
    phone.tap("Rachel", "link")
    expect(phone.page.get_by_label("Player 3")).to_be_focused()
    phone.page.get_by_label("Player 3").fill("Rahel")
    phone.page.get_by_label("Player 2").fill("")
    phone.tap("Save the names")
    expect(phone.page.get_by_text("Give this player a name.")).to_be_visible()
    phone.tap("Table", "link")
    expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.tap("Paul", "link")
    expect(phone.page.get_by_label("Player 3")).to_have_value("Rahel")
    phone.page.get_by_label("Player 2").fill("Pia")
    phone.tap("Save the names")
    phone.tap("Rahel", "link")
    expect(phone.page.get_by_label("Player 2")).to_have_value("Pia")
    expect(phone.page.locator(".draft-notice")).to_be_hidden()
