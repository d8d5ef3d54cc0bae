"""Every screen in every state: tours that open one after the other, for whoever wants to judge them.

A tour is a generator. It says the name of the screen that the phone shows at that moment.
"""

import json
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from companion.store.trouble import Trouble
from companion.web.app.errors import TROUBLES
from tests.browser.phone import Phone

# Forty characters each, the most that a table takes; with spaces and without, wide and high and with tails.
NAMES = (
    "Maximiliane-Friederike von Hohenlohe-Lan",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Đỗ Thị Minh Phương Nguyễn Ngọc Quỳnh Hoa",
    "Jörgypåquẹgjyqpgjyqpgjyqpgjyqpgjyqpgjyqp",
    "Łukasz Brzęczyszczykiewicz z Chrząszczyc",
    "WILHELMINA MAGDALENA VON HOHENZOLLERN-SI",
    "Анна-Мария Константиновна Преображенская",
    "👨‍👩‍👧‍👦 Zoë & Ben, the family and grandp",
    "José María Álvarez del Manzano y López-H",
    "Papadiamantopoulos-Chatzimichalakopoulou",
    "Guðrún Björgvinsdóttir frá Kirkjubæjarkl",
    "Ng",
)


def a_sheet(game: str, players: tuple[str, ...], rounds: list[dict], **options) -> dict:
    """A game as a file; the first of the players starts."""
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": game,
        "players": players,
        "first_starter": players[0],
        "options": options,
        "rounds": rounds,
    }


def fool(rounds: int, players: tuple[str, ...] = NAMES[:8], **options) -> dict:
    """A game of Fool! of so many rounds: two are out in each, and one of them took a disc."""
    hands = [{name: [2 + (seat + number) % 8] for seat, name in enumerate(players)} for number in range(rounds)]
    for number, hand in enumerate(hands):
        hand[players[number % len(players)]] = []
        hand[players[(number + 3) % len(players)]] = []
    fools = [[players[number % len(players)]] for number in range(rounds)]
    played = [{"hands": hand, "fools": befooled} for hand, befooled in zip(hands, fools, strict=True)]
    return a_sheet("fool", players, played, **options)


LONG_GAME = {"end_score": -300, "tens_to_end": 60}
TABLES = ("", "/sheet", "/chart", "/history", "/settings", "/share", "/screen", "/rematch")
SIX, TWELVE = NAMES[:6], NAMES
DURAK = [{"fool": SIX[1], "first_out": SIX[0]}, {"draw": True, "last_defender": SIX[3]}]
TEAMS = [list(SIX[0::2]), list(SIX[1::2])]
POINTS = [{"points": {name: (-1) ** seat * (125.5 - seat) for seat, name in enumerate(TWELVE)}} for _ in range(20)]

