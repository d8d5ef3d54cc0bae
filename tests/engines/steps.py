"""The steps of an evening in turn: a game is begun and played, others look on, the server loses its disk."""

import re
import time

from tests.browser.phone import FIVE
from tests.engines.table import LEFT, NEXT, TOTAL, VERDICT
from tests.games.sheets import a_sheet


def a_game_is_begun(evening):
    phone = evening.phone
    phone.open("/")
    phone.tap("New game", "link")
    for number, name in enumerate(("Anne", "Rachel", "Paul", "Camille", "Ben"), start=1):
        phone.type(f"Player {number}", name)
    phone.choose("First starter", "Anne")
    phone.tap("Move player 3 up")
    phone.has({"role": "textbox", "name": "Player 2"}, "Paul")
    phone.tap("Start game")
    phone.until(lambda: re.search(r"/t/[\w-]{22}$", phone.location), lambda: f"no table: {phone.location}")
    evening.table = phone.location
    phone.sees("Anne starts", ".opening-starts")
    assert phone.title == "Round 1 · Fool! companion", phone.title


def cards_are_tapped_added_up_and_saved(evening):
    phone = evening.at_table()
    phone.tap("Enter round 1", "link")
    evening.active("Anne")
    evening.keys(LEFT, 5, 12, 1)
    phone.reads("−22", ".tray-sum")
    phone.tap("Take back 12")
    phone.tap("Delete last", within=LEFT)
    phone.reads("−5", ".tray-sum")
    phone.tap_at(NEXT)
    evening.active("Paul")
    phone.tap("Fool! disc")
    phone.tap("Out")
    for name, faces in (("Rachel", (6, 7)), ("Camille", ()), ("Ben", (9,))):
        phone.tap_at(NEXT)
        evening.active(name)
        evening.keys(LEFT, *faces) if faces else phone.tap("Out")
    phone.reads("Save: Anne −5, Paul 0, Rachel −13, Camille +10, Ben −9", VERDICT)
    phone.tap("Save round 1")
    evening.saved(1)
    phone.reads("Round 2", "h1")
    evening.totals("−5", "0", "−13", "10", "−9")


def totals_are_typed_and_survive_a_reload(evening):
    phone = evening.at_table()
    phone.tap("Enter round 2", "link")
    phone.tap("Totals")
    for name, *digits in (("Anne", 1, 7), ("Paul", 8), ("Rachel", 2, 4), ("Camille", 3, 5)):
        evening.active(name)
        evening.keys(TOTAL, *digits)
        phone.tap_at(NEXT)
    evening.active("Ben")
    phone.tap("Out")
    phone.reads("Save: Anne −17, Paul −8, Rachel −24, Camille −35, Ben +10", VERDICT)
    evening.at_table("/rounds/new")
    phone.sees("Your unsaved entry is back.", ".draft-notice")
    phone.has({"role": "textbox", "name": "Cards left", "within": {"role": "group", "name": "Rachel"}}, "=24")
    phone.tap("Save round 2")
    evening.saved(2)
    evening.totals("−22", "−8", "−37", "−25", "1")


HAS_SHEET = """() => Object.entries(localStorage).some(
    ([name, kept]) => name.startsWith("sheet ") && JSON.parse(kept).rounds === 3
)"""


def a_hand_is_laid_from_her_own_phone_and_nobody_sees_what_it_is(evening):
    link = evening.at_table("/share").screen.run("() => document.querySelector('#score-link').value")
    rachel = evening.other("Rachel")
    rachel.open(link[link.index("/t/") :])
    rachel.tap("Rachel")  # who keeps score is asked who that is
    rachel.tap("My hand", "link")
    rachel.sees("You’re Rachel.")
    for face in ("12", "7"):
        rachel.tap(face, within=LEFT)
    rachel.reads("−19", ".tray-sum")
    rachel.tap("Send my hand")
    phone = evening.at_table()
    for each in (rachel, phone):
        each.sees("Still to enter: Anne, Paul, Camille and Ben", ".hands-in")
        assert "−19" not in each.text("main")
    phone.tap("Enter round 3", "link")
    phone.reads("sent", ".is-sent .hand-sum")


def what_is_saved_shows_live_on_the_other_phone_without_polls(evening):
    rachel = evening.other("Rachel")
    rachel.screen.run("() => { document.body.dataset.sameDocument = 'yes' }")
    polls = "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/live?')).length"
    before = rachel.screen.run(polls)
    evening.phone.tap("Cards")
    time.sleep(5)  # polls would come every 1.2 seconds
    for number, name in enumerate(("Anne", "Paul", "Camille", "Ben")):
        evening.phone.tap_at({"css": ".hand-name", "name": name})
        evening.active(name)
        evening.keys(LEFT, 4 + number) if number else evening.phone.tap("Out")
    evening.phone.reads("Save: Anne +10, Paul −5, Rachel sent, Camille −6, Ben −7", VERDICT)
    evening.server.copy()
    evening.phone.tap("Save round 3")
    evening.saved(3)
    evening.phone.until(lambda: evening.phone.screen.run(HAS_SHEET), lambda: "the phone does not keep the sheet")
    evening.totals("−12", "−13", "−56", "−31", "−6", phone=rachel)
    assert rachel.screen.run("() => document.body.dataset.sameDocument") == "yes", "it was loaded again"
    assert rachel.title == "Round 4 · Fool! companion", rachel.title
    assert rachel.screen.run(polls) <= before + 2, "it asked without being told"


