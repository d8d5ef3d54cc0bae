"""My own hand: laid from a player's phone, covered until the round is saved."""

import pytest

from tests.web.builders import OUT, a_key, a_table


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


def test_the_saved_round_takes_the_laid_hands(phone):
    lay(phone, 3, "12 1", disc=True)
    lay(phone, 2, OUT)
    assert phone.enter("17", "", "", "5").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]
    assert phone.sheet["rounds"][0]["hands"]["Rachel"] == [12, 1]
    assert phone.sheet["rounds"][0]["fools"] == ["Rachel"]


def test_when_the_last_hand_is_in_one_tap_saves(phone):
    for seat, cards in enumerate(("17", OUT, "12 1"), start=1):
        lay(phone, seat, cards)
    assert not phone.visit().has_button("Save round 1")
    lay(phone, 4, "5")
    assert "All hands are in." in phone.visit().text
    assert phone.visit().press("Save round 1").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


def test_the_last_one_must_be_out_if_nobody_else_is(phone):
    """One tap says so when all is typed in one place; of laid hands that would tell that nobody else is out."""
    assert phone.check("17", "3", "12 1", "").has_button("Camille is out: save")
    for seat, cards in enumerate(("17", "3", "12 1"), start=1):
        lay(phone, seat, cards)
    assert "Still to enter: Camille" in phone.visit().text
    assert not phone.visit().has_button("Save round 1")
    assert phone.check("", "", "", "").text == "Still to enter: Camille"


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


def test_one_that_does_not_fit_the_saved_round_is_told_why(phone):
    phone.with_round("17", OUT, "13", "5")
    answer = lay(phone, 2, "12")
    assert answer.status_code == 409
    assert answer.page.title == "Round 1 is saved"
    assert "Nobody went out." in answer.page.text
    assert answer.page.follow("Correct round 1").title == "Correct round 1"


def test_a_hand_for_a_round_that_is_not_next_or_over_what_was_not_seen(phone):
    """Python reads no number of over 4,300 digits."""
    for number in ("0", "2", "-1", "x", "99999999999999999999"):
        answer = lay(phone, 3, "12", number=number)
        assert answer.status_code == 409
        assert answer.page.title.endswith("is no longer next")
        assert "You sent this for Rachel: 12" in answer.page.text
    for version in ("", "x", "-1", "²", "9" * 4301):
        assert lay(phone, 3, "9", version=version).status_code == 409


def test_the_key_of_a_form_stands_for_what_it_says(phone):
    """A repeated request lays one hand; one that is corrected after a lost answer is another."""
    key = a_key()
    for _ in range(3):
        assert lay(phone, 3, "12", key=key, version="1").status_code == 303
    assert phone.visit("/history").text.count("Rachel sent a hand for round 1.") == 1
    answer = lay(phone, 3, "13", key=key, version="1")
    assert answer.status_code == 409
    assert answer.page.press("Send my hand").status_code == 303
    assert lay(phone, 3, "14", key=key).status_code == 303
    phone.with_round("17", OUT, "", "5")
    assert phone.points == [[-17, 10, -14, -5]]


def test_only_for_somebody_at_the_table_and_not_after_the_end(client, phone):
    for seat in (0, 5, 99):
        phone.visit(f"/hands/{seat}", status=404)
        assert lay(phone, seat, "12").status_code == 404
    over = a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5")
    assert client.get(f"{over.address}/hands/1").location == over.address


def test_a_repeated_save_means_what_it_meant(phone):
    """Also when somebody has laid a hand for the next round by then."""
    lay(phone, 3, "12 1")
    form = phone.entry("17", OUT, "", "5", number=1, key=a_key(), version=2)
    assert phone.post("/rounds", **form).status_code == 303
    lay(phone, 3, "27 26", number="2")
    assert phone.post("/rounds", **form).status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


def test_opening_my_hand_again_does_not_make_it_empty(phone):
    lay(phone, 3, "12 1")
    page = phone.visit("/hands/3")
    assert "Replaces the hand sent for Rachel." in page.text
    answer = page.press("Send my hand")
    assert answer.status_code == 422
    assert answer.page.problem("seat-3-cards") == "Enter the cards left, or tap Out."
    assert answer.page.press("Send my hand", {"seat-3-out": "y"}).status_code == 303
    phone.with_round("17", "3", "", "5")
    assert phone.points == [[-17, -3, 10, -5]]


def test_a_hand_laid_after_an_undo_stands_before_what_was_undone(phone):
    """The form brings back the undone round, but not over what a player has laid since."""
    phone.with_round("17", OUT, "13", "5").undoing()
    lay(phone, 3, "12 1")
    page = phone.visit("/rounds/new")
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == ["17", "", "", "5"]
    assert page.press("Save round 1").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


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
