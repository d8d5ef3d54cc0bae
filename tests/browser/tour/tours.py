"""Every screen in every state: tours that open one after the other, for whoever wants to judge them.

A tour is a generator. It says the name of the screen that the phone shows at that moment.
"""

import json
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from companion.games import RULEBOOKS
from companion.store.trouble import Trouble
from companion.web.errors import NOTICES
from tests.browser import elsewhere
from tests.browser.phone import Phone
from tests.browser.tour.states import LONG_GAME, NAMES, POINTS, REFEREES, SIX, STATES, TWELVE, a_sheet, fool


def unfold(phone: Phone) -> None:
    phone.run("for (const details of document.querySelectorAll('details')) details.open = true")


def visit(phone: Phone, path: str) -> str:
    """Open a page and all that is folded away on it. Says its address."""
    phone.open(path)
    unfold(phone)
    return re.sub(r"[\w-]{22}", "…", path.removeprefix(phone.address))


def bring(phone: Phone, game: dict) -> Phone:
    """The phone at a table that a file was opened as."""
    return phone.sit_at(elsewhere.bring(phone.address, game))


def sent(phone: Phone, button: str) -> None:
    """Tap a button that leads to another page, and unfold that."""
    with phone.page.expect_navigation():
        phone.tap(button)
    phone.tapped = ""
    unfold(phone)


def submit(phone: Phone) -> None:
    """Send the form as without scripts, so that what is refused is a page of its own, and unfold that."""
    with phone.page.expect_navigation():
        phone.run("document.forms.entry.submit()")
    unfold(phone)


def visit_state(state: str) -> Callable[[Phone], Iterator[str]]:
    """The tour of the screens that show a state of a game."""
    sheet, screens = STATES[state]

    def tour(phone: Phone) -> Iterator[str]:
        bring(phone, sheet)
        for screen in screens:
            visit(phone, phone.table + screen)
            yield f"{state} {screen or '/'}"

    return tour


def visit_start(phone: Phone) -> Iterator[str]:
    """Before there is a table: home with games and without, a new game of each kind, what goes wrong there."""
    for path in ("/", "/tables/new", "/imports/new", "/joins/new", "/groups/new", "/no-such-page", "/offline"):
        yield visit(phone, path)
    for game, rulebook in RULEBOOKS.items():
        visit(phone, f"/tables/new?game={game}")
        phone.name(*NAMES[: rulebook.seats[-1]])
        yield f"new game of {game}, filled"
    for wrong in (NAMES[0], NAMES[0].replace("a", "\u0430")):
        phone.player(2).fill(wrong)
        sent(phone, "Start game")
        yield f"new game, {wrong} twice"
    phone.open("/joins/new").field("Code").fill("ABCDEFGHJK")
    sent(phone, "Watch")
    yield "a code that nobody has"
    for content in (b"{", json.dumps(fool(2) | {"players": ["Anne"] * 5}).encode()):
        file = {"name": "sheet.json", "mimeType": "application/json", "buffer": content}
        phone.open("/imports/new").seen.get_by_label("Sheet or group").set_input_files(file)
        sent(phone, "Open")
        yield "a file that can't be read"
    for sheet in (fool(9), fool(3), fool(3), a_sheet("points", TWELVE, POINTS[:2], title="Phase 10")):
        bring(phone, sheet).knows_this()
    yield visit(phone, "/")


def visit_decisions(phone: Phone) -> Iterator[str]:
    """What is undone, chosen, played on, wrong or too late at a table of eight."""
    bring(phone, fool(9))
    sent(phone, "Play on")
    yield "played on"
    phone.tap("Undo")
    expect(phone.button("Redo")).to_be_visible()
    yield "undone"
    yield visit(phone, f"{phone.table}/history")
    bring(phone, fool(3, **LONG_GAME))
    phone.visit("/settings").seen.locator("input[name^=name]").first.fill(NAMES[1])
    sent(phone, "Save")
    yield "a name twice"
    for seat in (2, 3):
        phone.visit("/phones").seen.get_by_role("button", name=NAMES[seat]).tap()
        phone.has_come()
    yield visit(phone, f"{phone.table}/share")
    yield visit(phone, phone.table)


