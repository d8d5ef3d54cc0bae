"""Every player lays the own hand from the own phone."""

import re

import pytest
from playwright.sync_api import expect


def sit_down(another_phone, phone, name):
    """Open the shared link and say once who one is."""
    player = another_phone()
    player.table = phone.table
    player.page.goto(phone.table)
    player.tap("My hand", "link")
    player.tap(name)
    expect(player.page.get_by_text(f"You are {name}.")).to_be_visible()
    player.table = player.page.url.partition("/hands/")[0]
    player.page.goto(player.table)
    player.page.wait_for_load_state("networkidle")
    player.taps = 0
    return player


def lay(player, *faces):
    player.tap("My hand", "link")
    player.cards(*faces)
    player.tap("Send my hand")
    player.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))


def test_cards_and_two_taps(phone, another_phone):
    phone.start_game()
    rachel = sit_down(another_phone, phone, "Rachel")
    lay(rachel, 12, 1)
    assert rachel.taps == 2 + 2
    expect(phone.page.get_by_text("Waiting for the hands of Anne, Paul, Camille and Ben")).to_be_visible()
    expect(rachel.page.get_by_text("Waiting for the hands of Anne, Paul, Camille and Ben")).to_be_visible()


def test_the_last_hand_makes_the_round_ready_for_one_tap(phone, another_phone):
    phone.start_game(("Anne", "Paul", "Rachel", "Camille"))
    rachel, paul = (sit_down(another_phone, phone, name) for name in ("Rachel", "Paul"))
    lay(rachel, 12, 1)
    lay(paul, 7)
    camille = sit_down(another_phone, phone, "Camille")
    camille.tap("My hand", "link")
    camille.tap("Out")
    camille.tap("Send my hand")
    assert camille.taps == 3
    expect(phone.page.get_by_text("Waiting for the hands of Anne")).to_be_visible()
    phone.tap("My hand", "link")
    phone.tap("Anne")
    phone.cards(21)
    phone.tap("Send my hand")
    expect(phone.page.get_by_text("All hands are in.")).to_be_visible()
    expect(rachel.page.get_by_text("All hands are in.")).to_be_visible()
    assert "−17" not in rachel.page.locator("main").inner_text()
    rachel.tap("Save round 1")
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert [phone.total(name) for name in ("Anne", "Paul", "Rachel", "Camille")] == ["−21", "−7", "−17", "10"]


@pytest.mark.thorough
def test_who_saves_sees_who_is_in_and_can_correct_anybody(phone, another_phone):
    phone.start_game(("Anne", "Paul", "Rachel", "Camille"))
    phone.open_entry(1)
    rachel, paul = (sit_down(another_phone, phone, name) for name in ("Rachel", "Paul"))
    lay(rachel, 12, 1)
    lay(paul, 7)
    expect(phone.hand("Rachel").locator(".hand-sum")).to_have_text("sent")
    expect(phone.hand("Paul").locator(".hand-sum")).to_have_text("sent")
    assert "−17" not in phone.page.locator("main").inner_text()
    phone.choose("Anne")
    phone.cards(21)
    phone.choose("Paul")
    phone.tap("Out")
    phone.choose("Camille")
    phone.cards(8)
    expect(phone.verdict).to_have_text("Paul sent a hand too. Which counts? Use Paul’s Use mine")
    phone.tap("Use mine")
    phone.saved(1)
    assert [phone.total(name) for name in ("Anne", "Paul", "Rachel", "Camille")] == ["−21", "10", "−17", "−8"]


@pytest.mark.thorough
def test_a_hand_that_comes_too_late_is_shown_beside_the_saved_one(phone, another_phone):
    phone.start_game(("Anne", "Paul", "Rachel", "Camille"))
    rachel = sit_down(another_phone, phone, "Rachel")
    rachel.tap("My hand", "link")
    rachel.cards(12)
    phone.open_entry(1)
    for player, cards in zip(("Anne", "Rachel", "Camille"), ("5", "13", "8"), strict=True):
        phone.type_hand(player, cards)
    phone.out("Paul")
    phone.save(1)
    phone.saved(1)
    expect(rachel.page.get_by_text("Round 1 is saved by now.")).to_be_visible()
    rachel.tap("Send my hand")
    expect(rachel.page.get_by_role("heading", name="Round 1 is saved by now")).to_be_visible()
    expect(rachel.page.locator(".compare tbody tr")).to_have_count(1)
    expect(rachel.page.get_by_role("row", name="Rachel")).to_contain_text("−13")
    expect(rachel.page.get_by_role("row", name="Rachel")).to_contain_text("−12")
    rachel.tap("Use mine instead")
    rachel.saved(1)
    assert [rachel.total(name) for name in ("Anne", "Paul", "Rachel", "Camille")] == ["−5", "10", "−12", "−8"]


