"""A match of The Fool's Field on phones: two taps a game, halves on every page, and who starts after a tie."""

from tests.games.asking import answers, current
from tests.web.builders import a_match
from tests.web.markup import words_of

ANNE, PAUL = {"winner": "1"}, {"winner": "2"}
BATTLE_OF_ANNE, BATTLE_OF_PAUL = ({"winner": "tie", "started_last_battle": seat} for seat in "12")


def played(phone, *games):
    for game in games:
        phone.picking(**game)
    return phone


def test_a_result_is_two_taps_from_the_table(client):
    """One opens the entry page, where every way a game can end is a button that saves it."""
    phone = a_match(client)
    for number, button in enumerate(("Anne", "Paul A tie", "Paul"), start=1):
        entry = phone.visit().follow(f"Enter round {number}")
        assert answers(entry) == ["Anne", "Paul", "Anne A tie", "Paul A tie"]
        assert (entry.all(class_="doubts"), current(entry), entry.has_button("Save anyway")) == ([], [], False)
        assert (entry.has_button(f"Save round {number}"), entry.all(id="verdict")) == (False, [])
        assert entry.press(button).location == f"{phone.address}#saved-{number}"
    facts = [{"winner": "Anne"}, {"tie": True, "started_last_battle": "Paul"}, {"winner": "Paul"}]
    assert all(line.items() >= fact.items() for line, fact in zip(phone.sheet["rounds"], facts, strict=True))
    assert phone.points == [[1, 0], [0.5, 1], [0, 1]]


def test_after_a_tie_the_table_is_asked_who_starts(client):
    page = played(a_match(client), BATTLE_OF_PAUL).visit()
    assert "Paul starts After a tie, you choose. Anne started the tied game." in page.text
    assert ("deals" in page.text, page.has_button("Choose Anne")) == (False, True)


def test_the_end_says_who_won_and_why(client):
    phone = played(a_match(client, two_all="draw"), ANNE, BATTLE_OF_PAUL)
    assert phone.visit().rows("standings")[1] == ["1", "Anne ½ short of 2", "½ short of 2", "+½", "1½"]
    page = phone.picking(**ANNE).visit()
    assert (page.title, page.read(class_="triumph-total")) == ("Anne wins", "with 2½ points")
    assert page.read(class_="triumph-why") == "Anne wins the match 2½–1. After 3 rounds."
    assert [words_of(place) for place in page.one("ol", class_="ranking")] == ["1 Anne 2½", "2 Paul 1"]
    page = page.follow("Rematch with changes")
    assert [page.value(name) for name in ("game", "two_all", "tie_full_point")] == ["fools-field", "draw", "battle"]