# By name: the game as a file, and the screens on which its state shows.
STATES: dict[str, tuple[dict, tuple[str, ...]]] = {
    "fool-empty": (fool(0), (*TABLES, "/setup", "/rounds/new", "/hands", "/hands/1", "/hands/8", "/rules", "/referee")),
    "fool-one": (fool(1), ("", "/sheet", "/chart", "/history", "/screen", "/rounds/1")),
    "fool-running": (
        fool(20, **LONG_GAME),
        (*TABLES, "?why=1", "/sheet?why=3-2", "/rounds/new", "/rounds/2", "/phones", "/hands", "/hands/1", "/rules"),
    ),
    "fool-over": (fool(9), TABLES),
    "fool-five": (fool(6, NAMES[:5], **LONG_GAME), (*TABLES, "/rounds/new", "/rounds/1", "/hands/1", "/referee")),
    "fool-short": (
        fool(6, ("Anne", "Paul", "Rachel", "Camille", "Benjamin"), **LONG_GAME),
        (*TABLES, "/rounds/new", "/setup", "/hands", "/hands/1", "/referee"),
    ),
    "field-empty": (a_sheet("fools-field", NAMES[:2], []), ("", "/setup", "/rounds/new", "/rules", "/referee")),
    "field-tied": (
        a_sheet("fools-field", NAMES[:2], [{"tie": True, "started_last_battle": NAMES[1]}]),
        ("", "/rounds/1", "/sheet", "/chart", "/screen"),
    ),
    "field-over": (a_sheet("fools-field", NAMES[:2], [{"winner": NAMES[0]}] * 2), ("", "/rematch", "/sheet")),
    "durak-empty": (
        a_sheet("durak", SIX, []) | {"first_starter": None},
        ("", "/setup", "/screen", "/rounds/new", "/rules", "/referee"),
    ),
    "durak-asking": (
        a_sheet(
            "durak",
            SIX,
            DURAK,
            first_attacker="previous-winner",
            both_out="last-defender",
            stop_at_marks=9,
            stop_after_deals=11,
        ),
        ("", "/rounds/new", "/rounds/1", "/sheet", "/settings", "/chart"),
    ),
    "durak-teams": (
        a_sheet("durak", SIX, [{"fool": SIX[1]}, {"draw": True}], teams=TEAMS),
        ("", "/settings", "/screen", "/rematch", "/sheet", "/history"),
    ),
    "durak-over": (a_sheet("durak", SIX, [{"fool": SIX[1]}], stop_at_marks=1), ("", "/history", "/screen")),
    "points-empty": (a_sheet("points", TWELVE, [], title="M" * 40), ("", "/rounds/new", "/screen", "/settings")),
    "points-running": (
        a_sheet("points", TWELVE, POINTS, title="Phase 10"),
        ("", "/sheet", "/chart", "/rounds/1", "/screen", "/history"),
    ),
    "points-long": (
        a_sheet("points", SIX, [{"points": dict.fromkeys(SIX, -10)}] * 120, title="Skat"),
        ("/sheet", "/sheet?before=71", "/sheet?all=1", "/sheet?why=1", "/history", "/history?before=72", "/chart"),
    ),
    "points-over": (a_sheet("points", TWELVE, POINTS[:1], title="Phase 10", end_rounds=1), ("", "/screen", "/sheet")),
}

REFEREES = (
    *("/rules/fool", "/rules/fools-field", "/rules/durak"),
    *("/referee/fool", "/referee/fools-field", "/referee/durak"),
    "/referee/fool?players=8&cards=G12+1+R3+Y20+G27+B15+1+1",
    "/referee/fool?players=5&cards=G12+1+R3",
    "/referee/fool?players=4&cards=G99",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._._._&card=HSSH&place=3",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._.SSHH._&place=8",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._._._&hand=HHHH.SSHH.HSHS.FFFF.HHFF.SSSH&fill=hand",
    "/referee/durak?trump=H&cards=S6.S9.H7..DJ.D8&out=4&ended=taken",
    "/referee/durak?trump=C&cards=SA.C6.HA.C7.DA.C8.S9.S10.H9.H10.D9.D10&players=6&attacker=6&defender=1&ended=repelled",
    "/referee/durak?trump=C&cards=.S6.S6..S7&began=2&tap=S6&players=2&out=2&ended=taken",
)


def unfold(phone: Phone) -> None:
    """Open whatever is folded away."""
    phone.page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")


def visit(phone: Phone, address: str) -> str:
    """Open a page and all that is folded away on it. Says its address."""
    phone.page.goto(address)
    unfold(phone)
    return re.sub(r"[\w-]{22}", "…", address.removeprefix(phone.address))


def visit_state(state: str) -> Callable[[Phone], Iterator[str]]:
    """The tour of the screens that show a state of a game."""
    sheet, screens = STATES[state]

    def tour(phone: Phone) -> Iterator[str]:
        phone.import_game(sheet)
        for screen in screens:
            visit(phone, phone.table + screen)
            yield f"{state} {screen or '/'}"

    return tour


