"""The chart: a game's lines and the end in it, and the numbers behind it."""

from companion.web.exports.chart import initials
from tests.web.builders import OUT, a_table
from tests.web.markup import SVG


def test_initials_are_never_alike():
    signs = {
        ("Anne", "Paul", "zoë"): ["A", "P", "Z"],
        ("Anne", "Anna", "Andi", "Paul"): ["An", "Aa", "Ad", "P"],
        ("Jo", "Joo", "J", "J 2"): ["Jo", "J1", "J2", "J3"],
        ("山田", "!", "👍"): ["山", "?1", "?2"],
    }
    assert {names: initials(names) for names in signs} == signs


def test_the_numbers_of_the_chart_are_on_the_sheet(client):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "13", "5").with_round("2", OUT, "3", "4")
    page = phone.visit("/chart")
    assert len(page.all(f"{SVG}circle", class_="curve-ten")) == 2
    assert page.one(f"{SVG}svg", role="img", **{"aria-details": "chart-numbers"}) is not None
    assert page.one("a", id="chart-numbers").get("href") == f"{phone.address}/sheet"
