"""A long sheet and a long history show the latest, and everything by one tap."""

from companion.web.table import extras
from tests.web.builders import OUT, a_table
from tests.web.markup import words_of


def test_a_long_sheet_and_history_show_the_latest_and_lead_to_all(client, monkeypatch):
    monkeypatch.setattr(extras, "MAX_LINES_AT_FIRST", 2)
    phone = a_table(client)
    for _ in range(3):
        phone.with_round("17", OUT, "13", "5")

    def numbers(page):
        return [row[0].split()[0] for row in page.rows("sheet") if row[0][:1].isdigit()]

    latest = phone.visit("/sheet")
    assert (numbers(latest), latest.read("nav", class_="pages")) == (["2", "3"], "Rounds 2–3 of 3 Show all")
    everything = latest.follow("Show all")
    assert numbers(everything) == ["1", "2", "3"]
    assert numbers(everything.follow("Show latest")) == ["2", "3"]
    assert latest.rows("sheet")[-3] == everything.rows("sheet")[-3], "the total is that of all"
    assert numbers(phone.visit("/sheet?why=1-1")) == ["1", "2", "3"], "who asks about an early round sees all"
    history = phone.visit("/history")
    assert history.read("nav", class_="pages") == "Entries 3–4 of 4 Show all"
    entries = history.follow("Show all").one("ol", class_="history").findall("li/p")
    assert words_of(entries[-1]).startswith("Table opened")
