"""My own hand: laid from a player's phone, covered until the round is saved."""

import pytest

from tests.web.builders import OUT, a_key


def lay(phone, seat, cards, disc=False, **more):
    """Lay the hand of a seat, counted from 1, in place of one that is seen there."""
    visible = phone.client.get(f"{phone.address}/hands/{seat}")
    version = visible.page.value("version") if visible.status_code == 200 else "1"
    form = (
        {f"seat-{seat}-cards": cards, "number": "1", "version": version}
        | ({f"seat-{seat}-disc": "y"} if disc else {})
        | more
    )
    return phone.post(f"/hands/{seat}", **form)


def test_when_the_last_hand_is_in_one_tap_saves(phone):
    for seat, cards in enumerate(("17", OUT, "12 1"), start=1):
        lay(phone, seat, cards)
    assert not phone.visit().has_button("Save round 1")
    lay(phone, 4, "5")
    assert "All hands are in." in phone.visit().text
    assert phone.visit().press("Save round 1").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


@pytest.mark.parametrize(("button", "points"), [("Use Rachel’s", -17), ("Use mine", -12)])
def test_a_hand_that_was_sent_and_typed_asks_which_counts(phone, button, points):
    """Rachel sends hers while somebody types her cards from hearsay. What she sent stays covered."""
    lay(phone, 3, "14 3")
    form = phone.entry("17", OUT, "12", "5")
    assert phone.post("/rounds/check", **form).page.has_button(button)
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 422
    assert "Rachel also sent a hand. Which is right?" in answer.page.text
    assert "14 3" not in answer.page.source
    assert answer.page.press(button).status_code == 303
    assert phone.points == [[-17, 10, points, -5]]


def test_a_hand_that_comes_too_late_is_put_beside_the_saved_one(phone):
    phone.with_round("17", OUT, "13", "5")
    assert lay(phone, 3, "13").location == phone.address, "one that says the same changes nothing"
    answer = lay(phone, 3, "12")
    assert answer.status_code == 409
    assert answer.page.rows("compare")[1:] == [["Rachel", "−13", "−12"]]
    assert answer.page.press("Use mine").status_code == 303
    assert phone.points == [[-17, 10, -12, -5]]


def test_a_script_that_is_refused_gets_the_problem_in_a_sentence(phone):
    """As plain text, in JSON, so that names and minus signs come through; for everybody else it is a page."""

    def ask(path, **form):
        data = {"number": "1", "key": a_key()} | form
        answer = phone.client.post(phone.address + path, data=data, headers={"Prefer": "return=minimal"})
        assert answer.mimetype == "application/problem+json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.get_json()["status"] == answer.status_code
        return answer.status_code, answer.get_json()["title"]

    no_card = "There’s no 28 in the deck: cards go from 1 to 27."
    assert ask("/rounds", **phone.entry("28", OUT, "", "5")) == (422, f"Anne: {no_card}")
    assert ask("/hands/3", **{"seat-3-cards": "28"}) == (422, no_card)
    phone.enter("17", OUT, "2", "5")
    assert ask("/rounds", anyway="y", **phone.entry("16", OUT, "4", "5")) == (409, "Round 1 was entered twice")
    assert ask("/hands/3", **{"seat-3-cards": "12"}) == (409, "Round 1 is saved")
    assert ask("/hands/3", number="7", **{"seat-3-cards": "12"}) == (409, "Round 7 is no longer next")
    assert ask("/hands/9") == (404, "Page not found. Check the address.")
    assert phone.client.post(f"{phone.address}/hands/9").mimetype == "text/html"
