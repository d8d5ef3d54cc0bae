"""The history of a table: every entry as a sentence; undo and redo."""

import re
from datetime import datetime

from tests.web.builders import OUT, a_table


def sentences(phone):
    return [" ".join("".join(words.itertext()).split()) for words in phone.visit("/history").one("ol").findall("li/p")]


def test_every_entry_has_its_time(client):
    page = a_table(client).with_round("17", OUT, "13", "5").visit("/history")
    times = page.all("time")
    assert len(times) == 2
    for time in times:
        assert datetime.fromisoformat(time.get("datetime")).utcoffset().total_seconds() == 0
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", time.text)


def test_undo_and_redo_go_several_steps_and_say_so(client):
    phone = a_table(client).with_round("17", OUT, "13", "5").with_round("2", "3", OUT, "4").undoing().undoing()
    assert phone.points == []
    assert sentences(phone)[1:4] == [
        "Undone: Round 2 saved: Anne −2, Paul −3, Rachel +10, Camille −4.",
        "Round 2 saved: Anne −2, Paul −3, Rachel +10, Camille −4. undone",
        "Round 1 saved: Anne −17, Paul +10, Rachel −13, Camille −5. undone",
    ]
    phone.visit("/history").press("Redo")
    assert phone.points == [[-17, 10, -13, -5]]
    assert sentences(phone)[0].startswith("Redone: Round 1 saved")
    stale = phone.visit("/history")
    phone.with_round("5", OUT, "3", "4")
    assert not phone.visit("/history").has_button("Redo"), "a new entry ends what can be redone"
    assert stale.press("Redo").status_code == 409
    assert len(phone.points) == 2
