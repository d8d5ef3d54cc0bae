"""A new game, and its first round from a pad of cards."""

import re

from tests.engines.table import LEFT, NEXT, VERDICT


def home_leads_to_a_new_game(evening):
    phone = evening.phone
    phone.open("/")
    assert phone.title == "Home · Fool! companion", phone.title
    phone.tap("New game", "link")
    phone.reads("New game", "h1")


def names_are_typed_and_offered_as_starters_and_a_player_changes_seats(evening):
    phone = evening.phone
    for number, name in enumerate(("Anne", "Rachel", "Paul", "Camille", "Ben"), start=1):
        phone.type(f"Player {number}", name)
    phone.choose("First starter", "Anne")
    phone.tap("Move player 3 up")
    phone.has({"role": "textbox", "name": "Player 2"}, "Paul")
    phone.has({"role": "textbox", "name": "Player 3"}, "Rachel")


def a_house_rule_is_unfolded_and_changed(evening):
    phone = evening.phone
    phone.tap_at({"css": ".house-rules summary"})
    field = phone.screen.run("() => document.querySelector('#end_score').labels[0].textContent.trim()")
    phone.type(field, "400")


def the_game_starts(evening):
    phone = evening.phone
    phone.tap("Start game")
    phone.until(lambda: re.search(r"/t/[\w-]{22}$", phone.location), lambda: f"no table: {phone.location}")
    evening.table = phone.location
    phone.reads("Round 1", "h1")
    phone.sees("Anne starts", ".opening-starts")
    phone.sees("400", ".standings")
    assert phone.title == "Table, round 1 · Fool! companion", phone.title


def entry_opens_and_its_pad_types_for_the_first_player(evening):
    evening.at_table().tap("Enter round 1", "link")
    evening.active("Anne")
    evening.phone.reads("Anne", ".tray-name")


def cards_are_tapped_and_added_up(evening):
    evening.keys(LEFT, 5, 12, 1)
    evening.phone.reads("−22", ".tray-sum")
    evening.phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)


def a_card_is_taken_back(evening):
    evening.phone.tap("Take back 12")
    evening.phone.reads("−10", ".tray-sum")
    evening.phone.tap("Take back the last", within=LEFT)
    evening.phone.reads("−5", ".tray-sum")


def the_next_player_took_a_disc_and_is_out(evening):
    phone = evening.phone
    phone.tap_at(NEXT)
    evening.active("Paul")
    phone.tap("Took a Fool! disc")
    phone.tap("Out")
    phone.tap_at(NEXT)
    evening.active("Rachel")
    phone.sees("Still to enter: Rachel, Camille and Ben", VERDICT)


def the_save_button_says_what_it_will_do(evening):
    phone = evening.phone
    evening.keys(LEFT, 6, 7)
    phone.tap_at(NEXT)
    evening.active("Camille")
    phone.tap("Out")
    phone.tap_at(NEXT)
    evening.active("Ben")
    evening.keys(LEFT, 9)
    phone.reads("Save: Anne −5, Paul 0, Rachel −13, Camille +10, Ben −9", VERDICT)


def a_round_is_saved(evening):
    evening.phone.tap("Save round 1")
    evening.saved(1)
    evening.phone.reads("Round 2", "h1")
    evening.totals("−5", "0", "−13", "10", "−9")
