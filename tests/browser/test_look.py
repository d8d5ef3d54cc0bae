"""How screens look: what went wrong is for everybody too, and nothing moves by itself for long."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import Phone

LONG = (
    "Maximiliane-Friederike von Hohenlohe-Lang",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Đỗ Minh Phương",
    "Zoë",
    "👨‍👩‍👧‍👦 Łukasz",
    "مريم",
    "Rachel",
    "山田太郎",
)
LONG = tuple(name[:40] for name in LONG)
CASES = Path(__file__).parent.parent / "cases"

SCREENS = (
    *("", "/rounds/new", "/rounds/2", "/sheet", "/chart", "/history", "/settings", "/rematch"),
    *("/share", "/screen", "/hands", "/hands/1", "/setup", "/rules", "/referee"),
)


def sheet(rounds: int, **options):
    """A game of eight with long names, so many rounds long."""
    hands = [{name: [2 + (seat + number) % 8] for seat, name in enumerate(LONG)} for number in range(rounds)]
    for number, hand in enumerate(hands):
        hand[LONG[number % 8]] = []
        hand[LONG[(number + 3) % 8]] = []
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": LONG,
        "first_starter": LONG[0],
        "options": options,
        "rounds": [{"hands": hand, "fools": [LONG[number % 8]]} for number, hand in enumerate(hands)],
    }


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


def look(phone: Phone, address: str):
    page = phone.page
    page.goto(address)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    judge(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360, address
    assert small_targets(page) == [], address


def judge(page):
    """What axe finds by day, and by night of what differs then: the colours."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
    page.emulate_media(color_scheme="dark")
    found = Axe().run(page, options={"runOnly": ["color-contrast"]})
    assert found.violations_count == 0, f"{page.url} (dark)\n{found.generate_report()}"
    assert found.response["passes"] or found.response["incomplete"], "the colours were looked at"
    page.emulate_media(color_scheme="light")


def small_targets(page):
    """Whatever can be tapped and is lower or narrower than 44 px; a choice is tapped by its words as well.

    The cells of eight players have no more than an eighth of a phone: a tap beside asks about a neighbour, no more. So
    have the nine keys of a suit at Durak: the card that was tapped lies above them, where a tap takes it back.
    """
    return page.evaluate(
        """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
            .filter(element => element.checkVisibility({visibilityProperty: true}))
            .map(element => element.type === "radio" && element.closest("label") || element)
            .map(element => [element, element.getBoundingClientRect(), element.closest(".sheet-tap, .durak-key")])
            .filter(([, box, close]) => box.width > 1 && (box.height < 43.9 || box.width < (close ? 32 : 43.9)))
            .map(([element, box]) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"""
    )


def test_screens_with_something_wrong(phone):
    phone.page.goto(f"{phone.address}/tables/new")
    phone.page.get_by_label("Player 1", exact=True).fill("Anne")
    phone.page.get_by_label("Player 2", exact=True).fill("anne")
    phone.tap("Start game")
    phone.page.wait_for_url("**/tables")
    judge(phone.page)
    phone.start_game().open_entry(1)
    phone.type_hand("Anne", "99")
    for player in ("Paul", "Rachel", "Camille", "Ben"):
        phone.out(player)
    phone.save(1)
    phone.page.wait_for_url("**/rounds")
    judge(phone.page)
    phone.type_hand("Anne", "5 5 6 6 7 7 8")
    with phone.page.expect_navigation():  # the question also stands there before, while it is typed
        phone.save(1)
    phone.page.get_by_text("Is that right?").first.wait_for()
    judge(phone.page)


@pytest.mark.thorough
def test_nothing_jumps_while_a_page_loads(phone):
    phone.import_game(sheet(5, end_score=-300, tens_to_end=60))
    for screen in ("/", "/tables/new", *(phone.table.removeprefix(phone.address) + s for s in SCREENS)):
        phone.page.goto(phone.address + screen)
        phone.page.wait_for_timeout(300)
        shift = phone.page.evaluate(
            """() => new Promise(done => {
                let sum = 0;
                new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
                    .observe({type: "layout-shift", buffered: true});
                setTimeout(() => done(sum), 100);
            })"""
        )
        assert shift < 0.01, screen


@pytest.mark.thorough
def test_the_standings_row_headers_are_the_players(phone):
    phone.import_game(json.loads((CASES / "fool-rulebook-round.json").read_text()))
    for player in ("Anne", "Paul", "Rachel", "Camille"):
        assert phone.page.get_by_role("rowheader", name=player, exact=True).count() == 1


@pytest.mark.parametrize("rounds", [3, 9])
def test_what_moves_ends_within_five_seconds(phone, rounds):
    """At the table, where the news arrive, and at the end, where confetti falls (WCAG 2.2.2)."""
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.import_game(sheet(rounds))
    ends = phone.page.evaluate("document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)")
    assert max(ends, default=0) <= 5000
    assert ends or rounds == 3