def the_server_is_gone_with_its_disk_and_a_round_waits_on_the_phone(evening):
    phone = evening.at_table("/rounds/new")
    for name in FIVE[:4]:
        evening.active(name)
        evening.keys(LEFT, 3)
        phone.tap_at(NEXT)
    evening.active("Ben")
    evening.server.lose_the_disk()
    phone.tap("Out")
    phone.sees("No connection. Your entries stay on this phone.", VERDICT)
    phone.tap("Save round 4")
    phone.until(lambda: phone.text(".outbox-waits"), lambda: "it is not said that the round waits")


def the_server_is_back_from_an_older_copy_and_every_round_is_there_once(evening):
    if evening.server.process.poll() is not None:
        evening.server.start()
    evening.phone.sees("Round 4 is no longer next", ".outbox-refused")
    evening.at_table().tap("Restore from this phone")
    evening.totals("−12", "−13", "−56", "−31", "−6")
    evening.phone.tap("Try again")
    evening.totals("−15", "−16", "−59", "−34", "4")
    evening.phone.misses("#outbox")
    evening.totals("−15", "−16", "−59", "−34", "4", phone=evening.other("Rachel"))


HEADS = """() => [...document.querySelectorAll(".sheet-player bdi")].map(name => {
    const [here, head] = [name, name.closest("th")].map(element => element.getBoundingClientRect());
    const inside = here.top >= head.top - 1 && here.bottom <= head.bottom + 1
        && here.left >= head.left - 1 && here.right <= head.right + 1;
    return [name.textContent, here.width < 20 && here.width < here.height && inside];
})"""
# Scrolled to the end of the page, and of a frame: where the names and the number of the last round are then.
STUCK = """async () => {
    const frame = document.querySelector(".sheet-frame") ?? document.scrollingElement;
    const row = document.querySelector(".sheet tbody tr:last-child");
    row.scrollIntoView();
    frame.scrollTo(frame.scrollWidth, frame.scrollTop + row.getBoundingClientRect().top - 200);
    if (frame !== document.scrollingElement) frame.scrollIntoView();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const around = frame.getBoundingClientRect();
    const start = { x: Math.max(0, around.left), y: Math.max(0, around.top) };
    const name = document.querySelector(".sheet-player:last-child").getBoundingClientRect();
    const number = row.firstElementChild.getBoundingClientRect();
    const seen = document.elementFromPoint(name.left + name.width / 2, name.bottom - 4)?.closest("th");
    return [Math.abs(name.top - start.y) < 2, Boolean(seen?.matches(".sheet-player")), number.left - start.x < 20];
}"""
EIGHT = ("Katarzyna", "Sebastian", "Maximilian", "Anne", "Konstantin", "Bo", "Magdalena", "Christopher")


def the_names_over_the_columns_of_the_sheet_stand_upright_in_one_line(evening):
    """Where the columns are too narrow for them. WebKit set them letter below letter, over each other."""
    for players in (EIGHT, EIGHT[:4], ("Camille", "Rebecca", "Matthew", "Ramonas", "Gustavo", "Mathias")):
        rounds = [{"hands": {name: [seat + 1] if seat else [] for seat, name in enumerate(players)}, "fools": []}] * 3
        sheet = a_sheet(players=players, first_starter=players[0], options={}, rounds=rounds)
        phone = evening.open_sheet(sheet)
        assert phone.screen.run(HEADS) == [[name, True] for name in players]


def the_names_and_the_numbers_of_the_rounds_stay_in_sight(evening):
    twelve = (*EIGHT, "Otto", "Ida", "Paul", "Rachel")
    points = [{"points": {name: 1000 + seat for seat, name in enumerate(twelve)}}] * 20
    hands = [{"hands": {name: [] if name == "Anne" else [2 + seat] for seat, name in enumerate(EIGHT)}}] * 5
    for sheet in (
        a_sheet(players=EIGHT, first_starter="Anne", options={}, rounds=hands),
        a_sheet(game="points", players=twelve, first_starter="Anne", options={}, rounds=points),
    ):
        laptop = evening.open_sheet(sheet)
        laptop.until(lambda: laptop.screen.run(STUCK) == [True] * 3, lambda: laptop.screen.run(STUCK))  # noqa: B023


def the_sheet_becomes_a_picture(evening):
    phone = evening.at_table("/sheet")
    phone.screen.run(
        """() => {
            Object.defineProperty(navigator, "canShare", { value: undefined });
            URL.createObjectURL = file => { window.picture = file; return "#"; };
        }"""
    )
    phone.tap_at({"css": "[data-picture]"})
    size = """async () => {
        const picture = await createImageBitmap(window.picture);
        const { width, height } = picture;
        const paint = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
        paint.drawImage(picture, 0, 0);
        const { data } = paint.getImageData(0, 0, width, height);
        const colours = new Set();
        for (let at = 0; at < data.length; at += 4) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
        return [window.picture.type, width, height, colours.size];
    }"""
    phone.until(lambda: phone.screen.run("() => Boolean(window.picture)"), lambda: "no picture")
    kind, width, height, colours = phone.screen.run(size)
    assert kind == "image/png"
    assert min(width, height) > 300, (width, height)
    assert colours > 20, "it is empty"
