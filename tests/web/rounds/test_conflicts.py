"""A round that is sent twice, late, or by two: nothing that was typed is lost, and nothing is overwritten unseen."""

from tests.web.builders import OUT, a_table
from tests.web.markup import words_of


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