def test_ones_own_pad_takes_three_digits_and_out_over_cards(phone):
    """There digits go nowhere by themselves, and the question who went out goes once it is answered."""
    phone.start_game()
    phone.page.goto(f"{phone.table}/hands/3")
    phone.tap("Totals")
    phone.digits("105")
    cards = phone.hand("Rachel").get_by_label("Cards left")
    expect(cards).to_have_value("=105")
    phone.tap("Out")
    phone.page.wait_for_timeout(600)  # the question settles
    phone.tap("Rachel")
    expect(phone.hand("Rachel").get_by_label("Out")).to_be_checked()
    phone.digits("17")
    expect(cards).to_have_value("=17")


@pytest.mark.thorough
def test_a_hand_of_which_nothing_is_said_is_not_sent(phone):
    phone.start_game()
    phone.page.goto(f"{phone.table}/hands/3")
    phone.page.context.set_offline(True)
    phone.tap("Send my hand")
    phone.page.context.set_offline(False)
    expect(phone.page.locator(".tray.nudged")).to_be_visible()
    expect(phone.page.locator("[data-unsaid]")).to_have_text("Which cards are left? Or are you out?")
    expect(phone.page.locator("[data-unsaid]")).to_be_visible()
    phone.cards(12)
    expect(phone.page.get_by_text("The others see your cards when the round is saved.")).to_be_visible()
    phone.tap("Send my hand")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))


@pytest.mark.thorough
def test_who_one_is_can_be_changed(phone, another_phone):
    phone.start_game()
    rachel = sit_down(another_phone, phone, "Rachel")
    rachel.tap("My hand", "link")
    rachel.tap("Somebody else?", "link")
    rachel.tap("Ben")
    expect(rachel.page.get_by_text("You are Ben.")).to_be_visible()
    rachel.page.goto(rachel.table)
    rachel.tap("My hand", "link")
    expect(rachel.page.get_by_text("You are Ben.")).to_be_visible()


@pytest.mark.thorough
def test_ones_own_hand_comes_back_to_be_corrected(phone, another_phone):
    """On the phone that laid it, and on no other."""
    phone.start_game()
    rachel = sit_down(another_phone, phone, "Rachel")
    lay(rachel, 12, 1)
    expect(rachel.page.get_by_role("link", name="My hand ✓ sent")).to_be_visible()
    rachel.page.get_by_role("link", name="My hand").tap()
    expect(rachel.hand("Rachel").get_by_label("Cards left")).to_have_value("12 1")
    rachel.tap("Take back 1")
    rachel.tap("Send my hand")
    rachel.page.wait_for_url(rachel.table)
    phone.page.goto(f"{phone.table}/hands/3")
    expect(phone.page.get_by_text("A hand of Rachel was sent already.")).to_be_visible()
    expect(phone.hand("Rachel").get_by_label("Cards left")).to_have_value("")
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, cards in zip(("Anne", "Camille", "Ben"), ("5", "8", "9"), strict=True):
        phone.type_hand(player, cards)
    phone.out("Paul")
    phone.save(1)
    phone.saved(1)
    assert [phone.total(name) for name in ("Paul", "Rachel")] == ["10", "−12"]


@pytest.mark.thorough
def test_a_hand_that_is_in_becomes_out_by_one_tap(phone, another_phone):
    phone.start_game()
    rachel = sit_down(another_phone, phone, "Rachel")
    lay(rachel, 12)
    rachel.page.get_by_role("link", name="My hand").tap()
    rachel.tap("Take back 12")
    rachel.tap("Out")
    rachel.tap("Send my hand")
    rachel.page.wait_for_url(rachel.table)
    phone.page.goto(f"{phone.table}/rounds/new")
    for player in ("Anne", "Paul", "Camille", "Ben"):
        phone.type_hand(player, "5")
    phone.save(1)
    phone.saved(1)
    assert phone.total("Rachel") == "10"
