"""Phones that are known: who asks to play or to be host, who comes with a new phone, and who is put out."""

from types import SimpleNamespace

import pytest

from companion.store.links import links, phones
from companion.web.app import limits, presence
from companion.web.app.limits import Limits
from tests.web.builders import OUT, Phone, a_table, come, stranger
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient


@pytest.fixture
def new_phone(app):
    """Phones that keep cookies, each with a jar of its own."""

    def make():
        return StrictClient(app, app.response_class)

    return make


@pytest.fixture
def host(new_phone):
    client = new_phone()
    phone = come(client, a_table(client).address)
    return Phone(client, phone.visit("/phones").press("Anne").location)


def join(client, host, name, way="Play"):
    """The answer to a name and the code that the host reads out."""
    code = host.visit("/share").read(class_="code")
    return client.get("/joins/new").page.press(way, {"code": code, "name": name})


def listed(host):
    return [
        words_of(each)
        for each in host.visit("/share").one(id="phones").iter("summary")
        if each.find("small") is not None
    ]


def remove(host, name):
    phone = next(
        each
        for each in host.visit("/share").one(id="phones").iter("details")
        if words_of(each.find("summary")).startswith(name)
    )
    (form,) = (
        form
        for form in phone.iter("form")
        if any(words_of(button) == f"Remove {name}" for button in form.iter("button"))
    )
    return host.client.post(form.get("action"), data={"role": "none"})


# Being known


def test_a_phone_is_known_however_it_comes(host, new_phone):
    """By the cookie: its address stays that of the link, big screens too, and what is asked of a page stays."""
    score, watch = host.handed_on("scorer").address, host.handed_on("watcher").address
    ola = new_phone()
    assert come(ola, f"{watch}/screen").client.get(watch).page.text.count("You’re watching.") == 1
    assert come(ola, f"{score}?why=2").address == score
    assert Phone(ola, watch).of("Rachel").with_round("17", OUT, "13", "5").points
    assert ola.get(f"{watch}/sheet?all=1").status_code == 200
    assert listed(host) == ["Anne host, this phone", "Rachel scorer"]


def test_a_cookie_is_asked_for_once_and_a_row_is_added_when_it_comes_back(host, new_phone):
    score = host.handed_on("scorer").address
    ola = new_phone()
    asked = ola.get(f"{score}/sheet?all=1")
    assert asked.location == f"{score}/sheet?all=1&new=1"
    assert len(listed(host)) == 1
    assert ola.get(asked.location).location == f"{score}/sheet?all=1"
    assert ola.get(f"{score}/sheet?all=1").status_code == 200
    assert len(listed(host)) == 2


def test_who_keeps_score_is_asked_who_that_is(host, new_phone):
    """Once, on the first visit; who only watches is not, nor who comes for a page of its own."""
    client, score = new_phone(), host.handed_on("scorer").address
    assert client.get(score, follow_redirects=True).page.title == "Who are you?"
    assert client.get(score, follow_redirects=True).page.title == "Round 1"
    assert new_phone().get(f"{score}/sheet", follow_redirects=True).page.title != "Who are you?"
    assert new_phone().get(host.handed_on("watcher").address, follow_redirects=True).page.title == "Round 1"


def test_a_hosts_address_opened_elsewhere_keeps_score_as_nobody(host, new_phone):
    """Also where that phone keeps no cookies: it says nothing of Anne, here and at the rematch."""
    for other in (come(new_phone(), host.address), Phone(stranger(host.client), host.address)):
        assert "Whose phone is this?" in other.visit("/settings").text
        assert other.client.get(f"{host.address}/state").get_json()["me"] is None
        other.with_round("17", OUT, "13", "5")
        assert other.post("/links").status_code == 403
    host.stopping()
    host.post("/rematches", first_starter="1")
    rematch = come(other.client, f"{host.address}/rematch")
    rematch.with_round("17", OUT, "13", "5")
    assert rematch.post("/links").status_code == 403
    assert host.post("/links").status_code == 303


