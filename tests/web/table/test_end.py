"""The end: who won and why, the ranking, and the ways on."""

from tests.web.builders import OUT, a_table
from tests.web.markup import words_of


def test_the_end_shows_the_chart_and_the_last_round_and_its_ways_lead_on(client):
    phone = a_table(client, tens_to_end="1", end_score="10").with_round("=17", OUT, "13", "5")
    assert phone.sheet["ended_by"] == ["score", "tens"]
    page = phone.visit()
    sentence = page.read(class_="triumph-why")
    assert sentence == "Anne and Rachel fell to −10 points or lower. +10 was scored once. After 1 round."
    assert page.one("figure", class_="chart") is not None
    assert page.read(id="news") == "Round 1 saved: Anne −17, Paul +10, Rachel −13, Camille −5."
    (link,) = [link for link in page.all("a") if (link.get("href") or "").endswith("/sheet?why=1#why")]
    assert words_of(link) == "−17"
    assert page.press("Play on").status_code == 303
    assert phone.visit().title == "Round 2"
