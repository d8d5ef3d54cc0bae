"""The sheet as a picture: everything has its place, and a name is nothing but a name."""

import itertools
import re
from unicodedata import normalize
from xml.etree import ElementTree

import pytest

from companion.web.app.security import POLICY
from companion.web.exports.text_width import CLOSE, OPEN, fit, width
from tests.web.builders import NAMES, OUT, a_file, a_table, opened

SVG = "{http://www.w3.org/2000/svg}"
LONG = (
    *(
        "W" * 40,
        "i" * 40,
        "山田太郎" * 10,
        "👨‍👩‍👧‍👦" * 5,
        "e\u0301" * 20,
        "Maximiliane-Friederike von Hohenlohe-Lang"[:40],
    ),
    *("مريم عبد الرحمن بنت محمد بن عبد الله", "Anne"),
)


def picture(phone):
    """The picture as a tree of elements."""
    response = phone.client.get(f"{phone.address}/sheet.svg")
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert response.headers["Content-Security-Policy"] == POLICY
    return ElementTree.fromstring(response.data)


def said(root):
    """Every line of text, names without the marks that set them apart."""
    return [re.sub(f"[{OPEN}{CLOSE}]", "", text.text or "") for text in root.iter(f"{SVG}text")]


def a_game(names, rounds, **changes):
    """A game in which everybody but the first keeps a total in every round."""
    hands = {name: 7 + seat for seat, name in enumerate(names)} | {names[0]: []}
    played = [{"hands": hands, "fools": [names[-1]]}] * rounds
    return a_file(played, players=list(names), first_starter=names[0], **changes)


def test_it_tells_who_won_and_why_and_every_round(client):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "=5", "13").with_round("2", "3", OUT, "4")
    words = said(picture(phone))
    assert words[0] == "Fool!"
    assert words[10:14] == ["Paul", "wins", "with 7 points", "+10 was scored 2 times. After 2 rounds."]
    ranking = ["1", "Paul", "1× +10", "7", "2", "Rachel", "1× +10", "5", "3", "Camille", "−17", "4", "Anne", "−19"]
    assert words[14:28] == ranking
    assert words[28:47] == [
        *(*NAMES[:4], "1"),
        *("−17", "−17", "17", "+10", "10", "out", "*", "−5", "−5", "Σ5", "D", "−13", "−13", "13"),
    ]
    assert words[47:61] == ["2", "D", *["−2", "−19", "2", "−3", "7", "3", "+10", "5", "out", "−4", "−17", "4"]]
    assert words[61] == "The end. +10 was scored 2 times."
    assert words[-1] == "Fool! companion · unofficial"


