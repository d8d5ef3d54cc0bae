"""A long sheet and a long history come in parts, each with an address of its own, and lose nothing by it."""

from urllib.parse import parse_qs, urlsplit

import pytest

from companion.games import reasons
from companion.games.fool.round import FoolRound, Hand
from companion.games.sitting import Sitting
from companion.store.journal import facts
from companion.store.journal.tables import append, open_table, start_table
from companion.web.table import part
from tests.web.builders import NAMES, OUT, Phone, a_key, a_table
from tests.web.markup import words_of

SIZE = 5


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Parts of five rounds, and five entries."""
    monkeypatch.setattr(part, "SIZE", SIZE)
    monkeypatch.setattr(reasons, "MOST_TOLD", SIZE)


def a_long_table(client, rounds=12):
    """Anne loses a point more in every round, up to nine."""
    played = (FoolRound((Hand((2 + n % 9,)), Hand(), Hand(only_total=13), Hand((5,)))) for n in range(rounds))
    sitting = Sitting(NAMES[:4], 0, {"end_score": -500_000, "tens_to_end": 60_000}, tuple(played))
    return Phone(client, "/t/" + start_table(client.application.extensions["store"], "fool", sitting, a_key()))


def numbers(page):
    """The rounds on a sheet, from the first to the last."""
    return [int(row[0].split()[0]) for row in page.rows("sheet") if row[0].split()[:1] and row[0].split()[0].isdigit()]


def cells(page):
    """What the sheet says of its rounds."""
    return [row for row in page.rows("sheet") if row[0][:1].isdigit()]


def told(page):
    """What the page says of its part."""
    return words_of(page.one("nav", class_="pages").find("span"))


def ways(page):
    """The links to other parts."""
    return [words_of(link) for link in page.one("nav", class_="pages").iter("a")]


def live(phone, page):
    """What a page shows by now; it is asked for by the address in it, with a version that is gone."""
    address = page.one(id="live").get("data-live")
    answer = phone.client.get(address.rpartition("&v=")[0] + "&v=1")
    assert answer.status_code == 200
    return answer.page


def test_an_ordinary_sheet_is_whole(client):
    for rounds in (1, SIZE):
        page = a_long_table(client, rounds).visit("/sheet")
        assert numbers(page) == [*range(1, rounds + 1)]
        assert page.all("nav", class_="pages") == []
        assert page.has_button("Print")


def test_a_long_sheet_shows_its_last_rounds_and_leads_to_the_others(client):
    phone = a_long_table(client)
    latest = phone.visit("/sheet")
    assert (numbers(latest), told(latest)) == ([*range(8, 13)], "Rounds 8–12 of 12")
    assert ways(latest) == ["Earlier", "All rounds"]
    middle = latest.follow("Earlier")
    assert (numbers(middle), ways(middle)) == ([*range(3, 8)], ["Earlier", "Later", "All rounds"])
    first = middle.follow("Earlier")
    assert (numbers(first), ways(first)) == ([1, 2], ["Later", "All rounds"])
    assert numbers(first.follow("Later")) == [*range(3, 8)]
    assert numbers(middle.follow("Later")) == [*range(8, 13)]
    everything = first.follow("All rounds")
    assert cells(everything) == cells(first) + cells(middle) + cells(latest)
    assert numbers(everything.follow("Only the last")) == [*range(8, 13)]
    # The sum and the reasons belong to what is shown.
    assert [page.rows("sheet")[-3] for page in (first, middle, latest)] == [everything.rows("sheet")[-3]] * 3
    assert "Round 3" in middle.text
    assert "Round 8" not in middle.text


def test_what_is_not_there_is_the_last_part(client):
    phone = a_long_table(client)
    for asked in ("before=0", "before=1", "before=-5", "before=14", "before=x", "all=2", "all="):
        assert told(phone.visit(f"/sheet?{asked}")) == "Rounds 8–12 of 12", asked


def test_all_of_it_is_printed_and_exported(client):
    """On paper nothing is in parts: the button leads to the whole sheet."""
    phone = a_long_table(client)
    page = phone.visit("/sheet")
    assert not page.has_button("Print")
    (link,) = [element for element in page.all("a") if words_of(element) == "Print"]
    assert link.get("href") == f"{phone.address}/sheet?all=1#print"
    everything = page.follow("Print")
    assert everything.has_button("Print")
    assert len(numbers(everything)) == 12 == len(phone.sheet["rounds"])
    assert len(client.get(f"{phone.address}/sheet.csv").get_data(as_text=True).strip().splitlines()) == 1 + 12 + 1


def test_a_correction_in_an_earlier_part_shows_live(client):
    phone = a_long_table(client)
    pages = {asked: phone.visit(f"/sheet{asked}") for asked in ("?before=8", "?before=3", "?all=1", "")}
    phone.correct(5, "19", OUT, "13", "5")
    changed = {asked: live(phone, page) for asked, page in pages.items()}
    assert {asked: numbers(page) for asked, page in changed.items()} == {
        asked: numbers(page) for asked, page in pages.items()
    }
    assert "−19" in next(row[1] for row in cells(changed["?before=8"]) if row[0].startswith("5"))
    assert cells(changed["?before=3"]) == cells(pages["?before=3"])
    assert cells(changed[""]) != cells(pages[""]), "the totals are other ones"
    for asked, page in changed.items():
        query = parse_qs(urlsplit(page.one(id="live").get("data-live")).query)
        assert f"?{'before=' + query['before'][0]}" == asked if "before" in asked else "before" not in query


def test_the_last_part_goes_along_and_an_earlier_one_stays(client):
    phone = a_long_table(client)
    latest, earlier = phone.visit("/sheet"), phone.visit("/sheet?before=8")
    phone.with_round("2", OUT, "3", "5")
    assert numbers(live(phone, latest)) == [*range(9, 14)]
    assert numbers(live(phone, earlier)) == [*range(3, 8)]


def test_why_stays_in_its_part(client):
    phone = a_long_table(client)
    page = phone.visit("/sheet?before=8")
    link = next(cell for cell in page.all("a") if "why=5-1" in cell.get("href", ""))
    assert link.get("href") == "?before=8&why=5-1#why"
    told = phone.visit("/sheet?before=8&why=5-1")
    assert numbers(told) == [*range(3, 8)]
    assert "Correct round 5" in told.read(id="why")
    assert "before=8" in told.one(id="live").get("data-live")
    # Who asks about an early round sees its part.
    page = phone.visit("/sheet?why=5-1")
    assert numbers(page) == [*range(1, 6)]
    assert "Correct round 5" in page.read(id="why")


def test_a_total_of_many_rounds_is_told_by_the_last_of_them(client):
    """A sentence with hundreds of numbers says nothing."""
    assert "Anne, round by round" in a_long_table(client, SIZE).visit("/sheet?why=1").read(id="why")
    phone = a_long_table(client)
    why = phone.visit("/sheet?why=1").read(id="why")
    assert why.startswith("Anne had −35, then round by round: ")
    assert why.count("−") == 1 + SIZE + 1
    assert "12× +10." in phone.visit("/sheet?why=2").read(id="why")


def test_a_chart_of_many_rounds_keeps_the_numbers_of_the_last(client):
    page = a_long_table(client, 53).visit("/chart")
    assert numbers(page) == [*range(4, 54)]
    assert numbers(page.follow("Earlier rounds are on the sheet")) == [1, 2, 3]


# The history


def entries(page):
    """The sentences of the entries."""
    return [words_of(entry) for entry in page.one("ol", class_="history").iter("p")]


def test_a_long_history_comes_in_parts_the_last_entries_first(client):
    phone = a_long_table(client)
    phone.correct(5, "19", OUT, "13", "5")
    phone.undoing()
    latest = phone.visit("/history")
    assert told(latest) == "Entries 11–15 of 15"
    sentence = "Round 5 corrected: Anne −6 → −19."
    assert entries(latest)[:2] == [f"Undone: {sentence}", f"{sentence} undone"]
    older = latest.follow("Older")
    oldest = older.follow("Older")
    assert (ways(latest), ways(older), ways(oldest)) == (["Older"], ["Newer", "Older"], ["Newer"])
    assert [len(entries(page)) for page in (latest, older, oldest)] == [5, 5, 5]
    assert entries(oldest)[-1].startswith("The table was opened from a sheet file")
    assert entries(oldest)[-2].startswith("Round 1 entered")
    assert entries(older)[0].startswith("Round 9 entered")
    assert entries(oldest.follow("Newer")) == entries(older)
    assert entries(older.follow("Newer")) == entries(latest)


def test_an_older_entry_that_was_undone_since_is_marked(client, app):
    phone = a_table(client)
    store = app.extensions["store"]
    for turn in range(10):
        append(store, open_table(store, phone.key)[0], a_key(), facts.player_renamed(0, f"Anne {turn}"))
    page = phone.visit("/history?before=6")
    assert not any("undone" in entry for entry in entries(page))
    for _ in range(8):
        table = open_table(store, phone.key)[0]
        append(store, table, a_key(), facts.undone(table.undoable.seq))
    assert [entry.endswith("undone") for entry in entries(live(phone, page))] == [True] * 2 + [False] * 3
