"""Who started and dealt a round stays as the table was told when it was played."""

from tests.web.builders import OUT, a_match, a_table


def openings(phone):
    return [(played["starter"], played["dealer"]) for played in phone.sheet["rounds"]]


def test_whoever_typed_while_the_starter_changed_says_who_started(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    version = phone.visit("/rounds/new").value("version")
    phone.correct(1, "2", OUT, "3", "25")
    for name, expected in (("Anne", ("Anne", "Anne")), ("Camille", ("Camille", "Anne"))):
        answer = phone.enter("4", OUT, "5", "6", number=2, version=version)
        assert (answer.status_code, answer.page.title) == (409, "Who started round 2?")
        assert len(phone.points) == 1
        assert answer.page.press(name).status_code == 303
        assert openings(phone)[1] == expected
        phone.undoing()


def test_a_starter_that_changes_the_points_says_so_before_saving(client):
    """In The Fool's Field, where who starts a tied game gets the full point by a house rule."""
    phone = a_match(client, tie_full_point="game")
    tie = {"winner": "tie", "started_last_battle": "1"}
    assert phone.post("/rounds", number=1, version=1, **tie).status_code == 303
    assert phone.points == [[1, 0.5]]
    told = "Who started changes the points."
    assert told not in phone.post("/rounds/check", number=1, editing="y", version=2, starter="1", **tie).page.text
    assert told in phone.post("/rounds/check", number=1, editing="y", version=2, starter="2", **tie).page.text
    assert phone.post("/rounds/1", number=1, version=2, starter="2", **tie).status_code == 303
    assert phone.points == [[0.5, 1]]
