"""My own hand: laid from a player's phone, covered until the round is saved."""

import pytest

from tests.web.builders import OUT, a_key, a_table, another_link


@pytest.fixture
def phone(client):
    """Anne, Paul, Rachel and Camille before their first round."""
    return a_table(client)


def lay(phone, seat, cards, disc=False, **more):
    """Lay the hand of a seat, counted from 1, in place of one that is seen there."""
    shown = phone.client.get(f"{phone.address}/hands/{seat}")
    seen = shown.page.value("seen") if shown.status_code == 200 else "0"
    form = (
        {f"seat-{seat}-cards": cards, "number": "1", "seen": seen} | ({f"seat-{seat}-disc": "y"} if disc else {}) | more
    )
    return phone.post(f"/hands/{seat}", **form)


def test_one_says_who_one_is_and_lays_the_hand(phone):
    page = phone.visit().follow("My hand")
    assert page.title == "Who are you?"
    hand = page.press("Rachel").location
    page = phone.client.get(hand).page
    assert "You are Rachel." in page.text
    answer = page.press("Send my hand", {"seat-3-cards": "12 1"})
    assert answer.location == hand.removesuffix("/hands/3")
    assert "Waiting for the hands of Anne, Paul and Camille" in phone.visit().text


def test_nothing_of_a_laid_hand_is_shown_anywhere(client, app, phone):
    """Neither its cards nor its points, to nobody, on no page. (No time of day reads like these cards.)"""
    lay(phone, 3, "27 26")
    watcher = another_link(app, phone)
    for path in ("", "/rounds/new", "/hands/3", "/history", "/sheet", "/screen", "/live?page=arrivals&number=1&v=0"):
        text = phone.visit(path).text
        for secret in ("27 26", "−53", "= 53"):
            assert secret not in text.replace("25 26 27", ""), path
    assert "hands" not in str(watcher.sheet["rounds"])
    assert "53" not in phone.check("5", "", "", "").text
    verdict = phone.check("5", OUT, "", "8").text
    assert verdict == "Save: Anne −5, Paul +10, Rachel sent, Camille −8"


def test_every_phone_hears_who_is_in(client, app, phone):
    """What a screen reader is told is the last entry: also a hand, and also an undo."""
    watcher = another_link(app, phone)
    lay(phone, 3, "12 1")
    assert watcher.visit().read(id="news") == "Rachel sent a hand for round 1."
    phone.with_round("17", OUT, "", "5").undoing()
    assert watcher.visit("/sheet").read(id="news").startswith("Undone: Round 1 entered: Anne −17")


def test_the_saved_round_takes_the_laid_hands(phone):
    lay(phone, 3, "12 1", disc=True)
    lay(phone, 2, OUT)
    assert phone.enter("17", "", "", "5").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]
    assert phone.sheet["rounds"][0]["hands"]["Rachel"] == [12, 1]
    assert phone.sheet["rounds"][0]["fools"] == ["Rachel"]


def test_a_form_that_was_answered_may_be_corrected_and_sent_again(phone):
    """Its answer got lost: the key of the form stands for what it says, so that the correction is no repetition."""
    key = a_key()
    for cards in ("12", "13", "13"):
        assert lay(phone, 3, cards, key=key).status_code == 303
    assert phone.enter("17", OUT, "", "5").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]


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
    assert "Waiting for the hands of Camille" in phone.visit().text
    assert not phone.visit().has_button("Save round 1")
    assert phone.check("", "", "", "").text == "Still to enter: Camille"


def test_hands_with_a_card_too_often_count_by_their_totals(phone):
    """Each for itself was possible. A refusal would say which cards others hold to whoever lays a hand and tries."""
    for seat in range(1, 5):
        lay(phone, seat, "24 3" if seat < 3 else OUT)
    assert phone.visit().press("Save round 1").status_code == 303
    assert phone.points == [[-27, -27, 10, 10]]
    assert phone.sheet["rounds"][0]["hands"] == {"Anne": 27, "Paul": 27, "Rachel": [], "Camille": []}


def saved(phone, laid, typed, disc=False, fools=()):
    """What trying and what saving answer where Paul has laid a hand: whether the round is saved, and what is said."""
    answer = lay(phone, 2, laid, disc=disc)
    if answer.status_code == 422:
        assert answer.page.press("Send anyway").status_code == 303
    shown = phone.check(typed, "", "13", OUT, fools=fools).text
    answer = phone.enter(typed, "", "13", OUT, fools=fools)
    return shown, answer.status_code, answer.page.read(class_="doubts") if answer.status_code == 422 else ""


