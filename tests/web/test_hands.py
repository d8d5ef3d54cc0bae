"""My own hand: laid from a player's phone, covered until the round is saved."""

import pytest

from tests.web.builders import OUT, a_key, a_table, another_link


@pytest.fixture
def phone(client):
    """Anne, Paul, Rachel and Camille before their first round."""
    return a_table(client)


def lay(phone, seat, cards, disc=False, **more):
    """Lay the hand of a seat, counted from 1."""
    form = {f"seat-{seat}-cards": cards, "number": "1"} | ({f"seat-{seat}-disc": "y"} if disc else {}) | more
    return phone.post(f"/hands/{seat}", **form)


def test_one_says_who_one_is_and_lays_the_hand(phone):
    page = phone.visit().follow("My hand")
    assert page.title == "Who are you?"
    page = page.follow("Rachel")
    assert "You are Rachel." in page.text
    answer = page.press("Lay my hand", {"seat-3-cards": "12 1"})
    assert answer.location == phone.address
    assert "Missing: Anne, Paul and Camille" in phone.visit().text


def test_nothing_of_a_laid_hand_is_shown_anywhere(client, app, phone):
    """Neither its cards nor its points, to nobody, on no page."""
    lay(phone, 3, "21 2")
    watcher = another_link(app, phone)
    for path in ("", "/rounds/new", "/hands/3", "/history", "/sheet", "/screen", "/live?page=arrivals&number=1&v=0"):
        text = phone.visit(path).text
        for secret in ("21 2", "−23", "= 23"):
            assert secret not in text.replace("22 23 24", ""), path
    assert "hands" not in str(watcher.sheet["rounds"])
    assert "23" not in phone.check("5", "", "", "", waiting="2 3 4").text
    verdict = phone.check("5", OUT, "", "8", waiting="").text
    assert verdict == "Save: Anne −5, Paul +10, Rachel is in, Camille −8"


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
    for seat, cards in enumerate(("17", "3", "12 1"), start=1):
        lay(phone, seat, cards)
    assert phone.visit().press("Save round 1").status_code == 303
    assert phone.points == [[-17, -3, -17, 10]]


def test_hands_that_do_not_fit_together_are_said_when_saving(phone):
    """Each for itself was possible."""
    for seat in range(1, 5):
        lay(phone, seat, "24" if seat < 3 else OUT)
    answer = phone.visit().press("Save round 1")
    assert answer.status_code == 422
    assert "There is only 1 card with a 24 in the deck; 2 are entered, for Anne and Paul." in answer.page.text
    assert phone.points == []


def test_who_saves_can_correct_anybody(phone):
    """Cards instead of the laid ones; 0 for somebody who went out after all."""
    lay(phone, 3, "12 1")
    lay(phone, 4, "8")
    version = phone.visit("/rounds/new").value("version")
    assert phone.enter("17", "3", "13", "0", version=version).status_code == 303
    assert phone.points == [[-17, -3, -13, 10]]


def test_a_hand_laid_since_is_not_passed_over_in_silence(phone):
    """Rachel lays while somebody types her cards from hearsay."""
    version = phone.visit("/rounds/new").value("version")
    lay(phone, 3, "12 1")
    answer = phone.enter("17", OUT, "12", "5", version=version)
    assert answer.status_code == 422
    assert "Rachel has laid another hand since. Save yours instead?" in answer.page.text
    assert "−17" not in answer.page.text.replace("Anne −17", "")
    assert answer.page.press("Save anyway").status_code == 303
    assert phone.points == [[-17, 10, -12, -5]]


def test_the_same_hand_from_both_is_no_question(phone):
    version = phone.visit("/rounds/new").value("version")
    lay(phone, 3, "12 1")
    assert phone.enter("17", OUT, "12 1", "5", version=version).status_code == 303


def test_laid_again_the_later_counts(phone):
    lay(phone, 3, "12 1")
    lay(phone, 3, "13")
    assert phone.enter("17", OUT, "", "5").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("28", "There is no 28 in the deck: faces go from 1 to 27."),
        ("x", "“x” is no card and no total. Type faces like 5 12 1, or a total like =17."),
        ("=1", "No hand costs 1 point: a 1 counts 5."),
        (" ".join(["2"] * 13), "Rachel can't hold 13 cards: everybody was dealt 12."),
    ],
)
def test_what_can_not_be_is_said_where_it_was_typed(phone, typed, sentence):
    answer = lay(phone, 3, typed)
    assert answer.status_code == 422
    assert answer.page.value("seat-3-cards") == typed
    assert answer.page.problem("seat-3-cards") == sentence
    assert phone.visit().all(class_="hands-in") == []


def test_a_hand_that_comes_too_late_is_put_beside_the_saved_one(phone):
    phone.with_round("17", OUT, "13", "5")
    answer = lay(phone, 3, "12")
    assert answer.status_code == 409
    assert answer.page.rows("compare")[3] == ["Rachel", "−13", "−12"]
    assert answer.page.press("Use mine instead").status_code == 303
    assert phone.points == [[-17, 10, -12, -5]]


def test_one_that_says_the_same_changes_nothing(phone):
    phone.with_round("17", OUT, "13", "5")
    assert lay(phone, 3, "13").location == phone.address
    assert len(phone.sheet["rounds"]) == 1


def test_one_that_does_not_fit_the_saved_round_is_told_why(phone):
    phone.with_round("17", OUT, "13", "5")
    answer = lay(phone, 2, "12")
    assert answer.status_code == 409
    assert answer.page.title == "Round 1 is saved by now"
    assert "Nobody went out." in answer.page.text
    assert answer.page.follow("Correct round 1").title == "Correct round 1"


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "99999999999999999999"])
def test_a_hand_for_a_round_that_is_not_next(phone, number):
    answer = lay(phone, 3, "12", number=number)
    assert answer.status_code == 409
    assert answer.page.title == "The table has changed"


def test_a_repeated_request_lays_one_hand(phone):
    key = a_key()
    for _ in range(3):
        assert lay(phone, 3, "12", key=key).status_code == 303
    assert phone.visit("/history").text.count("Rachel laid a hand for round 1.") == 1


def test_only_for_somebody_at_the_table(phone):
    for seat in (0, 5, 99):
        assert phone.visit(f"/hands/{seat}", status=404)
        assert lay(phone, seat, "12").status_code == 404


def test_a_conflict_keeps_the_laid_hands(phone):
    """Two save at once what Rachel laid: the second may still choose his own, with her hand in it."""
    lay(phone, 3, "12 1")
    form = phone.entry("17", OUT, "", "5", number=1, version=2)
    phone.with_round("18", OUT, "12 1", "5")
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 409
    assert answer.page.press("Use mine instead").status_code == 303


def test_after_the_end_there_is_no_hand_to_lay(client):
    phone = a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5")
    assert client.get(f"{phone.address}/hands/1").location == phone.address


def test_a_script_that_delivers_gets_no_page(phone):
    """204 and the word that it was done; errors are pages as ever."""
    headers = {"Prefer": "return=minimal"}
    form = {"seat-3-cards": "12", "number": "1", "key": a_key()}
    answer = phone.client.post(f"{phone.address}/hands/3", data=form, headers=headers)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")
    answer = phone.client.post(f"{phone.address}/rounds", data=phone.entry("17", OUT, "", "5"), headers=headers)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")
    answer = phone.client.post(f"{phone.address}/rounds", data=phone.entry("99", OUT, "", "5"), headers=headers)
    assert answer.status_code == 422
