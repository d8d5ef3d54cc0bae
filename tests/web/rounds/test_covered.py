"""What a player's phone has sent stays covered until the round is saved: no answer tells anything of it."""

import pytest

from tests.web.builders import OUT, a_key, a_table, another_link
from tests.web.rounds.test_hands import lay


def test_nothing_of_a_laid_hand_is_shown_anywhere(client, app, phone):
    """Neither its cards nor its points, to nobody, on no page. (No time of day reads like these cards.)"""
    lay(phone, 3, "27 26")
    watcher = another_link(app, phone)
    for path in ("", "/rounds/new", "/hands/3", "/history", "/sheet", "/screen", "/live?page=arrivals&number=1"):
        text = phone.visit(path).text
        for secret in ("27 26", "−53", "= 53"):
            assert secret not in text.replace("25 26 27", ""), path
    assert "hands" not in str(watcher.sheet["rounds"])
    assert "53" not in phone.check("5", "", "", "").text
    verdict = phone.check("5", OUT, "", "8").text
    assert verdict == "Save: Anne −5, Paul +10, Rachel sent, Camille −8"


def saved(phone, laid, typed, disc=False, fools=()):
    """What trying and what saving answer where Paul has laid a hand: whether the round is saved, and what is said."""
    answer = lay(phone, 2, laid, disc=disc)
    if answer.status_code == 422:
        assert answer.page.press("Send anyway").status_code == 303
    visible = phone.check(typed, "", "13", OUT, fools=fools).text
    answer = phone.enter(typed, "", "13", OUT, fools=fools)
    return visible, answer.status_code, answer.page.read(class_="doubts") if answer.status_code == 422 else ""


@pytest.mark.parametrize(("laid", "typed"), [("24", "24"), ("24", "25"), ("2 3 4 5 6 7 8 9", "17"), ("5", "=17")])
def test_whether_a_round_is_saved_tells_nothing_of_the_cards_of_a_covered_hand(phone, laid, typed):
    """Neither its faces, nor how many they are, nor how much. The saved round shows the hand to everybody."""
    visible, status, _ = saved(phone, laid, typed)
    assert visible.startswith("Save: Anne ")
    assert "Paul sent" in visible
    assert status == 303
    assert phone.sheet["rounds"][0]["hands"]["Anne"] == (
        [int(face) for face in typed.split()] if "=" not in typed else 17
    )


@pytest.mark.parametrize("typed", ["28", "24 24", "=1", "2 3 4 5 6 7 8"])
def test_who_saves_what_can_not_be_learns_nothing_of_a_covered_hand(client, typed):
    """The answer is the same, to the letter, whatever was laid: that is not even looked at."""
    sentence, briefly = set(), set()
    for laid in ("24", "2 3 4 5 6 7 8 9", OUT):
        phone = a_table(client)
        sentence.add(saved(phone, laid, typed)[1:])
        assert phone.points == []
        brief = phone.client.post(
            f"{phone.address}/rounds",
            data=phone.entry(typed, "", "13", OUT, number=1, key=a_key()),
            headers={"Prefer": "return=minimal"},
        )
        briefly.add((brief.status_code, brief.get_json()["title"]))
    assert len(sentence) == len(briefly) == 1


def test_who_sends_a_guess_does_not_learn_whether_it_is_right_and_replaces_nothing_unseen(phone):
    """Another hand was sent: the answer is the same, also where it says the same. Ben says by mistake to be Rachel."""
    lay(phone, 3, "12 1")
    for guess in ("12 1", "1 12", "13", "=17", OUT, "7"):
        answer = lay(phone, 3, guess, version="1")
        assert answer.status_code == 409
        assert "Another phone sent Rachel’s hand." in answer.page.text
    assert answer.page.value("seat-3-cards") == "7"
    assert answer.page.press("Send my hand").status_code == 303
    phone.with_round("17", OUT, "", "5")
    assert phone.points == [[-17, 10, -7, -5]]
