"""One evening with five players, two more phones and one server: 35 steps, each with what a player must see.

A step opens its own page where it can, so that one that fails takes few others with it.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.browser.phone import FIVE
from tests.engines.phone import Phone
from tests.engines.screen import Browser, Gone
from tests.server import Server

STEPS: list[Callable[["Evening"], None]] = []
VERDICT = "#verdict"
LEFT = {"role": "group", "name": "Cards left"}
NEXT = {"css": ".next-player"}
TOTAL = {"role": "group", "name": "Total"}


def step(play):
    """The next step; its docstring says what it is about."""
    STEPS.append(play)
    return play


def play(browser: Browser, server: Server, pictures: Path | None = None) -> Iterator[tuple[str, str]]:
    """Play the evening; of each step what it is about, and what went wrong, if anything. Pictures go to a folder."""
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    evening = Evening(browser, server)
    try:
        for number, each in enumerate(STEPS, start=1):
            try:
                each(evening)
                wrong = ""
            except (AssertionError, Gone) as error:
                wrong = str(error)
            if pictures:
                evening.phone.screen.picture(pictures / f"{number:02}.png")
            yield f"{number} {each.__doc__}", wrong
    finally:
        evening.close()


class Evening:
    """The phones at the table, and the server on the sideboard."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.others = {}
        self.phone = self.another()
        self.table = ""
        self.code = ""

    def another(self):
        return Phone(self.browser.phone(), self.server.address)

    def other(self, name):
        """A phone of somebody else, switched on when it is first needed."""
        if name not in self.others:
            self.others[name] = self.another()
        return self.others[name]

    def close(self):
        for phone in (self.phone, *self.others.values()):
            phone.screen.close()

    def at_table(self, path=""):
        self.phone.open(self.table + path)
        return self.phone

    def keys(self, within, *names):
        for name, before in zip(names, (None, *names), strict=False):
            if name == before:
                time.sleep(0.1)  # quicker, it would be one tap that bounced
            self.phone.tap(str(name), within=within)

    def active(self, name):
        """Wait until the pad types for a player."""
        self.phone.has({"role": "group", "name": name}, "true", asked="aria-current")

    def saved(self, number):
        self.phone.until(
            lambda: self.phone.location.endswith(f"#saved-{number}"),
            lambda: f"round {number} is not saved: {self.phone.location} {self.phone.text(VERDICT)}",
        )

    def totals(self, *expected, phone=None):
        """Wait until the standings say these totals."""
        phone = phone or self.phone
        wanted = " ".join(expected)
        said = "() => [...document.querySelectorAll('.standing-total')].map(cell => cell.innerText.trim()).join(' ')"
        phone.until(lambda: phone.screen.run(said) == wanted, lambda: f"{phone.screen.run(said)}, not {wanted}")


@step
def _(evening):
    """home leads to a new game"""
    phone = evening.phone
    phone.open("/")
    assert phone.title == "Home · Fool! companion", phone.title
    phone.tap("New game", "link")
    phone.reads("New game", "h1")


@step
def _(evening):
    """names are typed and offered as starters, and a player changes seats"""
    phone = evening.phone
    for number, name in enumerate(("Anne", "Rachel", "Paul", "Camille", "Ben"), start=1):
        phone.type(f"Player {number}", name)
    phone.choose("First starter", "Anne")
    phone.tap("Move player 3 up")
    phone.has({"role": "textbox", "name": "Player 2"}, "Paul")
    phone.has({"role": "textbox", "name": "Player 3"}, "Rachel")


@step
def _(evening):
    """a house rule is unfolded and changed"""
    phone = evening.phone
    phone.tap_at({"css": ".house-rules summary"})
    field = phone.screen.run("() => document.querySelector('#end_score').labels[0].textContent.trim()")
    phone.type(field, "400")


@step
def _(evening):
    """the game starts"""
    phone = evening.phone
    phone.tap("Start game")
    phone.until(lambda: re.search(r"/t/[\w-]{22}$", phone.location), lambda: f"no table: {phone.location}")
    evening.table = phone.location
    phone.reads("Round 1", "h1")
    phone.sees("Anne starts", ".opening-starts")
    phone.sees("400", ".standings")
    assert phone.title == "Table, round 1 · Fool! companion", phone.title


@step
def _(evening):
    """entry opens, and its pad types for the first player"""
    evening.at_table().tap("Enter round 1", "link")
    evening.active("Anne")
    evening.phone.reads("Anne", ".tray-name")


