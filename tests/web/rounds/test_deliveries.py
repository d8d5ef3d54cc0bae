"""What a phone keeps of what it delivered, what it asks about it, and what becomes of it when it is delivered again."""

from urllib.parse import parse_qs

import pytest

from tests.web.builders import OUT, a_key, a_table, another_link

BRIEF = {"Prefer": "return=minimal"}
AGAIN = BRIEF | {"Companion-Again": "y"}
ROUND = ("17", OUT, "13", "5")


@pytest.fixture
def phone(client):
    """Anne, Paul, Rachel and Camille before their first round."""
    return a_table(client)


def send(phone, path, headers=BRIEF, **form):
    """A form as a script sends it; the answer."""
    return phone.client.post(phone.address + path, data={"key": a_key()} | form, headers=headers)


def enter(phone, *hands, number=1, headers=BRIEF, **more):
    return send(phone, "/rounds", headers, **phone.entry(*(hands or ROUND), number=number, **more))


def entry(answer):
    """What the phone knows the entry by."""
    assert answer.status_code == 204
    return answer.headers["Companion-Entry"]


def ask(phone, *entries):
    answer = phone.client.post(f"{phone.address}/deliveries", data={"entry": list(entries)}).get_json()
    return answer["missing"], answer["undone"]


def refused(answer, why):
    assert (answer.status_code, answer.get_json()["title"]) == (409, why)
    return answer.headers.get("Retry-After")


def test_what_is_there_what_was_undone_and_what_is_missing(phone):
    first, second = entry(enter(phone)), entry(enter(phone, number=2))
    assert ask(phone, first, second, "0" * 64) == (["0" * 64], [])
    phone.undoing()
    assert ask(phone, first, second) == ([], [second])
    phone.visit().press("Redo")
    assert ask(phone, first, second) == ([], [])


def test_an_entry_is_known_at_its_own_table_alone_and_by_who_typed_the_same(client, phone):
    """A receipt opens nothing and is no key."""
    key = a_key()
    known = entry(enter(phone, key=key))
    assert key not in known
    assert phone.client.get(f"/t/{known}").status_code == 404
    assert ask(a_table(client), known) == ([known], [])
    assert entry(enter(phone)) == known
    assert len(phone.points) == 1


def test_what_comes_before_its_turn_is_told_to_wait(phone):
    assert refused(enter(phone, number=2, headers=AGAIN), "Round 1 has to come first; then it follows by itself.")
    corrected = send(phone, "/rounds/1", AGAIN, **phone.entry(*ROUND, version=2))
    assert refused(corrected, "Round 1 has to come first; then it follows by itself.")
    assert refused(send(phone, "/stops", AGAIN, after=1), "Round 1 has to come first; then it follows by itself.")
    assert phone.points == []


def test_what_the_journal_says_is_not_said_twice_and_what_does_not_fit_is_asked_about(phone):
    known = entry(enter(phone))
    assert not refused(enter(phone, "16", OUT, "13", "5", headers=AGAIN), "Round 1 was entered twice")
    phone.undoing()
    assert entry(enter(phone, headers=AGAIN)) == known
    assert phone.points == []
    improbable = ("2 3 4 5 6 7 8", OUT, "13", "5")
    assert enter(phone, *improbable).status_code == 422
    assert entry(enter(phone, *improbable, headers=AGAIN)), "what was answered then is not asked again"


def test_a_round_that_was_saved_with_covered_hands_is_kept_whole(client, phone):
    send(phone, "/hands/3", **{"seat-3-cards": "12 1", "number": 1, "seen": 0})
    kept = enter(phone, "17", OUT, "", "5").headers["Companion-Entry"].split(" ")[1]
    whole = {name: values[0] for name, values in parse_qs(kept).items()}
    assert (whole["seat-1-cards"], whole["seat-3-cards"], whole["number"]) == ("17", "12 1", "1")
    other = a_table(client)
    send(other, "/hands/3", **{"seat-3-cards": "12 1", "number": 1, "seen": 0})
    assert entry(send(other, "/rounds", AGAIN, **whole))
    assert other.points == phone.points


def test_a_hand_comes_back_where_none_is_laid_and_tells_nobody_what_is(phone):
    """Who guesses a hand must not learn from the answer that it is right."""
    hand = {"seat-3-cards": "12 1", "number": 1, "seen": 7}
    assert entry(send(phone, "/hands/3", AGAIN, **hand))
    for guess in ("12 1", "13"):
        again = send(phone, "/hands/3", AGAIN, **hand | {"seat-3-cards": guess})
        assert not refused(again, "Meanwhile another hand was sent for Rachel. Send yours again to replace it.")


def test_who_only_watches_asks_for_nothing(client, app, phone):
    assert client.post(f"{another_link(app, phone).address}/deliveries").status_code == 403