def tap_cards(phone: Phone, *faces: int) -> None:
    """Tap cards, and wait until the verdict tells who is left."""
    before = phone.verdict.inner_text()
    phone.cards(*faces)
    expect(phone.verdict).not_to_have_text(before)


def visit_entry(phone: Phone) -> Iterator[str]:
    """The pads of Fool!: by cards and by totals, on the first and on the last row, asked and refused."""
    for names in (NAMES[:4], NAMES[:8]):
        bring(phone, fool(2, names, **LONG_GAME)).visit("/rounds/new")
        tap_cards(phone, 27, 26, 21, 15, 14, 1)
        yield f"{len(names)}, by cards, first row"
        phone.choose(names[-1])
        tap_cards(phone, 12, 13, 5)
        yield f"{len(names)}, by cards, last row"
        phone.tap("Totals")
        phone.digits("98")
        yield f"{len(names)}, by totals, last row"
        phone.choose(names[0])
        yield f"{len(names)}, by totals, first row"
        for seat, player in enumerate(names):
            phone.type_hand(player, "5 5 6 6 7 7 8" if seat < 1 else "", disc=seat == 1)
        for player in names[2:]:
            phone.left(player).fill("27" if player == names[2] else f"={20 + len(player)}")
        submit(phone)
        yield f"{len(names)}, asked or refused"
        for player in names:
            phone.left(player).fill("99")
        submit(phone)
        yield f"{len(names)}, refused"


def visit_rematch(phone: Phone) -> Iterator[str]:
    """A finished game whose rematch has begun, and where its phones find it."""
    bring(phone, fool(9)).tap("Rematch")
    phone.link("Enter round 1").wait_for()
    for screen in ("", "/sheet", "/history"):
        yield visit(phone, phone.table + screen)
    phone.page.route("**/live?*", lambda route: route.abort())
    phone.run("localStorage.tables = JSON.stringify(JSON.parse(localStorage.tables).slice(0, 1))")
    yield visit(phone, "/")


def visit_rulings(phone: Phone) -> Iterator[str]:
    """Rulings of every referee that are shown to the table."""
    for game, question in (
        (fool(3, **LONG_GAME), "cards=G12+1+R3+Y20+G27+B15+1+1&hand=G5&about=3"),
        (a_sheet("fools-field", NAMES[:2], []), "tap=card-SSSS&tap=on-5&tap=card-FFFF&tap=on-2"),
        (a_sheet("durak", SIX, []), "trump=H&cards=S6.S9.H7..DJ.D8"),
    ):
        bring(phone, game)
        yield visit(phone, f"{phone.table}/referee?{question}")
        sent(phone, "Show to the table")
        yield visit(phone, phone.table)
        yield visit(phone, f"{phone.table}/screen")


def visit_hands(phone: Phone) -> Iterator[str]:
    """Hands from the players' own phones: laid by all but one, then by all, while somebody else enters the round."""
    bring(phone, fool(2, **LONG_GAME)).visit("/rounds/new")
    for seat in range(1, 9):
        cards = {f"seat-{seat}-cards": f"={seat + 2}" if seat > 1 else "0"}
        elsewhere.send(f"{phone.table}/hands/{seat}", number="3", version="1", **cards)
        if seat == 7:
            expect(phone.page.locator("#arrivals")).to_contain_text(NAMES[6])
            yield "hands laid while a round is entered"
            for screen in ("", "/screen", "/hands"):
                yield visit(phone, phone.table + screen)
    yield visit(phone, phone.table)
    yield visit(phone, f"{phone.table}/rounds/new")


