"""On every screen, in every state: axe finds nothing by day, by night and in forced colours; targets are large."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.screens import TOURS
from tests.browser.test_look import small_targets
from tests.tiers import only_thorough

LOOKS = (
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
# What looks can change.
COLOURS = ["color-contrast", "link-in-text-block"]


def findings(page, looks=LOOKS) -> list[str]:
    """What axe finds on a page, in a line each. The page is as high as it needs, so that no bar covers anything."""
    found = []
    page.set_viewport_size({"width": 360, "height": 6000})
    for look in looks:
        page.emulate_media(**look)
        asked = {"type": "tag", "values": TAGS} if look is LOOKS[0] else {"type": "rule", "values": COLOURS}
        answer = Axe().run(page, options={"runOnly": asked, "resultTypes": ["violations"]}).response
        assert answer["passes"] or answer["incomplete"], "something was looked at"
        for wrong in answer["violations"]:
            found += [f"{wrong['id']} {node['html'][:120]} {look}" for node in wrong["nodes"]]
    page.emulate_media(**LOOKS[0])
    return found + small_targets(page)


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion, so that colours are measured where they come to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.mark.parametrize("tour", ["fool-empty", *only_thorough(tour for tour in TOURS if tour != "fool-empty")])
def test_every_screen_is_for_everybody(phone, tour):
    found = {screen: findings(phone.page) for screen in TOURS[tour](phone)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}
