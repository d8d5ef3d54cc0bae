"""Edges of fields, and what tells the chosen from the rest, stand out by 3:1, by day and by night (WCAG 1.4.11)."""

from pathlib import Path

import pytest

from tests.browser.screens import TOURS
from tests.tiers import only_thorough

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")


@pytest.fixture
def browser_context_args(browser_context_args):
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


def faint(page) -> list[str]:
    """What ``contrast.js`` finds by day and by night."""
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {fault}" for fault in page.evaluate(CONTRAST)]
    return found


@pytest.mark.parametrize("tour", ["entry of four", *only_thorough(tour for tour in TOURS if tour != "entry of four")])
def test_edges_and_states_stand_out(phone, tour):
    found = {screen: faint(phone.page) for screen in TOURS[tour](phone)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}
