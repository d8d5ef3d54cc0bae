"""The sheet as a picture: everything has its place, and a name is nothing but a name."""

import re
from unicodedata import normalize
from xml.etree import ElementTree

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


def test_everything_stays_within_the_picture(client):
    """Every name whole over its column, and the winner's above."""
    hands = {name: 7 + seat for seat, name in enumerate(LONG)} | {LONG[0]: []}
    about = {"ended_by": ["agreed"], "options": {"end_score": -500, "tens_to_end": 60}}
    game = a_file([{"hands": hands, "fools": [LONG[-1]]}] * 20, players=list(LONG), first_starter=LONG[0], **about)
    root = picture(opened(client, game))
    heights = [float(text.get("y")) for text in root.iter(f"{SVG}text")]
    assert min(heights) > 0
    assert 30 < float(root.get("height")) - max(heights) < 60
    for text in root.iter(f"{SVG}text"):
        taken = width(plain(text), float(text.get("font-size")))
        left = float(text.get("x")) - taken * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "start")]
        assert -1 < left < left + taken < 1081, text.text
    words = "".join(texts_in(root)).replace(" ", "")
    for name in LONG:
        assert words.count(normalize("NFC", name).replace(" ", "")) == 1 + (name == LONG[0]), name


def test_a_name_is_nothing_but_a_name(client):
    phone = a_table(client, players=HOSTILE)
    assert "After 0 rounds." in texts_in(picture(phone))
    root = picture(phone.with_round(OUT, "17", "13", "5", "6", "7"))
    words = "".join(texts_in(root)).replace(" ", "")
    assert all(name.replace("\ufffe", "\ufffd").replace(" ", "") in words for name in HOSTILE)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "title", "g", "path", "rect", "text"}
    for element in root.iter():
        assert not [key for key in element.attrib if key.startswith("on") or "href" in key or key == "style"]
