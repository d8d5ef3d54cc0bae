"""On paper: one clean page."""

import re

import pytest

from tests.browser.test_look import sheet
from tests.tiers import only_thorough


@pytest.mark.parametrize("paper", ["A4", *only_thorough(["Letter"])])
def test_fifteen_rounds_of_eight_players_fit_one_page(phone, paper):
    phone.import_game(sheet(15, end_score=-300, tens_to_end=60))
    phone.page.goto(f"{phone.table}/sheet")
    pdf = phone.page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
