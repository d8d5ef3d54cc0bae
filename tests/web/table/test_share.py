"""Sharing a table: two links with their QR codes, a short code, and links that end."""

import pytest

from companion.web.app.site import public
from tests.web.builders import OUT, Phone, a_table, stranger
from tests.web.markup import words_of


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", OUT, "13", "5")


def code(page):
    return page.read(class_="code")


def test_all_links_lead_to_the_same_table(phone):
    page = phone.visit().follow("Share")
    links = [phone.handed_on(role) for role in ("scorer", "watcher")]
    for each in links:
        assert each.visit().rows("standings") == phone.visit().rows("standings")
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 3
    assert links[0].address == phone.address != links[1].address
    assert page.one(id="screen-link").get("value").endswith(f"{links[1].address}/screen"), "a TV only watches"


@pytest.mark.parametrize(("role", "others"), [("scorer", set()), ("watcher", {"score"})])
def test_who_keeps_score_or_watches_hands_on_what_he_has(phone, role, others):
    other = phone.handed_on(role)
    page = other.visit("/share")
    assert other.handed_on(role).address == other.address
    assert other.handed_on("watcher").visit().title == "Round 2"
    assert not any(page.all(id=f"{name}-link") for name in others)
    assert [form.get("action") for form in page.all("form")] == [f"{other.address}/requests"] * (role == "scorer")
    assert role == "scorer" or phone.key not in page.source


@pytest.mark.parametrize(
    ("base", "own", "sentence"),
    [
        ("http://localhost:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("http://127.0.0.1:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("http://[::1]:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("http://192.168.1.7:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("http://cards.example", "192.168.1.7", "http://cards.example/t/x"),
        ("https://cards.example", "192.168.1.7", "https://cards.example/t/x"),  # behind a proxy
        ("http://localhost:8000", None, "http://localhost:8000/t/x"),  # without a network
    ],
)
def test_a_link_names_an_address_that_other_phones_can_open(app, monkeypatch, base, own, sentence):
    """Also when the page was opened on the computer itself."""
    monkeypatch.setattr("companion.web.app.site.own_address", lambda: own)
    with app.test_request_context("/", base_url=base, environ_overrides={"SERVER_PORT": "8000"}):
        assert public("/t/x") == sentence


# Replacing


def test_replaced_links_end_and_who_is_known_goes_on(client, phone):
    old, watching, paul = phone.handed_on("scorer"), phone.handed_on("watcher"), phone.handed_on("scorer").of("Paul")
    replace = phone.visit("/share")
    first, again = (replace.press("Replace links") for _ in range(2))
    assert "Done." in client.get(first.location).page.text
    new = phone.handed_on("scorer")
    assert {old.address, watching.address} & {new.address, phone.handed_on("watcher").address} == set()
    for each in (old, watching):
        assert each.visit(status=410).title == "This link no longer works"
    assert old.post("/rounds", number=2, **{"seat-1-cards": "2"}).status_code == 410
    assert new.with_round("2", OUT, "3", "4").points == [[-17, 10, -13, -5], [-2, 10, -3, -4]]
    assert phone.visit().title == paul.visit().title == "Round 3"
    assert again.status_code == 303


# The short code


def join(client, typed):
    return client.get("/").page.follow("Join with a code").press("Watch", {"code": typed})


def test_the_code_opens_the_table_for_watching(client, phone):
    other = stranger(client)
    answer = join(other, code(phone.visit("/share")).lower())
    assert answer.status_code == 303
    watcher = Phone(other, answer.location)
    assert watcher.visit().title == "Round 2"
    assert watcher.visit("/rounds/new", status=403)
    assert code(watcher.visit("/share")) == code(phone.visit("/screen")) == code(phone.visit("/share"))


def test_the_code_stands_below_the_link_to_score(phone):
    sections = phone.visit("/share").all(class_="share")
    assert ["tap “Join with a code”, type" in words_of(section) for section in sections[:2]] == [True, False]


def test_watching_makes_no_code(client, phone):
    """A watcher has no way to write, also not this."""
    watcher = phone.handed_on("watcher")
    client.application.extensions["store"].db.execute("UPDATE links SET code = NULL")
    for path in ("/share", "/screen"):
        assert watcher.visit(path).all(class_="code") == []


@pytest.mark.parametrize("typed", ["", "ABC", "K7P2M-XQ9RT-9", "O0I1LLO0I1", "<script>", "K7P2M XQ9RT"])
def test_what_is_no_code_and_a_wrong_one_is_said_where_it_was_typed(client, typed):
    answer, is_code = join(client, typed), typed == "K7P2M XQ9RT"
    assert (answer.status_code, answer.page.value("code")) == (404 if is_code else 422, typed)
    sentence = "No table has this code." if is_code else "Codes look like"
    assert answer.page.problem("code").startswith(sentence)


# The big screen


def test_the_big_screen_shows_the_standings_by_rank_and_who_starts(phone):
    page = phone.visit("/screen")
    assert page.title == "Round 2"
    assert [bdi.text for bdi in page.one("ol").iter("bdi")] == ["Paul", "Camille", "Rachel", "Anne"]
    assert "Anne starts" in page.read(class_="screen-head")
    assert "1 of 6" in page.read(class_="tens")
    nearest = [" ".join(row.itertext()).split() for row in page.all("p", class_="screen-near")]
    assert [" ".join(row) for row in nearest] == ["Anne 63 short of −80", "Rachel 67 short of −80"]
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 1
    assert "Scan to join" in page.text


def test_the_big_screen_hands_on_the_link_it_was_opened_with_and_says_who_has_won(phone):
    page = phone.handed_on("watcher").visit("/screen")
    assert "Scan to join" in page.text
    assert phone.key not in page.source
    assert phone.stopping().visit("/screen").title == "Paul wins"
