"""More rounds: by totals, with a question, undone and corrected; what is told of them."""

import time

from tests.browser.phone import FIVE
from tests.engines.table import LEFT, NEXT, TOTAL, VERDICT


def totals_are_typed_and_the_pad_stays_with_whom_it_names(evening):
    phone = evening.at_table()
    phone.tap("Enter round 2", "link")
    phone.tap("Totals")
    for name, *digits in (("Anne", 1, 7), ("Paul", 8), ("Rachel", 2, 3), ("Camille", 1, 0, 5)):
        evening.active(name)
        evening.keys(TOTAL, *digits)
        if name == "Rachel":
            phone.tap("Take back the last", within=TOTAL)
            evening.keys(TOTAL, 4)
        phone.tap_at(NEXT)
    evening.active("Ben")
    phone.tap("Out")
    evening.phone.reads("Save: Anne −17, Paul −8, Rachel −24, Camille −105, Ben +10", VERDICT)


def what_was_typed_survives_a_reload(evening):
    phone = evening.phone
    evening.at_table("/rounds/new")
    phone.sees("Not saved yet: what you typed is back.", ".draft-notice")
    phone.has({"role": "textbox", "name": "Cards left", "within": {"role": "group", "name": "Rachel"}}, "=24")


def a_round_by_totals_is_saved(evening):
    evening.phone.tap("Save round 2")
    evening.saved(2)
    evening.totals("−22", "−8", "−37", "−95", "1")


def a_save_too_early_names_who_is_missing(evening):
    phone = evening.at_table("/rounds/new")
    phone.tap("Cards")
    evening.active("Anne")
    evening.keys(LEFT, 5, 6, 7, 8, 9, 10, 11)
    phone.tap("Save round 3")
    phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)


def a_question_is_asked_before_saving_and_one_tap_answers_it(evening):
    phone = evening.phone
    phone.tap_at(NEXT)
    evening.active("Paul")
    phone.tap("Out")
    phone.tap_at(NEXT)
    for name, face in (("Rachel", 8), ("Camille", 9), ("Ben", 20)):
        evening.active(name)
        evening.keys(LEFT, face)
        if name != "Ben":
            phone.tap_at(NEXT)
    phone.sees("Anne has 7 cards left.", VERDICT)
    phone.tap("Save round 3")
    time.sleep(0.9)  # the question settles
    phone.tap("Save anyway")
    evening.saved(3)
    evening.totals("−78", "2", "−45", "−104", "−19")


def an_old_round_is_corrected_from_the_sheet(evening):
    phone = evening.at_table("/sheet")
    phone.tap("1 correct this round", "link")
    evening.active("Anne")
    phone.tap_at({"css": ".hand-name", "name": "Rachel"})
    evening.active("Rachel")
    phone.tap("Take back 7")
    phone.sees("Save: Anne −5, Paul 0, Rachel −6, Camille +10, Ben −9", VERDICT)
    phone.tap("Save round 1")
    evening.totals("−78", "2", "−38", "−104", "−19")


def a_number_says_why(evening):
    phone = evening.at_table()
    phone.tap("−38", "link")
    phone.until(lambda: "6" in phone.text("#why"), lambda: f"no reason: {phone.text('#why')}")
    assert phone.look("aria-expanded", {"role": "link", "name": "−38"}) == "true"


def the_chart_is_drawn(evening):
    phone = evening.at_table()
    phone.tap("Chart", "link")
    phone.reads("Chart", "h1")
    lines = phone.screen.run(
        """() => [...document.querySelectorAll("main svg polyline, main svg path")]
            .map(line => [line.getTotalLength(), getComputedStyle(line).stroke])"""
    )
    assert sum(length > 50 and stroke not in ("none", "rgba(0, 0, 0, 0)") for length, stroke in lines) >= len(FIVE), (
        lines
    )