def test_names_that_have_a_phone_are_marked(host, new_phone):
    ola = come(new_phone(), host.handed_on("scorer").address)
    names = [words_of(button) for button in ola.visit("/phones").one("ul", class_="who").iter("button")]
    assert names == ["Anne has a phone", "Paul", "Rachel", "Camille", "None of them"]


# Asking


def test_from_the_code_to_keeping_score(host, new_phone):
    """Typing aside one tap here, and one on a host's phone; until then he watches."""
    piotr = new_phone()
    answer = join(piotr, host, "Paul")
    guest = come(piotr, answer.location)
    assert "You asked to play. Somebody at the table can let you in." in guest.visit().text
    assert guest.enter("17", OUT, "13", "5").status_code == 403
    page = host.visit()
    assert "Paul wants to join." in page.text
    assert host.client.get(page.one(id="live").get("data-live").replace("v=1", "v=1")).status_code == 204
    assert page.press("Let in").location == host.address
    assert "wants to join" not in host.visit().text
    guest.with_round("17", OUT, "13", "5")
    assert "This is Paul’s phone." in guest.visit("/settings").text


def test_a_phone_without_a_name_is_this_phone_where_it_is(new_phone):
    client = new_phone()
    assert listed(come(client, a_table(client).address)) == ["This phone host"]


def test_a_name_that_is_sent_twice_is_one_phones(host, new_phone, app, monkeypatch):
    """A tap that counts twice, or an answer that was lost."""
    code = host.visit("/share").read(class_="code")
    monkeypatch.setitem(app.extensions, "limits", Limits(0))
    page = new_phone().get("/joins/new").page
    first, second = (page.press("Play", {"code": code, "name": "Piotr"}) for _ in range(2))
    assert first.location == second.location is not None
    assert listed(host) == ["Anne host, this phone", "Piotr watcher"]


def test_without_cookies_one_watches_and_is_told_how_to_play(host):
    answer = join(stranger(host.client), host, "Piotr")
    assert answer.page.problem("name") == "This browser keeps no cookies. Ask for the link “Score with us”."
    assert join(stranger(host.client), host, "", "Watch").status_code == 303
    assert join(stranger(host.client), host, "", "Big screen").location.endswith("/screen")


def test_who_keeps_score_hears_at_once_that_somebody_asks(host, new_phone):
    """The page that is open there is told by the next poll."""
    live = host.visit().one(id="live").get("data-live")
    scorer = come(new_phone(), host.handed_on("scorer").address)
    guest = come(new_phone(), host.handed_on("watcher").address)
    theirs = scorer.visit().one(id="live").get("data-live")
    assert [host.client.get(live).status_code, scorer.client.get(theirs).status_code] == [204, 204]
    page = guest.visit().follow("Ask to play")
    assert page.press("Ask to play", {"name": "Piotr"}).location == guest.address
    for phone, address in ((host, live), (scorer, theirs)):
        assert "Piotr wants to join." in phone.client.get(address).page.text
    assert scorer.visit().press("No").status_code == 303
    assert "Ask to play" not in guest.visit().text
    assert "Piotr" not in host.visit().text
    assert listed(host) == ["Anne host, this phone", "Piotr watcher", listed(host)[2]]


def test_a_name_that_is_missing_or_taken_is_said_where_it_was_typed(host, new_phone):
    client = new_phone()
    for typed, words in (
        ("", "Type your name."),
        ("anne", "anne is on another phone. Type another name."),
        ("x" * 50, None),
    ):
        answer = join(client, host, typed)
        assert (answer.status_code, answer.page.value("name")) == (422, typed)
        assert words is None or answer.page.problem("name") == words
    assert join(client, host, "", "Watch").status_code == 303


