"""The names over the columns of the sheet, in every engine."""

import json

from tests.browser.tour.states import LONG_GAME, fool
from tests.engines.phone import Phone

ORDINARY = ("Katarzyna", "Sebastian", "Maximilian", "Anne", "Konstantin", "Bo", "Magdalena", "Christopher")
SITTINGS = (
    *(ORDINARY[:players] for players in range(4, 9)),
    ("Camille", "Rebecca", "Matthew", "Ramonas", "Gustavo", "Mathias"),
    ("Maria", "Peter", "Lucas", "Paula", "Annie", "Simon", "David", "Laura"),
)
OPENS = """(sheet) => {
    const form = new FormData(document.querySelector("form[enctype]"));
    form.set("file", new File([sheet], "sheet.json", { type: "application/json" }));
    return fetch("/imports", { method: "POST", body: form }).then(({ url }) => url);
}"""
HEADS = """() => [...document.querySelectorAll(".sheet-player bdi")].map(name => {
    const [here, head] = [name, name.closest("th")].map(element => element.getBoundingClientRect());
    const inside = here.top >= head.top - 1 && here.bottom <= head.bottom + 1
        && here.left >= head.left - 1 && here.right <= head.right + 1;
    return [name.textContent, here.width, here.height, inside];
})"""


def test_names_stand_upright_in_one_line(engine, playwright):
    """Where the columns are too narrow for them. WebKit set them letter below letter, over each other."""
    with engine.started(playwright) as (browser, server):
        phone = Phone(browser.phone(), server.address)
        try:
            seen = [head for players in SITTINGS for head in heads(phone, players)]
        finally:
            phone.screen.close()
    assert [name for name, *_ in seen] == [name for players in SITTINGS for name in players]
    assert [head for head in seen if not (head[1] < 20 and head[1] < head[2] and head[3])] == []


def heads(phone, players):
    """Each name over a column of the sheet, its width and height, and whether it is inside of its cell."""
    phone.open("/imports/new")
    table = phone.screen.run(OPENS, json.dumps(fool(3, players, **LONG_GAME)))
    phone.open(f"{table.partition('#')[0]}/sheet")
    phone.sees("Rank", ".sheet")
    return phone.screen.run(HEADS)