@pytest.mark.parametrize(
    ("laid", "typed"),
    [
        ("24", "24"),
        ("24", "25"),
        ("3 3 3", "3 3"),
        ("3 3", "3 3"),
        ("2 3 4 5 6 7 8 9", "17"),
        ("=150", "17"),
        ("5", "=17"),
    ],
)
def test_whether_a_round_is_saved_tells_nothing_of_the_cards_of_a_covered_hand(phone, laid, typed):
    """Neither its faces, nor how many they are, nor how much. The saved round shows the hand to everybody."""
    shown, status, _ = saved(phone, laid, typed)
    assert shown.startswith("Save: Anne ")
    assert "Paul sent" in shown
    assert status == 303
    assert phone.sheet["rounds"][0]["hands"]["Anne"] == (
        [int(face) for face in typed.split()] if "=" not in typed else 17
    )


@pytest.mark.parametrize(
    "typed", ["28", "24 24", "2 2 2 2 2", "x", "=1", " ".join(map(str, range(2, 15))), "2 3 4 5 6 7 8"]
)
def test_who_saves_what_can_not_be_learns_nothing_of_a_covered_hand(client, typed):
    """The answer is the same, to the letter, whatever was laid: that is not even looked at."""
    told, briefly = set(), set()
    for laid in ("24", "25", "2", "2 3 4 5 6 7 8 9", "=150", OUT):
        phone = a_table(client)
        told.add(saved(phone, laid, typed)[1:])
        assert phone.points == []
        brief = phone.client.post(
            f"{phone.address}/rounds",
            data=phone.entry(typed, "", "13", OUT, number=1, key=a_key()),
            headers={"Prefer": "return=minimal"},
        )
        briefly.add((brief.status_code, brief.get_json()["title"]))
    assert len(told) == len(briefly) == 1


def test_a_disc_too_many_is_said_and_not_whose(phone):
    """Discs lie open on the table, as does who is out."""
    shown, status, said = saved(phone, "12", "17", disc=True, fools=["Anne"])
    assert (shown, status) == ("Save: Anne −17, Paul sent, Rachel −13, Camille +10", 422)
    assert "Compare them at the table." in said
    assert not any(character.isdecimal() for character in said)
    assert "Paul" not in said


def test_a_hand_that_is_unlikely_is_asked_about_when_it_is_sent(phone):
    """Its player is asked; who saves the round would learn from the question how large it is."""
    answer = lay(phone, 2, "2 3 4 5 6 7 8")
    assert answer.status_code == 422
    assert "Paul has 7 cards left." in answer.page.text
    assert answer.page.press("Send anyway").status_code == 303
    assert phone.enter("17", "", "13", OUT).status_code == 303


@pytest.mark.parametrize("guess", ["12 1", "1 12", "13", "=17", OUT])
def test_who_sends_a_guess_does_not_learn_whether_it_is_right(phone, guess):
    """Another hand was sent: the answer is the same, also where it says the same."""
    lay(phone, 3, "12 1")
    answer = lay(phone, 3, guess, seen="0")
    assert answer.status_code == 409
    assert "Meanwhile another hand was sent for Rachel." in answer.page.text


def test_what_was_sent_and_did_not_count_stays_covered(phone):
    """Also on the page of somebody who saves the round a second time: there it would stand under his own."""
    lay(phone, 3, "27 26")
    form = phone.entry("17", OUT, "", "5", number=1, version=2)
    assert phone.enter("17", OUT, "13", "5", use="mine-3").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]
    assert phone.post("/rounds", **form).status_code == 303, "it says nothing else"
    answer = phone.post("/rounds", **(form | {"key": a_key(), "seat-1-cards": "18"}))
    assert answer.status_code == 409
    assert answer.page.rows("compare")[3] == ["Rachel", "−13", "−13"]
    for secret in ("27 26", "26 27", "−53"):
        assert secret not in answer.page.source
    assert answer.page.press("Use mine instead").status_code == 303
    assert phone.points == [[-18, 10, -13, -5]]


def test_who_saves_can_correct_anybody(phone):
    """Cards instead of the sent ones; 0 for somebody who went out after all. It is asked for each of them."""
    lay(phone, 3, "12 1")
    lay(phone, 4, "8")
    answer = phone.enter("17", "3", "13", "0").page.press("Use mine")
    assert answer.status_code == 422
    assert answer.page.press("Use mine").status_code == 303
    assert phone.points == [[-17, -3, -13, 10]]


