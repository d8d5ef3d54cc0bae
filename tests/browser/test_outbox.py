"""What a phone has taken is delivered exactly once, over plain HTTP in the Wi-Fi and over HTTPS."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

PLAIN = pytest.mark.parametrize("reachable", ["http"], indirect=True)
NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben")


@pytest.fixture
def phone(page, reachable, complaints):
    page.set_default_timeout(8000)
    yield Phone(page, reachable).start_game()
    # Of a server that is gone; and of an hour that passes at once.
    expected = ("SSL", "htmx:error: timeout")
    assert [complaint for complaint in complaints if not any(word in complaint for word in expected)] == []


def waits(phone):
    """The sentence that says what waits."""
    return phone.page.locator(".outbox-waits")


def refused(phone):
    """The sentence that says what could not be saved, and why."""
    return phone.page.locator(".outbox-refused")


def type_round(phone, number=1):
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, cards in zip(NAMES, ("17", "", "13", "5", "4"), strict=True):
        phone.type_hand(player, cards)
    expect(phone.page.get_by_role("button", name=f"Save round {number}")).to_be_visible()


def overtaken(phone, another_phone):
    """A round waits on this phone until another has saved it; then this one opens the first page. The other phone."""
    type_round(phone)
    phone.page.route("**/rounds", lambda route: route.abort())
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    other = another_phone(phone.address)
    other.table = phone.table
    type_round(other)
    other.type_hand("Anne", "18")
    other.save(1)
    other.saved(1)
    phone.page.goto(phone.address)
    phone.page.unroute("**/rounds")
    phone.page.reload()
    return other


def delivered_once(phone, mortal_server):
    """The table has the round, once, and nothing waits."""
    phone.page.goto(phone.table)
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert phone.total("Anne") == "−17"
    expect(phone.page.locator("#outbox")).to_be_hidden()
    path = phone.table[phone.table.index("/t/") :]
    sheet = phone.page.request.get(f"{mortal_server.address}{path}/sheet.json").json()
    assert [played["points"]["Anne"] for played in sheet["rounds"]] == [-17]
    history = phone.page.request.get(f"{mortal_server.address}{path}/history").text()
    assert history.count("<time") == 2, "the opening and one round"


def test_a_dead_server_comes_back(phone, mortal_server):
    type_round(phone)
    mortal_server.kill()
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    mortal_server.start()
    phone.saved(1)
    delivered_once(phone, mortal_server)


@pytest.mark.thorough
def test_a_tab_closed_and_a_server_dead(phone, mortal_server):
    """Delivered when the phone next opens any page of the companion."""
    type_round(phone)
    mortal_server.kill()
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    later = Phone(phone.page.context.new_page(), phone.address)
    later.table = phone.table
    phone.page.close()
    mortal_server.start()
    later.page.goto(phone.address)
    expect(later.page.locator("#outbox")).to_be_hidden()
    delivered_once(later, mortal_server)


@pytest.mark.thorough
def test_a_reload_while_it_waits(phone, mortal_server):
    type_round(phone)
    phone.page.route("**/rounds", lambda route: route.abort())
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    phone.page.reload()
    expect(waits(phone)).to_be_visible()
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("17")
    phone.page.unroute("**/rounds")
    phone.page.reload()
    expect(phone.page.locator("#outbox")).to_be_hidden()
    delivered_once(phone, mortal_server)


def test_an_answer_that_is_lost(phone, mortal_server):
    """The server has saved the round and the phone has not heard of it: it asks again, and it is one round."""
    asked = []

    def lose(route):
        # Only the browser knows its name.
        path = urlsplit(route.request.url).path.removeprefix("/")
        headers = route.request.headers | {"origin": mortal_server.address}
        asked.append(route.fetch(url=f"{mortal_server.address}/{path}", headers=headers).status)
        route.abort()

    type_round(phone)
    phone.page.route("**/rounds", lose, times=2)
    phone.save(1)
    phone.saved(1)
    assert asked == [204, 204]
    delivered_once(phone, mortal_server)


def test_an_hour_in_airplane_mode(phone, mortal_server):
    type_round(phone)
    phone.page.clock.install()
    phone.page.context.set_offline(True)
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    phone.page.clock.fast_forward("01:00:00")
    expect(waits(phone)).to_be_visible()
    phone.page.context.set_offline(False)
    phone.saved(1)
    delivered_once(phone, mortal_server)


@pytest.mark.thorough
@PLAIN
def test_a_hand_waits_as_well(phone, mortal_server):
    phone.page.goto(f"{phone.table}/hands/3")
    phone.cards(12, 1)
    mortal_server.kill()
    phone.tap("Send my hand")
    expect(waits(phone)).to_have_text(re.compile("^Rachel’s hand, round 1 is kept"))
    mortal_server.start()
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    expect(phone.page.get_by_text("Waiting for the hands of Anne, Paul, Camille and Ben")).to_be_visible()


@PLAIN
def test_what_the_server_refuses_is_kept_and_shown_with_the_reason(phone, another_phone):
    """Somebody else has saved the round while this phone was away, and this phone opens the first page."""
    overtaken(phone, another_phone)
    expect(refused(phone)).to_contain_text("Round 1 is not saved. Round 1 was entered twice")
    expect(refused(phone)).to_contain_text("17, –, 13, 5, 4")
    phone.page.reload()
    another_tab = phone.page.context.new_page()
    another_tab.goto(phone.address)
    expect(another_tab.locator(".outbox-refused")).to_be_visible()
    phone.tap("Try again")
    expect(phone.page.get_by_role("row", name="Anne")).to_contain_text("−18")
    expect(phone.page.get_by_role("row", name="Anne")).to_contain_text("−17")
    phone.tap("Keep the saved one", "link")
    phone.page.wait_for_url(phone.table)
    for page in (phone.page, another_tab):
        expect(page.locator("#outbox")).to_be_hidden()
    assert phone.total("Anne") == "−18"


@PLAIN
def test_discarding_takes_two_taps(phone, mortal_server):
    type_round(phone)
    phone.page.route(
        "**/rounds",
        lambda route: route.fulfill(
            status=413, content_type="application/problem+json", body='{"title": "Too large", "status": 413}'
        ),
    )
    phone.page.goto(phone.address)
    phone.page.evaluate(
        "([name, item]) => localStorage.setItem(name, JSON.stringify(item))",
        ["outbox k", {"key": "k", "url": f"{phone.table}/rounds", "body": "", "label": "Round 1", "at": 1}],
    )
    phone.page.reload()
    expect(refused(phone)).to_contain_text("Round 1 is not saved. Too large")
    phone.tap("Discard")
    phone.page.get_by_role("button", name="Really discard").tap()
    expect(phone.page.locator("#outbox")).to_be_hidden()


@pytest.mark.thorough
@PLAIN
def test_a_strangers_answer_is_not_taken_for_a_delivery(phone, mortal_server):
    """The login page of a hotel's Wi-Fi, and a redirect to it."""
    answers = iter([{"status": 200, "body": "<h1>Welcome</h1>"}, {"status": 302, "headers": {"Location": "/"}}])
    type_round(phone)
    phone.page.route("**/rounds", lambda route: route.fulfill(**next(answers)), times=2)
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    phone.saved(1)
    delivered_once(phone, mortal_server)


