"""The sheet as a picture: everything has its place, and a name is nothing but a name."""

import itertools
import re
from unicodedata import normalize
from xml.etree import ElementTree

import pytest

from companion.web.app.security import POLICY
from companion.web.exports.picture import END_ISOLATE, ISOLATE, width
from tests.web.builders import NAMES, OUT, a_file, a_table, opened

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<script>alert(1)</script>", '"/><image href="http://a.example"/>', "&amp;", "]]>", "{{ 7*7 }}", "\ufffex"]
LONG = (
    *("W" * 40, "i" * 40, "山田太郎" * 10, "👨‍👩‍👧‍👦" * 5, "e\u0301" * 20),
    *("Maximiliane-Friederike von Hohenlohe-Lan", "مريم عبد الرحمن بنت محمد بن عبد الله", "Anne"),
)


def picture(phone):
    response = phone.client.get(f"{phone.address}/sheet.svg")
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert response.headers["Content-Security-Policy"] == POLICY
    return ElementTree.fromstring(response.data)


def plain(text):
    """What is written, without the marks that set it apart."""
    return re.sub(f"[{ISOLATE}{END_ISOLATE}]", "", text.text or "")


def texts_in(root):
    """Every line of text below the fan of cards."""
    return [plain(text) for text in root.iter(f"{SVG}text")][10:]


def a_game(names, rounds, **changes):
    """A game in which everybody but the first keeps a total in every round."""
    hands = {name: 7 + seat for seat, name in enumerate(names)} | {names[0]: []}
    played = [{"hands": hands, "fools": [names[-1]]}] * rounds
    return a_file(played, players=list(names), first_starter=names[0], **changes)


def test_it_tells_who_won_and_why_and_every_round(client):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "=5", "13").with_round("2", "3", OUT, "4")
    words = texts_in(picture(phone))
    assert words[:3] == ["Paul", "wins with 7 points", "+10 was scored 2 times. After 2 rounds."]
    assert words[3:20] == [
        *(*NAMES[:4], "1"),
        *("▸ −17", "−17", "17", "+10", "10", "out", "−5*", "−5", "Σ5", "D −13", "−13", "13"),
    ]
    end = words.index("The end. +10 was scored 2 times.")
    totals, tens, ranks = ["−19", "7", "5", "−17"], ["0", "1", "1", "0"], ["4", "1", "2", "3"]
    assert words[end + 1 : end + 16] == ["Total", *totals, "+10", *tens, "Rank", *ranks]
    assert words[-3:-1] == ["▸ started · D dealt · ● took a Fool! disc · * total only (Σ)", "· gold: +10"]
    assert words[-1] == "Fool! companion · unofficial"


def test_rounds_after_the_end_are_told_apart(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    words = texts_in(picture(phone))
    end = words.index("The end. Anne fell to −60 points or lower.")
    after = ["Rounds after the end don’t count.", "2", "▸ D −2", "2", "+10"]
    assert words[end + 1 : end + 6] == after, "points, and no totals"


@pytest.mark.parametrize("players", [4, 8])
def test_a_long_hand_is_set_in_lines_and_its_row_grows(client, players):
    names = NAMES[:players]
    hand = [27, 26, 25, 24, 23, 22, 21, 20]
    game = a_file([{"hands": {name: [] for name in names} | {"Paul": hand}}], players=names)
    root = picture(opened(client, game))
    small = [text for text in root.iter(f"{SVG}text") if text.get("font-size") == "18"]
    lines = [text for text in small if re.fullmatch(r"2\d( 2\d)*", plain(text))]
    assert " ".join(map(plain, lines)).split() == list(map(str, hand))
    heights = [float(line.get("y")) for line in lines]
    assert len(heights) > 1
    assert {later - earlier for earlier, later in itertools.pairwise(heights)} == {1.25 * 18}
    assert float(root.get("height")) - heights[-1] > 100


@pytest.mark.parametrize(("players", "rounds"), [(4, 1), (8, 20)])
def test_everything_stays_within_the_picture(client, players, rounds):
    """Every name whole over its column, and the winner's above."""
    names = LONG[:players]
    game = a_game(names, rounds, ended_by=["agreed"], options={"end_score": -500, "tens_to_end": 60})
    root = picture(opened(client, game))
    heights = [float(text.get("y")) for text in root.iter(f"{SVG}text")]
    assert min(heights) > 0
    assert 30 < float(root.get("height")) - max(heights) < 60
    for text in root.iter(f"{SVG}text"):
        taken = width(plain(text), float(text.get("font-size")))
        left = float(text.get("x")) - taken * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")]
        assert -1 < left < left + taken < 1081, text.text
    words = "".join(texts_in(root)).replace(" ", "")
    for name in names:
        assert words.count(normalize("NFC", name).replace(" ", "")) == 1 + (name == names[0]), name


def test_a_name_is_nothing_but_a_name(client):
    phone = a_table(client, players=HOSTILE)
    assert "After 0 rounds." in texts_in(picture(phone))
    root = picture(phone.with_round(OUT, "17", "13", "5", "6", "7"))
    words = "".join(texts_in(root)).replace(" ", "")
    assert all(name.replace("\ufffe", "\ufffd").replace(" ", "") in words for name in HOSTILE)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "title", "g", "path", "rect", "text"}
    for element in root.iter():
        assert not [key for key in element.attrib if key.startswith("on") or "href" in key or key == "style"]


def light(colour):
    """The relative luminance of a colour, as WCAG has it."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def test_every_text_can_be_read(client):
    """4.5:1 on whatever it stands."""
    root = picture(opened(client, a_game(LONG, 3, options={"tens_to_end": 2})))
    fills = {text.get("fill", "#241b2f") for text in list(root.iter(f"{SVG}text"))[10:]}
    assert len(fills) == 2
    for fill, ground in itertools.product(fills, ("#f6f1e7", "#fffdf8", "#ece5d6", "#fdf0c9")):
        assert (light(ground) + 0.05) / (light(fill) + 0.05) >= 4.5, (fill, ground)