def visit_start(phone: Phone) -> Iterator[str]:
    """Before there is a table: home with games and without, a new game of each kind, what goes wrong there."""
    page = phone.page
    for path in ("/", "/tables/new", "/imports/new", "/joins/new", "/groups/new", "/no-such-page", "/offline"):
        yield visit(phone, phone.address + path)
    for game, seats in (("fool", 8), ("fools-field", 2), ("durak", 6), ("points", 12)):
        visit(phone, f"{phone.address}/tables/new?game={game}")
        for number, player in enumerate(NAMES[:seats], start=1):
            phone.player(number).fill(player)
        yield f"new game of {game}, filled"
        phone.player(2).fill(NAMES[0])
        with page.expect_navigation():
            phone.tap("Start game")
        unfold(phone)
        yield f"new game of {game}, a name twice"
        phone.player(2).fill(NAMES[0].replace("a", "\u0430"))
        with page.expect_navigation():
            phone.tap("Start game")
        unfold(phone)
        yield f"new game of {game}, names that look alike"
    page.goto(f"{phone.address}/joins/new")
    page.get_by_label(phone.say("Code")).fill("ABCDEFGHJK")
    with page.expect_navigation():
        phone.tap("Watch")
    yield "a code that nobody has"
    for content in (b"{", json.dumps(fool(2) | {"players": ["Anne"] * 5}).encode()):
        page.goto(f"{phone.address}/imports/new")
        field = page.get_by_label(phone.say("Sheet or group"))
        field.set_input_files({"name": "sheet.json", "mimeType": "application/json", "buffer": content})
        with page.expect_navigation():
            phone.tap("Open it")
        yield "a file that can't be read"
    for sheet in (fool(9), fool(3), fool(3), a_sheet("points", TWELVE, POINTS[:2], title="Phase 10")):
        phone.import_game(sheet)
    yield visit(phone, phone.address)


def visit_decisions(phone: Phone) -> Iterator[str]:
    """What is undone, chosen, played on, wrong or too late at a table of eight."""
    page = phone.page
    phone.import_game(fool(9))
    table = phone.table
    with page.expect_navigation():
        phone.tap("Play on")
    unfold(phone)
    yield "played on"
    phone.tap("Undo")
    expect(page.get_by_role("button", name=phone.say("Redo"))).to_be_visible()
    yield "undone"
    yield visit(phone, f"{table}/history")
    phone.import_game(fool(3, **LONG_GAME))
    phone.tap("Undo")
    expect(page.get_by_role("button", name=phone.say("Redo"))).to_be_visible()
    yield "a round undone"
    page.goto(f"{phone.table}/settings")
    page.locator("input[name^=name]").first.fill(NAMES[1])
    with page.expect_navigation():
        phone.tap("Save the names")
    unfold(phone)
    yield "a name twice"
    for seat in (2, 3):
        page.goto(f"{phone.table}/phones")
        page.get_by_role("button", name=NAMES[seat]).tap()
        page.locator(".standing-me").wait_for()
        phone.table = page.url
    yield visit(phone, f"{phone.table}/share")
    yield visit(phone, phone.table)


def visit_entry(players: int) -> Callable[[Phone], Iterator[str]]:
    """The tour of the pads of Fool!: by cards and by totals, on the first and on the last row, asked and refused."""

    def tour(phone: Phone) -> Iterator[str]:
        page = phone.page
        names = NAMES[:players]
        phone.import_game(fool(2, names, **LONG_GAME))
        page.goto(f"{phone.table}/rounds/new")
        page.locator(".hand.active").wait_for()
        phone.cards(27, 26, 21, 15, 14, 1)
        yield f"{players}, by cards, first row"
        phone.choose(names[-1])
        phone.cards(12, 13, 5)
        yield f"{players}, by cards, last row"
        phone.tap("Totals")
        phone.digits("99")
        yield f"{players}, by totals, last row"
        phone.choose(names[0])
        yield f"{players}, by totals, first row"
        for seat, player in enumerate(names):
            phone.type_hand(player, "5 5 6 6 7 7 8" if seat < 1 else "", disc=seat == 1)
        for player in names[2:]:
            phone.type_hand(player, "27" if player == names[2] else f"={20 + len(player)}")
        with page.expect_navigation():
            phone.save(3)
        yield f"{players}, asked or refused"
        for player in names:
            phone.type_hand(player, "99")
        with page.expect_navigation():
            phone.save(3)
        yield f"{players}, refused"

    return tour