def test_rounds_after_the_end_are_told_apart(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    root = picture(phone)
    words = said(root)
    end = words.index("The end. Anne reached −60 points or lower.")
    assert words[end + 1 : end + 6] == ["After the end: these rounds do not count", "2", "D", "−2", "2"]
    assert len([group for group in root.iter(f"{SVG}g") if group.get("opacity")]) == 1


@pytest.mark.parametrize(("players", "left"), [(4, 5), (4, 33), (5, 150)])
def test_points_do_not_touch_the_total_beside_them(client, players, left):
    names = NAMES[:players]
    game = a_file([{"hands": dict.fromkeys(names, left) | {"Paul": []}}] * 3, players=names)
    texts = list(picture(opened(client, game | {"options": {"end_score": -500}})).iter(f"{SVG}text"))
    at = next(place for place, text in enumerate(texts) if text.text == f"−{left}" and text.get("font-weight") is None)
    points = texts[at]
    total = next(text for text in texts[at:] if text.get("font-weight") == "700")
    begins = float(total.get("x")) - 1.15 * width(total.text, float(total.get("font-size")))
    assert total.get("y") != points.get("y") or float(points.get("x")) < begins


@pytest.mark.parametrize(
    ("players", "lines"), [(4, ["27 26 25 24 23 22 21", "20"]), (8, ["27 26 25", "24 23 22", "21 20"])]
)
def test_a_long_hand_is_set_in_lines_and_its_row_grows(client, players, lines):
    names = NAMES[:players]
    game = a_file([{"hands": {name: [] for name in names} | {"Paul": [27, 26, 25, 24, 23, 22, 21, 20]}}], players=names)
    root = picture(opened(client, game))
    words = said(root)
    at = words.index(lines[0])
    assert words[at : at + len(lines)] == lines
    heights = [float(text.get("y")) for text in root.iter(f"{SVG}text") if text.text in lines]
    assert [later - earlier for earlier, later in itertools.pairwise(heights)] == [23] * (len(lines) - 1)
    assert float(root.get("height")) - heights[-1] > 100


@pytest.mark.parametrize(("players", "rounds"), [(4, 1), (8, 20)])
def test_everything_stays_within_the_picture(client, players, rounds):
    names = LONG[:players]
    game = a_game(names, rounds, ended_by=["agreed"], options={"end_score": -500, "tens_to_end": 60})
    root = picture(opened(client, game))
    high = float(root.get("height"))
    for text in root.iter(f"{SVG}text"):
        assert 0 < float(text.get("y")) < high, text.text
        if OPEN in (text.text or ""):
            at, taken = float(text.get("x")), width(text.text, float(text.get("font-size")))
            in_the_middle = at == 540 or text.get("text-anchor") == "middle"
            left = at - taken / 2 if in_the_middle else at
            assert left >= 56, text.text
            assert left + taken <= (1080 - 56 if in_the_middle else 1080 - 56 - 150), text.text
    assert root.get("width") == "1080"
    assert high - max(float(text.get("y")) for text in root.iter(f"{SVG}text")) < 60


def test_a_name_is_nothing_but_a_name(client):
    names = ["<script>alert(1)</script>", '"/><image href="http://a.example"/>', "&amp;", "]]>", "{{ 7*7 }}", "\ufffex"]
    phone = a_table(client, players=names)
    words = said(picture(phone))
    assert "0 rounds so far" in words
    phone.with_round(OUT, "17", "13", "5", "6", "7")
    root = picture(phone)
    words = "".join(said(root)).replace(" ", "")
    assert "1roundsofar" in words
    assert all(name.replace("\ufffe", "\ufffd").replace(" ", "") in words for name in names)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "g", "path", "rect", "circle", "text"}
    for element in root.iter():
        assert not [key for key in element.attrib if key.startswith("on") or "href" in key or key == "style"]


# How much room a text takes


def test_a_text_is_set_smaller_and_in_lines_before_anything_is_left_out():
    choices = ((40, 1), (20, 1), (10, 2))
    one = width("Anne and Paul", 1)
    assert fit("Anne and Paul", 40 * one, choices) == (40, ("Anne and Paul",))
    assert fit("Anne and Paul", 39 * one, choices) == (20, ("Anne and Paul",))
    assert fit("Anne and Paul", 9 * one, choices) == (10, ("Anne and", "Paul"))
    size, lines = fit("Maximiliane" * 9, 60, choices)
    assert (size, "".join(lines)) == (10, "Maximiliane" * 9)
    assert max(width(line, size) for line in lines) <= 60


@pytest.mark.parametrize("ended", [[], ["agreed"]])
def test_names_are_whole_in_the_ranking_and_over_the_columns(client, ended):
    game = a_game(LONG, 2, ended_by=ended, options={"end_score": -500})
    words = "".join(said(picture(opened(client, game)))).replace(" ", "")
    for name in LONG:
        assert words.count(normalize("NFC", name).replace(" ", "")) >= 2, name


def light(colour):
    """The relative luminance of a colour, as WCAG has it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def test_every_text_can_be_read(client):
    """4.5:1 on whatever it stands, also where the rounds after the end are paler."""
    root = picture(opened(client, a_game(LONG, 3, options={"tens_to_end": 2})))
    grounds = [tuple(bytes.fromhex(colour)) for colour in ("f6f1e7", "fffdf8", "ece5d6", "fdf0c9")]
    opacity = {float(group.get("opacity", 1)) for group in root.iter(f"{SVG}g")}
    assert min(opacity) < 1
    fills = {text.get("fill", "#241b2f") for text in root.iter(f"{SVG}text")}
    assert len(fills) == 2
    for fill, seen, ground in itertools.product(fills, opacity, grounds):
        if seen == 1 or ground in grounds[1::2]:  # the rounds stand on white or gold
            pairs = zip(bytes.fromhex(fill[1:]), ground, strict=True)
            mixed = [seen * front + (1 - seen) * back for front, back in pairs]
            dark, bright = sorted(light([part / 255 for part in colour]) for colour in (mixed, ground))
            assert (bright + 0.05) / (dark + 0.05) >= 4.5, (fill, seen, ground)
