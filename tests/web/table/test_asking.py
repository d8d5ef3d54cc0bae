"""Phones that are known: who asks to play or to be host, who comes with a new phone, and who stands in for hosts."""

from types import SimpleNamespace

import pytest

from companion.store.links import links, phones
from companion.web.app import limits, presence
from companion.web.app.limits import Limits
from tests.web.builders import OUT, Phone, a_table, come, stranger
from tests.web.markup import words_of


@pytest.fixture
def host(client):
    return a_table(client).of("Anne")


@pytest.fixture
def new_phone(client):
    """Phones that keep cookies, each with a jar of its own."""
    return lambda: stranger(client, True)


@pytest.fixture
def scorer(host, new_phone):
    """Phones that came by the link to keep score, and said whose they are."""
    address = host.handed_on("scorer").address
    return lambda name: come(new_phone(), address).of(name)


def join(client, host, name, way="Play"):
    """The answer to a name and the code that the host reads out."""
    code = host.visit("/share").read(class_="code")
    return client.get("/joins/new").page.press(way, {"code": code, "name": name})


def listed(host):
    rows = host.visit("/share").one(id="phones").iter("summary")
    return [words_of(each) for each in rows if each.find("small") is not None]


def test_a_phone_is_known_however_it_comes(host, new_phone):
    """By the cookie: its address stays that of the link, big screens too, and what is asked of a page stays."""
    score, watch = host.handed_on("scorer").address, host.handed_on("watcher").address
    ola = new_phone()
    assert ola.get(f"{watch}/sheet?all=1").location == f"{watch}/sheet?all=1&new=1", "whether it keeps cookies"
    assert come(ola, f"{watch}/screen").client.get(watch).page.text.count("You’re watching.") == 1
    assert come(ola, f"{score}?why=2").address == score
    assert Phone(ola, watch).of("Rachel").with_round("17", OUT, "13", "5").points
    assert listed(host) == ["Anne host, this phone", "Rachel scorer"]


def test_who_keeps_score_is_asked_who_that_is(host, new_phone):
    """Once, on the first visit; who only watches is not, nor who comes for a page of its own."""
    client, score = new_phone(), host.handed_on("scorer").address
    page = client.get(score, follow_redirects=True).page
    names = [words_of(button) for button in page.one("ul", class_="who").iter("button")]
    assert names == ["Anne has a phone", "Paul", "Rachel", "Camille", "None of them"]
    assert client.get(score, follow_redirects=True).page.title == "Round 1"
    assert new_phone().get(f"{score}/sheet", follow_redirects=True).page.title != "Who are you?"
    assert new_phone().get(host.handed_on("watcher").address, follow_redirects=True).page.title == "Round 1"


def test_without_cookies_one_watches_and_is_told_how_to_play(host):
    answer = join(stranger(host.client), host, "Piotr")
    assert answer.page.problem("name") == "This browser keeps no cookies. Ask for the link “Score with us”."
    assert join(stranger(host.client), host, "", "Watch").status_code == 303
    assert join(stranger(host.client), host, "", "Big screen").location.endswith("/screen")


def test_one_asks_to_be_host_and_a_host_says_yes(host, new_phone):
    ola = come(new_phone(), host.handed_on("scorer").address)
    assert ola.visit("/share").press("Become a host").location == f"{ola.address}/phones", "as whom?"
    ola.visit("/phones").press("Rachel")
    assert ola.visit("/share").press("Become a host").location == f"{ola.address}/share"
    assert "You asked to be a host." in ola.visit("/share").text
    page = host.visit()
    assert "Rachel asks to be a host." in page.text
    page.press("Make host")
    assert listed(ola) == ["Anne host", "Rachel host, this phone"]


def test_the_only_host_is_offered_another_once(host, scorer):
    question = "Make Paul a host, too?"
    assert question not in host.visit().text
    paul = scorer("Paul")
    assert question not in paul.visit().text
    page = host.visit()
    assert question in page.text
    other = scorer("Paul has a phone")
    assert question not in host.visit().text, "which of the two is Paul's?"
    other.visit("/phones").press("Anne has a phone")
    assert question in host.visit().text
    page.press("No")
    assert question not in host.visit().text