@step
def _(evening):
    """cards are tapped and added up"""
    evening.keys(LEFT, 5, 12, 1)
    evening.phone.reads("−22", ".tray-sum")
    evening.phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)


@step
def _(evening):
    """a card is taken back"""
    evening.phone.tap("Take back 12")
    evening.phone.reads("−10", ".tray-sum")
    evening.phone.tap("Take back the last", within=LEFT)
    evening.phone.reads("−5", ".tray-sum")


@step
def _(evening):
    """impossible cards are told at once"""
    evening.keys(LEFT, 27, 27)
    evening.phone.sees("There is only 1 card with the face 27 in the deck", VERDICT)
    evening.keys(LEFT, "Take back the last", "Take back the last")
    evening.phone.reads("−5", ".tray-sum")


@step
def _(evening):
    """the next player took a disc and is out"""
    phone = evening.phone
    phone.tap_at(NEXT)
    evening.active("Paul")
    phone.tap("Took a Fool! disc")
    phone.tap("Out")
    evening.active("Rachel")
    phone.sees("Still to enter: Rachel, Camille and Ben", VERDICT)


@step
def _(evening):
    """the save button says what it will do"""
    phone = evening.phone
    evening.keys(LEFT, 6, 7)
    phone.tap_at(NEXT)
    evening.active("Camille")
    phone.tap("Out")
    evening.active("Ben")
    evening.keys(LEFT, 9)
    phone.reads("Save: Anne −5, Paul 0, Rachel −13, Camille +10, Ben −9", VERDICT)


@step
def _(evening):
    """a round is saved"""
    evening.phone.tap("Save round 1")
    evening.saved(1)
    evening.phone.reads("Round 2", "h1")
    evening.totals("−5", "0", "−13", "10", "−9")


@step
def _(evening):
    """totals are typed, two digits go on by themselves, one is taken back, a hundred added"""
    evening.at_table().tap("Enter round 2", "link")
    evening.phone.tap("Totals")
    evening.keys(TOTAL, 1, 7)
    evening.active("Paul")
    evening.keys(TOTAL, 0, 8)
    evening.active("Rachel")
    evening.keys(TOTAL, 2, 3)
    evening.active("Camille")
    evening.phone.tap("Take back the last", within=TOTAL)
    evening.active("Rachel")
    evening.keys(TOTAL, 4)
    evening.active("Camille")
    evening.keys(TOTAL, "+100", 0, 5)
    evening.active("Ben")
    evening.phone.tap("Out")
    evening.phone.reads("Save: Anne −17, Paul −8, Rachel −24, Camille −105, Ben +10", VERDICT)


@step
def _(evening):
    """what was typed survives a reload"""
    phone = evening.phone
    evening.at_table("/rounds/new")
    phone.sees("Not saved yet: what you typed is back.", ".draft-notice")
    phone.has({"role": "textbox", "name": "Cards left", "within": {"role": "group", "name": "Rachel"}}, "=24")


@step
def _(evening):
    """a round by totals is saved"""
    evening.phone.tap("Save round 2")
    evening.saved(2)
    evening.totals("−22", "−8", "−37", "−95", "1")


@step
def _(evening):
    """a save too early names who is missing"""
    phone = evening.at_table("/rounds/new")
    phone.tap("Cards")
    evening.active("Anne")
    evening.keys(LEFT, 5, 6, 7, 8, 9, 10, 11)
    phone.tap("Save round 3")
    evening.active("Paul")
    phone.sees("Still to enter: Paul, Rachel, Camille and Ben", VERDICT)


@step
def _(evening):
    """a question is asked before saving, and one tap answers it"""
    phone = evening.phone
    phone.tap("Out")
    for name, face in (("Rachel", 8), ("Camille", 9), ("Ben", 20)):
        evening.active(name)
        evening.keys(LEFT, face)
        if name != "Ben":
            phone.tap_at(NEXT)
    phone.sees("Anne has 7 cards left.", VERDICT)
    time.sleep(0.7)  # the question settles
    phone.tap("Save anyway")
    evening.saved(3)
    evening.totals("−78", "2", "−45", "−104", "−19")


@step
def _(evening):
    """a round is undone, and done again"""
    phone = evening.at_table()
    phone.tap("Undo")
    evening.totals("−22", "−8", "−37", "−95", "1")
    phone.tap("Redo")
    evening.totals("−78", "2", "−45", "−104", "−19")


