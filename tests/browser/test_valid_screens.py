"""Every screen in every state is valid HTML by the Nu checker, as the server sent it and scripts have changed it."""

import pytest

from tests.browser.screens import TOURS
from tests.nu import found_by_nu, needs_nu


@needs_nu
@pytest.mark.thorough
def test_every_screen_is_valid(another_phone, tmp_path):
    screens = 0
    for number, tour in enumerate(TOURS.values()):
        phone = another_phone()
        for _screen in tour(phone):
            screens += 1
            (tmp_path / f"{number}-{screens}.html").write_text(phone.page.content(), "utf-8")
    assert screens > 200
    assert found_by_nu(tmp_path) == []