@pytest.mark.parametrize(("button", "points"), [("Use Rachel’s", -17), ("Use mine", -12)])
def test_a_hand_that_was_sent_and_typed_asks_which_counts(phone, button, points):
    """Rachel sends hers while somebody types her cards from hearsay. What she sent stays covered."""
    lay(phone, 3, "14 3")
    form = phone.entry("17", OUT, "12", "5")
    assert phone.post("/rounds/check", **form).page.has_button(button)
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 422
    assert "Rachel sent a hand too. Which counts?" in answer.page.text
    assert "14 3" not in answer.page.source
    assert answer.page.press(button).status_code == 303
    assert phone.points == [[-17, 10, points, -5]]


def test_a_disc_that_was_typed_goes_with_the_hand_that_was_typed(phone):
    lay(phone, 3, OUT)
    form = phone.entry("17", "3", "12", "5", fools=["Rachel"])
    # Though nobody is out with the typed one.
    assert phone.post("/rounds/check", **form).page.has_button("Use Rachel’s")
    assert phone.post("/rounds", **form).page.press("Use Rachel’s").status_code == 303
    assert phone.points == [[-17, -3, 10, -5]]


def test_an_answer_that_nobody_gave_counts_for_nothing(phone):
    lay(phone, 3, "12 1")
    for use in ("mine-1", "mine-9", "sent-x", "mine-3x", ""):
        assert phone.enter("17", OUT, "12", "5", use=use).status_code == 422
    assert phone.points == []


def test_the_same_hand_from_both_is_asked_about_too(phone):
    """Else whoever guesses would learn when the guess is right."""
    lay(phone, 3, "12 1")
    assert phone.enter("17", OUT, "12 1", "5").status_code == 422


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
        ("24 24", "There is only 1 card with the face 24 in the deck; 2 are entered, for Rachel."),
        ("=1", "No hand costs 1 point: a 1 counts 5."),
        (" ".join(map(str, range(2, 15))), "Rachel can't hold 13 cards: everybody was dealt 12."),
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
    assert answer.page.rows("compare")[1:] == [["Rachel", "−13", "−12"]]
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
    assert answer.page.title.endswith("is not the next one")
    assert "You had for Rachel: 12" in answer.page.text


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 4301])
def test_what_was_seen_of_a_hand_is_an_entry_or_nothing(phone, seen):
    """Python reads no number of over 4,300 digits."""
    assert lay(phone, 3, "12", seen=seen).status_code == 303
    assert lay(phone, 3, "9", seen=seen).status_code == 409


def test_a_repeated_request_lays_one_hand(phone):
    key = a_key()
    for _ in range(3):
        assert lay(phone, 3, "12", key=key, seen="0").status_code == 303
    assert phone.visit("/history").text.count("Rachel sent a hand for round 1.") == 1


def test_only_for_somebody_at_the_table(phone):
    for seat in (0, 5, 99):
        assert phone.visit(f"/hands/{seat}", status=404)
        assert lay(phone, seat, "12").status_code == 404


def test_two_who_save_the_same_are_both_told_that_it_is_saved(phone):
    """All hands are in, and two phones tap at once; or the answer to the first got lost."""
    for seat, cards in enumerate(("17", OUT, "12 1", "5"), start=1):
        lay(phone, seat, cards)
    mine, theirs = phone.visit(), phone.visit()
    assert mine.press("Save round 1").status_code == 303
    assert theirs.press("Save round 1").status_code == 303
    assert mine.press("Save round 1").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


def test_a_repeated_save_means_what_it_meant(phone):
    """Also when somebody has laid a hand for the next round by then."""
    lay(phone, 3, "12 1")
    form = phone.entry("17", OUT, "", "5", number=1, key=a_key(), version=2)
    assert phone.post("/rounds", **form).status_code == 303
    lay(phone, 3, "27 26", number="2")
    assert phone.post("/rounds", **form).status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


def test_a_conflict_puts_the_laid_hands_into_both(phone):
    """Saved by now, so nothing is covered any more."""
    lay(phone, 3, "12 1")
    form = phone.entry("17", OUT, "", "5", number=1, version=2)
    phone.with_round("18", OUT, "", "5")
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 409
    assert answer.page.rows("compare")[3] == ["Rachel", "−17", "−17"]
    assert answer.page.press("Use mine instead").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


@pytest.mark.parametrize("how", ["stopped", "undone"])
def test_a_conflict_without_a_saved_round_uncovers_nothing(phone, how):
    """Somebody stops the game, or takes back the round before, while a save is on its way."""
    phone.with_round("17", OUT, "13", "5")
    lay(phone, 3, "27 26", number="2")
    form = phone.entry("17", OUT, "", "5", number=2, version=3)
    phone.stopping() if how == "stopped" else phone.undoing()
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 409
    assert answer.page.rows("compare")[3] == ["Rachel", "sent"]
    assert "27 26" not in answer.page.source
    assert not answer.page.has_button("Save mine as round 1")


