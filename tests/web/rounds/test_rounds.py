"""Entering rounds: by faces or totals, what is refused or asked back, and what happens when two are at it."""

from tests.web.builders import OUT, a_table


def test_faces_and_totals_may_be_typed_in_many_ways_and_nothing_left_is_out(client):
    phone = a_table(client, end_score="500", tens_to_end="60")
    for typed in ("5 12 1", "5,12,1", "5+12+1", " 5;  12 / 1 ", "5.12.1", "\u0665 12 1", "= 22", "=-22", "= − 22"):
        assert phone.with_round(typed, OUT, "2", "3").points[-1] == [-22, 10, -2, -3], typed
    for typed in ("0", "=0", " 0 ", "-0"):
        assert phone.with_round("5", typed, "2", "3").points[-1] == [-5, 10, -2, -3], typed


def test_an_impossible_hand_is_told_at_its_player(phone):
    """All that can't be: ``games/fool/test_fool_check.py``."""
    for hands, seat, sentence in (
        (("28", OUT, "2", "3"), 1, "There’s no 28 in the deck: cards go from 1 to 27."),
        (("27", OUT, "27", "3"), 3, "The deck has only 1 card numbered 27. You entered 2, for Anne and Rachel."),
        (("<b>%(x)s", OUT, "2", "3"), 1, "“<b>%(x)s” isn’t a card or total."),
        (("2", OUT, "9" * 5000, "3"), 3, "That’s too long."),
    ):
        response = phone.enter(*hands, fools=["Paul"])
        page = response.page
        assert response.status_code == 422
        wrong = {other: page.problem(f"seat-{other}-cards") for other in range(1, 5)}
        assert [other for other, problem in wrong.items() if problem] == [seat]
        assert wrong[seat].startswith(sentence)
        assert [page.value(f"seat-{other}-cards") for other in range(1, 5)] == [hand.strip() for hand in hands]
        assert page.value("seat-2-disc") == "y"
        assert page.read("div", class_="doubts").startswith(f"{phone.names[seat - 1]}: ")
        assert not page.has_button("Save anyway")
    assert phone.points == []


def test_an_improbable_round_is_asked_about_once(client):
    many = ("5", *[OUT] * 6), "Paul, Rachel, Camille, Ben, Zoë and Jürgen all went out, but 2 players sat out"
    for hands, query in ((("2 3 4 5 6 7 8", OUT, "2", "3"), "Anne has 7 cards left."), many):
        phone = a_table(client, players=len(hands))
        response = phone.enter(*hands)
        for _ in range(2):
            assert response.status_code == 422
            assert query in response.page.read("div", class_="doubts")
            assert phone.points == []
            second = response.page.press("Save round 1")  # without answering: it asks again
        assert second.status_code == 422
        assert response.page.press("Save anyway").status_code == 303
        assert len(phone.points) == 1


def test_who_was_passed_by_is_asked_about(client):
    """Nothing is a fact that nobody has said, a disc neither: who took one may have cards left."""
    for hands, fools, query in (
        (("0", "5", "3", ""), (), "Nothing entered for Camille. Out?"),
        (("4", "5", "", ""), ("Camille",), "Nothing entered for Rachel and Camille. All out?"),
        (("=0", "", "3", "4"), ("Anne",), "Nothing entered for Paul. Out?"),
    ):
        phone = a_table(client)
        response = phone.enter(*hands, fools=fools)
        assert response.status_code == 422
        assert query in response.page.read("div", class_="doubts")
        assert phone.check(*hands, fools=fools).text.startswith("Still to enter: ")
        assert response.page.press("Save anyway").status_code == 303
        assert len(phone.points) == 1


def test_out_is_a_box_to_tick(client):
    phone = a_table(client).with_round("10 7", "", "13", "0")
    page = phone.visit("/rounds/1")
    assert [page.value(f"seat-{seat}-out") for seat in range(1, 5)] == [None, "y", None, "y"]
    answer = phone.post("/rounds", number=2, **phone.entry("5", "", "6", "7"), **{"seat-2-out": "y"})
    assert answer.status_code == 303
    assert phone.points[1] == [-5, 10, -6, -7]
    answer = phone.enter("5", "8", "6", "7", **{"seat-2-out": "y"})
    assert answer.page.problem("seat-2-cards") == "Out, but cards entered? Take one back."


def test_the_button_says_what_it_will_do_or_what_is_missing(phone):
    for hands, fools, sentence in (
        (("17", OUT, "13 1", OUT), ["Paul"], "Save: Anne −17, Paul 0, Rachel −18, Camille +10"),
        (("", "", "", ""), [], "Still to enter: Anne, Paul, Rachel and Camille"),
        (("17", "5", "", ""), [], "Still to enter: Rachel and Camille"),
        (("28", "5", "", ""), [], "Anne: There’s no 28 in the deck: cards go from 1 to 27."),
        (("5", "6", "2", "3"), [], "Nobody went out. A round ends when somebody does."),
    ):
        assert phone.check(*hands, fools=fools).text == sentence
    assert phone.points == []


def test_an_answer_is_for_the_questions_that_were_asked(phone):
    """Nobody approves with one tap what changed after the question."""
    page = phone.check("2 3 4 5 6 7 8", OUT, "2", "3")
    assert page.text.startswith("Anne has 7 cards left.")
    answer = page.one("button", name="anyway").get("value")
    other = phone.post("/rounds", anyway=answer, number=1, **phone.entry("2 3 4 5 6 7 8", OUT, "=160", "3"))
    assert other.status_code == 422
    same = phone.post("/rounds", anyway=answer, number=1, **phone.entry("2 3 4 5 6 7 8", OUT, "2", "3"))
    assert same.status_code == 303


def test_after_the_end_no_round_is_saved_until_the_table_plays_on(client):
    ended = a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5")
    assert client.get(f"{ended.address}/rounds/new").location == ended.address
    response = ended.enter("2", OUT, "3", "4")
    assert response.status_code == 409
    assert response.page.title == "Round 2 is no longer next"
    assert len(ended.points) == 1
    ended.playing_on().with_round("2", OUT, "3", "4")
    assert len(ended.points) == 2


def test_a_round_that_was_undone_need_not_be_typed_again(client):
    phone = a_table(client).with_round("17", OUT, "=13", "5", fools=["Paul"]).undoing()
    page = phone.visit("/rounds/new")
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == ["17", "", "=13", "5"]
    assert page.value("seat-2-disc") == "y"
    phone.post("/names", **{"name-1": "Anna"})
    page = phone.visit("/rounds/new")
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == [""] * 4, "after another entry it is forgotten"