@pytest.mark.thorough
@PLAIN
def test_the_rules_still_answer_at_once(phone):
    type_round(phone)
    phone.type_hand("Paul", "99")
    phone.save(1)
    expect(phone.page.get_by_text("There is no 99 in the deck: faces go from 1 to 27.").first).to_be_visible()
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.type_hand("Paul", "")
    phone.save(1)
    phone.saved(1)


@PLAIN
def test_a_correction_while_the_first_is_on_its_way_is_not_lost(phone):
    """Saved on a slow line, corrected and saved again: the second is put beside the first."""
    held = []
    type_round(phone)
    phone.page.route("**/rounds", lambda route: held.append(route), times=1)
    phone.save(1)
    expect(phone.page.locator("#entry")).to_have_attribute("data-sent", "")
    phone.type_hand("Anne", "18")
    phone.save(1)
    phone.page.wait_for_timeout(300)
    held[0].continue_()
    expect(phone.page.get_by_role("heading", name="Round 1 was entered twice")).to_be_visible()
    expect(phone.page.get_by_role("row", name="Anne")).to_contain_text("−18")
    phone.tap("Use mine instead")
    phone.saved(1)
    assert phone.total("Anne") == "−18"
    expect(phone.page.locator("#outbox")).to_be_hidden()


@PLAIN
def test_what_waits_is_sent_in_its_order(phone, mortal_server):
    """The hand that was laid later counts, also if the first request for the earlier one got lost."""
    phone.page.route("**/hands/3", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    for cards in ((12,), (13,)):
        phone.page.goto(f"{phone.table}/hands/3")
        if phone.page.get_by_role("button", name="Start over").is_visible():
            phone.tap("Start over")
        phone.cards(*cards)
        phone.tap("Send my hand")
        expect(phone.page.locator(".outbox-waits").first).to_be_visible()
    expect(phone.page.locator("#outbox li")).to_have_count(2)
    phone.page.unroute("**/hands/3")
    phone.page.goto(phone.table)
    # The second was typed before the first was in: it is put to the question, not thrown away.
    expect(refused(phone)).to_contain_text("is not saved. Meanwhile another hand was sent for Rachel.")
    phone.tap("Try again")
    phone.tap("Send my hand")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    expect(phone.page.locator("#outbox")).to_be_hidden()
    type_round(phone)
    phone.hand("Rachel").get_by_label("Cards left").fill("")
    phone.save(1)
    phone.saved(1)
    assert phone.total("Rachel") == "−13"


@pytest.mark.thorough
@PLAIN
def test_trying_again_may_succeed(phone, another_phone):
    """What was refused fits by now, since somebody has taken theirs back."""
    other = overtaken(phone, another_phone)
    expect(phone.page.get_by_role("button", name="Try again")).to_be_visible()
    other.tap("Undo")
    expect(other.page.get_by_role("heading", name="Round 1")).to_be_visible()
    phone.tap("Try again")
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.page.goto(phone.table)
    assert phone.total("Anne") == "−17"


@pytest.mark.thorough
@PLAIN
def test_a_mistake_shown_on_its_form_does_not_follow_one_around(phone):
    """What was typed is kept as a draft, and the form has said what is wrong with it."""
    type_round(phone)
    phone.type_hand("Paul", "99")
    phone.save(1)
    expect(phone.page.get_by_text("There is no 99 in the deck: faces go from 1 to 27.").first).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    phone.page.goto(phone.table)
    phone.page.wait_for_load_state("networkidle")
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.open_entry(1)
    expect(phone.hand("Paul").get_by_label("Cards left")).to_have_value("99")


@pytest.mark.thorough
@PLAIN
def test_what_waits_is_in_sight(phone, mortal_server):
    """Also where the page was scrolled."""
    type_round(phone)
    mortal_server.kill()
    phone.page.evaluate("scrollTo(0, 200)")
    phone.save(1)
    expect(waits(phone)).to_be_in_viewport(ratio=1)
    mortal_server.start()
    phone.saved(1)


@pytest.mark.thorough
@PLAIN
def test_what_waits_is_said_on_a_form_that_was_refused_before(phone, mortal_server):
    type_round(phone)
    phone.type_hand("Paul", "99")
    phone.save(1)
    expect(phone.page.get_by_text("There is no 99 in the deck: faces go from 1 to 27.").first).to_be_visible()
    phone.type_hand("Paul", "")
    mortal_server.kill()
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    mortal_server.start()
    phone.saved(1)


@PLAIN
def test_what_an_earlier_version_kept_in_a_database_is_delivered(phone, mortal_server):
    type_round(phone)
    phone.page.route("**/rounds", lambda route: route.abort())
    phone.save(1)
    expect(waits(phone)).to_be_visible()
    phone.page.evaluate(
        """() => new Promise((resolve) => {
            const name = Object.keys(localStorage).find((each) => each.startsWith("outbox "));
            const request = indexedDB.open("companion", 1);
            request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "key" });
            request.onsuccess = () => {
                const transaction = request.result.transaction("outbox", "readwrite");
                transaction.objectStore("outbox").put(JSON.parse(localStorage.getItem(name)));
                transaction.oncomplete = () => { request.result.close(); resolve(); };
                for (const each of [name, "outbox-moved"]) localStorage.removeItem(each);
            };
        })"""
    )
    phone.page.unroute("**/rounds")
    phone.page.goto(phone.address)
    expect(phone.page.locator("#outbox")).to_be_hidden()
    phone.page.wait_for_function("async () => !(await indexedDB.databases()).length")
    delivered_once(phone, mortal_server)


@pytest.mark.parametrize("reachable", ["http"], indirect=True)
@pytest.mark.parametrize("silent", ["indexedDB.open = () => ({})", "delete window.localStorage"])
def test_no_save_waits_for_a_storage(page, reachable, silent):
    """A database that never answers, as WebKit's can, and a storage that a browser blocks."""
    blocks = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.add_init_script(blocks if "localStorage" in silent else silent)
    page.set_default_timeout(8000)
    phone = Phone(page, reachable).start_game()
    type_round(phone)
    phone.save(1)
    page.wait_for_url(lambda address: "#saved-1" in address)
    assert phone.total("Anne") == "−17"


def test_a_refusal_is_shown_where_there_is_no_room_for_its_reason(page, reachable):
    page.add_init_script(
        """const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function (name, value) {
            if (name.startsWith("outbox ") && JSON.parse(value).refused) throw new DOMException("full");
            return setItem.call(this, name, value);
        };"""
    )
    page.set_default_timeout(8000)
    phone = Phone(page, reachable).start_game()
    type_round(phone)
    phone.type_hand("Paul", "99")
    phone.save(1)
    expect(page.get_by_text("There is no 99 in the deck: faces go from 1 to 27.").first).to_be_visible()
    phone.type_hand("Paul", "")
    phone.save(1)
    phone.saved(1)
