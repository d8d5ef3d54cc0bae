"""The sheet is taken along, the referees are asked, and somebody wins."""

import json

from tests.browser.phone import FIVE
from tests.games.sheets import a_sheet

OPENS = """(sheet) => {
    const form = new FormData(document.querySelector("form[enctype]"));
    form.set("file", new File([sheet], "sheet.json", { type: "application/json" }));
    return fetch("/imports", { method: "POST", body: form }).then(({ url }) => url);
}"""
HEADS = """() => [...document.querySelectorAll(".sheet-player bdi")].map(name => {
    const [here, head] = [name, name.closest("th")].map(element => element.getBoundingClientRect());
    const inside = here.top >= head.top - 1 && here.bottom <= head.bottom + 1
        && here.left >= head.left - 1 && here.right <= head.right + 1;
    return [name.textContent, here.width < 20 && here.width < here.height && inside];
})"""
ORDINARY = ("Katarzyna", "Sebastian", "Maximilian", "Anne", "Konstantin", "Bo", "Magdalena", "Christopher")
SITTINGS = (
    *(ORDINARY[:players] for players in range(4, 9)),
    ("Camille", "Rebecca", "Matthew", "Ramonas", "Gustavo", "Mathias"),
    ("Maria", "Peter", "Lucas", "Paula", "Annie", "Simon", "David", "Laura"),
)


def the_names_over_the_columns_of_the_sheet_stand_upright_in_one_line(evening):
    """Where the columns are too narrow for them. WebKit set them letter below letter, over each other."""
    phone = evening.other("laptop")
    for players in SITTINGS:
        rounds = [{"hands": {name: [seat + 1] if seat else [] for seat, name in enumerate(players)}, "fools": []}] * 3
        sheet = a_sheet(players=players, first_starter=players[0], options={}, rounds=rounds)
        phone.open("/imports/new")
        phone.open(phone.screen.run(OPENS, json.dumps(sheet)).partition("#")[0] + "/sheet")
        phone.sees("Rank", ".sheet")
        assert phone.screen.run(HEADS) == [[name, True] for name in players]


def the_sheet_is_downloaded_in_every_format(evening):
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


def the_referee_of_fool_judges_a_trick(evening):
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


def the_referee_of_the_fools_field_tells_where_a_card_may_lie(evening):
    phone = evening.phone
    phone.open("/referee/fools-field")
    cards = {"role": "group", "name": "All cards"}
    phone.tap("top sword, right sword, bottom sword, left sword", within=cards)
    phone.tap("middle, empty: the card may go here")
    phone.sees("Yes, it may lie there.", "#said")
    phone.tap("top shield, right shield, bottom shield, left shield", within=cards)
    phone.tap("top middle, empty: the card may not go here")
    phone.sees("No, not there.", "#said")


def the_referee_of_durak_says_what_is_beaten(evening):
    phone = evening.phone
    phone.open("/referee/durak")
    phone.tap("hearts", "radio")
    for card in ("6 of spades", "9 of spades", "ace of clubs", "6 of hearts"):
        phone.tap(card)
    phone.reads("Everything is beaten. If nobody adds a card, the attack is repelled.", ".durak-summary")
    phone.tap("Defence 2: 6 of hearts. Take it back.")
    phone.sees("Still to be beaten", ".durak-summary")


def the_table_stops_and_somebody_has_won(evening):
    phone = evening.at_table("/settings")
    phone.tap("Stop here")
    phone.sees("Paul", ".ranked-first")
    phone.sees("The table stopped after 5 rounds.")
    assert phone.title == "Paul wins · Fool! companion", phone.title


def the_second_game_makes_a_group_which_keeps_statistics(evening):
    phone = evening.at_table()
    phone.tap("Rematch")
    phone.sees("Round 1", "h1")
    phone.tap("Group", "link")
    phone.tap("Statistics", "link")
    phone.reads("1 game", ".counted")
    phone.sees("Paul 1 1 100 % −6.0", ".figures")
    assert {*json.loads(phone.screen.run("() => localStorage.getItem('groups')"))[0]["players"]} == {*FIVE}