def test_one_asks_to_be_host_and_a_host_says_yes(host, new_phone):
    score = host.handed_on("scorer").address
    ola = come(new_phone(), score)
    assert ola.visit("/share").press("Become a host").location == f"{ola.address}/phones", "as whom?"
    ola.visit("/phones").press("Rachel")
    assert ola.visit("/share").press("Become a host").location == f"{ola.address}/share"
    assert "You asked to be a host." in ola.visit("/share").text
    assert "asks to be a host" not in come(new_phone(), score).visit().text
    page = host.visit()
    assert "Rachel asks to be a host." in page.text
    page.press("Make host")
    assert listed(ola)[:2] == ["Anne host", "Rachel host, this phone"]


def test_the_only_host_is_offered_another_once(host, new_phone):
    assert "a host, too?" not in host.visit().text
    ola = come(new_phone(), host.handed_on("scorer").address)
    ola.visit("/phones").press("Paul")
    assert "a host, too?" not in ola.visit().text
    page = host.visit()
    assert "Make Paul a host, too?" in page.text
    other = come(new_phone(), host.handed_on("scorer").address)
    other.visit("/phones").press("Paul has a phone")
    assert "a host, too?" not in host.visit().text, "which of the two is Paul's?"
    other.visit("/phones").press("Anne has a phone")
    assert "Make Paul a host, too?" in host.visit().text
    page.press("No")
    assert "a host, too?" not in host.visit().text


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
    petra = new_phone()
    answer = join(petra, host, "Petra")
    assert answer.page.problem("name") == "The hosts aren’t taking requests. Ask them in person."
    host.visit("/share").press("Allow requests")
    assert join(petra, host, "Petra").status_code == 303


# Putting out


def test_one_phone_is_removed_and_no_other(host, new_phone):
    """Those that came by the same link go on, and the big screen; what the phone still knows leads nowhere."""
    score, watch = host.handed_on("scorer").address, host.handed_on("watcher").address
    thief, paul, screen = come(new_phone(), score), come(new_phone(), score), come(new_phone(), f"{watch}/screen")
    thief.visit("/phones").press("Rachel")
    paul.visit("/phones").press("Paul")
    assert remove(host, "Rachel").status_code == 303
    for address in (thief.address, score, watch):
        assert stranger(host.client).get(address).status_code == 410, address
        assert thief.client.get(address).status_code == 410, address
    paul.with_round("17", OUT, "13", "5")
    assert screen.client.get(screen.address).status_code == 200
    assert listed(host)[:2] == ["Anne host, this phone", "Paul scorer"]
    come(thief.client, host.handed_on("scorer").address)  # unless somebody lets it in again


# A new phone


def test_a_players_new_phone_takes_the_seat_of_the_old_one(host, new_phone):
    """Somebody at the table lets it in; it keeps score and is no host, and the old phone is out, also at rematches."""
    old = host.handed_on("scorer").keeping_cookies().of("Paul")
    host.with_round("17", OUT, "13", "5").stopping()
    rematch = Phone(host.client, host.post("/rematches", first_starter="1").location)
    new = new_phone()
    refused = join(new, host, "Paul")
    assert refused.page.problem("name") == "Paul is on another phone. Type another name."
    typed = {"code": refused.page.value("code"), "name": "Paul"}
    guest = come(new, refused.page.press("This is my new phone", typed).location)
    assert "You’re watching." in guest.visit().text or "You asked" in guest.visit().text
    assert old.visit().title
    page = come(new_phone(), host.handed_on("scorer").address).visit()
    assert "Is this Paul’s new phone? It replaces the old one." in page.text
    assert page.press("Let in").status_code == 303
    assert "This is Paul’s phone." in guest.visit("/settings").text
    for address in (old.address, f"{old.address}/rematch", rematch.address):
        assert old.client.get(address).status_code == 410, address
    assert "Paul scorer" in listed(host)