def test_a_round_number_from_nowhere_uncovers_nothing(phone):
    lay(phone, 3, "27 26")
    answer = phone.post("/rounds", **phone.entry("17", OUT, "13", "5", number=99))
    assert answer.status_code == 409
    assert "27 26" not in answer.page.source
    assert "−23" not in answer.page.text


def test_a_hand_is_not_replaced_unseen(phone):
    """Ben says by mistake that he is Rachel."""
    lay(phone, 3, "12 1")
    answer = lay(phone, 3, "7", seen="0")
    assert answer.status_code == 409
    assert "Meanwhile another hand was sent for Rachel." in answer.page.text
    assert answer.page.value("seat-3-cards") == "7"
    assert answer.page.press("Send my hand").status_code == 303
    phone.with_round("17", OUT, "", "5")
    assert phone.points == [[-17, 10, -7, -5]]


def test_opening_my_hand_again_does_not_make_it_empty(phone):
    lay(phone, 3, "12 1")
    page = phone.visit("/hands/3")
    assert "A hand of Rachel was sent already." in page.text
    answer = page.press("Send my hand")
    assert answer.status_code == 422
    assert answer.page.problem("seat-3-cards") == "Which cards are left? Or are you out?"
    assert answer.page.press("Send my hand", {"seat-3-out": "y"}).status_code == 303
    phone.with_round("17", "3", "", "5")
    assert phone.points == [[-17, -3, 10, -5]]


def test_a_hand_corrected_after_a_lost_answer_is_another_one(phone):
    """The same form, and so the same key, but it says something else."""
    key = a_key()
    lay(phone, 3, "12 1", key=key, seen="0")
    answer = lay(phone, 3, "12", key=key, seen="0")
    assert answer.status_code == 409
    assert answer.page.press("Send my hand").status_code == 303
    phone.with_round("17", OUT, "", "5")
    assert phone.points == [[-17, 10, -12, -5]]


def test_a_hand_laid_after_an_undo_stands_before_what_was_undone(phone):
    """The form brings back the undone round, but not over what a player has laid since."""
    phone.with_round("17", OUT, "13", "5").undoing()
    lay(phone, 3, "12 1")
    page = phone.visit("/rounds/new")
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == ["17", "", "", "5"]
    assert page.press("Save round 1").status_code == 303
    assert phone.points == [[-17, 10, -17, -5]]


def test_after_the_end_there_is_no_hand_to_lay(client):
    phone = a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5")
    assert client.get(f"{phone.address}/hands/1").location == phone.address


def test_a_script_that_delivers_gets_no_page(phone):
    """204 and the word that it was done."""
    headers = {"Prefer": "return=minimal"}
    form = {"seat-3-cards": "12", "number": "1", "key": a_key()}
    answer = phone.client.post(f"{phone.address}/hands/3", data=form, headers=headers)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")
    answer = phone.client.post(f"{phone.address}/rounds", data=phone.entry("17", OUT, "", "5"), headers=headers)
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (204, "return=minimal")


def test_a_script_that_is_refused_gets_the_problem_in_a_sentence(phone):
    """As plain text, in JSON, so that names and minus signs come through; for everybody else it is a page."""

    def ask(path, **form):
        data = {"number": "1", "key": a_key()} | form
        answer = phone.client.post(phone.address + path, data=data, headers={"Prefer": "return=minimal"})
        assert answer.mimetype == "application/problem+json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.get_json()["status"] == answer.status_code
        return answer.status_code, answer.get_json()["title"]

    assert ask("/rounds", **phone.entry("28", OUT, "", "5")) == (
        422,
        "Anne: There is no 28 in the deck: faces go from 1 to 27.",
    )
    assert ask("/hands/3", **{"seat-3-cards": "28"}) == (422, "There is no 28 in the deck: faces go from 1 to 27.")
    lay(phone, 3, "13")
    assert ask("/hands/3", seen="0", **{"seat-3-cards": "12"}) == (
        409,
        "Meanwhile another hand was sent for Rachel. Send yours again to replace it.",
    )
    phone.enter("17", OUT, "2", "5", use="mine-3")
    assert ask("/rounds", anyway="y", **phone.entry("16", OUT, "", "5")) == (409, "Round 1 was entered twice")
    assert ask("/hands/3", **{"seat-3-cards": "12"}) == (409, "Round 1 is saved by now")
    assert ask("/hands/3", number="7", **{"seat-3-cards": "12"}) == (409, "Round 7 is not the next one")
    assert ask("/hands/9") == (404, "There is no such page. The address may be mistyped or cut off.")
    assert phone.client.post(f"{phone.address}/hands/9").mimetype == "text/html"