def test_to_ask_floods_nobody(host, new_phone, app, monkeypatch):
    """An address has so many requests an hour, and a host can take none at all."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 30.0))  # all of it within one hour
    monkeypatch.setitem(app.extensions, "limits", Limits(3))
    app.extensions["limits"].counts["requests", "127.0.0.1"] = 2
    assert join(new_phone(), host, "Piotr").status_code == 303
    answer = join(new_phone(), host, "Pavel")
    assert (answer.status_code, answer.page.problem("name")) == (422, "Too many requests. Try again in an hour.")
    monkeypatch.setitem(app.extensions, "limits", None)
    host.visit("/share").press("Stop requests")
    answer = join(petra := new_phone(), host, "Petra")
    assert answer.page.problem("name") == "The hosts aren’t taking requests. Ask them in person."
    host.visit("/share").press("Allow requests")
    assert join(petra, host, "Petra").status_code == 303


def test_a_players_new_phone_takes_the_seat_of_the_old_one(host, new_phone, scorer):
    """Somebody at the table lets it in; it keeps score and is no host, and the old phone is out, also at rematches."""
    old = scorer("Paul")
    host.with_round("17", OUT, "13", "5").stopping()
    rematch = Phone(host.client, host.post("/rematches", first_starter="1").location)
    refused = join(new := new_phone(), host, "Paul")
    assert refused.page.problem("name") == "Paul is on another phone. Type another name."
    typed = {"code": refused.page.value("code"), "name": "Paul"}
    guest = come(new, refused.page.press("This is my new phone", typed).location)
    assert old.visit().title
    page = come(new_phone(), host.handed_on("scorer").address).visit()
    assert "Is this Paul’s new phone? It replaces the old one." in page.text
    assert page.press("Let in").status_code == 303
    assert "This is Paul’s phone." in guest.visit("/settings").text
    for address in (old.address, f"{old.address}/rematch", rematch.address):
        assert old.client.get(address).status_code == 410, address
    moved = old.client.get(old.address).page
    assert moved.title == "Paul plays from another phone now"
    assert "To come back, ask a host to replace the links, then scan again." in moved.text
    assert "Paul scorer" in listed(host)
    host.post("/links")
    back = come(old.client, host.handed_on("scorer").address)
    assert "Whose phone is this?" in back.visit("/settings").text, "the seat stays with the new phone"


def test_a_hosts_phone_is_replaced_by_a_host_while_one_is_there(host, new_phone, app, monkeypatch):
    """Else who reads the code and a careless scorer would put her out. The new phone is no host."""
    scorer, new = come(new_phone(), host.handed_on("scorer").address), new_phone()
    join(new, host, "Anne").page.press("This is my new phone", {"name": "Anne"})
    assert scorer.visit().press("Let in").status_code == 403
    assert "Anne host, this phone" in listed(host)
    monkeypatch.setattr(app.extensions["presence"], "are_away", lambda secrets: True)
    assert scorer.visit().press("Let in").status_code == 303
    host.visit(status=410)
    assert come(new, scorer.address).post("/links").status_code == 403


@pytest.fixture
def time_passes(app, monkeypatch):
    """Seconds pass for presence."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setitem(app.extensions, "presence", presence.Presence())

    def passing(seconds):
        clock.now += seconds
        for column in ("role_at", "created_at"):
            earlier = f"strftime('%Y-%m-%dT%H:%M:%f+00:00', {column}, '-{seconds} seconds')"
            app.extensions["store"].db.execute(f"UPDATE phones SET {column} = {earlier}")

    return passing


def decide(host, name, role):
    """The status where a host says what somebody's phone may do."""
    store, seat = host.client.application.extensions["store"], host.names.index(name)
    seated = phones.list_phones(store, links.find_link(store, host.key).table_id)
    phone_id = next(each["id"] for each in seated if each["seat"] == seat)
    return host.post(f"/phones/{phone_id}", role=role).status_code


def test_a_scorer_stands_in_for_hosts_who_are_gone(host, scorer, time_passes):
    """Everybody sees it. A deputy removes nobody who was there before, makes no host, and learns no group."""
    a_table(host.client)
    paul, rachel = scorer("Paul"), scorer("Rachel")
    assert not paul.visit("/share").has_button("Stand in")
    assert paul.post("/deputies").status_code == 403
    time_passes(601)
    late = come(stranger(host.client, True), rachel.address)
    assert late.post("/deputies").status_code == 403, "it came when the host was gone"
    assert paul.visit("/share").press("Stand in").status_code == 303
    assert "No host’s phone was here. A deputy stands in. from Paul’s phone" in paul.visit("/history").text
    for name in ("Anne", "Rachel"):
        assert {decide(paul, name, role) for role in ("none", "watcher", "host", "scorer")} == {403}
    assert "/group" not in paul.visit("/share").source
    assert paul.client.get(f"{paul.address}/state").get_json()["group"] is None
    newcomer = scorer("Camille")
    assert [decide(paul, "Camille", role) for role in ("host", "none")] == [403, 303]
    newcomer.visit(status=410)
    assert paul.post("/links").status_code == 303
    page = host.visit()
    assert "Paul stood in for you as host." in page.text
    assert page.press("I’m back").status_code == 303
    assert "The host is back." in rachel.visit("/history").text
    assert paul.post("/links").status_code == 403
