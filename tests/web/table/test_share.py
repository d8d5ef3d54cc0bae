"""Sharing a table: two links with their QR codes, a short code, and links that end."""

import pytest

from companion.web.table.share import public
from tests.web.builders import OUT, Phone, a_table

SCORE, WATCH, HOST = "score-link", "watch-link", "host-link"


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", OUT, "13", "5")


def link(page, name, client):
    """The table behind one of the links on the share screen."""
    return Phone(client, "/t/" + page.one(id=name).get("value").rpartition("/t/")[2])


def code(page):
    return page.read(class_="code")


def join(client, typed):
    page = client.get("/").page.follow("Join with a code")
    return page.press("Watch", {"code": typed})


def test_all_links_lead_to_the_same_table(client, phone):
    page = phone.visit().follow("Share")
    links = [link(page, name, client) for name in (SCORE, WATCH, HOST)]
    for each in links:
        assert each.visit().rows("standings") == phone.visit().rows("standings")
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 3
    assert links[2].address == phone.address
    assert len({each.address for each in links}) == 3


def test_who_keeps_score_or_watches_hands_on_what_he_has(client, phone):
    for role, others in ((SCORE, {HOST}), (WATCH, {HOST, SCORE})):
        other = link(phone.visit("/share"), role, client)
        page = other.visit("/share")
        assert link(page, role, client).address == other.address
        assert link(page, WATCH, client).visit().title == "Round 2"
        assert [page.all(id=name) for name in others] == [[]] * len(others)
        assert [form.get("action") for form in page.all("form")] == [f"{other.address}/requests"] * (role == SCORE)
        assert phone.key not in page.source


def test_a_link_names_an_address_that_other_phones_can_open(app, monkeypatch):
    """Also when the page was opened on the computer itself, and behind a proxy with HTTPS."""
    monkeypatch.setattr("companion.web.table.share.own_address", lambda: "192.168.1.7")
    for host, told in {
        "localhost:8000": "http://192.168.1.7:8000/t/x",
        "127.0.0.1:8000": "http://192.168.1.7:8000/t/x",
        "[::1]:8000": "http://192.168.1.7:8000/t/x",
        "192.168.1.7:8000": "http://192.168.1.7:8000/t/x",
        "cards.example": "http://cards.example/t/x",
    }.items():
        with app.test_request_context("/", headers={"Host": host}):
            assert public("/t/x") == told
    with app.test_request_context("/", base_url="https://cards.example"):
        assert public("/t/x") == "https://cards.example/t/x"
    monkeypatch.setattr("companion.web.table.share.own_address", lambda: None)
    with app.test_request_context("/", headers={"Host": "localhost:8000"}):
        assert public("/t/x") == "http://localhost:8000/t/x", "without a network it is as it was opened"


# Replacing


def test_a_replaced_scorers_link_ends_with_a_page_that_says_so(client, phone):
    page = phone.visit("/share")
    old = link(page, SCORE, client)
    page = client.get(page.press("Replace “Score with us”").location).page
    assert "Done." in page.text
    new = link(page, SCORE, client)
    assert new.address != old.address
    assert old.visit(status=410).title == "This link has ended"
    assert old.post("/rounds", number=2, **{"seat-1-cards": "2"}).status_code == 410
    assert new.with_round("2", OUT, "3", "4").points == [[-17, 10, -13, -5], [-2, 10, -3, -4]]
    assert phone.visit().title == "Round 3"


@pytest.mark.parametrize("role", ["owner", ""])
def test_no_link_has_a_strange_role(client, phone, role):
    """Who may replace links: ``store/links/test_links.py``."""
    assert phone.post("/links", role=role).status_code == 400
    assert link(phone.visit("/share"), SCORE, client).post("/links", role=role).status_code == 403


# The short code


def test_the_code_opens_the_table_for_watching(client, phone):
    answer = join(client, code(phone.visit("/share")).lower())
    assert answer.status_code == 303
    watcher = Phone(client, answer.location)
    assert watcher.visit().title == "Round 2"
    assert watcher.visit("/rounds/new", status=403)
    assert code(watcher.visit("/share")) == code(phone.visit("/screen")) == code(phone.visit("/share"))


def test_watching_makes_no_code(client, phone):
    """A watcher has no way to write, also not this."""
    watcher = link(phone.visit("/share"), WATCH, client)
    phone.post("/links", role="watcher")
    fresh = link(phone.visit("/share"), WATCH, client)
    client.application.extensions["store"].db.execute("DELETE FROM codes")
    assert watcher.address != fresh.address
    assert fresh.visit("/share").all(class_="code") == []
    assert fresh.visit("/screen").all(class_="code") == []


def test_what_is_no_code_and_a_wrong_one_is_said_where_it_was_typed(client):
    for typed in ("", "ABC", "K7P2M-XQ9RT-9", "O0I1LLO0I1", "<script>"):
        answer = join(client, typed)
        assert (answer.status_code, answer.page.value("code")) == (422, typed)
        assert answer.page.problem("code").startswith("A code has ten letters and digits")
    answer = join(client, "K7P2M XQ9RT")
    assert answer.status_code == 404
    assert answer.page.problem("code").startswith("No table has this code now.")


# The big screen


def test_the_big_screen_shows_the_standings_by_rank_and_who_starts(client, phone):
    page = phone.visit("/screen")
    assert page.title == "Round 2"
    assert [bdi.text for bdi in page.one("ol").iter("bdi")] == ["Paul", "Camille", "Rachel", "Anne"]
    assert "Anne starts" in page.read(class_="screen-head")
    assert "1 of 6" in page.read(class_="tens")
    nearest = [" ".join(row.itertext()).split() for row in page.all("p", class_="screen-near")]
    assert [" ".join(row) for row in nearest] == ["Anne 63 left to −80", "Rachel 67 left to −80"]
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 1
    assert "Scan to keep score with us" in page.text


def test_the_big_screen_hands_on_the_link_it_was_opened_with_and_says_who_has_won(client, phone):
    watcher = link(phone.visit("/share"), WATCH, client)
    page = watcher.visit("/screen")
    assert "Scan to join" in page.text
    assert phone.key not in page.source
    assert phone.stopping().visit("/screen").title == "Paul wins"