@step
def _(evening):
    """an old round is corrected from the sheet"""
    phone = evening.at_table("/sheet")
    phone.tap("1 correct this round", "link")
    evening.active("Anne")
    phone.tap_at({"css": ".hand-name", "name": "Rachel"})
    evening.active("Rachel")
    phone.tap("Take back 7")
    phone.sees("Save: Anne −5, Paul 0, Rachel −6, Camille +10, Ben −9", VERDICT)
    phone.tap("Save round 1")
    evening.saved(3)
    evening.totals("−78", "2", "−38", "−104", "−19")


@step
def _(evening):
    """the history tells of it"""
    evening.at_table("/history").sees("Round 1 corrected: Rachel −13 → −6.")


@step
def _(evening):
    """a number says why"""
    phone = evening.at_table()
    phone.tap("−38", "link")
    phone.until(lambda: "6" in phone.text("#why"), lambda: f"no reason: {phone.text('#why')}")
    assert phone.look("aria-expanded", {"role": "link", "name": "−38"}) == "true"


@step
def _(evening):
    """the chart is drawn"""
    phone = evening.at_table()
    phone.tap("Chart", "link")
    phone.reads("Chart", "h1")
    lines = phone.screen.run(
        """() => [...document.querySelectorAll("main svg polyline, main svg path")]
            .map(line => [line.getTotalLength(), getComputedStyle(line).stroke])"""
    )
    assert sum(length > 50 and stroke not in ("none", "rgba(0, 0, 0, 0)") for length, stroke in lines) >= len(FIVE), (
        lines
    )


@step
def _(evening):
    """the table is shared by code, link and picture"""
    phone = evening.at_table()
    phone.tap("Share", "link")
    phone.sees("Score with us")
    evening.code = phone.text(".code")
    assert re.fullmatch(r"\w{5} \w{5}", evening.code), evening.code
    size = phone.screen.run("() => document.querySelector('.share-qr svg').getBoundingClientRect().width")
    assert size > 100, size


@step
def _(evening):
    """another phone watches by the code"""
    guest = evening.other("guest")
    guest.open("/")
    guest.tap("Join with a code", "link")
    guest.type("Code", evening.code)
    guest.tap("Watch")
    guest.sees("You are watching.")
    evening.totals("−78", "2", "−38", "−104", "−19", phone=guest)
    assert guest.look("text", {"role": "link", "name": "Enter round 4"}) is None


@step
def _(evening):
    """Rachel lays her hand from her own phone; the others see that it is there, and not what it is"""
    link = evening.at_table("/share").screen.run("() => document.querySelector('#score-link').value")
    rachel = evening.other("Rachel")
    rachel.open(link[link.index("/t/") :])
    rachel.tap("My hand", "link")
    rachel.tap("Rachel")
    rachel.sees("You are Rachel.")
    for face in ("12", "1"):
        rachel.tap(face, within=LEFT)
    rachel.reads("−17", ".tray-sum")
    rachel.tap("Send my hand")
    phone, guest = evening.at_table(), evening.other("guest")
    for each in (rachel, phone, guest):
        each.sees("Waiting for the hands of Anne, Paul, Camille and Ben", ".hands-in")
        assert "−17" not in each.text("main")
    phone.tap("Enter round 4", "link")
    phone.reads("sent", ".is-sent .hand-sum")


@step
def _(evening):
    """what is saved shows on the other phone, live, which does not ask again and again"""
    guest = evening.other("guest")
    guest.screen.run("() => { document.body.dataset.sameDocument = 'yes' }")
    asked = "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/live?')).length"
    before = guest.screen.run(asked)
    time.sleep(5)  # polls would come every 1.2 seconds
    for number, name in enumerate(("Anne", "Paul", "Camille", "Ben")):
        evening.active(name)
        evening.keys(LEFT, 4 + number) if number else evening.phone.tap("Out")
        if 0 < number < 3:
            evening.phone.tap_at(NEXT)
    evening.phone.reads("Save: Anne +10, Paul −5, Rachel sent, Camille −6, Ben −7", VERDICT)
    evening.server.copy()
    evening.phone.tap("Save round 4")
    evening.saved(4)
    evening.totals("−68", "−3", "−55", "−110", "−26", phone=guest)
    assert guest.screen.run("() => document.body.dataset.sameDocument") == "yes", "it was loaded again"
    assert guest.title == "Table, round 5 · Fool! companion", guest.title
    assert guest.screen.run(asked) <= before + 2, "it asked without being told"


