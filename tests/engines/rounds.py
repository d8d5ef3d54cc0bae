"""A new game, and its first rounds: by cards, by totals, with a question, corrected, and why a number is what it is."""

import re
import time

from tests.browser.phone import FIVE
from tests.engines.table import LEFT, NEXT, TOTAL, VERDICT


def a_game_is_begun(evening):
    phone = evening.phone
    phone.open("/")
    phone.tap("New game", "link")
    for number, name in enumerate(("Anne", "Rachel", "Paul", "Camille", "Ben"), start=1):
        phone.type(f"Player {number}", name)
    phone.choose("First starter", "Anne")
    phone.tap("Move player 3 up")
    phone.has({"role": "textbox", "name": "Player 2"}, "Paul")
    phone.tap_at({"css": ".house-rules summary"})
    field = phone.screen.run("() => document.querySelector('#end_score').labels[0].textContent.trim()")
    phone.type(field, "400")
    phone.tap("Start game")
    phone.until(lambda: re.search(r"/t/[\w-]{22}$", phone.location), lambda: f"no table: {phone.location}")
    evening.table = phone.location
    phone.sees("Anne starts", ".opening-starts")
    phone.sees("400", ".standings")
    assert phone.title == "Round 1 · Fool! companion", phone.title


def cards_are_tapped_added_up_and_taken_back(evening):
    phone = evening.at_table()
    phone.tap("Enter round 1", "link")
    evening.active("Anne")
    evening.keys(LEFT, 5, 12, 1)
    phone.reads("−22", ".tray-sum")
    phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)
    phone.tap("Take back 12")
    phone.reads("−10", ".tray-sum")
    phone.tap("Delete last", within=LEFT)
    phone.reads("−5", ".tray-sum")


def a_round_says_what_saving_will_do_and_is_saved(evening):
    phone = evening.phone
    phone.tap_at(NEXT)
    evening.active("Paul")
    phone.tap("Fool! disc")
    phone.tap("Out")
    for name, faces in (("Rachel", (6, 7)), ("Camille", ()), ("Ben", (9,))):
        phone.tap_at(NEXT)
        evening.active(name)
        evening.keys(LEFT, *faces) if faces else phone.tap("Out")
    phone.reads("Save: Anne −5, Paul 0, Rachel −13, Camille +10, Ben −9", VERDICT)
    phone.tap("Save round 1")
    evening.saved(1)
    phone.reads("Round 2", "h1")
    evening.totals("−5", "0", "−13", "10", "−9")


def totals_are_typed_and_survive_a_reload(evening):
    phone = evening.at_table()
    phone.tap("Enter round 2", "link")
    phone.tap("Totals")
    for name, *digits in (("Anne", 1, 7), ("Paul", 8), ("Rachel", 2, 3), ("Camille", 1, 0, 5)):
        evening.active(name)
        evening.keys(TOTAL, *digits)
        if name == "Rachel":
            phone.tap("Delete last", within=TOTAL)
            evening.keys(TOTAL, 4)
        phone.tap_at(NEXT)
    evening.active("Ben")
    phone.tap("Out")
    phone.reads("Save: Anne −17, Paul −8, Rachel −24, Camille −105, Ben +10", VERDICT)
    evening.at_table("/rounds/new")
    phone.sees("Your unsaved entry is back.", ".draft-notice")
    phone.has({"role": "textbox", "name": "Cards left", "within": {"role": "group", "name": "Rachel"}}, "=24")
    phone.tap("Save round 2")
    evening.saved(2)
    evening.totals("−22", "−8", "−37", "−95", "1")


def a_save_too_early_names_who_is_missing_and_a_question_is_answered_by_one_tap(evening):
    phone = evening.at_table("/rounds/new")
    phone.tap("Cards")
    evening.active("Anne")
    evening.keys(LEFT, 5, 6, 7, 8, 9, 10, 11)
    phone.tap("Save round 3")
    phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)
    for name, face in (("Paul", 0), ("Rachel", 8), ("Camille", 9), ("Ben", 20)):
        phone.tap_at(NEXT)
        evening.active(name)
        evening.keys(LEFT, face) if face else phone.tap("Out")
    phone.sees("Anne has 7 cards left.", VERDICT)
    phone.tap("Save round 3")
    time.sleep(0.9)  # the question settles
    phone.tap("Save anyway")
    evening.saved(3)
    evening.totals("−78", "2", "−45", "−104", "−19")


def an_old_round_is_corrected_from_the_sheet(evening):
    phone = evening.at_table("/sheet")
    phone.tap("1 Correct round 1", "link")
    evening.active("Anne")
    phone.tap_at({"css": ".hand-name", "name": "Rachel"})
    evening.active("Rachel")
    phone.tap("Take back 7")
    phone.sees("Save: Anne −5, Paul 0, Rachel −6, Camille +10, Ben −9", VERDICT)
    phone.tap("Save round 1")
    evening.totals("−78", "2", "−38", "−104", "−19")


def a_number_says_why_and_the_chart_is_drawn(evening):
    phone = evening.at_table()
    phone.tap("−38", "link")
    phone.until(lambda: "6" in phone.text("#why"), lambda: f"no reason: {phone.text('#why')}")
    assert phone.look("aria-expanded", {"role": "link", "name": "−38"}) == "true"
    phone.tap("Chart", "link")
    phone.reads("Chart", "h1")
    lines = phone.screen.run(
        """() => [...document.querySelectorAll("main svg polyline, main svg path")]
            .map(line => [line.getTotalLength(), getComputedStyle(line).stroke])"""
    )
    drawn = [line for line in lines if line[0] > 50 and line[1] not in ("none", "rgba(0, 0, 0, 0)")]
    assert len(drawn) >= len(FIVE), lines
