"""What a player's phone has sent stays covered until the round is saved: no answer tells anything of it."""

import pytest

from tests.web.builders import OUT, a_key, a_table, another_link
from tests.web.rounds.test_hands import lay


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
    visible = phone.check(typed, "", "13", OUT, fools=fools).text
    answer = phone.enter(typed, "", "13", OUT, fools=fools)
    return visible, answer.status_code, answer.page.read(class_="doubts") if answer.status_code == 422 else ""


@pytest.mark.parametrize(
    ("laid", "typed"),
    [("24", "24"), ("24", "25"), ("3 3 3", "3 3"), ("2 3 4 5 6 7 8 9", "17"), ("=150", "17"), ("5", "=17")],
)
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
    for laid in ("24", "2", "2 3 4 5 6 7 8 9", OUT):
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


def test_a_hand_that_is_unlikely_is_asked_about_when_it_is_sent(phone):
    """Its player is asked; who saves the round would learn from the question how large it is."""
    answer = lay(phone, 2, "2 3 4 5 6 7 8")
    assert answer.status_code == 422
    assert "Paul has 7 cards left." in answer.page.text
    assert answer.page.press("Send anyway").status_code == 303
    assert phone.enter("17", "", "13", OUT).status_code == 303


def test_a_disc_too_many_is_said_and_not_whose(phone):
    """Discs lie open on the table, as does who is out."""
    visible, status, words = saved(phone, "12", "17", disc=True, fools=["Anne"])
    assert status == 422
    for sentence in (visible, words):
        assert "Check who is out and who has a disc." in sentence
        assert not any(character.isdecimal() for character in sentence)
        assert "Paul" not in sentence


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
    assert answer.page.press("Use mine").status_code == 303
    assert phone.points == [[-18, 10, -13, -5]]


def test_a_conflict_without_a_saved_round_uncovers_nothing(phone):
    """Somebody takes back the round before, while a save is on its way."""
    phone.with_round("17", OUT, "13", "5")
    lay(phone, 3, "27 26", number="2")
    form = phone.entry("17", OUT, "", "5", number=2, version=3)
    phone.undoing()
    answer = phone.post("/rounds", **form)
    assert answer.status_code == 409
    assert answer.page.rows("compare")[3] == ["Rachel", "sent"]
    assert "27 26" not in answer.page.source
    assert not answer.page.has_button("Save as round 1")