def visit_rematch(phone: Phone) -> Iterator[str]:
    """A finished game whose rematch has begun, and where its phones find it."""
    page = phone.page
    phone.import_game(fool(9))
    phone.tap("Rematch")
    page.get_by_role("link", name=phone.say("Enter round %(number)s", number=1)).wait_for()
    for screen in ("", "/sheet", "/history"):
        yield visit(phone, phone.table + screen)
    page.route("**/live?*", lambda route: route.abort())
    page.evaluate("localStorage.tables = JSON.stringify(JSON.parse(localStorage.tables).slice(0, 1))")
    yield visit(phone, phone.address)


def visit_rulings(phone: Phone) -> Iterator[str]:
    """Rulings of every referee that are shown to the table."""
    page = phone.page
    for game, asked in (
        (fool(3, **LONG_GAME), "cards=G12+1+R3+Y20+G27+B15+1+1&hand=G5&about=3"),
        (a_sheet("fools-field", NAMES[:2], []), "tap=card-SSSS&tap=on-5&tap=card-FFFF&tap=on-2"),
        (a_sheet("durak", SIX, []), "trump=H&cards=S6.S9.H7..DJ.D8&out=4&ended=taken"),
    ):
        phone.import_game(game)
        yield visit(phone, f"{phone.table}/referee?{asked}")
        with page.expect_navigation():
            phone.tap("Show to the table")
        for screen in ("", "/sheet", "/screen"):
            yield visit(phone, phone.table + screen)


def visit_hands(phone: Phone) -> Iterator[str]:
    """Hands from the players' own phones: laid by all but one, then by all, while somebody else enters the round."""
    page = phone.page
    phone.import_game(fool(2, **LONG_GAME))
    players = another(phone)
    page.goto(f"{phone.table}/rounds/new")
    for seat in range(1, 9):
        players.page.goto(f"{phone.table}/hands/{seat}")
        lay(players, str(seat + 2) if seat > 1 else "=0")
        if seat == 7:
            expect(page.locator("#arrivals")).to_contain_text(NAMES[6])
            yield "hands laid while a round is entered"
            yield visit(phone, phone.table)
            yield visit(phone, f"{phone.table}/screen")
            yield visit(phone, f"{phone.table}/hands")
    yield visit(phone, phone.table)
    yield visit(phone, f"{phone.table}/rounds/new")
    players.page.close()


def visit_conflict(phone: Phone) -> Iterator[str]:
    """A round entered twice, one that was already corrected, a hand that comes too late."""
    page = phone.page
    phone.import_game(fool(2, **LONG_GAME))
    other, late = another(phone), another(phone)
    late.page.goto(f"{phone.table}/hands/2")
    for someone, more in ((phone, 2), (other, 9)):
        someone.page.goto(f"{phone.table}/rounds/new")
        for seat, player in enumerate(NAMES[:8]):
            someone.type_hand(player, str(seat + more) if seat else "=0")
    other.save(3)
    other.page.wait_for_url(re.compile(r"#saved-3$"))
    page.evaluate("document.forms.entry.submit()")
    page.get_by_text(phone.say("Use mine instead")).wait_for()
    yield "a round entered twice"
    late.page.get_by_label(late.say("Cards left")).first.fill("11 11 11 11")
    late.page.evaluate("document.forms.entry.submit()")
    late.page.wait_for_load_state()
    late.page.get_by_role("link", name=late.say("To the table")).first.wait_for()
    phone.page.close()
    other.page.close()
    phone.page = late.page
    yield "a hand that comes too late"


