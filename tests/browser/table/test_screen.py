"""The big screen, seen from three metres: a TV of 720 lines, with as many players as a game has."""

import pytest

from tests.browser import elsewhere
from tests.web.builders import NAMES, a_file

TV = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False, "has_touch": False}
TEN = (*NAMES, "Sandra", "Tom")
LONG = ("Anne-Christin-Marie", "Wolfeschlegelsteinhausen", *NAMES[2:8])
# What is not 15 px from every edge, and rows whose texts need more than they have.
CUT = """() => [...document.querySelectorAll(".screen *:not(.confetti *)")].filter(element => {
    const { width, left, top, right, bottom } = element.getBoundingClientRect();
    return width > 1 && Math.min(left, top, innerWidth - right, innerHeight - bottom) < 15;
}).concat([...document.querySelectorAll(".screen-player")].filter(row =>
    [...row.children].some(each => each.getBoundingClientRect().height > row.getBoundingClientRect().height + 1)))
    .map(element => element.outerHTML.slice(0, 90))"""
DIFFERENT_SIZES = """all => new Set(all.filter(each => each.checkVisibility())
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => getComputedStyle(each).fontSize)).size"""
SIZES = "all => Math.min(...all.map(each => parseFloat(getComputedStyle(each).fontSize)))"


def points(players, rounds, **options):
    played = [{"points": dict(zip(players, range(5, 5 + len(players)), strict=True))}] * rounds
    return a_file(game="points", players=players, first_starter=players[0], options=options, rounds=played)


@pytest.mark.parametrize(
    "sheet",
    [a_file(), points(LONG, 3, end_rounds=3), points(TEN, 3, end_rounds=3)],
    ids=["four", "long at the end", "ten at the end"],
)
def test_names_and_totals_are_read_from_three_metres_and_nothing_is_cut(phone, another_phone, sheet):
    screen = another_phone(**TV).open(elsewhere.bring(phone.address, sheet) + "/screen")
    assert screen.page.locator(".screen-player > bdi").evaluate_all(SIZES) >= 36
    assert screen.page.locator(".screen-player strong").evaluate_all(SIZES) >= 50
    assert screen.run(CUT) == []
    assert screen.run("document.documentElement.scrollHeight") == 720
    assert screen.page.locator(".screen *:not(svg *, .visually-hidden)").evaluate_all(DIFFERENT_SIZES) <= 4
