"""Entering rounds: by faces or totals, what is refused or asked back, and what happens when two are at it."""

import pytest

from tests.web.builders import OUT, a_key, a_table
from tests.web.markup import words_of


def test_a_round_is_entered_by_its_faces(client):
    """The rulebook's example: minus the faces, +10 for going out, 0 if befooled in doing so."""
    phone = a_table(client).with_round("10 7", OUT, "13", OUT, fools=["Paul"])
    assert phone.points == [[-17, 0, -13, 10]]
    assert phone.sheet["rounds"][0]["hands"]["Anne"] == [10, 7]


def test_a_round_is_entered_by_its_totals(client):
    phone = a_table(client).with_round("=17", "=0", "-13", "−5")
    assert phone.points == [[-17, 10, -13, -5]]
    assert phone.sheet["rounds"][0]["hands"] == {"Anne": 17, "Paul": [], "Rachel": 13, "Camille": 5}


@pytest.mark.parametrize(
    "typed", ["5 12 1", "5,12,1", "5+12+1", " 5;  12 / 1 ", "5.12.1", "\u0665 12 1", "= 22", "=-22", "= − 22"]
)
def test_faces_and_totals_may_be_typed_in_many_ways(client, typed):
    assert a_table(client).with_round(typed, OUT, "2", "3").points == [[-22, 10, -2, -3]]


@pytest.mark.parametrize("typed", ["0", "=0", " 0 ", "-0"])
def test_nothing_left_is_out(client, typed):
    assert a_table(client).with_round("5", typed, "2", "3").points == [[-5, 10, -2, -3]]


