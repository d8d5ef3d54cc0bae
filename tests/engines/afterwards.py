"""The sheet is taken along, the referee is asked, and somebody wins."""

from tests.games.sheets import a_sheet

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
ORDINARY = ("Katarzyna", "Sebastian", "Maximilian", "Anne", "Konstantin", "Bo", "Magdalena", "Christopher")
SITTINGS = (
    *(ORDINARY[:players] for players in range(4, 9)),
    ("Camille", "Rebecca", "Matthew", "Ramonas", "Gustavo", "Mathias"),
    ("Maria", "Peter", "Lucas", "Paula", "Annie", "Simon", "David", "Laura"),
)


def the_names_over_the_columns_of_the_sheet_stand_upright_in_one_line(evening):
    """Where the columns are too narrow for them. WebKit set them letter below letter, over each other."""
    for players in SITTINGS:
        rounds = [{"hands": {name: [seat + 1] if seat else [] for seat, name in enumerate(players)}, "fools": []}] * 3
        sheet = a_sheet(players=players, first_starter=players[0], options={}, rounds=rounds)
        phone = evening.open_sheet(sheet)
        assert phone.screen.run(HEADS) == [[name, True] for name in players]


def the_names_and_the_numbers_of_the_rounds_stay_in_sight(evening):
    twelve = (*ORDINARY, "Otto", "Ida", "Paul", "Rachel")
    points = [{"points": {name: 1000 + seat for seat, name in enumerate(twelve)}}] * 20
    hands = [{"hands": {name: [] if name == "Anne" else [2 + seat] for seat, name in enumerate(ORDINARY)}}] * 5
    laptop = evening.other("laptop")
    for sheet in (
        a_sheet(players=ORDINARY, first_starter="Anne", options={}, rounds=hands),
        a_sheet(game="points", players=twelve, first_starter="Anne", options={}, rounds=points),
    ):
        evening.open_sheet(sheet)
        laptop.until(lambda: laptop.screen.run(STUCK) == [True] * 3, lambda: laptop.screen.run(STUCK))


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
    phone.reads("So far, Paul wins and Rachel is befooled. Still to play: Camille and Ben.", ".trick-told")
    for colour, card in (("red", "red 3"), ("yellow", "yellow 20")):
        phone.tap(colour, "radio")
        phone.tap(card)
    phone.reads("Camille is befooled, Paul wins.", ".trick-told")


def the_table_stops_and_somebody_has_won(evening):
    phone = evening.at_table("/settings")
    phone.tap("Stop here")
    phone.sees("Paul", ".ranked-first")
    phone.sees("Stopped after 5 rounds.")
    assert phone.title == "Paul wins · Fool! companion", phone.title
