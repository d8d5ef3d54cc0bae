"""On every screen: nothing is cut, covered, run together or too small, by day and by night, for everybody."""

import pytest

from tests.browser.tour.look import find_faults
from tests.browser.tour.tours import TOURS


@pytest.mark.thorough
@pytest.mark.parametrize("tour", TOURS)
def test_every_screen(another_phone, tour):
    """Without motion: everything is where it comes to rest."""
    phone = another_phone(color_scheme="light", reduced_motion="reduce")
    found = [f"{screen}: {fault}" for screen in TOURS[tour](phone) for fault in find_faults(phone.ready().page)]
    assert not found, "\n".join(found)
