"""The sheet as a picture: shared where the phone can do that, else saved, also over plain HTTP."""

import json
import re
import struct
from itertools import combinations
from pathlib import Path

import pytest

from tests.browser.test_look import sheet
from tests.server import AT_HOME
from tests.tiers import only_thorough

CASE = Path(__file__).parent.parent / "cases" / "fool-8-players-score.json"
NAME = r"fool-\d{4}-\d\d-\d\d\.png"
SHARE_SHEET = """
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    window.shared = new Promise((done) => {
        navigator.share = async ({ files }) => done([files[0].name, [...new Uint8Array(await files[0].arrayBuffer())]]);
    });
"""


def size(png):
    """The width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_the_picture_is_saved(phone):
    """Over plain HTTP, where no phone shares files."""
    phone.address = phone.address.replace("127.0.0.1", AT_HOME)
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    for path in ("", "/sheet"):
        phone.page.goto(phone.table + path)
        with phone.page.expect_download() as saving:
            phone.tap("Save as a picture", "link")
        assert re.fullmatch(NAME, saving.value.suggested_filename)
        png = saving.value.path().read_bytes()
        wide, high = size(png)
        assert wide == 1080
        assert high > 1500
        assert len(png) > 30_000


@pytest.mark.thorough
def test_the_picture_is_shared_where_there_is_a_share_sheet(phone):
    phone.page.add_init_script(SHARE_SHEET)
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    phone.tap("Share as a picture", "link")
    name, png = phone.page.evaluate("window.shared")
    assert re.fullmatch(NAME, name)
    assert size(bytes(png))[0] == 1080


@pytest.mark.thorough
def test_a_picture_that_does_not_come_is_opened_as_it_is(phone):
    """The drawing itself, in which nothing runs."""
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    phone.page.evaluate("() => { HTMLImageElement.prototype.decode = () => Promise.reject(new Error()); }")
    phone.tap("Save as a picture", "link")
    phone.page.wait_for_url("**/sheet.svg")
    assert phone.page.evaluate("document.documentElement.tagName") == "svg"


def a_game_full_of_marks(players):
    """Totals only, discs, and a starter who also deals: as many marks as there can be in a cell."""
    names = ["Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia"][:players]
    rounds = []
    for number in range(8):
        hands = {name: 25 + 7 * seat + number for seat, name in enumerate(names)} | {names[number % players]: []}
        rounds.append({"hands": hands, "fools": [names[(number + 1) % players]]})
    options = {"end_score": -500, "tens_to_end": 60}
    return sheet(0) | {"players": names, "first_starter": names[0], "rounds": rounds, "options": options}


# The ink of every text and mark, as far as it can reach: digits stand on their line.
INK = """() => [...document.querySelectorAll("text, .mark")].map(element => {
    const box = element.getBoundingClientRect();
    const size = parseFloat(element.getAttribute("font-size")) || 0;
    const bottom = size ? parseFloat(element.getAttribute("y")) : box.bottom;
    return {text: element.textContent || "mark", left: box.left, right: box.right,
            top: size ? bottom - 0.74 * size : box.top, bottom};
}).filter(box => box.right - box.left > 1 && box.top > 300)"""


@pytest.mark.parametrize("players", [4, *only_thorough((5, 6, 7)), 8])
def test_no_mark_lies_on_a_number_or_glues_to_it(phone, players):
    phone.import_game(a_game_full_of_marks(players))
    phone.page.goto(f"{phone.table}/sheet.svg")
    boxes = phone.page.evaluate(INK)
    assert sum(box["text"] == "*" for box in boxes) > 20
    assert sum(box["text"] == "mark" for box in boxes) > 8
    for one, other in combinations(boxes, 2):
        apart = max(one["left"] - other["right"], other["left"] - one["right"])
        above = max(one["top"] - other["bottom"], other["top"] - one["bottom"])
        least = 1 if "*" in (one["text"], other["text"]) else 3
        assert apart >= least or above >= 0, (one, other)
    assert max(box["right"] for box in boxes) <= 1080 - 30
    assert min(box["left"] for box in boxes) >= 30
