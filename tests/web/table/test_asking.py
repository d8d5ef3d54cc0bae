"""Phones that are recognized: their own address, who asks to play or to be host, and who is put out."""

from collections import Counter
from types import SimpleNamespace

import pytest

from companion.web.app import limits
from companion.web.app.limits import Limits
from tests.web.builders import OUT, Phone, a_table, come
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient


@pytest.fixture
def new_phone(app):
    """Phones that keep cookies, each with a jar of its own."""

    def make():
        client = StrictClient(app, app.response_class)
        client.is_recognized = True
        return client

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
    form = next(
        form for form in phone.iter("form") if any(words_of(button) == "Yes, remove" for button in form.iter("button"))
    )
    return host.client.post(form.get("action"), data={"role": "none"})


# The own address


def test_a_phone_goes_on_at_an_address_of_its_own(host, new_phone):
    """Whichever link it opens; big screens too. What is asked of a page stays."""
    score, watch = host.handed_on("scorer").address, host.handed_on("watcher").address
    ola = new_phone()
    own = come(ola, f"{score}?why=2").address
    assert own not in (score, host.address)
    for address in (score, watch, own, f"{watch}/screen"):
        assert come(ola, address).address.removesuffix("/screen") == own
    assert ola.get(f"{score}/sheet?all=1").location == f"{own}/sheet?all=1"
    assert "new=" not in come(ola, score).address


def test_who_keeps_score_is_asked_who_that_is(host, new_phone):
    """Once, on the first visit; who only watches is not, nor who comes for a page of its own."""
    client, score = new_phone(), host.handed_on("scorer").address
    assert client.get(score, follow_redirects=True).page.title == "Who are you?"
    assert client.get(score, follow_redirects=True).page.title == "Round 1"
    assert new_phone().get(f"{score}/sheet", follow_redirects=True).page.title != "Who are you?"
    assert new_phone().get(host.handed_on("watcher").address, follow_redirects=True).page.title == "Round 1"


def test_no_page_of_a_hosts_link_makes_an_address_that_is_passed_on_a_hosts(host, new_phone):
    """Also where a game begins on another page than its table, as one that was begun on paper does."""
    back = host.handed_on("host").address
    for page in ("/paper", "/settings", "/rounds/new?paper=y", "/players"):
        answer = new_phone().get(back + page, follow_redirects=True)
        assert answer.request.path.partition("/t/")[2].partition("/")[0] not in back, page


def test_a_hosts_address_opened_elsewhere_keeps_score_as_nobody(host, new_phone):
    """Also where that phone keeps no cookies: then by the address as it is."""
    other = come(new_phone(), host.address)
    assert other.address != host.address
    assert "Whose phone is this?" in other.visit("/settings").text
    other.with_round("17", OUT, "13", "5")
    assert other.post("/links", role="scorer").status_code == 403
    without = Phone(StrictClient(host.client.application, host.client.response_wrapper), host.address)
    without.with_round("1", OUT, "3", "5")
    assert without.post("/links", role="scorer").status_code == 403
    assert host.post("/links", role="watcher").status_code == 303


def test_a_page_of_a_hosts_opened_elsewhere_is_nobodys(host, new_phone):
    """Whichever page was sent on: it says nothing of Anne, and shows nobody her address at the rematch."""
    other = new_phone()
    assert "Whose phone is this?" in other.get(f"{host.address}/settings", follow_redirects=True).page.text
    assert other.get(f"{host.address}/state").get_json()["me"] is None
    host.with_round("17", OUT, "13", "5").stopping()
    there = come(host.client, host.post("/rematches", first_starter="1").location).address
    assert other.get(f"{host.address}/rematch").location.startswith("/t/")
    rematch = come(other, f"{host.address}/rematch")
    assert there not in (rematch.address, other.get(f"{host.address}/rematch").location)
    rematch.with_round("17", OUT, "13", "5")


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


@pytest.mark.parametrize("keeps_cookies", [True, False])
def test_a_name_that_is_sent_twice_is_one_phones(host, new_phone, keeps_cookies, app, monkeypatch):
    """A tap that counts twice, or an answer that was lost."""
    code = host.visit("/share").read(class_="code")
    piotr = new_phone()
    piotr.is_recognized = keeps_cookies
    monkeypatch.setitem(app.extensions, "limits", Limits(0, 0))
    page = piotr.get("/joins/new").page
    first, second = (page.press("Play", {"code": code, "name": "Piotr"}) for _ in range(2))
    assert first.location == second.location is not None
    assert listed(host) == ["Anne host, this phone", "Piotr watcher"]


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
    assert "You asked to be a host. No host left? Open the host link" in ola.visit("/share").text
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
    monkeypatch.setitem(app.extensions, "limits", Limits(3, 0, counts=Counter({("requests", "127.0.0.1/32"): 2})))
    assert join(new_phone(), host, "Piotr").status_code == 303
    answer = join(new_phone(), host, "Pavel")
    assert (answer.status_code, answer.page.problem("name")) == (422, "Too many requests. Try again in 60 minutes.")
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
        assert thief.client.get(address).status_code == 410, address
    paul.with_round("17", OUT, "13", "5")
    assert screen.client.get(screen.address).status_code == 200
    assert listed(host)[:2] == ["Anne host, this phone", "Paul scorer"]
    come(thief.client, host.handed_on("scorer").address)  # unless somebody lets it in again
