"""On no screen, in no state, is anything cut, covered, run together or beside the screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.screens import TOURS
from tests.tiers import only_thorough

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
PHONES = ((360, 640), (360, 740))


def faults(page: Page, sizes=PHONES) -> list[str]:
    """What ``faults.js`` finds on a page at each of these sizes, in CSS pixels."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height} {fault}" for fault in page.evaluate(FAULTS)]
    return found


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion: everything is where it comes to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.mark.parametrize("tour", ["fool-empty", *only_thorough(tour for tour in TOURS if tour != "fool-empty")])
def test_nothing_is_cut_covered_or_run_together(phone, tour):
    found = {screen: faults(phone.page) for screen in TOURS[tour](phone)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}