def another(phone: Phone) -> Phone:
    """A second page of the same phone, as if it were somebody else's."""
    page = phone.page.context.new_page()
    page.set_default_timeout(8000)
    return Phone(page, phone.address, phone.words)


def lay(phone: Phone, cards: str) -> None:
    """Send the hand on whose page the phone is."""
    phone.page.get_by_label(phone.say("Cards left")).first.fill(cards)
    phone.page.evaluate("document.forms.entry.submit()")
    phone.page.wait_for_url(re.compile(r"/t/[\w-]{22}(#.*)?$"))


def visit_offline(phone: Phone) -> Iterator[str]:
    """Without a connection, and with a round that waits."""
    page = phone.page
    phone.import_game(fool(2, NAMES[:8], **LONG_GAME))
    page.route("**/live?*", lambda route: route.abort())
    page.route("**/events*", lambda route: route.abort())
    page.route("**/rounds", lambda route: route.abort())
    page.goto(f"{phone.table}/rounds/new")
    for seat, player in enumerate(NAMES[:8]):
        phone.type_hand(player, "=17" if seat else "")
    phone.save(3)
    expect(page.locator(".outbox-waits")).to_be_visible()
    yield "a round waits on its pad"
    page.goto(phone.table)
    expect(page.locator(".outbox-waits")).to_be_visible()
    yield "a round waits at the table"
    page.unroute("**/rounds")
    answer = {"status": 503, "title": " ".join(phone.say(TROUBLES[Trouble.GONE][1][part].text) for part in (0, 1))}
    kind = "application/problem+json"
    page.route("**/rounds", lambda route: route.fulfill(status=503, content_type=kind, body=json.dumps(answer)))
    for screen, address in (("at the table", phone.table), ("on its pad", f"{phone.table}/rounds/new")):
        page.goto(address)
        expect(page.locator(".outbox-troubled")).to_be_visible()
        yield f"a round that the server can't save {screen}"
    page.unroute("**/rounds")


def visit_referees(phone: Phone) -> Iterator[str]:
    """The rules and the referees of all games, with rulings."""
    for address in REFEREES:
        yield visit(phone, phone.address + address)


def visit_group(phone: Phone) -> Iterator[str]:
    """A group with games over and running, and one with nothing yet."""
    page = phone.page
    for game in (fool(9), fool(3), fool(9), STATES["points-over"][0], STATES["durak-over"][0]):
        phone.import_game(game)
    phone.tap("Group", "link")
    page.wait_for_url("**/g/*")
    group = page.url
    phone.tap("Statistics", "link")
    page.get_by_role("rowheader").get_by_role("link").first.tap()
    page.get_by_text(phone.say("Change this player")).wait_for()
    player = page.url.partition("?")[0]
    more = page.request.get(group).text().partition("/more")[0].rpartition("/tables/")[2]
    screens = ("", "?player=nobody", "/statistics", "/statistics?game=fool", "/players", "/share", "/settings")
    for address in (*(group + screen for screen in (*screens, "/deletion", "/tables/new")), player):
        yield visit(phone, address)
    for screen in ("more", "deletion"):
        yield visit(phone, f"{group}/tables/{more}/{screen}")
    page.goto(f"{phone.address}/groups/new")
    page.get_by_label(phone.say("Name of the group")).fill(NAMES[5])
    phone.tap("Make the group")
    page.wait_for_url("**/g/*")
    group = page.url
    for screen in ("", "/statistics", "/players", "/settings", "/tables/new"):
        yield visit(phone, group + screen)
    yield visit(phone, phone.address)


TOURS: dict[str, Callable[[Phone], Iterator[str]]] = {
    **{state: visit_state(state) for state in STATES},
    "start": visit_start,
    "decisions": visit_decisions,
    "entry of four": visit_entry(4),
    "entry of eight": visit_entry(8),
    "rematch": visit_rematch,
    "rulings": visit_rulings,
    "hands": visit_hands,
    "conflict": visit_conflict,
    "offline": visit_offline,
    "referees": visit_referees,
    "group": visit_group,
}
