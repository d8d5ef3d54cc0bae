"""The history of a table: every entry as a sentence; undo and redo."""

from tests.web.builders import OUT, a_table


def sentences(phone):
    return [" ".join("".join(words.itertext()).split()) for words in phone.visit("/history").one("ol").findall("li/p")]


def test_a_round_that_was_undone_comes_back_as_it_was_entered(client):
    """Also when redo is gone: somebody corrected another round."""
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2 3", OUT, "=9", "4").undoing()
    phone.correct(1, "16", OUT, "13", "5")
    page = phone.visit("/history")
    assert not page.has_button("Redo")
    assert "Anne: 2 3 · Paul: out · Rachel: Σ9 · Camille: 4" in page.text
    form = page.follow("Enter round 2 again")
    assert [form.value(f"seat-{seat}-cards") for seat in (1, 3, 4)] == ["2 3", "=9", "4"]
    assert form.press("Save round 2").status_code == 303
    assert phone.points == [[-16, 10, -13, -5], [-5, 10, -9, -4]]


def test_the_whole_table_goes_back_once_it_was_asked(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", OUT, "3", "4")
    phone.correct(1, "16", OUT, "13", "5")
    question = phone.visit("/returns/2")
    assert "Round 1 saved: Anne −17" in question.text
    assert question.rows("both")[1:] == [["Then", "−17", "10", "−13", "−5"], ["Now", "−18", "20", "−16", "−9"]]
    assert question.press("Yes, back to here").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]
    assert sentences(phone)[0].startswith("Back to: Round 1 saved: Anne −17")
    assert question.press("Yes, back to here").status_code == 303  # a second tap
    assert phone.undoing().points == [[-16, 10, -13, -5], [-2, 10, -3, -4]]
    assert phone.visit("/returns/99", 404)
    stale = phone.visit("/returns/1")
    phone.with_round("5", OUT, "3", "4")
    assert stale.press("Yes, back to here").status_code == 409


def test_redo_is_never_where_undo_was(client):
    """With nothing more to undo, Undo keeps its place."""
    phone = a_table(client).with_round("17", OUT, "13", "5").undoing()
    buttons = [words for words in (button.text for button in phone.visit("/history").all("button")) if words]
    assert buttons[:2] == ["Undo", "Redo"]
    assert phone.visit("/history").one("button", disabled="").text == "Undo"