def visit_conflict(phone: Phone) -> Iterator[str]:
    """A round entered twice, a hand that comes too late."""
    bring(phone, fool(2, **LONG_GAME)).visit("/rounds/new")
    for seat, player in enumerate(NAMES[:8]):
        phone.left(player).fill(f"={seat + 2}" if seat else "0")
    hands = ["0", *(f"={seat + 9}" for seat in range(1, 8))]
    elsewhere.enter(phone.table, 3, *hands)
    submit(phone)
    phone.page.get_by_text("Use mine").wait_for()
    yield "a round entered twice"
    phone.visit("/hands/1").seen.get_by_label("Cards left").first.fill("11 11 11 11")
    elsewhere.enter(phone.table, 4, *hands)
    submit(phone)
    phone.link("Correct round 4").wait_for()
    yield "a hand that comes too late"


def visit_offline(phone: Phone) -> Iterator[str]:
    """Without a connection, and with a round that waits."""
    page = phone.page
    bring(phone, fool(2, NAMES[:8], **LONG_GAME))
    for address in ("**/live?*", "**/events*", "**/rounds"):
        page.route(address, lambda route: route.abort())
    phone.type_round("", *["=17"] * 7).reads("−17", "#verdict")
    phone.save(3)
    expect(page.locator(".outbox-waits")).to_be_visible()
    yield "a round waits on its pad"
    phone.visit()
    expect(page.locator(".outbox-waits")).to_be_visible()
    yield "a round waits at the table"
    page.unroute("**/rounds")
    answer = {"status": 503, "title": " ".join(part.text for part in NOTICES[Trouble])}
    told = {"Companion": "", "Content-Type": "application/problem+json"}
    page.route("**/rounds", lambda route: route.fulfill(status=503, headers=told, body=json.dumps(answer)))
    for screen in ("", "/rounds/new"):
        phone.visit(screen)
        expect(page.locator(".outbox-troubled")).to_be_visible()
        yield f"a round that the server can't save {screen}"
    page.unroute("**/rounds")


def visit_referees(phone: Phone) -> Iterator[str]:
    """The rules and the referees of all games, with rulings."""
    for path in REFEREES:
        yield visit(phone, path)


def visit_group(phone: Phone) -> Iterator[str]:
    """A group with games over and running, and one with nothing yet."""
    points = a_sheet("points", TWELVE, POINTS[:1], title="Phase 10", end_rounds=1)
    durak = a_sheet("durak", SIX, [{"fool": SIX[1]}], stop_at_marks=1)
    for game in (fool(9), fool(3), fool(9), points, durak):
        phone.import_game(game).knows_this()
    phone.tap("Group", "link")
    phone.page.wait_for_url("**/g/*")
    group = phone.page.url
    phone.tap("Statistics", "link")
    phone.seen.get_by_role("rowheader").get_by_role("link").first.tap()
    phone.page.get_by_text("Change this player").wait_for()
    player = phone.page.url.partition("?")[0]
    screens = ("", "?player=nobody", "/statistics", "/statistics?game=fool", "/players", "/share", "/settings")
    for address in (*(group + screen for screen in (*screens, "/deletion", "/tables/new")), player):
        yield visit(phone, address)
    phone.open(group)
    more = phone.page.content().partition("/more")[0].rpartition("/tables/")[2]
    for screen in ("more", "deletion"):
        yield visit(phone, f"{group}/tables/{more}/{screen}")
    phone.open("/groups/new").field("Group name").fill(NAMES[5])
    phone.tap("Create group")
    phone.page.wait_for_url("**/g/*")
    group = phone.page.url
    for screen in ("", "/statistics"):
        yield visit(phone, group + screen)
    yield visit(phone, "/")


TOURS: dict[str, Callable[[Phone], Iterator[str]]] = {
    **{state: visit_state(state) for state in STATES},
    "start": visit_start,
    "decisions": visit_decisions,
    "entry": visit_entry,
    "rematch": visit_rematch,
    "rulings": visit_rulings,
    "hands": visit_hands,
    "conflict": visit_conflict,
    "offline": visit_offline,
    "referees": visit_referees,
    "group": visit_group,
}
