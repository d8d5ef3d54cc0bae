"""A round that is sent twice, late, or by two: nothing that was typed is lost, and nothing is overwritten unseen."""

from tests.web.builders import OUT, a_key, a_table
from tests.web.markup import words_of


def test_a_double_tap_saves_one_round_and_other_values_by_the_same_key_are_asked_about(client):
    """As from the back button."""
    phone, key = a_table(client), a_key()
    answers = [phone.enter("17", OUT, "13", "5", key=key, number=1) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303] * 3
    second = phone.enter("18", OUT, "13", "5", key=key, number=1)
    assert second.status_code == 409
    assert phone.points == [[-17, 10, -13, -5]]
    assert second.page.press("Use mine").status_code == 303
    assert phone.points == [[-18, 10, -13, -5]]


def test_a_round_that_is_taken_shows_both_entries(played):
    response = played.enter("18", OUT, "14", "6", number=1)
    assert (response.status_code, response.headers["Cache-Control"]) == (409, "no-store")
    assert response.page.title == "Round 1 was entered twice"
    assert response.page.rows("compare") == [
        ["Player", "Saved", "Yours"],
        ["Anne", "−17", "−18"],
        ["Paul", "+10", "+10"],
        ["Rachel", "−13", "−14"],
        ["Camille", "−5", "−6"],
    ]
    assert "Different: Anne, Rachel and Camille." in response.page.text
    assert played.points == [[-17, 10, -13, -5]]


def test_the_titles_tell_table_entry_refusal_and_conflict_apart(client, phone):
    pages = [client.get(phone.address + screen).page for screen in ("", "/rounds/new", "/history")]
    pages.append(phone.enter("17", OUT, "", "99").page)
    phone.with_round("17", OUT, "13", "5")
    pages.append(client.get(f"{phone.address}/rounds/1").page)
    pages.append(phone.enter("18", OUT, "14", "6", number=1).page)
    titles = [page.one("title").text.removesuffix(" · Fool! companion") for page in pages]
    assert titles == [
        *("Round 1", "Entry: Round 1", "History"),
        *("Not saved: Entry: Round 1", "Correct round 1", "Not saved: Round 1 was entered twice"),
    ]


def test_the_saved_entry_can_be_kept_or_mine_used_instead(played):
    page = played.enter("2 3 4 5 6 7 8", OUT, "=14", OUT, fools=["Camille"], number=1, anyway=True).page
    assert page.follow("Keep saved entry").title == "Round 2"
    assert played.points == [[-17, 10, -13, -5]]
    assert page.press("Use mine").status_code == 303
    assert played.points == [[-35, 10, -14, 0]]
    assert played.sheet["rounds"][0]["hands"]["Rachel"] == 14


def test_using_mine_does_not_overwrite_what_changed_once_more(played):
    page = played.enter("18", OUT, "14", "6", number=1).page
    played.correct(1, "2", OUT, "3", "4")
    assert page.press("Use mine").status_code == 409
    assert played.points == [[-2, 10, -3, -4]]


def test_mine_can_be_the_next_round(played):
    """Typed as round 1, without a connection, by who did not know that another phone had saved one."""
    page = played.enter("18", OUT, "14", "6", number=1).page
    assert [words_of(each) for each in page.one(class_="after").iter("button")] == ["Use mine", "Save as round 2"]
    assert page.press("Save as round 2").status_code == 303
    assert played.points == [[-17, 10, -13, -5], [-18, 10, -14, -6]]


def test_a_round_typed_while_others_were_undone_can_still_be_saved(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4")
    phone.undoing().undoing()
    response = phone.enter("5", "6", "7", OUT, number=3)
    assert response.status_code == 409
    assert response.page.title == "Round 3 is no longer next"
    assert response.page.press("Save as round 1").status_code == 303
    assert phone.points == [[-5, -6, -7, 10]]


# Correcting


def test_a_wrong_or_improbable_correction_is_told_or_asked_about(played):
    response = played.correct(1, "28", OUT, "13", "5")
    assert (response.status_code, response.page.title) == (422, "Correct round 1")
    assert response.page.problem("seat-1-cards") == "There’s no 28 in the deck: cards go from 1 to 27."
    response = response.page.press("Save round 1", {"seat-1-cards": "2 3 4 5 6 7 8"})
    assert response.status_code == 422
    assert response.page.press("Save anyway").status_code == 303
    assert played.points == [[-35, 10, -13, -5]]


def test_a_stale_correction_is_asked_about(played):
    mine = played.visit("/rounds/1")
    played.correct(1, "18", OUT, "13", "5")
    response = mine.press("Save round 1", {"seat-1-cards": "19"})
    assert response.status_code == 409
    assert played.points == [[-18, 10, -13, -5]]
    assert response.page.press("Use mine").status_code == 303
    assert played.points == [[-19, 10, -13, -5]]
