"""A long sheet and a long history show the latest, and everything by one tap."""

import pytest

from companion.games.fields import HandLeft
from companion.games.sitting import Sitting
from companion.store.tables.starting import start_table
from companion.web.table import extras
from tests.web.builders import NAMES, OUT, Phone, a_key, stranger
from tests.web.markup import words_of

SIZE = 5


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Parts of five rounds, and five entries."""
    monkeypatch.setattr(extras, "MAX_LINES_AT_FIRST", SIZE)


def a_long_table(client, rounds=12):
    """Anne loses a point more in every round, up to nine."""
    left = ((HandLeft((2 + n % 9,)), HandLeft(), HandLeft(only_total=13), HandLeft((5,))) for n in range(rounds))
    played = ({"hands": dict(enumerate(hands)), "fools": ()} for hands in left)
    sitting = Sitting(NAMES[:4], 0, {"end_score": -500_000, "tens_to_end": 60_000}, tuple(played))
    key = start_table(client.application.extensions["store"], "fool", sitting, a_key())
    return Phone(stranger(client), f"/t/{key}")


def numbers(page):
    """The rounds on a sheet, from the first to the last."""
    return [int(row[0].split()[0]) for row in page.rows("sheet") if row[0].split()[:1] and row[0].split()[0].isdigit()]


def cells(page):
    return [row for row in page.rows("sheet") if row[0][:1].isdigit()]


def part_of(page):
    """What the page says of its part, and where it leads."""
    return words_of(page.one("nav", class_="pages"))


def test_a_long_sheet_shows_its_last_rounds_and_leads_to_all(client):
    phone = a_long_table(client)
    latest = phone.visit("/sheet")
    assert (numbers(latest), part_of(latest)) == ([*range(8, 13)], "Rounds 8–12 of 12 Show all")
    everything = latest.follow("Show all")
    assert (numbers(everything), part_of(everything)) == ([*range(1, 13)], "Rounds 1–12 of 12 Show latest")
    assert cells(everything)[-SIZE:] == cells(latest)
    assert numbers(everything.follow("Show latest")) == [*range(8, 13)]
    # The sum belongs to what is shown.
    assert latest.rows("sheet")[-3] == everything.rows("sheet")[-3]


def test_who_asks_about_an_early_round_sees_all(client):
    phone = a_long_table(client)
    page = phone.visit("/sheet?all=1")
    link = next(cell for cell in page.all("a") if "why=5-1" in cell.get("href", ""))
    assert link.get("href") == "?all=1&why=5-1#why"
    for query in ("?all=1&why=5-1", "?why=5-1"):
        page = phone.visit(f"/sheet{query}")
        assert numbers(page) == [*range(1, 13)]
        assert "Correct round 5" in page.read(id="why")
        assert "all=1" in page.one(id="live").get("data-live")
    assert numbers(phone.visit("/sheet?why=9-1")) == [*range(8, 13)]


def test_a_long_history_shows_its_last_entries_and_leads_to_all(client):
    phone = a_long_table(client)
    for number in range(1, 13):
        phone.correct(number, "19", OUT, "13", "5")
    phone.undoing()
    latest = phone.visit("/history")
    assert part_of(latest) == "Entries 10–14 of 14 Show all"
    sentence = "Round 12 corrected: Anne −4 → −19."
    assert entries(latest)[:2] == [f"Undone: {sentence}", f"{sentence} undone"]
    everything = latest.follow("Show all")
    assert entries(everything)[:SIZE] == entries(latest)
    assert entries(everything)[-1].startswith("Table opened from a file")
    assert entries(everything)[-2].startswith("Round 1 corrected")


def entries(page):
    return [words_of(entry) for entry in page.one("ol", class_="history").findall("li/p")]