def test_a_hosts_phone_is_replaced_by_a_host_while_one_is_there(host, new_phone, app, monkeypatch):
    """Else who reads the code and a careless scorer would put her out. The new phone is no host."""
    scorer = come(new_phone(), host.handed_on("scorer").address)
    new = new_phone()
    join(new, host, "Anne").page.press("This is my new phone", {"name": "Anne"})
    assert scorer.visit().press("Let in").status_code == 403
    assert "Anne host, this phone" in listed(host)
    monkeypatch.setattr(app.extensions["presence"], "are_away", lambda secrets: True)
    assert scorer.visit().press("Let in").status_code == 303
    host.visit(status=410)
    assert come(new, scorer.address).post("/links").status_code == 403


# No host's phone is here


@pytest.fixture
def time_passes(app, monkeypatch):
    """Seconds pass for presence."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(presence.time, "monotonic", lambda: clock.now)
    monkeypatch.setitem(app.extensions, "presence", presence.Presence())

    def passing(seconds, store=app.extensions["store"]):
        clock.now += seconds
        for column in ("role_at", "created_at"):
            earlier = f"strftime('%Y-%m-%dT%H:%M:%f+00:00', {column}, '-{seconds} seconds')"
            store.db.execute(f"UPDATE phones SET {column} = {earlier}")

    return passing


def test_a_scorer_stands_in_for_hosts_who_are_gone(host, new_phone, time_passes):
    """Everybody sees it. A deputy removes nobody who was there before, makes no host, and learns no group."""
    a_table(host.client)
    theirs = [come(new_phone(), host.handed_on("scorer").address).of(name) for name in ("Paul", "Rachel")]
    paul, rachel = theirs
    assert not paul.visit("/share").has_button("Stand in")
    assert paul.post("/deputies").status_code == 403
    time_passes(601)
    late = come(new_phone(), rachel.address)
    assert late.post("/deputies").status_code == 403, "it came when the host was gone"
    assert paul.visit("/share").press("Stand in").status_code == 303
    assert "No host’s phone was here. A deputy stands in. from Paul’s phone" in paul.visit("/history").text
    assert "deputy" in " ".join(listed(paul))
    ids = phone_ids(paul)
    for name in ("Anne", "Rachel"):
        for role in ("none", "watcher", "host", "scorer"):
            assert paul.post(f"/phones/{ids[name]}", role=role).status_code == 403
    newcomer = come(new_phone(), late.address).of("Camille")
    assert "/group" not in paul.visit("/share").source
    assert paul.post("/group", new_group="y").status_code == 403
    assert paul.client.get(f"{paul.address}/state").get_json()["group"] is None
    assert paul.post(f"/phones/{phone_ids(paul)['Camille']}", role="host").status_code == 403
    assert remove(paul, "Camille").status_code == 303
    newcomer.visit(status=410)
    assert paul.post("/links").status_code == 303
    page = host.visit()
    assert "Paul stood in for you as host." in page.text
    assert page.press("I’m back").status_code == 303
    assert "The host is back." in rachel.visit("/history").text
    assert paul.post("/links").status_code == 403
    assert "stood in" not in host.visit().text


def test_whoever_hosts_at_a_rematch_is_here(host, new_phone, time_passes):
    paul = come(new_phone(), host.handed_on("scorer").address).of("Paul")
    host.with_round("17", OUT, "13", "5").stopping()
    rematch = Phone(host.client, host.post("/rematches", first_starter="1").location)
    time_passes(601)
    rematch.visit()
    assert paul.post("/deputies").status_code == 403
    time_passes(601)
    there = come(paul.client, f"{paul.address}/rematch")
    assert there.post("/deputies").status_code == 303


def phone_ids(phone):
    """Each listed phone's name and id."""
    store = phone.client.application.extensions["store"]
    rows = ((each.seat, each.id) for each in phones.list_phones(store, links.find_link(store, phone.key).table_id))
    names = dict(enumerate(phone.names))
    return {names.get(seat): number for seat, number in rows}
