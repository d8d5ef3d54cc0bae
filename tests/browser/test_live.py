"""What happens on one phone shows on every other, without a reload and without disturbing anybody."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.test_look import sheet

FIRST = ("17", "", "13", "5", "4")


def watch(another_phone, phone, path=""):
    other = another_phone()
    other.page.goto(phone.table + path)
    other.table = phone.table
    # Only what changes from now on is news.
    other.page.wait_for_load_state("networkidle")
    return other


def enter(phone, number, hands=FIRST):
    phone.page.goto(f"{phone.table}/rounds/new")
    for player, cards in zip(("Anne", "Paul", "Rachel", "Camille", "Ben"), hands, strict=True):
        phone.type_hand(player, cards)
    phone.save(number)
    phone.saved(number)


def test_a_round_is_on_the_other_phone_and_told(phone, another_phone):
    phone.start_game()
    other = watch(another_phone, phone)
    other.page.evaluate("document.body.dataset.sameDocument = 'yes'")
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert other.total("Anne") == "−17"
    expect(other.page.locator("#announcement")).to_contain_text("Round 1 entered: Anne −17, Paul +10")
    expect(other.page).to_have_title("Table, round 2 · Fool! companion")
    assert other.page.evaluate("document.body.dataset.sameDocument") == "yes", "it was not loaded again"


def test_a_correction_and_an_undo_are_on_the_other_phone(phone, another_phone):
    phone.start_game()
    enter(phone, 1)
    other = watch(another_phone, phone, "/sheet")
    phone.page.goto(f"{phone.table}/rounds/1")
    phone.type_hand("Anne", "18")
    phone.tap("Save round 1")
    expect(other.page.get_by_role("cell").filter(has_text="−18").first).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Round 2")).to_be_visible()
    phone.tap("Undo")
    expect(other.page.get_by_role("cell").filter(has_text="−17").first).to_be_visible()


def test_a_correction_in_an_earlier_part_of_a_long_sheet_is_on_the_other_phone(phone, another_phone):
    """Whoever looks at the first rounds sees them change, and stays there."""
    names = ["Anne", "Paul", "Rachel"]
    rounds = [{"points": dict.fromkeys(names, 3)}] * 60
    phone.import_game(
        sheet(0) | {"game": "points", "players": names, "first_starter": "Anne", "rounds": rounds, "options": {}}
    )
    other = watch(another_phone, phone, "/sheet?before=11")
    expect(other.page.locator(".sheet tbody tr")).to_have_count(10)
    phone.page.goto(f"{phone.table}/rounds/2")
    phone.page.get_by_role("group", name="Anne").get_by_label("Points").fill("4")
    phone.tap("Save round 2")
    expect(other.page.get_by_role("cell").filter(has_text="+4").first).to_be_visible()
    expect(other.page.locator(".sheet tbody tr")).to_have_count(10)
    assert other.page.url.endswith("?before=11")
    # Why, there as well: the answer comes without leaving the part.
    other.page.get_by_role("cell").filter(has_text="+4").first.get_by_role("link").click()
    expect(other.page.locator("#why")).to_contain_text("Round 2")
    expect(other.page.locator(".sheet tbody tr")).to_have_count(11)


def test_the_end_comes_to_the_others(phone, another_phone):
    """As it looks when it is opened: its styles have come after the first paint."""
    phone.start_game(**{"The game ends at so many +10s": "1"})
    other = watch(another_phone, phone)
    enter(phone, 1)
    expect(other.page.get_by_role("heading", name="Paul wins")).to_be_visible()
    looks = """[...document.querySelectorAll(".triumph > *, .ranking *")].map((element) => {
        const { color, display, fontSize, inlineSize } = getComputedStyle(element);
        return [element.className, color, display, fontSize, inlineSize].join();
    })"""
    came = other.page.evaluate(looks)
    other.page.reload()
    assert other.page.evaluate(looks) == came


@pytest.mark.thorough
def test_who_reads_keeps_the_place(phone, another_phone):
    """Scrolled, with the reasons open and a link focused."""
    phone.start_game()
    enter(phone, 1)
    other = watch(another_phone, phone, "/sheet")
    other.page.get_by_text("Why?").tap()
    link = other.page.get_by_role("link", name="CSV")
    link.focus()
    other.page.evaluate("scrollTo(0, 150)")
    reasons = other.page.get_by_text("Why?")
    before = reasons.bounding_box()["y"]
    enter(phone, 2)
    expect(other.page.locator("tbody tr")).to_have_count(2)
    expect(other.page.locator("details.why")).to_have_attribute("open", "")
    expect(link).to_be_focused()
    assert abs(reasons.bounding_box()["y"] - before) < 2  # a round came in above, and pushed nothing away


def test_who_types_keeps_what_is_typed(phone, another_phone):
    phone.start_game()
    other = watch(another_phone, phone, "/rounds/new")
    other.type_hand("Anne", "5 1")
    other.hand("Paul").get_by_label("Cards left").fill("7 ")
    enter(phone, 1)
    expect(other.page.get_by_text("Round 1 is saved by now.")).to_be_visible()
    expect(other.hand("Anne").get_by_label("Cards left")).to_have_value("5 1")
    expect(other.hand("Paul").get_by_label("Cards left")).to_have_value("7 ")
    expect(other.hand("Paul").get_by_label("Cards left")).to_be_focused()


def test_a_hidden_page_asks_nothing_and_catches_up_when_looked_at(phone, another_phone):
    phone.start_game()
    other = watch(another_phone, phone)
    hide(other, "hidden")
    time.sleep(1.2)
    asked = []
    other.page.on("request", lambda request: asked.append(request.url))
    enter(phone, 1)
    time.sleep(1.5)
    assert asked == []
    hide(other, "visible")
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=900)


def hide(phone, state):
    """Chromium under test shows every page, so the page is told otherwise."""
    phone.page.evaluate(
        """(state) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