@pytest.mark.parametrize(
    ("hands", "seat", "told"),
    [
        (("28", OUT, "2", "3"), 1, "There is no 28 in the deck: faces go from 1 to 27."),
        (("5", OUT, "0 5", "3"), 3, "There is no 0 in the deck: faces go from 1 to 27."),
        (
            ("27", OUT, "27", "3"),
            3,
            "There is only 1 card with the face 27 in the deck; 2 are entered, for Anne and Rachel.",
        ),
        (
            ("22", OUT, "22", "22"),
            4,
            "There are only 2 cards with the face 22 in the deck; 3 are entered, for Anne, Rachel and Camille.",
        ),
        (
            ("1 1 1 1", OUT, "1 1 1", "3"),
            3,
            "There are only 6 cards with the face 1 in the deck; 7 are entered, for Anne and Rachel.",
        ),
        (("5", OUT, "2 2 2 3 3 3 4 4 4 5 5 6 6", "3"), 3, "Rachel can't hold 13 cards: everybody was dealt 12."),
        (("5", OUT, "2", "=1"), 4, "No hand costs 1 point: a 1 counts 5."),
        (("5", "=999", "2", OUT), 2, "No hand costs −999 points"),
        (("five", OUT, "2", "3"), 1, "“five” is no card and no total. Type faces like 5 12 1, or a total like =17."),
        (("5", OUT, "2 -3", "3"), 3, "“-3” is no card and no total."),
        (("=5x", OUT, "2", "3"), 1, "“=5x” is no card and no total."),
        (("9999999", OUT, "2", "3"), 1, "“9999999” is no card and no total."),
        (("<b>%(x)s", OUT, "2", "3"), 1, "“<b>%(x)s” is no card and no total."),
        (("1 " * 61 + "x", OUT, "2", "3"), 1, "That is too long for a hand of cards."),
        (("2", OUT, "9" * 5000, "3"), 3, "That is too long for a hand of cards."),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_an_impossible_hand_is_told_at_its_player(client, hands, seat, told):
    phone = a_table(client)
    response = phone.enter(*hands, fools=["Paul"])
    page = response.page
    assert response.status_code == 422
    wrong = {other: page.problem(f"seat-{other}-cards") for other in range(1, 5)}
    assert [other for other, problem in wrong.items() if problem] == [seat]
    # The sign of a cost in this sentence is the rulebook's to choose.
    assert wrong[seat].replace("−", "").startswith(told.replace("−", ""))
    assert [page.value(f"seat-{other}-cards") for other in range(1, 5)] == [hand.strip() for hand in hands]
    assert page.value("seat-2-disc") == "y"
    assert page.read("div", class_="doubts").startswith(f"{phone.names[seat - 1]}: ")
    assert not page.has_button("Save anyway")
    assert phone.points == []


@pytest.mark.parametrize(
    ("hands", "fools", "told"),
    [
        (("5", "6", "2", "3"), (), "Nobody went out. A round ends when somebody has played their last card."),
        ((OUT, OUT, OUT, OUT), (), "Everybody went out. Enter the cards that were left."),
        (("5", OUT, "2", "3"), ("Anne", "Paul"), "Only 1 player can take a Fool! disc: there is one in play."),
    ],
)
def test_an_impossible_round_is_told_above_the_hands(client, hands, fools, told):
    phone = a_table(client)
    response = phone.enter(*hands, fools=fools, anyway=True)
    assert response.status_code == 422
    assert response.page.read("div", class_="doubts", role="alert") == told
    assert [response.page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == list(hands)
    assert phone.points == []


def test_with_eight_players_the_deck_and_the_discs_are_others(client):
    phone = a_table(client, players=8)
    eleven = "2 2 2 3 3 3 4 4 4 5 5"
    assert phone.enter(eleven, *["6"] * 4, *[OUT] * 3, fools=["Anne", "Ben"], anyway=True).status_code == 303
    twelve = phone.enter(f"{eleven} 5", *["6"] * 4, *[OUT] * 3, fools=["Anne", "Ben", "Mia"])
    assert twelve.page.problem("seat-1-cards") == "Anne can't hold 12 cards: everybody was dealt 11."
    assert "Only 2 players can take a Fool! disc: there are 2 in play." in twelve.page.text


@pytest.mark.parametrize(
    ("players", "hands", "asked"),
    [
        (4, ("2 3 4 5 6 7 8", OUT, "2", "3"), "Anne has 7 cards left."),
        (4, ("=149", OUT, "2", "3"), "Anne has 149 points left."),
        (8, ("2 3 4 5 6 7", *[OUT] * 3, "2", "3", "4", "5"), "Anne has 6 cards left."),
        (7, ("5", *[OUT] * 6), "Paul, Rachel, Camille, Ben, Zoë and Jürgen all went out, but 2 players sat out"),
    ],
)
def test_an_improbable_round_is_asked_about_once(client, players, hands, asked):
    phone = a_table(client, players=players)
    response = phone.enter(*hands)
    assert response.status_code == 422
    assert asked in response.page.read("div", class_="doubts")
    assert phone.points == []
    assert response.page.press("Save anyway").status_code == 303
    assert len(phone.points) == 1


def test_saving_again_without_answering_asks_again(client):
    phone = a_table(client)
    response = phone.enter("2 3 4 5 6 7 8", OUT, "2", "3").page.press("Save round 1")
    assert response.status_code == 422
    assert phone.points == []


@pytest.mark.parametrize(
    ("hands", "fools", "asked"),
    [
        (("0", "5", "3", ""), (), "Nothing is entered for Camille. Did this player go out?"),
        (("4", "5", "3", ""), (), "Nothing is entered for Camille. Did this player go out?"),
        (("0", "5", "", " "), (), "Nothing is entered for Rachel and Camille. Did they all go out?"),
        (("4", "5", "", ""), ("Camille",), "Nothing is entered for Rachel and Camille. Did they all go out?"),
        (("=0", "", "3", "4"), ("Anne",), "Nothing is entered for Paul. Did this player go out?"),
    ],
)
def test_who_was_passed_by_is_asked_about(client, hands, fools, asked):
    """Nothing is a fact that nobody has said, a disc neither: who took one may have cards left."""
    phone = a_table(client)
    response = phone.enter(*hands, fools=fools)
    assert response.status_code == 422
    assert asked in response.page.read("div", class_="doubts")
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


def test_nobody_is_out_with_cards_left(client):
    answer = a_table(client).enter("5", "8", "6", "7", **{"seat-2-out": "y"})
    assert answer.page.problem("seat-2-cards") == "Out, and cards left? Take one of them back."


def test_one_tap_says_that_the_last_one_is_out(client):
    """Somebody must be, and nobody else is; the button says whom it is about."""
    phone = a_table(client)
    assert phone.check("4", "5", "3", "").one("button", name="seat-4-out").get("value") == "y"
    assert phone.check("4", "5", "3", "").has_button("Camille is out: save")
    for hands in (("0", "5", "3", ""), ("4", "5", "", ""), ("4", "5", "3", "2")):
        assert not phone.check(*hands).has_button("Camille is out: save")


@pytest.mark.parametrize(
    ("hands", "more", "told"),
    [
        (("17", OUT, "13 1", OUT), {"fools": ["Paul"]}, "Save: Anne −17, Paul 0, Rachel −18, Camille +10"),
        (("", "", "", ""), {}, "Still to enter: Anne, Paul, Rachel and Camille"),
        (("17", "5", "", ""), {}, "Still to enter: Rachel and Camille"),
        (("28", "5", "", ""), {}, "There is no 28 in the deck: faces go from 1 to 27."),
        (("x", "5", "", ""), {}, "“x” is no card and no total. Type faces like 5 12 1, or a total like =17."),
        (("5", "6", "2", "3"), {}, "Nobody went out. A round ends when somebody has played their last card."),
        (("5", OUT, "2", "=1"), {}, "No hand costs 1 point: a 1 counts 5."),
    ],
)
def test_the_button_says_what_it_will_do_or_what_is_missing(client, hands, more, told):
    phone = a_table(client)
    assert phone.check(*hands, **more).text == told
    assert phone.points == []


def test_a_question_can_be_answered_where_it_is_asked(client):
    page = a_table(client).check("2 3 4 5 6 7 8", OUT, "2", "3")
    assert page.text.startswith("Anne has 7 cards left.")
    assert len(page.one("button", name="anyway").get("value")) == 16


def test_an_answer_is_for_the_questions_that_were_asked(client):
    """Nobody approves with one tap what changed after the question."""
    phone = a_table(client)
    answer = phone.check("2 3 4 5 6 7 8", OUT, "2", "3").one("button", name="anyway").get("value")
    other = phone.post("/rounds", anyway=answer, number=1, **phone.entry("2 3 4 5 6 7 8", OUT, "=160", "3"))
    assert other.status_code == 422
    same = phone.post("/rounds", anyway=answer, number=1, **phone.entry("2 3 4 5 6 7 8", OUT, "2", "3"))
    assert same.status_code == 303


def test_the_first_look_at_the_form_reproaches_nobody(client):
    page = a_table(client).visit("/rounds/new")
    assert page.title == "Round 1"
    assert [problem for problem in page.all(class_="problem") if problem.get("hidden") is None] == []
    assert [page.problem(f"seat-{seat}-cards") for seat in range(1, 5)] == [None] * 4


def test_the_form_names_its_parts(client):
    """A group per player with `Cards left`, `Out` and `Took a Fool! disc`."""
    page = a_table(client).visit("/rounds/new")
    groups = [group for group in page.all(role="group") if group.get("data-seat")]
    assert [page.read(id=group.get("aria-labelledby")) for group in groups] == ["Anne", "Paul", "Rachel", "Camille"]
    for group in groups:
        labels = ["".join(label.itertext()).split("disc")[0].strip() for label in group.iter("label")]
        assert labels == ["Cards left", "OutOut", "Took a Fool!"]
    assert page.has_button("Save round 1")
    assert page.has_button("Next player")


# Twice, late, or by two


def test_a_double_tap_saves_one_round(client):
    phone, key = a_table(client), a_key()
    answers = [phone.enter("17", OUT, "13", "5", key=key, number=1) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303] * 3
    assert phone.points == [[-17, 10, -13, -5]]


def test_a_round_that_is_taken_shows_both_entries(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    response = phone.enter("18", OUT, "14", "6", number=1)
    assert response.status_code == 409
    assert response.page.title == "Round 1 was entered twice"
    assert response.page.rows("compare") == [
        ["Player", "Saved", "Yours"],
        ["Anne", "−17", "−18"],
        ["Paul", "+10", "+10"],
        ["Rachel", "−13", "−14"],
        ["Camille", "−5", "−6"],
    ]
    assert "Not the same: Anne, Rachel and Camille." in response.page.text
    assert phone.points == [[-17, 10, -13, -5]]


def test_entries_with_the_same_points_differ_by_their_cards_and_discs(client):
    phone = a_table(client).with_round("2 3", OUT, "13", "5", fools=["Rachel"])
    page = phone.enter("5", OUT, "13", "5", fools=["Camille"], number=1).page
    assert "Not the same: Anne, Rachel and Camille." in page.text


def test_the_titles_tell_table_entry_refusal_and_conflict_apart(client):
    phone = a_table(client)
    pages = [client.get(phone.address + screen).page for screen in ("", "/rounds/new", "/history")]
    pages.append(phone.enter("17", OUT, "", "99").page)
    phone.with_round("17", OUT, "13", "5")
    pages.append(client.get(f"{phone.address}/rounds/1").page)
    pages.append(phone.enter("18", OUT, "14", "6", number=1).page)
    titles = [page.one("title").text.removesuffix(" · Fool! companion") for page in pages]
    assert titles == [
        *("Table, round 1", "Entry: Round 1", "History"),
        *("Not saved: Entry: Round 1", "Correct round 1", "Not saved: Round 1 was entered twice"),
    ]


def test_the_saved_entry_can_be_kept(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.enter("18", OUT, "14", "6", number=1).page.follow("Keep the saved one")
    assert page.title == "Round 2"
    assert phone.points == [[-17, 10, -13, -5]]


def test_mine_can_be_used_instead(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.enter("2 3 4 5 6 7 8", OUT, "=14", OUT, fools=["Camille"], number=1, anyway=True).page
    assert page.press("Use mine instead").status_code == 303
    assert phone.points == [[-35, 10, -14, 0]]
    assert phone.sheet["rounds"][0]["hands"]["Rachel"] == 14


def test_using_mine_does_not_overwrite_what_changed_once_more(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.enter("18", OUT, "14", "6", number=1).page
    phone.correct(1, "2", OUT, "3", "4")
    assert page.press("Use mine instead").status_code == 409
    assert phone.points == [[-2, 10, -3, -4]]


def test_sending_again_from_the_back_button_with_other_values_is_asked_about(client):
    phone, key = a_table(client), a_key()
    phone.enter("17", OUT, "13", "5", key=key, number=1)
    again = phone.enter("18", OUT, "13", "5", key=key, number=1)
    assert again.status_code == 409
    assert phone.points == [[-17, 10, -13, -5]]
    assert again.page.press("Use mine instead").status_code == 303
    assert phone.points == [[-18, 10, -13, -5]]


def test_mine_can_be_the_next_round(client):
    """Typed as round 1, without a connection, by who did not know that another phone had saved one."""
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.enter("18", OUT, "14", "6", number=1).page
    assert [words_of(each) for each in page.one(class_="after").iter("button")] == [
        "Use mine instead",
        "Save mine as round 2",
    ]
    assert page.press("Save mine as round 2").status_code == 303
    assert phone.points == [[-17, 10, -13, -5], [-18, 10, -14, -6]]


def test_a_correction_is_never_the_next_round(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    version = phone.visit("/rounds/1").value("version")
    phone.correct(1, "18", OUT, "13", "5")
    page = phone.post("/rounds/1", version=version, **phone.entry("19", OUT, "13", "5")).page
    assert page.has_button("Use mine instead")
    assert not page.has_button("Save mine as round 2")


def test_a_round_typed_while_others_were_undone_can_still_be_saved(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4")
    phone.undoing().undoing()
    response = phone.enter("5", "6", "7", OUT, number=3)
    assert response.status_code == 409
    assert response.page.title == "Round 3 is not the next one any more"
    assert response.page.press("Save mine as round 1").status_code == 303
    assert phone.points == [[-5, -6, -7, 10]]


# Correcting


def test_a_correction_starts_with_what_was_entered(client):
    phone = a_table(client).with_round("13 1", OUT, "=17", OUT, fools=["Camille"])
    page = phone.visit("/rounds/1")
    assert page.title == "Correct round 1"
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == ["13 1", "", "=17", ""]
    assert [page.value(f"seat-{seat}-disc") for seat in range(1, 5)] == [None, None, None, "y"]


def test_a_correction_changes_its_round_only(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4")
    assert phone.visit("/rounds/1").press("Save round 1", {"seat-1-cards": "18"}).status_code == 303
    assert phone.points == [[-18, 10, -13, -5], [-2, -3, 10, -4]]
    assert phone.sheet["totals"]["Anne"] == -20


def test_a_wrong_correction_is_told_at_its_field(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    response = phone.correct(1, "28", OUT, "13", "5")
    assert response.status_code == 422
    assert response.page.title == "Correct round 1"
    assert response.page.problem("seat-1-cards") == "There is no 28 in the deck: faces go from 1 to 27."
    assert response.page.press("Save round 1", {"seat-1-cards": "27"}).status_code == 303
    assert phone.points == [[-27, 10, -13, -5]]


def test_an_improbable_correction_is_asked_about(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    response = phone.correct(1, "2 3 4 5 6 7 8", OUT, "13", "5")
    assert response.status_code == 422
    assert response.page.press("Save anyway").status_code == 303
    assert phone.points == [[-35, 10, -13, -5]]


def test_going_back_to_an_entry_page_asks_the_server_again(client):
    """So the phone never offers a round again that is saved by now."""
    phone = a_table(client).with_round("17", OUT, "13", "5")
    wrong, taken = phone.enter("28", OUT, "3", "4"), phone.enter("2", OUT, "3", "4", number=1)
    forms = [client.get(f"{phone.address}/rounds/{page}") for page in ("new", "1")]
    assert {answer.headers["Cache-Control"] for answer in (*forms, wrong, taken)} == {"no-store"}


def test_a_stale_correction_is_asked_about(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    mine = phone.visit("/rounds/1")
    phone.correct(1, "18", OUT, "13", "5")
    response = mine.press("Save round 1", {"seat-1-cards": "19"})
    assert response.status_code == 409
    assert phone.points == [[-18, 10, -13, -5]]
    assert response.page.press("Use mine instead").status_code == 303
    assert phone.points == [[-19, 10, -13, -5]]


def test_a_correction_does_not_mind_other_rounds(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    mine = phone.visit("/rounds/1")
    phone.with_round("2", "3", OUT, "4")
    assert mine.press("Save round 1", {"seat-1-cards": "19"}).status_code == 303
    assert phone.points == [[-19, 10, -13, -5], [-2, -3, 10, -4]]


def test_correcting_a_round_that_was_undone_meanwhile_loses_nothing_typed(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    mine = phone.visit("/rounds/1")
    phone.undoing()
    response = mine.press("Save round 1", {"seat-1-cards": "19"})
    assert response.status_code == 409
    assert response.page.press("Save mine as round 1").status_code == 303
    assert phone.points == [[-19, 10, -13, -5]]


# Numbers that are none


@pytest.mark.parametrize("number", ["0", "2", "99", "-1", "one", "1.0", "9" * 40])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_round_is_not_found(client, number, method):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    assert getattr(client, method)(f"{phone.address}/rounds/{number}").status_code == 404


@pytest.mark.parametrize("rounds", [0, 1, 2])
@pytest.mark.parametrize("number", ["-1", "-2", "-99", "99", "9" * 30])
def test_a_forged_number_changes_nothing(client, rounds, number):
    phone = a_table(client)
    for _ in range(rounds):
        phone.with_round("17", OUT, "13", "5")
    response = phone.enter("2", OUT, "3", "4", number=number)
    assert response.status_code in (404, 409, 422)
    assert not response.page.has_button("Use mine instead")
    assert len(phone.points) == rounds


@pytest.mark.parametrize("number", ["", "0", "one", "1.5", "9" * 5000])
def test_without_a_number_it_is_the_next_round(client, number):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    assert phone.enter("2", OUT, "3", "4", number=number).status_code == 303
    assert phone.points == [[-17, 10, -13, -5], [-2, 10, -3, -4]]


@pytest.mark.parametrize("version", ["", "0", "-1", "text", "9" * 5000])
def test_a_correction_that_saw_nothing_is_asked_about(client, version):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    assert phone.correct(1, "2", OUT, "3", "4", version=version).status_code == 409
    assert phone.points == [[-17, 10, -13, -5]]


# After the end


@pytest.fixture
def ended(client):
    """A table whose game ended with its first round."""
    return a_table(client, tens_to_end="1").with_round("17", OUT, "13", "5")


def test_after_the_end_the_form_leads_back_to_the_table(client, ended):
    response = client.get(f"{ended.address}/rounds/new")
    assert (response.status_code, response.location) == (303, ended.address)


def test_after_the_end_no_round_is_saved(ended):
    response = ended.enter("2", OUT, "3", "4")
    assert response.status_code == 409
    assert response.page.title == "Round 2 is not the next one any more"
    assert response.page.follow("To the table").title == "Paul wins"
    assert len(response.page.all("button")) == 0
    assert len(ended.points) == 1


def test_playing_on_opens_the_next_round(ended):
    ended.playing_on().with_round("2", OUT, "3", "4")
    assert len(ended.points) == 2


def test_a_round_can_be_corrected_after_the_end(ended):
    assert ended.correct(1, "17", OUT, "13", "5", fools=["Paul"]).status_code == 303
    assert ended.sheet["finished"] is False


def test_after_stopping_no_round_is_saved(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").stopping()
    assert phone.enter("2", OUT, "3", "4").status_code == 409
    assert phone.sheet["ended_by"] == ["agreed"]
    phone.playing_on().with_round("2", OUT, "3", "4")
    assert phone.sheet["finished"] is False


# A phone that brings back a page after its tab was dropped


@pytest.mark.parametrize(("address", "form"), [("/rounds", "Save round 1"), ("/tables", "Start game")])
def test_a_refused_form_that_is_asked_for_again_is_the_form(client, address, form):
    phone = a_table(client)
    page = client.get(phone.address + address if address == "/rounds" else address, follow_redirects=True).page
    assert form in page.text


def test_a_round_that_was_undone_need_not_be_typed_again(client):
    phone = a_table(client).with_round("17", OUT, "=13", "5", fools=["Paul"]).undoing()
    page = phone.visit("/rounds/new")
    assert [page.value(f"seat-{seat}-cards") for seat in range(1, 5)] == ["17", "", "=13", "5"]
    assert page.value("seat-2-disc") == "y"


def test_after_another_entry_the_next_round_begins_empty(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").undoing()
    phone.post("/names", **{"name-1": "Anna"})
    assert [phone.visit("/rounds/new").value(f"seat-{seat}-cards") for seat in range(1, 5)] == [""] * 4
