"""Phones that say who they are, what follows from it, and what a host lets each of them do."""

from tests.web.builders import OUT
from tests.web.markup import words_of


def history(phone):
    return [words_of(each.find("p")) for each in phone.visit("/history").one("ol", class_="history")]


def test_the_history_says_from_whose_phone_an_entry_came(phone):
    rachel, paul = phone.handed_on("scorer").of("Rachel"), phone.handed_on("scorer").of("Paul")
    rachel.post("/hands/3", number=1, version=1, **{"seat-3-cards": "12"})
    paul.with_round("17", OUT, "", "5")
    phone.correct(1, "17", OUT, "12", "6")
    rachel.undoing()
    rachel.post("/names", **{"name-3": "Rahel"})
    rachel.of("Camille").post("/names", **{"name-4": "Cami"})
    assert history(phone) == [
        "Camille is now called Cami. from Cami’s phone",
        "Rachel is now called Rahel. from Rahel’s phone",
        "Undone: Round 1 corrected: Camille −5 → −6. from Rachel’s phone",
        "Round 1 corrected: Camille −5 → −6. undone",
        "Round 1 saved: Anne −17, Paul +10, Rachel −12, Camille −5. from Paul’s phone",
        "Rachel sent a hand for round 1. from Rachel’s phone",
        "Table opened: Anne, Paul, Rachel and Camille.",
    ]


def test_who_was_quicker_is_named(phone):
    phone.handed_on("scorer").of("Paul").with_round("17", OUT, "13", "5")
    late = phone.enter("18", OUT, "13", "5", number=1)
    assert "Paul was quicker. Which entry is right?" in late.page.text
    phone.correct(1, "19", OUT, "13", "5")
    late = phone.enter("18", OUT, "13", "5", number=1)
    assert "Another phone was quicker. Which entry is right?" in late.page.text