@pytest.mark.thorough
def test_a_phone_that_loses_the_server_says_so_and_catches_up(phone, another_phone):
    phone.start_game()
    other = watch(another_phone, phone)
    other.page.context.set_offline(True)
    expect(other.page.get_by_text("No connection. Trying again…")).to_be_visible()
    enter(phone, 1)
    other.page.context.set_offline(False)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(other.page.get_by_text("No connection. Trying again…")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["/chart", "/history", "/screen"])
def test_every_page_of_a_table_is_live(phone, another_phone, path):
    phone.start_game()
    other = watch(another_phone, phone, path)
    before = other.page.locator("main").inner_text()
    enter(phone, 1)
    expect(other.page.locator("main")).not_to_have_text(before, use_inner_text=True)
    expect(other.page.locator("main")).to_contain_text("−17" if path != "/chart" else "Anne")


@pytest.mark.thorough
def test_a_strangers_page_is_not_shown_as_the_table(phone, another_phone):
    """A hotel's Wi-Fi wants its login again: the table stays, and goes on when it is back."""
    phone.start_game()
    other = watch(another_phone, phone)
    login = ("**/live?*", lambda route: route.fulfill(status=200, body="<main>Please log in</main>"))
    other.page.route(*login)
    enter(phone, 1)
    expect(other.page.get_by_text("No connection. Trying again…")).to_be_visible()
    expect(other.page.get_by_role("heading", name="Round 1")).to_be_visible()
    other.page.unroute(*login)
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible()


@pytest.mark.thorough
def test_a_replaced_link_is_told_but_takes_nothing_from_who_types(phone, another_phone):
    phone.start_game()
    reader, typist = watch(another_phone, phone), watch(another_phone, phone, "/rounds/new")
    typist.type_hand("Anne", "5 1")
    phone.page.goto(f"{phone.table}/share")
    phone.page.locator("summary", has_text="Replace the host’s link").tap()
    phone.tap("Replace the host’s link")
    expect(phone.page.get_by_text("Done. This phone is host.")).to_be_visible()
    expect(reader.page.get_by_role("heading", name="This link has ended")).to_be_visible()
    expect(typist.page.get_by_text("This link has ended. Ask for the new one")).to_be_visible()
    asked = []
    typist.page.on("request", lambda request: asked.append(request.url))
    typist.page.wait_for_timeout(2600)
    assert asked == []
    typist.page.goto(phone.page.url.partition("/share")[0])
    typist.open_entry(1)
    expect(typist.hand("Anne").get_by_label("Cards left")).to_have_value("5 1")


@pytest.mark.thorough
def test_htmx_that_does_not_load_at_first(phone, another_phone):
    phone.start_game()
    other = another_phone()
    other.page.route("**/htmx**", lambda route: route.abort(), times=1)
    other.page.goto(phone.table)
    enter(phone, 1)
    other.page.wait_for_timeout(2000)
    expect(other.page.get_by_text("No connection. Trying again…")).to_be_hidden()
    expect(other.page.get_by_role("heading", name="Round 2")).to_be_visible(timeout=8000)


@pytest.mark.thorough
def test_asking_slows_down_when_nothing_happens_for_long(phone):
    """Where there is no stream."""
    phone.page.add_init_script("delete window.EventSource;")
    phone.start_game()
    phone.page.clock.install()
    phone.page.reload()
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url) if "/live?" in request.url else None)

    def polls_in(seconds):
        asked.clear()
        for _ in range(seconds):
            phone.page.clock.run_for(1000)
            phone.page.wait_for_timeout(60)
        return len(asked)

    assert 4 <= polls_in(10) <= 10
    phone.page.clock.fast_forward("21:00")
    phone.page.wait_for_timeout(100)
    assert 1 <= polls_in(10) <= 3
    phone.page.touchscreen.tap(5, 300)
    phone.page.clock.run_for(6000)
    assert 4 <= polls_in(10) <= 10