@step
def _(evening):
    """the server is gone with its disk, and a round waits on the phone"""
    phone = evening.at_table("/rounds/new")
    for name in FIVE[:4]:
        evening.active(name)
        evening.keys(LEFT, 3)
        phone.tap_at(NEXT)
    evening.active("Ben")
    evening.server.lose_the_disk()
    phone.tap("Out")
    phone.sees("No answer. What you type is kept on this phone.", VERDICT)
    phone.tap("Save round 5")
    phone.until(lambda: phone.text(".outbox-waits"), lambda: "it is not said that the round waits")


@step
def _(evening):
    """the server is back from an older copy, and the round that it lacks and the one that waits are delivered once"""
    if evening.server.process.poll() is not None:
        evening.server.start()
    evening.saved(5)
    evening.totals("−71", "−6", "−58", "−113", "−16")
    evening.phone.misses("#outbox")
    evening.totals("−71", "−6", "−58", "−113", "−16", phone=evening.other("guest"))
    played = evening.phone.screen.run(
        "path => fetch(path).then(answer => answer.json())", f"{evening.table}/sheet.json"
    )
    assert len(played["rounds"]) == 5


@step
def _(evening):
    """the sheet is downloaded in every format"""
    phone = evening.at_table("/sheet")
    answers = phone.screen.run(
        """() => Promise.all([...document.querySelectorAll("a[download], a[data-picture]")].map(async ({ href }) => {
            const answer = await fetch(href);
            const begins = new TextDecoder().decode((await answer.arrayBuffer()).slice(0, 4));
            return [answer.status, answer.headers.get("Content-Type").split(";")[0], begins];
        }))"""
    )
    assert {kind for _, kind, _ in answers} >= {
        "application/json",
        "text/csv",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "image/svg+xml",
    }, answers
    assert {status for status, _, _ in answers} == {200}
    assert [begins[:2] for _, kind, begins in answers if kind.endswith("sheet")] == ["PK"]


@step
def _(evening):
    """the sheet becomes a picture"""
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


@step
def _(evening):
    """the sheet's button prints"""
    phone = evening.at_table("/sheet")
    phone.screen.run("() => { window.print = () => { document.body.dataset.printed = 'yes'; }; }")
    phone.tap("Print")
    assert phone.screen.run("() => document.body.dataset.printed") == "yes"


@step
def _(evening):
    """the referee of Fool! judges a trick"""
    phone = evening.at_table("/referee")
    phone.choose("Sat out", "Anne")
    phone.choose("Led", "Paul")
    for name in ("green 12", "1"):
        phone.tap(name)
    phone.reads("So far Paul wins and Rachel is befooled. Still to play: Camille and Ben.", ".trick-told")
    for colour, card in (("red", "red 3"), ("yellow", "yellow 20")):
        phone.tap(colour, "radio")
        phone.tap(card)
    phone.reads("Camille is befooled, Paul wins.", ".trick-told")


@step
def _(evening):
    """the referee of The Fool’s Field tells where a card may lie"""
    phone = evening.phone
    phone.open("/referee/fools-field")
    cards = {"role": "group", "name": "All cards"}
    phone.tap("top sword, right sword, bottom sword, left sword", within=cards)
    phone.tap("middle, empty: the card may go here")
    phone.sees("Yes, it may lie there.", "#said")
    phone.tap("top shield, right shield, bottom shield, left shield", within=cards)
    phone.tap("top middle, empty: the card may not go here")
    phone.sees("No, not there.", "#said")


@step
def _(evening):
    """the referee of Durak says what is beaten"""
    phone = evening.phone
    phone.open("/referee/durak")
    phone.tap("hearts", "radio")
    for card in ("6 of spades", "9 of spades", "ace of clubs", "6 of hearts"):
        phone.tap(card)
    phone.reads("Everything is beaten. If nobody adds a card, the attack is repelled.", ".durak-summary")
    phone.tap("Defence 2: 6 of hearts. Take it back.")
    phone.sees("Still to be beaten", ".durak-summary")


@step
def _(evening):
    """the table stops, and somebody has won"""
    phone = evening.at_table("/settings")
    phone.tap("Stop here")
    phone.sees("Paul", ".ranked-first")
    phone.sees("The table stopped after 5 rounds.")
    assert phone.title == "Paul wins · Fool! companion", phone.title


@step
def _(evening):
    """the group keeps statistics"""
    phone = evening.at_table()
    phone.tap("Statistics", "link")
    phone.reads("1 game", ".counted")
    phone.sees("Paul 1 1 100 % −6.0", ".figures")
    assert json.loads(phone.screen.run("() => localStorage.getItem('groups')"))[0]["players"] == list(FIVE)


assert len(STEPS) == 35
